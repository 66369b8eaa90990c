//! Steps 4 and 7 on random positions of random games: every order of acting, announcing and
//! pointing at targets that is accepted ends in the same state, bit for bit, and every use that
//! goes wrong or is taken back leaves the state as it was, bit for bit.
//! `SIMPAN_LAW_GAMES` plays more games.

use simpan_engine::{Answer, Ask, Dice, Driver, Game, Log, NoLog, ObjectId, QuestionKind};
use simpan_starlight::{
    Assumptions, CardId, Event, EventKind, Pool, Process, Starlight, WAY_ABILITY, WAY_ATTACK,
    WAY_LIGHT, WAY_PLAY,
};
use std::sync::Arc;

/// Cards whose use asks for much: targets by several words, as many as wanted, and all costs.
const CARDS: &str = r#"[
  (ko: "쌍화", en: "Twin Fire", kind: Event, cost: (red: 1, any: 1), abilities: [(kind: Spell,
    targets: [(min: 2, max: 2, what: (kinds: [Character]))], does: [Damage(Target(0), 2), Draw(You, 1)])]),
  (ko: "원하는 만큼", en: "As Many As You Like", kind: Event, cost: (white: 1), abilities: [(kind: Spell,
    targets: [(min: 0, max: 3, what: (kinds: [Character]))], does: [Boost(Target(0), 1, 1)])]),
  (ko: "별과 돌", en: "Star and Stone", kind: Event, cost: (any: 2), abilities: [(kind: Spell,
    targets: [(min: 1, max: 1, what: (kinds: [Star])), (min: 1, max: 1, what: (kinds: [Resource]))],
    does: [Damage(Target(0), 1), Act(Target(1))])]),
  (ko: "대가", en: "The Price", kind: Event, cost: (any: 1), abilities: [(kind: Spell, cost: (discard: 2),
    targets: [(min: 1, max: 1, what: (kinds: [Star]))], does: [Damage(Target(0), 3)])]),
  (ko: "제단", en: "Altar", kind: Prism, cost: (any: 1), abilities: [(kind: Choice, once: true,
    cost: (light: (any: 1), discard: 1, destroy: Some((1, (kinds: [Character])))),
    targets: [(min: 1, max: 1, what: (kinds: [Star]))], does: [Damage(Target(0), 2), Draw(You, 2)])]),
  (ko: "종치기", en: "Ringer", kind: Character, cost: (any: 1), power: 1, health: 1, abilities: [
    (kind: Action, cost: (light: (any: 1), act: true), targets: [(min: 1, max: 2, what: (kinds: [Character]))],
      does: [Boost(Target(0), 0, 1)]),
    (kind: Destroyed, does: [Life(You, 1)]),
    (kind: Auto, when: Some(Uses(You, [Event])), does: [Boost(This, 1, 0)])]),
]"#;

