//! The axes on which the rulebooks of different dates differ, and the table of presets.
//!
//! This is the only module of the crate that names an edition. All other code asks for an axis.

mod notes;

pub use notes::{NOTES, Note, Played};

use serde::{Deserialize, Serialize};
use simpan_rulebook::Book;

macro_rules! axis {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }
    };
}

axis!(
    /// What unused mana does as pools empty (2005 rule 300.3).
    Burn {
        /// Its player loses that much life.
        LoseLife,
        /// It is just lost.
        Harmless,
    }
);
axis!(
    /// When pools empty (2005 rule 300.3, 2021 rule 500.4).
    PoolsEmpty {
        /// As each phase ends.
        EachPhase,
        /// As each step and phase ends.
        EachStep,
    }
);
axis!(
    /// How combat damage is dealt (2005 rule 310, 2021 rule 510).
    CombatDamage {
        /// Assigned, then put on the stack as one object.
        OnStack,
        /// Assigned and dealt at once.
        AtOnce,
    }
);
axis!(
    /// How an attacker's damage is divided among blockers (2005 rule 310.2c, 2021 rule 510.1c).
    DamageDivision {
        /// As its controller likes.
        Free,
        /// In an order announced as blockers are declared, lethal damage to each before the next.
        Ordered,
    }
);
axis!(
    /// Which creatures deal damage in a second combat damage step (2005 310.5, 2021 510.4).
    SecondDamage {
        /// Those that didn't assign any in the first, and double strikers.
        NotYetAssigned,
        /// Those that had neither first nor double strike as the first step began, and double
        /// strikers.
        NoFirstStrike,
        /// Those that didn't assign any in the first and don't strike first now, and double
        /// strikers (a claim of the Korean notes on 502.2c).
        NoFirstStrikeNow,
    }
);
axis!(
    /// The legend rule (2005 rule 420.5e, 2021 rule 704.5j).
    LegendRule {
        /// All legendary permanents of one name are put into graveyards.
        AllGo,
        /// Each player keeps one of theirs.
        KeepOne,
    }
);
axis!(
    /// The mulligan (2005 rule 101.4, 2021 rule 103.4).
    Mulligan {
        /// One card fewer each time.
        Paris,
        /// A full hand, then one card to the bottom for each time.
        London,
    }
);
axis!(
    /// The system of layers (2005 rule 418.5a, 2021 rule 613).
    Layers {
        /// Colour and abilities together; power and toughness in five parts, counters in the
        /// third.
        Six,
        /// Colour before abilities; power and toughness in four parts.
        Seven,
    }
);
axis!(
    /// Whether +1/+1 and -1/-1 counters cancel each other (2021 rule 704.5q).
    OpposedCounters {
        /// They stay side by side.
        Coexist,
        /// As many of each are removed.
        Cancel,
    }
);
axis!(
    /// What "any target" and its older wording allow (2005 "creature or player", 2021 115.4).
    AnyTarget {
        /// Creatures and players.
        CreatureOrPlayer,
        /// Planeswalkers too.
        PlaneswalkerToo,
    }
);
axis!(
    /// Where power and toughness `*` are defined (2005 rule 208.2, 2021 rule 208.2a).
    StarWorks {
        /// On the battlefield; 0 elsewhere.
        InPlayOnly,
        /// In every zone.
        Everywhere,
    }
);
axis!(
    /// What becomes of a spell whose targets are all illegal (2005 413.2a, 2021 608.2b).
    NoLegalTarget {
        /// It is countered by the rules.
        Countered,
        /// It doesn't resolve, which isn't countering.
        DoesntResolve,
    }
);
axis!(
    /// What is known of a target that has become illegal (2005 413.2a, 2021 608.2b).
    IllegalTargetInfo {
        /// Its present or last known information is used.
        Used,
        /// Nothing; what depends on it doesn't happen.
        Undetermined,
    }
);
axis!(
    /// Who owns a token (2005 rule 216.1, 2021 rule 111.2).
    TokenOwner {
        /// The controller of the effect that makes it.
        EffectsController,
        /// The player who creates it.
        Creator,
    }
);
axis!(
    /// How blocking requirements meet restrictions (2005 rule 500.5, 2021 rule 509.1c).
    Requirements {
        /// A creature never has to help another one's requirement.
        OwnOnly,
        /// As many requirements as possible are obeyed.
        AsManyAsPossible,
    }
);
axis!(
    /// Whether a mana ability may have targets (2005 rule 406.1, 2021 rule 605.1a).
    ManaTargets {
        /// It may.
        Allowed,
        /// What has a target is no mana ability.
        Never,
    }
);
axis!(
    /// Whether a mana ability may be activated while it is being paid for itself (2021 rule
    /// 605.3c; the rules of 2005 don't forbid it).
    ManaNesting {
        /// It may.
        Allowed,
        /// Not before it has resolved.
        Never,
    }
);
axis!(
    /// How additional land plays are counted (2005 rule 212.6b, 2021 rule 305.2).
    ExtraLands {
        /// Each is used beside the normal one, and before it.
        OnTheirOwn,
        /// They raise the number of lands that may be played.
        Added,
    }
);
axis!(
    /// By what it is judged how a permanent comes to the battlefield (2005 rule 410.10b, 2021 rule
    /// 614.12).
    ComesAs {
        /// By what it is before it has come: its own text.
        ItsText,
        /// By what it would be there, with all effects that would apply to it.
        AsItWouldBe,
    }
);
axis!(
    /// Which of several replacement and prevention effects is applied first (2005 rule 419.9a, 2021
    /// rule 616.1).
    ReplacementOrder {
        /// Self-replacement effects, then whichever the player likes.
        SelfFirst,
        /// Self-replacement effects, then those about who will control what enters, then those
        /// that make it a copy, then whichever the player likes.
        ByClass,
    }
);
axis!(
    /// What lifelink and deathtouch do (2005: no such keywords; the text they stood for, 2021 rules
    /// 120.3f and 704.5h).
    DamageKeywords {
        /// They are triggered abilities: "whenever this deals damage, …".
        Trigger,
        /// Gaining life is a result of the damage itself, and a state-based action destroys.
        Result,
    }
);
axis!(
    /// What may be chosen as a source of damage.
    SourceChoice {
        /// A permanent, a spell or what an object on the stack speaks of (2005 rule 419.8a).
        Stack,
        /// Also what a waiting effect or delayed trigger speaks of (2021 rule 609.7a).
        Waiting,
    }
);

