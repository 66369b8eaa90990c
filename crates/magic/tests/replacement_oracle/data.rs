//! What the model knows of a board: what permanents state, and what can happen.

use simpan_engine::ObjectId;

/// What a permanent states, "you" being its controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eff {
    None,
    /// If a source would deal damage to you, prevent 1.
    WardYou,
    /// If a source would deal damage to a creature you control, prevent 1.
    WardCreatures,
    /// Damage to an opponent is doubled.
    DoubleDamage,
    /// Damage to a creature is 1 more.
    MoreDamage,
    /// Damage to you is dealt to this instead.
    Bodyguard,
    /// Damage to another creature you control is dealt to you instead.
    Martyr,
    /// Damage to this is prevented and as many counters are put on it.
    Hydra,
    /// Damage to you is prevented and you gain as much life.
    Blessing,
    /// Damage can't be prevented.
    NoPrevent,
    /// Damage that would reduce your life to less than 1 reduces it to 1.
    LastStand,
    /// If a source would deal damage to you, you may draw a card instead.
    PainCards,
    /// Protection from red.
    ProRed,
    GainDouble,
    GainDraw,
    GainMore,
    /// Opponents can't gain life.
    NoGain,
    LossDouble,
    /// You may skip a draw.
    SkipDraw,
    DrawTwo,
    DrawLife,
    /// Cards that would go to a graveyard are exiled.
    ExileGate,
    /// Creatures you control that would die return to hand.
    ReturnGate,
    /// If this would be destroyed, regenerate it.
    Regrow,
    /// If this would be destroyed, it is exiled.
    Stone,
    /// Counters on creatures you control are doubled.
    CountDouble,
    /// One more counter on any creature.
    CountMore,
    TokenDouble,
    TokenMore,
    /// Opponents create no tokens.
    TokenNone,
    /// Creatures enter tapped.
    TapGate,
    /// Creatures you control enter with a counter.
    Growth,
    /// Opponents' creatures enter under your control.
    Steal,
    /// Creatures you control enter as a copy of this.
    Essence,
    /// Artifacts can't enter.
    NoArtifacts,
    /// Opponents' creatures that would enter are exiled.
    Banish,
}

/// How a card is printed, as far as the model cares.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    pub name: &'static str,
    pub pt: Option<(i32, i32)>,
    pub eff: Eff,
    pub artifact: bool,
    pub lifelink: bool,
    pub wither: bool,
    /// It enters tapped; it enters with two counters.
    pub own: (bool, bool),
}

impl Card {
    pub const fn plain(name: &'static str, eff: Eff, pt: Option<(i32, i32)>) -> Self {
        let own = (false, false);
        Self { name, pt, eff, artifact: false, lifelink: false, wither: false, own }
    }
}

/// A permanent.
#[derive(Clone, Debug)]
pub struct Perm {
    pub key: u32,
    pub id: ObjectId,
    pub card: Card,
    pub token: bool,
    pub owner: usize,
    pub control: usize,
    pub tapped: bool,
    pub damage: i32,
    pub plus: i32,
    pub minus: i32,
}

impl Perm {
    pub fn toughness(&self) -> Option<i32> {
        self.card.pt.map(|pt| pt.1 + self.plus - self.minus)
    }
    pub fn power(&self) -> i32 {
        self.card.pt.map_or(0, |pt| pt.0 + self.plus - self.minus)
    }
}

/// What a resolved spell left behind.
#[derive(Clone, Debug)]
pub struct Shield {
    pub key: u32,
    pub id: ObjectId,
    pub on: To,
    pub left: Left,
    /// The damage goes to that player instead of being prevented.
    pub redirect: Option<usize>,
}

/// How much a shield is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    All,
    Once,
    Next(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    Player(usize),
    Perm(u32),
}

/// A source of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Src {
    pub id: ObjectId,
    pub control: usize,
    pub red: bool,
    pub lifelink: bool,
    pub wither: bool,
}

/// An object on its way to the battlefield.
#[derive(Clone, Debug)]
pub struct Coming {
    pub id: ObjectId,
    pub card: Card,
    pub shows: Card,
    pub token: bool,
    pub owner: usize,
    pub control: usize,
    pub tapped: bool,
    pub counters: i32,
}

#[derive(Clone, Debug)]
pub enum Ev {
    Draw(usize),
    Damage {
        src: Src,
        to: To,
        n: i32,
    },
    Dealt {
        src: Src,
        to: To,
        n: i32,
    },
    Gain(usize, i32),
    Lose(usize, i32),
    Destroy(u32),
    Bury(u32),
    Regenerate(u32),
    Exile(u32),
    Hand(u32),
    Counters {
        on: u32,
        n: i32,
        minus: bool,
    },
    Make {
        coming: Coming,
        n: i32,
    },
    Enter(Coming),
    ExileCard(Coming),
    LoseGame(usize),
    /// A spell that has resolved goes to the graveyard, or is exiled.
    Spell(usize),
    ExileSpell(usize),
}
