//! A player that looks one decision ahead: it tries every answer on a copy of the game in which
//! hidden cards have been dealt anew, follows it to its own next move, and takes the best.

use super::value;
use simpan_engine::{
    Answer, Ask, Dice, Distribution, Game, NoLog, ObjectId, Player, PlayerId, QuestionKind,
};
use simpan_starlight::{
    CardKind, Look, Question, Starlight, State, WAY_ATTACK, WAY_FACE_DOWN, WAY_FACE_UP, only_marks,
};

/// How many answers of others, of chance and of its own are followed on a copy.
const FOLLOW: usize = 60;

/// Looks one decision ahead.
#[derive(Clone, Debug)]
pub struct Greedy {
    dice: Dice,
    buffer: Vec<Answer>,
}

impl Greedy {
    /// The same seed plays the same.
    pub fn new(seed: u64, seat: u64) -> Self {
        Self { dice: Dice::nth(seed, seat), buffer: Vec::new() }
    }

    /// What a table is worth after an answer, once the player moves again or the turn is over.
    fn worth(&mut self, game: &Starlight, me: PlayerId, answer: Answer, deep: bool) -> f64 {
        let mut copy = game.clone();
        copy.deal_anew(me, &mut |n| self.dice.below(n));
        if copy.apply(answer, &mut NoLog).is_err() {
            return f64::MIN;
        }
        for _ in 0..FOLLOW {
            match copy.ask() {
                Ask::Over(outcome) => {
                    return match outcome.winner {
                        Some(p) if p == me => 10_000.0,
                        Some(_) => -10_000.0,
                        None => -500.0,
                    };
                }
                Ask::Chance(Distribution::Uniform(n)) => {
                    let pick = Answer::Pick(self.dice.below(n));
                    if copy.apply(pick, &mut NoLog).is_err() {
                        break;
                    }
                }
                Ask::Player(q) => {
                    if q.kind == QuestionKind::Act {
                        break;
                    }
                    let next = self.reply(&copy, &q, deep && q.player == me);
                    if copy.apply(next, &mut NoLog).is_err() {
                        break;
                    }
                }
            }
        }
        value::table(copy.look(), me)
    }

    /// A quick answer to a question that isn't the main phase's.
    fn reply(&mut self, game: &Starlight, q: &Question, deep: bool) -> Answer {
        let mut answers = std::mem::take(&mut self.buffer);
        game.answers(&mut answers);
        let look = game.look();
        let answer = match q.kind {
            QuestionKind::Pay => Answer::Auto,
            QuestionKind::Attack => next_attacker(look, q.player, &answers),
            QuestionKind::Block => next_block(look, q.player, &answers),
            QuestionKind::Order { .. } => easiest(game, &answers),
            QuestionKind::Mulligan => {
                let stones = look.s.side(q.player).hand.iter().filter(|id| is_stone(look, **id));
                if (2..=4).contains(&stones.count()) { Answer::No } else { Answer::Yes }
            }
            QuestionKind::YesNo => Answer::Yes,
            _ if deep => self.best(game, q.player, &answers, false),
            QuestionKind::Target { .. } => preferred_target(look, q.player, &answers),
            _ => answers.first().copied().unwrap_or(Answer::Done),
        };
        let legal = answers.contains(&answer);
        let first = answers.first().copied().unwrap_or(Answer::Done);
        self.buffer = answers;
        if legal { answer } else { first }
    }

    /// The answer after which the table is worth most; the first of equals.
    fn best(&mut self, game: &Starlight, me: PlayerId, answers: &[Answer], deep: bool) -> Answer {
        let mut best = (f64::MIN, answers.first().copied().unwrap_or(Answer::Done));
        for answer in answers.iter().filter(|a| !only_marks(**a)) {
            let worth = self.worth(game, me, *answer, deep);
            if worth > best.0 {
                best = (worth, *answer);
            }
        }
        best.1
    }