axis!(
    /// When an intervening "if" is looked at (2005 rules 404.3 and 410.8, 2021 rule 603.4).
    InterveningIf {
        /// As the event happens, and again as the ability resolves.
        Twice,
        /// Only as the ability resolves (a claim of the Korean notes on 404.3).
        OnResolution,
    }
);
axis!(
    /// Who has priority after a spell or ability has been played (2005 rule 408.1c, 2021 rule
    /// 117.3c).
    AfterPlaying {
        /// The player who played it.
        SamePlayer,
        /// The next player; nobody has passed yet (a claim of the Korean notes on 408.1c).
        NextPlayer,
    }
);
axis!(
    /// Whether state-based actions and waiting triggers lead to priority in the cleanup step (2005
    /// rule 314.3, 2021 rule 514.3a).
    CleanupPriority {
        /// They do, and another cleanup step follows.
        IfNeeded,
        /// Nothing is checked then; it waits for the next time a player receives priority (a claim
        /// of the Korean notes on 408.1c).
        Never,
    }
);
axis!(
    /// Whose triggered abilities go on the stack first (2005 rule 410.3, 2021 rule 603.3b).
    TriggerOrder {
        /// The active player's, then the others' in turn order.
        FromActive,
        /// Those of the player who would receive priority (a claim of the Korean notes on 410.3).
        FromPriority,
    }
);
axis!(
    /// What of the damage of a blocked creature with trample blockers must get after one of them
    /// has been removed from combat (2005 rule 502.9c, 2021 rule 702.19d).
    TrampleGuard {
        /// Those that are left, lethal damage.
        WhileOneIsLeft,
        /// Nothing (a claim of the Korean notes on 502.9c).
        UntilOneIsGone,
    }
);
axis!(
    /// Which blocks protection forbids (2005 rule 502.7f, 2021 rule 702.16f).
    ProtectionBlocks {
        /// Those of the protected creature by what it is protected from.
        OfTheProtected,
        /// Those by the protected creature of what it is protected from (a claim of the Korean
        /// notes on 502.7f).
        ByTheProtected,
    }
);
axis!(
    /// Changing several targets at once (2005 rule 415.7a, 2021 rule 115.7a).
    Retargeting {
        /// Each is changed if it can be.
        EachIfPossible,
        /// If not all can be changed, none is.
        AllOrNone,
    }
);

