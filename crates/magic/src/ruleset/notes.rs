//! What the Korean notes on chapters 4 and 5 say otherwise than the rules of 2005, claim by claim:
//! the axis on which it is played, or why there is nothing to play.

use simpan_rulebook::Bilingual;

/// A claim of the notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The rule it is about, as the text of rules numbers it.
    pub rule: &'static str,
    /// What the notes say.
    pub says: Bilingual,
    /// What becomes of it under `2005-notes`.
    pub played: Played,
}

/// What becomes of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// It is played: the field of [`super::Ruleset`] and its value there.
    Axis(&'static str),
    /// It isn't, and why.
    Not(Bilingual),
}

const fn both(en: &'static str, ko: &'static str) -> Bilingual {
    Bilingual { en, ko }
}

const fn axis(rule: &'static str, says: Bilingual, axis: &'static str) -> Note {
    Note { rule, says, played: Played::Axis(axis) }
}

const fn not(rule: &'static str, says: Bilingual, why: Bilingual) -> Note {
    Note { rule, says, played: Played::Not(why) }
}

const NUMBERING: Bilingual = both("a number, not a rule", "번호일 뿐 규칙이 아니다");
const WORDING: Bilingual = both("wording, not a rule", "표현일 뿐 규칙이 아니다");
const LATER: Bilingual = both(
    "it is about the rules of 2021, which this rulebook isn't",
    "2021년 규칙에 대한 말이라 이 룰북과 상관없다",
);