    /// What to do in the main phase.
    fn act(&mut self, game: &Starlight, me: PlayerId, answers: &[Answer]) -> Answer {
        if let Some(answer) = resource(game.look(), me, answers) {
            return answer;
        }
        let now = value::table(game.look(), me);
        let mut best = (now + 0.05, Answer::Pass);
        let plain = |a: &&Answer| {
            !only_marks(**a)
                && !matches!(a, Answer::Use(_, WAY_FACE_UP | WAY_FACE_DOWN | WAY_ATTACK))
                && !matches!(a, Answer::Pass | Answer::Done)
        };
        for answer in answers.iter().filter(plain) {
            let worth = self.worth(game, me, *answer, true);
            if worth > best.0 {
                best = (worth, *answer);
            }
        }
        if best.1 != Answer::Pass {
            return best.1;
        }
        let attack = answers.iter().find(|a| matches!(a, Answer::Use(_, WAY_ATTACK)));
        match attack {
            Some(attack) if wants_to_attack(game, me) => *attack,
            _ => Answer::Pass,
        }
    }
}

impl Player<Starlight> for Greedy {
    fn answer(&mut self, game: &Starlight, q: &Question, answers: &[Answer]) -> Answer {
        let answer = match q.kind {
            QuestionKind::Act => self.act(game, q.player, answers),
            _ => self.reply(game, q, true),
        };
        if answers.contains(&answer) {
            answer
        } else {
            answers.first().copied().unwrap_or(Answer::Pass)
        }
    }
}

fn is_stone(look: Look<'_>, id: ObjectId) -> bool {
    look.s.object(id).is_some_and(|o| look.data(o).stone.is_some())
}

/// A card for the resource area: a stone of the hand, or while there are few, the dearest card.
fn resource(look: Look<'_>, me: PlayerId, answers: &[Answer]) -> Option<Answer> {
    let up =
        answers.iter().find(|a| matches!(a, Answer::Use(id, WAY_FACE_UP) if is_stone(look, *id)));
    if let Some(up) = up {
        return Some(*up);
    }
    let side = look.s.side(me);
    if side.resources.len() >= 4 || side.hand.len() < 3 {
        return None;
    }
    let cost = |id: &ObjectId| look.s.object(*id).map_or(0, |o| look.cost(o));
    let down = answers.iter().filter_map(|a| match a {
        Answer::Use(id, WAY_FACE_DOWN) => Some((cost(id), *a)),
        _ => None,
    });
    down.max_by_key(|(cost, _)| *cost).map(|(_, a)| a)
}

/// Characters of a player that could block.
fn blockers(look: Look<'_>, player: PlayerId) -> Vec<ObjectId> {
    let can = |id: &ObjectId| {
        look.s.object(*id).is_some_and(|o| look.data(o).kind == CardKind::Character && !o.acted)
    };
    look.s.side(player).field.iter().copied().filter(can).collect()
}

/// Power, and the damage that destroys it.
fn body(look: Look<'_>, id: ObjectId) -> (i16, i16) {
    look.s.object(id).map_or((0, 0), |o| (look.power(o), look.lethal(o)))
}

fn worth(look: Look<'_>, id: ObjectId) -> f64 {
    look.s.object(id).map_or(0.0, |o| value::character(look, o))
}

/// Whether an attack by one character would be worth it, whatever blocks.
fn attacks_well(look: Look<'_>, me: PlayerId, id: ObjectId, all_in: bool) -> bool {
    let (power, lethal) = body(look, id);
    if power <= 0 {
        return false;
    }
    let other = blockers(look, State::other(me));
    let bad = |b: &ObjectId| {
        let (their_power, their_lethal) = body(look, *b);
        let dies = their_power >= lethal;
        let kills = power >= their_lethal;
        dies && (!kills || worth(look, *b) + 0.5 < worth(look, id))
    };
    all_in || !other.iter().any(bad)
}

/// Whether all together would end the game, whatever blocks.
fn ends_it(look: Look<'_>, me: PlayerId, attackers: &[ObjectId]) -> bool {
    let other = State::other(me);
    let life = look.s.object(look.s.side(other).star).map_or(0, |o| o.life);
    let mut powers: Vec<i16> = attackers.iter().map(|id| body(look, *id).0).collect();
    powers.sort_unstable();
    let stopped = blockers(look, other).len();
    let through = powers.len().saturating_sub(stopped);
    powers.iter().take(through).sum::<i16>() >= life
}

