//! A typed command answers what it says and nothing else.

use simpan_engine::{Answer, Ask, Game, NoLog, PlayerId, QuestionKind};
use simpan_judge::{CommandError, Names, Source, answer, parse, parse_scenario, set_up};
use simpan_magic::{Magic, Preset};
use simpan_rulebook::Lang;

fn table(text: &str) -> Magic {
    let source = Source::new("t.toml", text, Lang::En);
    let scenario = parse_scenario(&source).unwrap();
    set_up(&scenario, Preset::Y2021, &source, None).unwrap().0
}

fn row(game: &Magic, command: &str) -> Result<Vec<Answer>, CommandError> {
    answer(game, &parse(command).unwrap(), &Names::new(Lang::En))
}

#[test]
fn an_attack_is_the_whole_attack() {
    let mut game = table("[players.A]\nbattlefield = [\"2 Suntail Hawk\"]\n");
    while !matches!(game.ask(), Ask::Player(q) if q.kind == QuestionKind::Attack) {
        game.apply(Answer::Pass, &mut NoLog).unwrap();
    }
    let mut answers = Vec::new();
    game.answers(&mut answers);
    let hawk = |a: &&Answer| matches!(a, Answer::AtPlayer(_, PlayerId(1)));
    game.apply(*answers.iter().find(hawk).unwrap(), &mut NoLog).unwrap();
    assert_eq!(row(&game, "attack none").unwrap(), [Answer::Cancel, Answer::Done]);
    assert_eq!(row(&game, "attack Suntail Hawk#2").unwrap().len(), 3);
}

#[test]
fn what_nothing_asks_for_is_refused() {
    let hand = "[players.A]\nhand = [\"Suntail Hawk\"]\nbattlefield = [\"Plains\"]\n";
    let game = table(hand);
    let error = row(&game, "cast Suntail Hawk -> B").unwrap_err();
    assert_eq!(error, CommandError::Unused { what: vec!["B".to_owned()] });
    assert!(error.message(Lang::Ko).contains("`B`"));
    assert!(row(&game, "cast Suntail Hawk").is_ok());
}