/// Every claim.
pub const NOTES: &[Note] = &[
    axis(
        "cr2005-404.3",
        both(
            "an intervening \"if\" is looked at only as the ability resolves",
            "격발 조건 뒤의 \"if\"는 능력이 해결될 때만 확인한다",
        ),
        "intervening_if = OnResolution",
    ),
    not(
        "cr2005-408.1b",
        both(
            "state-based effects are checked once a player has priority",
            "플레이어가 우선권을 가지면 상태참조효과를 확인한다",
        ),
        both(
            "the same checks in the same order; nobody can act between",
            "확인도 순서도 같고, 그 사이에 아무도 행동할 수 없다",
        ),
    ),
    axis(
        "cr2005-408.1c",
        both(
            "after a spell or ability is played, the next player has priority",
            "주문이나 활성화 능력을 쓰면 우선권이 다음 플레이어에게 넘어간다",
        ),
        "after_playing = NextPlayer",
    ),
    axis(
        "cr2005-408.1c",
        both(
            "in the cleanup step nothing is checked and no ability goes on the stack",
            "정리단에는 상태참조효과를 확인하지 않고 격발능력도 스택에 쌓이지 않는다",
        ),
        "cleanup_priority = Never",
    ),
    axis(
        "cr2005-410.3",
        both(
            "the player with priority puts triggered abilities on the stack first",
            "우선권을 가진 플레이어가 먼저 격발능력을 스택에 쌓는다",
        ),
        "trigger_order = FromPriority",
    ),
    not(
        "cr2005-410.10c",
        both(
            "abilities that trigger on leaving do so as the permanent leaves",
            "플레이를 떠날 때의 능력은 떠나면서 격발한다",
        ),
        both(
            "the rule says so too; the notes leave out that it looks back",
            "규칙도 그렇다. 직전 상태를 돌아본다는 이유만 빠져 있다",
        ),
    ),
    not("cr2005-415.1", both("\"on targeted\"", "\"on targeted\"라는 용어"), WORDING),
    not(
        "cr2005-415.7c",
        both("numbers the rule on \"you\" 415.7b", "\"you\"의 규칙을 415.7b라고 한다"),
        NUMBERING,
    ),
    axis(
        "cr2005-502.2c",
        both(
            "a creature given first strike after first-strike damage deals no normal damage",
            "선제 공격 피해 뒤에 선제공격을 얻은 생물은 일반 피해를 주지 못한다",
        ),
        "second_damage = NoFirstStrikeNow",
    ),
    axis(
        "cr2005-502.7f",
        both("it isn't blocked by the protected creature", "보호 받는 생물에게 방어되지 않는다"),
        "protection_blocks = ByTheProtected",
    ),
    axis(
        "cr2005-502.9c",
        both(
            "once a blocker is removed from combat, all damage may go to the player",
            "방어한 생물이 전투에서 제외되면 모든 피해를 플레이어에게 줄 수 있다",
        ),
        "trample_guard = UntilOneIsGone",
    ),
    not(
        "cr2005-502.10",
        both(
            "the player of the banding creature decides all damage within the band",
            "밴딩 생물을 조종하는 플레이어가 피해를 나눈다",
        ),
        both("nothing plays banding yet", "밴딩은 아직 플레이할 수 없다"),
    ),
    axis(
        "cr2005-502.13b",
        both(
            "instances of cumulative upkeep don't share their age counters",
            "누적 업킵의 나이 카운터는 서로 공유하지 않는다",
        ),
        "age_counters = OfEachInstance",
    ),
    not(
        "cr2005-502.15c",
        both("numbered 502.15b a second time", "502.15b를 두 번 쓴다"),
        NUMBERING,
    ),
    not(
        "cr2005-502.15m",
        both(
            "what phases in acts as with haste that turn",
            "페이즈 인한 지속물은 그 턴에 헤이스트를 가진 것처럼 행동한다",
        ),
        both(
            "it comes to the same: nothing phases in but in its controller's untap step, and it \
             had been there the untap step before",
            "결과가 같다. 페이즈 인은 조종자의 언탭 스텝에만 일어나고, 그 앞 언탭 스텝에 이미 있던 것이다",
        ),
    ),
    not("cr2005-502.21", both("spells kicker \"Kicher\"", "킥커를 \"Kicher\"라고 쓴다"), WORDING),
    not("cr2005-502.22a", both("refers to \"rule.1f-h\"", "\"rule.1f-h\"를 가리킨다"), NUMBERING),
    axis(
        "cr2005-502.26a",
        both(
            "a card with morph is played face down for three colourless mana",
            "모프 카드는 무색 마나 3개를 내고 뒤집어 플레이한다",
        ),
        "face_down_cost = Colorless",
    ),
    not(
        "cr2005-502.26a",
        both("calls the {3} the morph cost", "그 {3}을 모프 비용이라고 부른다"),
        WORDING,
    ),
    not(
        "cr2005-502.26c",
        both(
            "who plays a card without morph face down is a cheater",
            "모프 없는 카드를 뒤집어 플레이하면 사기꾼이다",
        ),
        both("the engine doesn't let anybody do so", "엔진이 허용하지 않는다"),
    ),
    axis(
        "cr2005-502.29a",
        both("provoke isn't optional", "프로보크는 선택이 아니다"),
        "provoke = Mandatory",
    ),
    not(
        "cr2005-502.47a",
        both("milling is the cost of dredge", "서고에서 무덤으로 보내는 것은 드레지의 비용이다"),
        both(
            "it comes to the same: both need that many cards, and neither can be responded to",
            "결과가 같다. 둘 다 그만큼의 카드가 필요하고 대응할 수 없다",
        ),
    ),
    not(
        "cr2005-503.7",
        both(
            "a copied Meddling Mage names nothing",
            "복사한 메들링 메이지는 아무것도 고르지 않는다",
        ),
        both("the rule says so too", "규칙도 그렇다"),
    ),
    not(
        "cr2005-507.1c",
        both(
            "ownership doesn't change when a turn is controlled",
            "턴을 조종해도 소유권은 넘어가지 않는다",
        ),
        both(
            "true as well: neither ownership nor control changes",
            "그것도 맞다. 소유권도 조종권도 바뀌지 않는다",
        ),
    ),
    not(
        "cr2005-507.4",
        both("numbers the rule on mana burn 507.3d", "마나 번 예외를 507.3d라고 한다"),
        NUMBERING,
    ),
    not(
        "cr2021-301.4",
        both("artifacts have colourless symbols", "마법물체는 무색 기호를 갖는다"),
        LATER,
    ),
    not(
        "cr2021-302.6",
        both("control at the start of the turn is enough", "턴 시작에 조종하면 된다"),
        LATER,
    ),
    not(
        "cr2021-302.7",
        both("damage from a creature without wither or infect", "쇠락·감염 없는 생물의 피해"),
        LATER,
    ),
    not(
        "cr2021-303.4c",
        both("an Aura that one tries to attach illegally", "불법적으로 붙이려는 마법진"),
        LATER,
    ),
    not("cr2021-303.4e", both("\"equipped\" for enchanted", "부여 대신 장착이라고 한다"), LATER),
    not(
        "cr2021-305.2b",
        both("no land if fewer were played than allowed", "허용된 수보다 적게 냈으면 못 낸다"),
        LATER,
    ),
    not("cr2021-306.4", both("\"player type\"", "\"플레이어 유형\""), LATER),
    not("cr2021-306.6", both("planeswalkers can't attack", "플레인즈워커는 공격할 수 없다"), LATER),
    not("cr2021-309.5b", both("a dungeon outside the game", "게임 밖의 던전"), LATER),
    not("cr2021-310.5", both("the next player", "다음 플레이어"), LATER),
    not(
        "cr2021-310.6",
        both("a card turned face up is a new object", "앞면이 된 카드는 새 개체다"),
        LATER,
    ),
    not(
        "cr2021-313.6",
        both("leaves open whose abilities", "누구의 능력인지 말하지 않는다"),
        LATER,
    ),
    not(
        "cr2021-314.3",
        both("conspiracies are not in the game", "컨스피러시는 게임에 없다"),
        LATER,
    ),
    not("cr2021-300.1", both("dungeon is a card type", "던전도 카드 유형이다"), LATER),
];