axis!(
    /// Whether provoke is optional (2005 rule 502.29a, 2021 rule 702.39a).
    Provoke {
        /// Its controller chooses as it resolves.
        Optional,
        /// It isn't (a claim of the Korean notes on 502.29a).
        Mandatory,
    }
);
axis!(
    /// Which age counters an instance of cumulative upkeep counts (2005 rule 502.13b, 2021 rule
    /// 702.24b).
    AgeCounters {
        /// All on the permanent.
        Shared,
        /// Its own (a claim of the Korean notes on 502.13b).
        OfEachInstance,
    }
);
axis!(
    /// How a loop ends that several players keep up between them (2005 rule 421.3, 2021 rule
    /// 724.3).
    Loops {
        /// The players name numbers of repetitions.
        NumberNamed,
        /// The first of them in turn order has to do something else.
        ActiveBreaks,
    }
);
axis!(
    /// What becomes of permanents that a player who leaves controls otherwise than by an effect
    /// that ends, and doesn't own (2005 rule 600.4a, 2021 rule 800.4a).
    LeftBehind {
        /// They leave the game too.
        LeavesToo,
        /// They are exiled.
        Exiled,
    }
);
axis!(
    /// What phasing out is (2005 rules 217.8 and 502.15, 2021 rule 702.26).
    Phasing {
        /// Going to a zone, where damage and short effects are lost and tokens cease.
        OwnZone,
        /// A status: the permanent is treated as though it didn't exist.
        Status,
    }
);
axis!(
    /// Which cards are outside the game (2005 rule 217.1e, 2021 rule 400.11).
    OutsideGame {
        /// Those removed from the game too.
        RemovedToo,
        /// Only those in no zone.
        SideboardOnly,
    }
);
axis!(
    /// Who orders the timestamps of what comes together (2005 rule 418.5e, 2021 rule 613.7k).
    ArrivalOrder {
        /// The active player, all of them.
        ActivePlayer,
        /// Each player their own, the active player's first.
        TheirControllers,
    }
);
axis!(
    /// What reach does (2005 glossary "As though": no such keyword; the text it stands for, 2021
    /// rule 702.17b).
    ReachBlocks {
        /// The creature blocks as though it had flying, whatever asks for flying.
        AsThoughFlying,
        /// It can block creatures with flying.
        Flying,
    }
);
axis!(
    /// Which choices that were made for an object its abilities use (2005 rule 503.8, 2021 rule
    /// 607.2d).
    RememberedChoice {
        /// Any that fits.
        AnyThatFits,
        /// Only the one that the linked ability asked for.
        Linked,
    }
);

axis!(
    /// With what a card with morph is played face down (2005 rule 502.26a, 2021 rule 702.37a).
    FaceDownCost {
        /// Three mana of any kind.
        Generic,
        /// Three colourless mana (a claim of the Korean notes on 502.26a).
        Colorless,
    }
);

axis!(
    /// When it is judged whether a spell is forbidden (2005 rule 409.4, 2021 rule 601.3a).
    Prohibitions {
        /// Before it is begun, as the card is then.
        AtOnce,
        /// As it is proposed: a choice may lift what forbids it.
        AsProposed,
    }
);
axis!(
    /// What a number below 0 counts for (2005 rule 104.2, 2021 rule 107.1b).
    BelowZero {
        /// 0 for everything but changing it.
        Zero,
        /// Itself.
        Itself,
    }
);

