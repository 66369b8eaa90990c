//! Playing line by line, for a screen reader, a pipe or a test.

use super::session::{Session, Wait};
use crate::failure::Done;
use crate::log::shown;
use crate::out;
use crate::saved;
use crate::words::{self, fill};
use simpan_engine::{Answer, Ask, Game, Illegal, NoLog, Outcome, Viewer};
use simpan_judge::CommandError;
use simpan_judge::starlight::{self as judge, Command, Names, describe_question, phase_name};
use simpan_rulebook::{Book, Lang, RuleId, rule};
use simpan_starlight::{Look, Seen, SeenSide, View};
use std::io::BufRead;
use std::path::Path;

/// What came of a line.
pub enum Typed {
    /// Something was answered.
    Done,
    /// Leave.
    Quit,
    /// To be shown.
    Say(String),
}

/// Plays to the end, to `quit`, or to the end of the input; saves the recording.
pub fn play(session: &mut Session, file: &Path) -> Done {
    title(session);
    let mut input = std::io::stdin().lock();
    let mut printed = 0;
    // The table is shown anew when something has been answered or taken back.
    let mut shown_at = None;
    loop {
        let wait = session.advance();
        printed = printed.min(session.log.len());
        shown(&session.log[printed..], session.full).for_each(|e| out::line(&e.text));
        printed = session.log.len();
        match wait {
            Wait::Shown => {}
            Wait::Over(outcome) => {
                out::line(over(outcome, session.lang));
                break;
            }
            Wait::Person(question, choices) => {
                session.remember_for_interrupt();
                let now = Some(session.game().event_hash()).zip(Some(session.driver.record.len()));
                let anew = shown_at != now;
                shown_at = now;
                if anew {
                    out::line("");
                    board(session).iter().for_each(out::line);
                }
                let rule = question.purpose.rule.qualified(Book::Starlight);
                let asked = describe_question(session.game(), &question, session.lang);
                out::line(format!("{asked} [{rule}]"));
                for (n, (_, text)) in choices.iter().enumerate().filter(|_| anew) {
                    out::line(format!("  {}. {text}", n + 1));
                }
                out::part("> ");
                let mut line = Vec::new();
                if !matches!(input.read_until(b'\n', &mut line), Ok(n) if n > 0) {
                    out::line(words::INPUT_ENDED.get(session.lang));
                    break;
                }
                match obey(session, String::from_utf8_lossy(&line).trim(), &choices) {
                    Typed::Done => {}
                    Typed::Quit => break,
                    Typed::Say(text) => out::line(text),
                }
            }
        }
    }
    saved::keep(file, &session.replay(), session.lang)
}

fn title(session: &Session) {
    let [first, second] = session.setup.decks(session.lang);
    let seed = session.setup.seed.to_string();
    let game = words::STAR_NAME.get(session.lang);
    let with = [first.as_str(), second.as_str(), game, &seed];
    out::line(fill(words::PLAY_TITLE.get(session.lang), &with));
    if let Viewer::Seat(p) = session.reader() {
        out::line(fill(words::YOU_ARE.get(session.lang), &[&p.to_string()]));
    }
}

/// How a game ended, in words.
pub fn over(outcome: Outcome<RuleId>, lang: Lang) -> String {
    let text = match outcome.winner {
        Some(p) => fill(words::E_WON.get(lang), &[&p.to_string()]),
        None => words::E_DRAW.get(lang).to_owned(),
    };
    let rule = outcome.because.qualified(Book::Starlight).to_string();
    fill(words::OVER.get(lang), &[&rule, &text])
}

