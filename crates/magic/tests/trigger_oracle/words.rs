//! What the cards of a random board say, and the same as the engine reads it.

use simpan_cards::ast::{Step, Whose};
use simpan_cards::{CardData, parse_cards};
use simpan_engine::Dice;

/// Lives begin here, so that nobody loses.
pub const LIFE: i32 = 1000;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Whom {
    You,
    Opponents,
    Each,
}

/// "A creature", "another artifact an opponent controls".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sort {
    pub creature: Option<bool>,
    pub mine: Option<bool>,
    pub other: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Who {
    This,
    Any(Sort),
}

#[derive(Clone, Debug, PartialEq)]
pub enum When {
    Enters(Who),
    Leaves(Who),
    Dies(Who),
    Sacrificed(Who),
    ToHand(Sort),
    Milled(Whom),
    Draws(Whom),
    Discards(Whom),
    Casts(Whom),
    Dealt(Who),
    DealtToYou,
    Begins(Step, Whose),
    Gains(Whom),
    Loses(Whom),
    Taps(Who),
    Untaps(Who),
    State(If),
    Either(Box<When>, Box<When>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum If {
    Life(bool, i32),
    Creatures(bool, i32),
    Hand(bool, i32),
    Tapped(bool),
    YourTurn(bool),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Does {
    Gain(Whom, i32),
    Lose(Whom, i32),
    Tap,
    Untap,
    Look,
    Sacrifice,
}

/// A triggered ability.
#[derive(Clone, Debug, PartialEq)]
pub struct Says {
    pub when: When,
    pub if_: Option<If>,
    pub does: Does,
    pub in_graveyard: bool,
    pub once: bool,
}

/// One instruction of a spell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed {
    Destroy(Sort),
    Exile(Sort),
    Bounce(Sort),
    Sacrifice(Sort),
    Burn(Sort, i32),
    BurnPlayers(Whom, i32),
    Gain(Whom, i32),
    Lose(Whom, i32),
    Draw(Whom, i32),
    Discard(Whom),
    Tap(Sort),
    Untap(Sort),
    Tokens(i32),
    Mill(Whom, i32),
    Raise,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    pub name: String,
    pub creature: bool,
    pub toughness: i32,
    pub says: Vec<Says>,
    /// The instructions of an instant; a permanent has none.
    pub spell: Vec<Deed>,
}

// --- at random ----------------------------------------------------------------------------------

fn one_of<T: Clone>(dice: &mut Dice, all: &[T]) -> T {
    all[dice.below(all.len() as u32) as usize].clone()
}

fn maybe(dice: &mut Dice, n: u32) -> bool {
    dice.below(n) == 0
}

fn whom(dice: &mut Dice) -> Whom {
    one_of(dice, &[Whom::You, Whom::Opponents, Whom::Each])
}

fn sort(dice: &mut Dice, other: bool) -> Sort {
    Sort {
        creature: one_of(dice, &[None, Some(true), Some(true), Some(false)]),
        mine: one_of(dice, &[None, None, Some(true), Some(false)]),
        other: other && maybe(dice, 4),
    }
}

fn who(dice: &mut Dice) -> Who {
    if maybe(dice, 3) { Who::This } else { Who::Any(sort(dice, true)) }
}

fn simple_if(dice: &mut Dice) -> If {
    match dice.below(2) {
        0 => If::Life(maybe(dice, 2), LIFE - 2 + dice.below(5) as i32),
        _ => If::YourTurn(maybe(dice, 2)),
    }
}

fn any_if(dice: &mut Dice) -> If {
    match dice.below(5) {
        0 => If::Creatures(maybe(dice, 2), dice.below(4) as i32),
        1 => If::Hand(maybe(dice, 2), dice.below(5) as i32),
        2 => If::Tapped(maybe(dice, 2)),
        _ => simple_if(dice),
    }
}

fn event(dice: &mut Dice) -> When {
    match dice.below(12) {
        0 => When::Enters(who(dice)),
        1 => When::Leaves(who(dice)),
        2 | 3 => When::Dies(who(dice)),
        4 => When::Sacrificed(who(dice)),
        5 => When::ToHand(sort(dice, false)),
        6 => When::Milled(whom(dice)),
        7 => When::Draws(whom(dice)),
        8 => When::Discards(whom(dice)),
        9 => When::Casts(whom(dice)),
        10 if maybe(dice, 3) => When::DealtToYou,
        10 => When::Dealt(who(dice)),
        _ => {
            let step = one_of(dice, &[Step::Upkeep, Step::Draw, Step::End, Step::PrecombatMain]);
            When::Begins(step, one_of(dice, &[Whose::Yours, Whose::Each, Whose::Opponents]))
        }
    }
}

impl When {
    /// Whether it looks back to before its event.
    pub fn looks_back(&self) -> bool {
        match self {
            When::Leaves(_) | When::Dies(_) | When::Sacrificed(_) | When::ToHand(_) => true,
            When::Either(a, b) => a.looks_back() || b.looks_back(),
            _ => false,
        }
    }
}

impl Says {
    /// Events of cards and steps change life, changes of life tap, tapping is looked at, and
    /// states end themselves: nothing goes on for ever.
    fn random(dice: &mut Dice) -> Self {
        let (when, does) = match dice.below(10) {
            0..=4 => {
                let life = one_of(dice, &[1, 1, 2]);
                let does = match dice.below(3) {
                    0 => Does::Lose(whom(dice), life),
                    _ => Does::Gain(whom(dice), life),
                };
                let first = event(dice);
                match first {
                    When::Enters(x) if maybe(dice, 3) => {
                        (When::Either(Box::new(first), Box::new(When::Dies(x))), does)
                    }
                    _ => (first, does),
                }
            }
            5 | 6 => {
                let does = one_of(dice, &[Does::Tap, Does::Untap]);
                match dice.below(3) {
                    0 => (When::Gains(whom(dice)), does),
                    1 => (When::Loses(whom(dice)), does),
                    _ => {
                        let (a, b) = (When::Gains(whom(dice)), When::Loses(whom(dice)));
                        (When::Either(Box::new(a), Box::new(b)), does)
                    }
                }
            }
            7 | 8 if maybe(dice, 2) => (When::Taps(who(dice)), Does::Look),
            7 | 8 => (When::Untaps(who(dice)), Does::Look),
            _ => {
                let state = match dice.below(3) {
                    0 => If::Life(maybe(dice, 2), LIFE + one_of(dice, &[-6, -4, 4, 6])),
                    1 => If::Creatures(false, dice.below(2) as i32),
                    _ => If::Tapped(true),
                };
                (When::State(state), Does::Sacrifice)
            }
        };
        let if_ = match &when {
            When::State(_) => None,
            _ if maybe(dice, 3) => None,
            w if w.looks_back() => Some(simple_if(dice)),
            _ => Some(any_if(dice)),
        };
        let in_graveyard = maybe(dice, 8)
            && !matches!(does, Does::Sacrifice)
            && !matches!(if_, Some(If::Tapped(_)));
        Says { when, if_, does, in_graveyard, once: maybe(dice, 8) }
    }
}

impl Deed {
    fn random(dice: &mut Dice) -> Self {
        let n = 1 + dice.below(3) as i32;
        match dice.below(18) {
            0..=2 => Deed::Destroy(sort(dice, false)),
            3 => Deed::Exile(sort(dice, false)),
            4 => Deed::Bounce(sort(dice, false)),
            5 => Deed::Sacrifice(sort(dice, false)),
            6 | 7 => Deed::Burn(Sort { creature: Some(true), ..sort(dice, false) }, n),
            8 => Deed::BurnPlayers(whom(dice), n),
            9 => Deed::Gain(whom(dice), n),
            10 => Deed::Lose(whom(dice), n),
            11 => Deed::Draw(whom(dice), n),
            12 => Deed::Discard(whom(dice)),
            13 => Deed::Tap(sort(dice, false)),
            14 => Deed::Untap(sort(dice, false)),
            15 => Deed::Tokens(n),
            16 => Deed::Mill(whom(dice), n),
            _ => Deed::Raise,
        }
    }
}

impl Text {
    pub fn permanent(dice: &mut Dice, name: String) -> Self {
        let creature = !maybe(dice, 4);
        let says = (0..1 + dice.below(3)).map(|_| Says::random(dice)).collect();
        Text { name, creature, toughness: 1 + dice.below(3) as i32, says, spell: Vec::new() }
    }
    pub fn spell(dice: &mut Dice, name: String) -> Self {
        let spell = (0..1 + dice.below(2)).map(|_| Deed::random(dice)).collect();
        Text { name, spell, ..Text::default() }
    }
}

// --- as the engine reads it ---------------------------------------------------------------------

fn players(whom: Whom) -> &'static str {
    match whom {
        Whom::You => "You",
        Whom::Opponents => "Opponents",
        Whom::Each => "Each",
    }
}

fn filter(sort: Sort) -> String {
    let creature = sort.creature.map(|is| match is {
        true => "Type(Creature), ",
        false => "Not(Type(Creature)), ",
    });
    let mine = sort.mine.map(|mine| match mine {
        true => "Controller(You), ",
        false => "Controller(Opponents), ",
    });
    let other = if sort.other { "Other" } else { "" };
    format!("all: [{}{}{other}]", creature.unwrap_or(""), mine.unwrap_or(""))
}

fn subject(who: Who) -> String {
    match who {
        Who::This => "This".to_owned(),
        Who::Any(sort) => format!("Any({})", filter(sort)),
    }
}

fn condition(if_: If) -> String {
    let compare = |what: &str, at_least, n| {
        let cmp = if at_least { "AtLeast" } else { "AtMost" };
        format!("Compare({what}, {cmp}, N({n}))")
    };
    let not = |holds, c: &str| if holds { c.to_owned() } else { format!("Not({c})") };
    match if_ {
        If::Life(at_least, n) => compare("Life(You)", at_least, n),
        If::Creatures(at_least, n) => {
            compare("Count(all: [Type(Creature), Controller(You)])", at_least, n)
        }
        If::Hand(at_least, n) => compare("HandSize(You)", at_least, n),
        If::Tapped(is) => not(is, "Is(This, (all: [Tapped]))"),
        If::YourTurn(is) => not(is, "YourTurn"),
    }
}

fn trigger(when: &When) -> String {
    match when {
        When::Enters(w) => format!("Enters({})", subject(*w)),
        When::Leaves(w) => format!("Leaves({})", subject(*w)),
        When::Dies(w) => format!("Dies({})", subject(*w)),
        When::Sacrificed(w) => format!("Sacrificed({})", subject(*w)),
        When::ToHand(s) => {
            format!("Moves(what: Any({}), from: Battlefield, to: Hand)", filter(*s))
        }
        When::Milled(w) => format!(
            "Moves(what: Any(kind: Card(Graveyard), all: [Owner({})]), from: Library, to: Graveyard)",
            players(*w)
        ),
        When::Draws(w) => format!("Draws({})", players(*w)),
        When::Discards(w) => format!("Discards(who: {}, what: ())", players(*w)),
        When::Casts(w) => format!("Casts(who: {}, spell: (kind: Spell))", players(*w)),
        When::Dealt(w) => format!("IsDealtDamage({})", subject(*w)),
        When::DealtToYou => "DealsDamage(source: Any(kind: Source), to: Players(You))".to_owned(),
        When::Begins(step, whose) => format!("Begins(step: {step:?}, whose: {whose:?})"),
        When::Gains(w) => format!("GainsLife({})", players(*w)),
        When::Loses(w) => format!("LosesLife({})", players(*w)),
        When::Taps(w) => format!("BecomesTapped({})", subject(*w)),
        When::Untaps(w) => format!("BecomesUntapped({})", subject(*w)),
        When::State(c) => format!("State({})", condition(*c)),
        When::Either(a, b) => format!("Any([{}, {}])", trigger(a), trigger(b)),
    }
}

fn effect(does: Does) -> String {
    match does {
        Does::Gain(w, n) => format!("Do(GainLife(who: {}, amount: N({n})))", players(w)),
        Does::Lose(w, n) => format!("Do(LoseLife(who: {}, amount: N({n})))", players(w)),
        Does::Tap => "Do(Tap(This))".to_owned(),
        Does::Untap => "Do(Untap(This))".to_owned(),
        Does::Look => "Do(LookAtHand(who: You, of: You))".to_owned(),
        Does::Sacrifice => "Do(SacrificeThose(This))".to_owned(),
    }
}

fn deed(deed: Deed) -> String {
    let all = |sort| format!("All({})", filter(sort));
    let counted = |what: &str, w, n: i32| {
        let number = if what.ends_with("Life") { "amount" } else { "count" };
        format!("{what}(who: {}, {number}: N({n}))", players(w))
    };
    let what = match deed {
        Deed::Destroy(s) => format!("Destroy(what: {})", all(s)),
        Deed::Exile(s) => format!("Move(what: {}, to: (zone: Exile))", all(s)),
        Deed::Bounce(s) => format!("Move(what: {}, to: (zone: Hand))", all(s)),
        Deed::Sacrifice(s) => format!("SacrificeThose({})", all(s)),
        Deed::Burn(s, n) => format!("Damage(amount: N({n}), to: Objects({}))", all(s)),
        Deed::BurnPlayers(w, n) => format!("Damage(amount: N({n}), to: Players({}))", players(w)),
        Deed::Gain(w, n) => counted("GainLife", w, n),
        Deed::Lose(w, n) => counted("LoseLife", w, n),
        Deed::Draw(w, n) => counted("Draw", w, n),
        Deed::Mill(w, n) => counted("Mill", w, n),
        Deed::Discard(w) => counted("Discard", w, 99),
        Deed::Tap(s) => format!("Tap({})", all(s)),
        Deed::Untap(s) => format!("Untap({})", all(s)),
        Deed::Tokens(n) => format!(
            "CreateToken(who: You, count: N({n}), token: (name: \"Imp\", types: \"Creature\", pt: (1, 1)))"
        ),
        Deed::Raise => "Move(what: All(kind: Card(Graveyard), all: [Type(Creature), Owner(You)]), \
                        to: (zone: Battlefield))"
            .to_owned(),
    };
    format!("Do({what})")
}

impl Text {
    fn ron(&self) -> String {
        let triggered = |s: &Says| {
            let if_ = s.if_.map(|c| format!("if_: {}, ", condition(c))).unwrap_or_default();
            let from = if s.in_graveyard { "from: Graveyard, " } else { "" };
            let (when, effect) = (trigger(&s.when), effect(s.does));
            format!(
                "Triggered(when: {when}, {if_}effect: {effect}, {from}once_per_turn: {})",
                s.once
            )
        };
        let mut abilities: Vec<String> = self.says.iter().map(triggered).collect();
        if !self.spell.is_empty() {
            let deeds: Vec<String> = self.spell.iter().map(|d| deed(*d)).collect();
            abilities.push(format!("Spell(Seq([{}]))", deeds.join(", ")));
        }
        let types = match (self.spell.is_empty(), self.creature) {
            (false, _) => "\"Instant\"".to_owned(),
            (true, true) => format!("\"Creature\", pt: \"1/{}\"", self.toughness),
            (true, false) => "\"Artifact\"".to_owned(),
        };
        let (name, abilities) = (&self.name, abilities.join(", "));
        format!("(name: \"{name}\", cost: \"{{0}}\", types: {types}, abilities: [{abilities}]),\n")
    }
}

/// The cards of a board, and last one that nothing looks at and nobody casts.
pub fn cards(texts: &[Text]) -> Vec<CardData> {
    let all: String = texts.iter().map(Text::ron).collect();
    let all = format!("[{all}(name: \"Filler\", types: \"Artifact\")]");
    parse_cards("board", &all).unwrap_or_else(|e| panic!("{e}\n{all}"))
}