fn able(answers: &[Answer]) -> Vec<ObjectId> {
    let pair = |a: &Answer| if let Answer::Pair(id, _) = a { Some(*id) } else { None };
    answers.iter().filter_map(pair).collect()
}

fn wants_to_attack(game: &Starlight, me: PlayerId) -> bool {
    let look = game.look();
    let mine: Vec<ObjectId> = look
        .s
        .side(me)
        .field
        .iter()
        .copied()
        .filter(|id| {
            look.s.object(*id).is_some_and(|o| {
                look.data(o).kind == CardKind::Character && !o.acted && o.since != look.s.turn
            })
        })
        .collect();
    ends_it(look, me, &mine) || mine.iter().any(|id| attacks_well(look, me, *id, false))
}

fn next_attacker(look: Look<'_>, me: PlayerId, answers: &[Answer]) -> Answer {
    let mine = able(answers);
    let all_in = ends_it(look, me, &mine);
    let wanted =
        |a: &&Answer| matches!(a, Answer::Pair(id, _) if attacks_well(look, me, *id, all_in));
    answers.iter().find(wanted).copied().unwrap_or(Answer::Done)
}

/// The next block: one that kills and lives, else one that trades up, else one that saves the star.
fn next_block(look: Look<'_>, me: PlayerId, answers: &[Answer]) -> Answer {
    let life = look.s.object(look.s.side(me).star).map_or(0, |o| o.life);
    let pairs: Vec<(ObjectId, ObjectId)> = answers
        .iter()
        .filter_map(|a| if let Answer::Pair(b, a) = a { Some((*b, *a)) } else { None })
        .collect();
    let mut attackers: Vec<ObjectId> = pairs.iter().map(|p| p.1).collect();
    attackers.sort();
    attackers.dedup();
    let blocked = look.blocked_attackers();
    let open: Vec<ObjectId> = attackers.into_iter().filter(|a| !blocked.contains(a)).collect();
    let coming: i16 = open.iter().map(|a| body(look, *a).0).sum();
    let mut best: Option<(f64, Answer)> = None;
    for (b, a) in pairs.iter().filter(|(_, a)| open.contains(a)) {
        let ((bp, bl), (ap, al)) = (body(look, *b), body(look, *a));
        let (kills, dies) = (bp >= al, ap >= bl);
        let mut gain = f64::from(ap) * if coming >= life { 3.0 } else { 0.5 };
        gain += if kills { worth(look, *a) } else { 0.0 };
        gain -= if dies { worth(look, *b) } else { 0.0 };
        if gain > best.map_or(0.0, |(g, _)| g) {
            best = Some((gain, Answer::Pair(*b, *a)));
        }
    }
    best.map_or(Answer::Done, |(_, a)| a)
}

/// The blocker (or trigger) that is put next: the one that is destroyed most easily.
fn easiest(game: &Starlight, answers: &[Answer]) -> Answer {
    let look = game.look();
    let Some((_, left)) = game.unordered_blockers() else {
        return answers.first().copied().unwrap_or(Answer::Done);
    };
    let at = (0..left.len()).min_by_key(|n| body(look, left[*n]).1).unwrap_or(0);
    Answer::Pick(at as u32)
}

/// A target: the other player's best card.
fn preferred_target(look: Look<'_>, me: PlayerId, answers: &[Answer]) -> Answer {
    let of = |a: &Answer| {
        if let Answer::Object(id) = a { look.s.object(*id).map(|o| (*id, o)) } else { None }
    };
    let others =
        answers.iter().filter_map(|a| of(a).filter(|(_, o)| o.controller != me).map(|x| (x.0, *a)));
    let best = others.max_by(|x, y| worth(look, x.0).total_cmp(&worth(look, y.0)));
    best.map(|x| x.1).or(answers.first().copied()).unwrap_or(Answer::Done)
}