/// Obeys a line: a number of the list, a word of the table, or a command of the judge.
pub fn obey(session: &mut Session, line: &str, choices: &[(Answer, String)]) -> Typed {
    if let Ok(n) = line.parse::<usize>() {
        return match choices.get(n.wrapping_sub(1)) {
            Some((answer, _)) => give(session, &[*answer]),
            None => {
                let (n, most) = (n.to_string(), choices.len().to_string());
                Typed::Say(fill(words::NO_SUCH_NUMBER.get(session.lang), &[&n, &most]))
            }
        };
    }
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    match verb.to_lowercase().as_str() {
        "" => {
            // A blank line does nothing more: it says no, too.
            let idle = [Answer::Done, Answer::Auto, Answer::Pass, Answer::No];
            let found = idle.into_iter().find(|a| choices.iter().any(|c| c.0 == *a));
            match found.or(choices.first().map(|c| c.0)) {
                Some(answer) => give(session, &[answer]),
                None => Typed::Say(String::new()),
            }
        }
        "quit" | "exit" | "q" | "나가기" => Typed::Quit,
        "stops" | "auto" | "멈춤" | "자동" => {
            Typed::Say(words::STAR_NO_STOPS.get(session.lang).to_owned())
        }
        "help" | "?" | "도움말" | "도움" => {
            Typed::Say(words::STAR_HELP.get(session.lang).into())
        }
        "undo" | "되돌리기" => {
            Typed::Say(session.undo(matches!(rest.trim(), "anyway" | "그래도")))
        }
        "board" | "전장" => Typed::Say(board(session).join("\n")),
        "log" | "기록" => {
            Typed::Say(session.log.iter().map(|e| e.text.as_str()).collect::<Vec<_>>().join("\n"))
        }
        "hand" | "손" => Typed::Say(zones(session, |s| &s.hand)),
        "graveyard" | "graveyards" | "무덤" => Typed::Say(zones(session, |s| &s.graveyard)),
        "save" | "저장" if !rest.trim().is_empty() => {
            let saved = saved::save(Path::new(rest.trim()), &session.replay(), session.lang);
            Typed::Say(match saved {
                Ok(()) => fill(words::SAVED.get(session.lang), &[rest.trim()]),
                Err(failure) => failure.message,
            })
        }
        "card" | "카드" => Typed::Say(card(session, rest.trim())),
        _ => command(session, line),
    }
}

fn command(session: &mut Session, line: &str) -> Typed {
    let lang = session.lang;
    let parsed = match judge::parse(line) {
        Ok(parsed) => parsed,
        Err(error) => return Typed::Say(error.message(lang)),
    };
    let Ask::Player(q) = session.game().ask() else { return Typed::Done };
    match judge::answer(session.game(), &parsed, &Names::of_seat(q.player, lang)) {
        Ok(answers) => give(session, &answers),
        Err(CommandError::Misfit { question, .. }) => Typed::Say(match untimely(&parsed) {
            Some(because) => session.refusal(Illegal { because }),
            None => CommandError::Misfit { command: line.to_owned(), question }.message(lang),
        }),
        Err(error) => Typed::Say(error.message(lang)),
    }
}

/// The rule that says when such a thing is done, for what answers no question that is open.
fn untimely(command: &Command) -> Option<RuleId> {
    match command {
        Command::Attack(_)
        | Command::Block(_)
        | Command::Use(..)
        | Command::Ability(..)
        | Command::Place(..)
        | Command::Pass => Some(rule::STAR_TIMING),
        _ => None,
    }
}

/// Gives answers one after the other. If one is refused that is said, and nothing has changed.
fn give(session: &mut Session, answers: &[Answer]) -> Typed {
    let mut copy = session.game().clone();
    for answer in answers {
        if let Err(illegal) = copy.apply(*answer, &mut NoLog) {
            return Typed::Say(session.refusal(illegal));
        }
    }
    for answer in answers {
        if let Err(illegal) = session.answer(*answer) {
            return Typed::Say(session.refusal(illegal));
        }
    }
    Typed::Done
}

/// What a card says.
pub fn card(session: &Session, name: &str) -> String {
    match super::show_card(name, session.lang) {
        Some(lines) => lines.join("\n"),
        None => super::no_card(name, session.lang).message,
    }
}