/// One rulebook, as its place on every axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Ruleset {
    pub preset: Preset,
    pub burn: Burn,
    pub pools_empty: PoolsEmpty,
    pub combat_damage: CombatDamage,
    pub damage_division: DamageDivision,
    pub second_damage: SecondDamage,
    pub legend_rule: LegendRule,
    pub mulligan: Mulligan,
    pub layers: Layers,
    pub opposed_counters: OpposedCounters,
    pub any_target: AnyTarget,
    pub star_works: StarWorks,
    pub no_legal_target: NoLegalTarget,
    pub illegal_target_info: IllegalTargetInfo,
    pub token_owner: TokenOwner,
    pub requirements: Requirements,
    pub comes_as: ComesAs,
    pub mana_targets: ManaTargets,
    pub mana_nesting: ManaNesting,
    pub prohibitions: Prohibitions,
    pub below_zero: BelowZero,
    pub extra_lands: ExtraLands,
    pub loops: Loops,
    pub outside_game: OutsideGame,
    pub remembered_choice: RememberedChoice,
    /// What reach does.
    pub reach_blocks: ReachBlocks,
    pub arrival_order: ArrivalOrder,
    pub phasing: Phasing,
    pub left_behind: LeftBehind,
    pub intervening_if: InterveningIf,
    pub after_playing: AfterPlaying,
    pub cleanup_priority: CleanupPriority,
    pub trigger_order: TriggerOrder,
    pub trample_guard: TrampleGuard,
    pub protection_blocks: ProtectionBlocks,
    pub replacement_order: ReplacementOrder,
    pub damage_keywords: DamageKeywords,
    pub source_choice: SourceChoice,
    pub retargeting: Retargeting,
    pub provoke: Provoke,
    pub age_counters: AgeCounters,
    pub face_down_cost: FaceDownCost,
}

/// A named rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Preset {
    /// October 2005.
    Y2005,
    /// July 2021.
    Y2021,
    /// 2021 with the explanations of the beginner's guide.
    Guide,
    /// 2005 as the Korean notes on its chapters 4 and 5 tell it, where they differ from the text.
    Notes,
}

/// A preset that is planned but whose axes aren't all built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PresetError {
    /// It is known and not yet playable.
    #[error("the rulebook `{name}` can't be played yet: {missing}")]
    NotYet {
        /// Its name.
        name: String,
        /// What it needs.
        missing: &'static str,
    },
    /// It is not known.
    #[error("`{0}` is no rulebook; there are 2005, 2005-notes, 2021 and guide (2026 later)")]
    Unknown(String),
}

/// The name of the rulebook that is played if none is named.
pub const DEFAULT_PRESET: &str = "2021";

impl Preset {
    /// All that can be played.
    pub const ALL: [Preset; 4] = [Preset::Y2005, Preset::Y2021, Preset::Guide, Preset::Notes];

    /// Its name on the command line and in scenarios.
    pub fn name(self) -> &'static str {
        match self {
            Self::Y2005 => "2005",
            Self::Y2021 => "2021",
            Self::Guide => "guide",
            Self::Notes => "2005-notes",
        }
    }

    /// The text of rules that its numbers come from.
    pub fn book(self) -> Book {
        match self {
            Self::Y2005 | Self::Notes => Book::Cr2005,
            Self::Y2021 | Self::Guide => Book::Cr2021,
        }
    }

    /// Whether its cards are worded as in 2005 ("comes into play").
    pub fn old_wording(self) -> bool {
        self.book() == Book::Cr2005
    }
}

impl std::str::FromStr for Preset {
    type Err = PresetError;
    fn from_str(name: &str) -> Result<Self, PresetError> {
        let not_yet = |missing| PresetError::NotYet { name: name.to_owned(), missing };
        match name.trim().trim_start_matches("cr") {
            "2005" => Ok(Self::Y2005),
            "2021" => Ok(Self::Y2021),
            "guide" => Ok(Self::Guide),
            "2005-notes" => Ok(Self::Notes),
            "2026" => Err(not_yet("today's rules have axes of their own that aren't built")),
            _ => Err(PresetError::Unknown(name.to_owned())),
        }
    }
}

impl From<Preset> for Ruleset {
    fn from(preset: Preset) -> Self {
        match preset {
            Preset::Y2005 => Self::of_2005(),
            Preset::Notes => Self::of_notes(),
            Preset::Y2021 | Preset::Guide => Self { preset, ..Self::of_2021() },
        }
    }
}