fn games() -> u64 {
    std::env::var("SIMPAN_LAW_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(24)
}

fn new_game(seed: u64) -> Driver<Starlight> {
    let mut pool = Pool::builtin().unwrap();
    let own = pool.read(CARDS).unwrap();
    let find = |name: &str| pool.find(name).unwrap();
    let mut deck: Vec<CardId> = Vec::new();
    for stone in ["백색 마력석", "적색 마력석", "청색 마력석"] {
        deck.extend([find(stone); 6]);
    }
    for card in ["신성마법 강의실", "오드리", "격투학 신입생", "화염 투석기", "마법 기사단 방패병"]
    {
        deck.extend([find(card); 2]);
    }
    deck.extend(own.iter().flat_map(|card| [*card; 4]));
    let (rules, _) = Assumptions::with("turn.resource_plays = 3\nstart.hand = 9").unwrap();
    let stars = [find("피아"), find("레스티아")];
    let sides = stars.map(|star| (star, deck.as_slice()));
    Driver::new(Starlight::new(Arc::new(pool), rules, sides).unwrap(), Dice::new(seed))
}

/// Positions of random games in which a player may act, with a stream of chance for each.
fn positions(mut look: impl FnMut(&Starlight, &mut Dice)) {
    for seed in 0..games() {
        let mut driver = new_game(seed);
        driver.settle(&mut NoLog);
        let mut dice = Dice::nth(seed, 7);
        let mut buf = Vec::new();
        for _ in 0..250 {
            let Ask::Player(q) = driver.game.ask() else { break };
            if q.kind == QuestionKind::Act && !driver.game.state().has_marks() {
                look(&driver.game, &mut dice);
            }
            driver.game.answers(&mut buf);
            let acts = |a: &&Answer| !matches!(a, Answer::Use(_, WAY_LIGHT) | Answer::Pass);
            let some: Vec<Answer> = buf.iter().filter(acts).copied().collect();
            let from = if some.is_empty() { &buf } else { &some };
            let pick = from[dice.below(from.len() as u32) as usize];
            driver.give(pick, &mut NoLog).unwrap();
        }
    }
}

fn uses(game: &Starlight) -> Vec<Answer> {
    let mut buf = Vec::new();
    game.answers(&mut buf);
    let is_use =
        |a: &Answer| matches!(a, Answer::Use(_, way) if *way == WAY_PLAY || way.0 >= WAY_ABILITY.0);
    buf.into_iter().filter(is_use).collect()
}

fn in_use(game: &Starlight) -> Option<&simpan_starlight::Use> {
    match game.state().processes.top() {
        Some(Process::Use(u)) => Some(u),
        _ => None,
    }
}

/// A use said in the order of the steps, by chance.
struct Said {
    announce: Answer,
    targets: Vec<(u8, ObjectId)>,
    light: Vec<ObjectId>,
    parts: Vec<ObjectId>,
    end: Starlight,
}

/// Says a use to its end in the order of the steps.
fn say(game: &Starlight, announce: Answer, dice: &mut Dice) -> Option<Said> {
    let mut end = game.clone();
    end.apply(announce, &mut NoLog).unwrap();
    let (mut targets, mut parts) = (Vec::new(), Vec::new());
    let mut light: Vec<ObjectId> = Vec::new();
    let mut buf = Vec::new();
    while let Some(u) = in_use(&end) {
        let word = u.targets.len();
        let Ask::Player(q) = end.ask() else { return None };
        end.answers(&mut buf);
        buf.retain(|a| match q.kind {
            QuestionKind::Pay => matches!(a, Answer::Use(..)),
            _ => !matches!(a, Answer::Use(..)),
        });
        let pick = buf[dice.below(buf.len() as u32) as usize];
        match (pick, q.kind) {
            (Answer::Object(id), QuestionKind::Target { word, .. }) => targets.push((word, id)),
            (Answer::Object(id), _) => parts.push(id),
            (Answer::Use(id, _), _) => light.push(id),
            _ => {}
        }
        assert!(word <= targets.len());
        end.apply(pick, &mut NoLog).unwrap();
    }
    Some(Said { announce, targets, light, parts, end })
}

/// Whether a card that was pointed at could have been meant for something else as well.
fn is_ambiguous(game: &Starlight, said: &Said) -> bool {
    let Answer::Use(id, way) = said.announce else { return false };
    let look = game.look();
    let Some(o) = game.state().object(id) else { return false };
    let abilities = &game.pool().card(o.card).abilities;
    let nth = if way == WAY_PLAY { 0 } else { usize::from(way.0 - WAY_ABILITY.0) };
    let Some(ability) = abilities.get(nth) else { return false };
    let player = game.state().active;
    let fits = |word: usize, x: ObjectId| look.fits(x, &ability.targets[word].what, player, id);
    let words = 0..ability.targets.len();
    let elsewhere =
        |x: ObjectId, word: Option<u8>| words.clone().any(|w| Some(w as u8) != word && fits(w, x));
    said.targets.iter().any(|(w, x)| elsewhere(*x, Some(*w)))
        || said.parts.iter().any(|x| elsewhere(*x, None))
        || said
            .targets
            .iter()
            .any(|(_, x)| ability.cost.destroy.is_some_and(|(_, f)| look.fits(*x, &f, player, id)))
}

fn shuffle<T>(list: &mut [T], dice: &mut Dice) {
    for at in (1..list.len()).rev() {
        list.swap(at, dice.below(at as u32 + 1) as usize);
    }
}

/// Says the same in another order; the state at the end.
fn say_shuffled(game: &Starlight, said: &Said, dice: &mut Dice) -> Starlight {
    let mut row = vec![said.announce];
    row.extend(said.targets.iter().map(|t| Answer::Object(t.1)));
    row.extend(said.parts.iter().map(|id| Answer::Object(*id)));
    row.extend(said.light.iter().map(|id| Answer::Use(*id, WAY_LIGHT)));
    shuffle(&mut row, dice);
    let mut now = game.clone();
    let mut left: Vec<Answer> = row.clone();
    while !left.is_empty() {
        // Where nothing more of a target word is left to say, that it is all is said.
        if let (Some(word), Ask::Player(q)) = (target_word(&now), now.ask()) {
            let more =
                said.targets.iter().any(|t| t.0 == word && left.contains(&Answer::Object(t.1)));
            assert!(q.cancellable);
            if !more && now.check(Answer::Done).is_ok() {
                now.apply(Answer::Done, &mut NoLog).unwrap();
                continue;
            }
        }
        let next = left.remove(0);
        now.apply(next, &mut NoLog).unwrap_or_else(|e| panic!("{e:?} at {next:?} of {row:?}"));
    }
    while target_word(&now).is_some() {
        now.apply(Answer::Done, &mut NoLog).unwrap();
    }
    now
}

fn target_word(game: &Starlight) -> Option<u8> {
    match (in_use(game), game.ask()) {
        (Some(_), Ask::Player(q)) => match q.kind {
            QuestionKind::Target { word, .. } => Some(word),
            _ => None,
        },
        _ => None,
    }
}

/// 003, `starlight-proc-7/s1`.
#[test]
fn every_order_ends_in_the_same_state() {
    let (mut tried, mut with_targets, mut with_parts) = (0, 0, 0);
    positions(|game, dice| {
        let all = uses(game);
        if all.is_empty() {
            return;
        }
        let announce = all[dice.below(all.len() as u32) as usize];
        let Some(said) = say(game, announce, dice) else { return };
        if is_ambiguous(game, &said) {
            return;
        }
        let expected = said.end.save().unwrap();
        for _ in 0..4 {
            let other = say_shuffled(game, &said, dice);
            assert!(other == said.end, "another state");
            assert_eq!(other.save().unwrap(), expected);
            assert_eq!(other.event_hash(), said.end.event_hash());
        }
        tried += 1;
        with_targets += usize::from(said.targets.len() > 1);
        with_parts += usize::from(!said.parts.is_empty());
    });
    println!("{tried} uses, {with_targets} with several targets, {with_parts} with further costs");
    assert!(tried > 100 && with_targets > 5 && with_parts > 5);
}

/// Anything that a person might say, sensible or not.
fn anything(game: &Starlight, dice: &mut Dice) -> Answer {
    let s = game.state();
    let side = s.side(s.active);
    let pick = |list: &[ObjectId], dice: &mut Dice| {
        (!list.is_empty()).then(|| list[dice.below(list.len() as u32) as usize])
    };
    let mut listed = Vec::new();
    game.answers(&mut listed);
    assert!(!listed.is_empty(), "nothing can be answered");
    match dice.below(9) {
        0 | 1 => pick(&side.resources, dice).map_or(Answer::Done, |id| Answer::Use(id, WAY_LIGHT)),
        2 => pick(&side.hand, dice).map_or(Answer::Done, Answer::Object),
        3 => {
            let all: Vec<ObjectId> = game.look().in_play().collect();
            pick(&all, dice).map_or(Answer::Done, Answer::Object)
        }
        4 => Answer::Done,
        5 => Answer::Cancel,
        6 => {
            let all = uses(game);
            if all.is_empty() { Answer::Auto } else { all[dice.below(all.len() as u32) as usize] }
        }
        _ => listed[dice.below(listed.len() as u32) as usize],
    }
}

fn leads_on(answer: Answer) -> bool {
    let placed = matches!(answer, Answer::Use(_, way) if way == WAY_ATTACK || way.0 < WAY_LIGHT.0 && way != WAY_PLAY);
    placed || answer == Answer::Pass
}

/// 003, `starlight-proc-4/s3`.
#[test]
fn what_goes_wrong_or_is_taken_back_leaves_no_trace() {
    let (mut restored, mut refused, mut marked) = (0, 0, 0);
    positions(|game, dice| {
        let before = game.save().unwrap();
        let mut now = game.clone();
        for _ in 0..14 {
            let answer = anything(&now, dice);
            let last = now.save().unwrap();
            let mut log: Log<Event> = Log::default();
            if leads_on(answer) {
                // With marks or without, it comes to the same.
                let mut plain = game.clone();
                if in_use(&now).is_none() && plain.apply(answer, &mut NoLog).is_ok() {
                    now.apply(answer, &mut NoLog).unwrap();
                    assert_eq!(now.save().unwrap(), plain.save().unwrap(), "{answer:?}");
                    marked += 1;
                }
                return;
            }
            if now.apply(answer, &mut log).is_err() {
                assert_eq!(now.save().unwrap(), last, "{answer:?} is refused");
                refused += 1;
                continue;
            }
            if log.0.iter().any(|e| matches!(e.kind, EventKind::Used { .. })) {
                return;
            }
            let told = log.0.iter().any(|e| matches!(e.kind, EventKind::Restored { .. }));
            if told || (in_use(&now).is_none() && !now.state().has_marks()) {
                assert_eq!(now.save().unwrap(), before, "after {answer:?}");
                assert_eq!(now.event_hash(), game.event_hash());
                restored += usize::from(told);
            }
        }
        // Whatever is open still is closed.
        for _ in 0..2 {
            if in_use(&now).is_some() || now.state().has_marks() {
                now.apply(Answer::Cancel, &mut NoLog).unwrap();
            }
        }
        assert_eq!(now.save().unwrap(), before);
    });
    println!("{restored} restored, {refused} refused, {marked} with marks or without");
    assert!(restored > 100 && refused > 100 && marked > 10);
}