/// A zone of both sides, as far as it is seen.
fn zones(session: &Session, zone: fn(&SeenSide) -> &Vec<Seen>) -> String {
    let (view, look, lang) = (session.view(), session.game().look(), session.lang);
    let line = |(n, side): (usize, &SeenSide)| {
        let all: Vec<String> = zone(side).iter().map(|c| on_table(c, look, lang)).collect();
        let all = if all.is_empty() { words::EMPTY.get(lang).into() } else { all.join(", ") };
        format!("{}: {all}", simpan_engine::PlayerId(n as u8))
    };
    view.sides.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// The table as lines: the far side, then the near one.
pub fn board(session: &Session) -> Vec<String> {
    let view = session.view();
    let look = session.game().look();
    let near = session.near();
    let (turn, active) = (view.turn.to_string(), view.active.to_string());
    let phase = phase_name(view.phase, session.lang);
    let mut lines = vec![match view.turn {
        0 => words::BEFORE_FIRST.get(session.lang).to_owned(),
        _ => fill(words::TURN_LINE.get(session.lang), &[&turn, &active, phase]),
    }];
    for seat in [1 - near, near] {
        lines.extend(side(&view, look, seat, session.lang));
    }
    lines
}

fn side(view: &View, look: Look<'_>, seat: usize, lang: Lang) -> Vec<String> {
    let s = &view.sides[seat];
    let ko = lang == Lang::Ko;
    let names =
        |list: &[Seen]| list.iter().map(|c| on_table(c, look, lang)).collect::<Vec<_>>().join(", ");
    let life = s.star.map_or(0, |c| c.life);
    let star = s.star.map_or_else(String::new, |c| on_table(&c, look, lang));
    let letter = simpan_engine::PlayerId(seat as u8);
    let (deck, grave) = (s.deck, s.graveyard.len());
    let head = if ko {
        format!("{letter} {star} 생명점 {life}  손 {}  덱 {deck}  무덤 {grave}", s.hand.len())
    } else {
        format!(
            "{letter} {star} life {life}  hand {}  deck {deck}  graveyard {grave}",
            s.hand.len()
        )
    };
    let label = |ko_word: &str, en: &str| if ko { ko_word.to_owned() } else { en.to_owned() };
    let mut lines = vec![head];
    if !s.resources.is_empty() {
        lines.push(format!("  {}: {}", label("자원", "resources"), names(&s.resources)));
    }
    if !s.field.is_empty() {
        lines.push(format!("  {}: {}", label("전장", "field"), names(&s.field)));
    }
    if s.hand.iter().any(|c| c.card != simpan_starlight::CardId::NONE) {
        lines.push(format!("  {}: {}", label("손", "hand"), names(&s.hand)));
    }
    lines
}

/// A card with what is special about it.
fn on_table(c: &Seen, look: Look<'_>, lang: Lang) -> String {
    let ko = lang == Lang::Ko;
    let hidden = match c.zone {
        simpan_starlight::Zone::Hand => words::A_CARD.get(lang),
        _ => judge::face_down(lang),
    };
    let mut out = if c.card == simpan_starlight::CardId::NONE {
        hidden.to_owned()
    } else {
        let data = look.pool.card(c.card);
        if ko { data.ko.clone() } else { data.en.clone() }
    };
    if c.face_down && out != hidden {
        out += if ko { " (뒷면)" } else { " (face down)" };
    }
    if c.health > 0 && !c.face_down {
        out += &format!(" {}/{}", c.power, c.health);
    }
    if c.damage > 0 {
        out +=
            &if ko { format!(" (피해 {})", c.damage) } else { format!(" (damage {})", c.damage) };
    }
    if c.new && c.health > 0 && c.zone == simpan_starlight::Zone::Field {
        out += if ko { " (이번 턴)" } else { " (new)" };
    }
    if c.acted {
        out += if ko { " (행동)" } else { " (acted)" };
    }
    out
}