impl Ruleset {
    fn of_2005() -> Self {
        Self {
            preset: Preset::Y2005,
            burn: Burn::LoseLife,
            pools_empty: PoolsEmpty::EachPhase,
            combat_damage: CombatDamage::OnStack,
            damage_division: DamageDivision::Free,
            second_damage: SecondDamage::NotYetAssigned,
            legend_rule: LegendRule::AllGo,
            mulligan: Mulligan::Paris,
            layers: Layers::Six,
            opposed_counters: OpposedCounters::Coexist,
            any_target: AnyTarget::CreatureOrPlayer,
            star_works: StarWorks::InPlayOnly,
            no_legal_target: NoLegalTarget::Countered,
            illegal_target_info: IllegalTargetInfo::Used,
            token_owner: TokenOwner::EffectsController,
            requirements: Requirements::OwnOnly,
            comes_as: ComesAs::ItsText,
            mana_targets: ManaTargets::Allowed,
            mana_nesting: ManaNesting::Allowed,
            prohibitions: Prohibitions::AtOnce,
            below_zero: BelowZero::Zero,
            extra_lands: ExtraLands::OnTheirOwn,
            loops: Loops::NumberNamed,
            outside_game: OutsideGame::RemovedToo,
            remembered_choice: RememberedChoice::AnyThatFits,
            reach_blocks: ReachBlocks::AsThoughFlying,
            arrival_order: ArrivalOrder::ActivePlayer,
            phasing: Phasing::OwnZone,
            left_behind: LeftBehind::LeavesToo,
            intervening_if: InterveningIf::Twice,
            after_playing: AfterPlaying::SamePlayer,
            cleanup_priority: CleanupPriority::IfNeeded,
            trigger_order: TriggerOrder::FromActive,
            trample_guard: TrampleGuard::WhileOneIsLeft,
            protection_blocks: ProtectionBlocks::OfTheProtected,
            replacement_order: ReplacementOrder::SelfFirst,
            damage_keywords: DamageKeywords::Trigger,
            source_choice: SourceChoice::Stack,
            retargeting: Retargeting::EachIfPossible,
            provoke: Provoke::Optional,
            age_counters: AgeCounters::Shared,
            face_down_cost: FaceDownCost::Generic,
        }
    }

    /// 2005 with the claims of the Korean notes.
    fn of_notes() -> Self {
        Self {
            preset: Preset::Notes,
            second_damage: SecondDamage::NoFirstStrikeNow,
            intervening_if: InterveningIf::OnResolution,
            after_playing: AfterPlaying::NextPlayer,
            cleanup_priority: CleanupPriority::Never,
            trigger_order: TriggerOrder::FromPriority,
            trample_guard: TrampleGuard::UntilOneIsGone,
            protection_blocks: ProtectionBlocks::ByTheProtected,
            provoke: Provoke::Mandatory,
            age_counters: AgeCounters::OfEachInstance,
            face_down_cost: FaceDownCost::Colorless,
            ..Preset::Y2005.into()
        }
    }

    fn of_2021() -> Self {
        Self {
            preset: Preset::Y2021,
            burn: Burn::Harmless,
            pools_empty: PoolsEmpty::EachStep,
            combat_damage: CombatDamage::AtOnce,
            damage_division: DamageDivision::Ordered,
            second_damage: SecondDamage::NoFirstStrike,
            legend_rule: LegendRule::KeepOne,
            mulligan: Mulligan::London,
            layers: Layers::Seven,
            opposed_counters: OpposedCounters::Cancel,
            any_target: AnyTarget::PlaneswalkerToo,
            star_works: StarWorks::Everywhere,
            no_legal_target: NoLegalTarget::DoesntResolve,
            illegal_target_info: IllegalTargetInfo::Undetermined,
            token_owner: TokenOwner::Creator,
            requirements: Requirements::AsManyAsPossible,
            comes_as: ComesAs::AsItWouldBe,
            mana_targets: ManaTargets::Never,
            mana_nesting: ManaNesting::Never,
            prohibitions: Prohibitions::AsProposed,
            below_zero: BelowZero::Itself,
            extra_lands: ExtraLands::Added,
            loops: Loops::ActiveBreaks,
            outside_game: OutsideGame::SideboardOnly,
            remembered_choice: RememberedChoice::Linked,
            reach_blocks: ReachBlocks::Flying,
            arrival_order: ArrivalOrder::TheirControllers,
            phasing: Phasing::Status,
            left_behind: LeftBehind::Exiled,
            intervening_if: InterveningIf::Twice,
            after_playing: AfterPlaying::SamePlayer,
            cleanup_priority: CleanupPriority::IfNeeded,
            trigger_order: TriggerOrder::FromActive,
            trample_guard: TrampleGuard::WhileOneIsLeft,
            protection_blocks: ProtectionBlocks::OfTheProtected,
            replacement_order: ReplacementOrder::ByClass,
            damage_keywords: DamageKeywords::Result,
            source_choice: SourceChoice::Waiting,
            retargeting: Retargeting::AllOrNone,
            provoke: Provoke::Optional,
            age_counters: AgeCounters::Shared,
            face_down_cost: FaceDownCost::Generic,
        }
    }
}
