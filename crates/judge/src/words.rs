//! All that the judge says by itself of commands and scenarios, in both languages. What happens in
//! a game is told in `explain` and `transcript`.

use crate::fill::fill;
use simpan_rulebook::{Bilingual, Lang};

crate::messages! {
    // Commands.
    EMPTY: "an empty command; expected a verb such as `pass`, `cast`, `attack` or `choose`", "명령이 비어 있습니다. `패스`, `발동`, `공격`, `선택` 같은 동사로 시작하세요";
    VERB: "`{0}` is no verb; expected {1}", "`{0}`[이라]는 명령은 없습니다. 가능한 것: {1}";
    SHAPE: "`{0}`: found `{1}`; expected {2}", "`{0}`: `{1}` 대신 {2} 필요합니다";
    UNKNOWN: "nothing here is called `{0}`", "`{0}`[이라]는 것이 여기 없습니다";
    UNKNOWN_NEAR: "nothing here is called `{0}`; there is {1}", "`{0}`[이라]는 것이 여기 없습니다. 있는 것: {1}";
    AMBIGUOUS: "`{0}` may be several things: {1}; tell them apart with `#n` or `@alias`", "`{0}`에 해당하는 것이 여럿입니다: {1}. `#n`이나 `@별명`으로 구별하세요";
    MISFIT: "`{0}` doesn't answer the question: {1}", "`{0}`: 지금의 질문에 대한 답이 아닙니다: {1}";
    UNUSED: "nothing asks for {0}; leave it out", "{0}: 묻지 않는 것입니다. 빼고 다시 적으세요";
    UNUSED_REST: "nothing asks for the rest of the command; leave it out", "명령의 나머지는 묻지 않는 것입니다. 빼고 다시 적으세요";
    NOT_ASKED: "it is {1}'s decision, not {0}'s", "지금은 {0}의 차례가 아니라 {1}의 결정입니다";
    OVER: "the game is over", "게임이 끝났습니다";
    FORBIDDEN: "forbidden: {0}", "규칙이 금지합니다: {0}";
    SAID: "`{0}`: {1}", "명령 `{0}`: {1}";
    EXPECTED: "`{0}`: expected {1}", "`{0}` 대신 {1} 필요합니다";
    // Running a scenario.
    NEEDS_CARDS: "it needs card data: --cards FILE", "카드 자료가 필요합니다: --cards 파일";
    LEFT_OF: "{0} (in `{1}`)", "{0} (`{1}`에서)";
    LEFT_UNUSED: "answers left unused: {0}", "쓰이지 않은 답이 남았습니다: {0}";
    CHANCE_UNUSED: "{0} of the chance list left unused", "`chance` 목록에서 쓰이지 않은 것이 {0}개 남았습니다";
    CHANCE_BEYOND: "chance {0} isn't below {1}", "`chance`의 {0}[은] {1}보다 작아야 합니다";
    STACK_EMPTY: "`{0}`: the stack is empty", "`{0}`: 스택이 비어 있습니다";
    NO_SUCH_TIME: "that time doesn't come; it is turn {0}, {1}", "그때는 오지 않습니다. 지금은 {0}턴 {1}입니다";
    NO_SUCH_TURN: "`{0}`: that turn doesn't come", "`{0}`: 그 턴은 오지 않습니다";
    REFUSED: "`{0}` is refused: {1}", "`{0}`[은] 규칙에 막힙니다: {1}";
    FLASHBACK: "(from a graveyard: `cast {0} flashback`)", "(무덤에서는 `발동 {0} 플래시백`)";
    NOW: "(now: turn {0}, of {1}; {2})", "(지금: {0}턴, {1}의 턴, {2})";
    UNANSWERED: "the script doesn't answer: {0} [{1}]", "스크립트가 답하지 않습니다: {0} [{1}]";
    BUDGET: "the budget of decisions is used up", "정해진 결정 횟수(budget)를 다 썼습니다";
    NOTHING_CAME: "nothing came of it", "아무 일도 일어나지 않았습니다";
    NOBODY: "nobody", "없음";
    NO_MANA: "no mana", "마나 없음";
    NONE: "none", "없음";
    SHORTCUT: "a shortcut: {0}", "줄여서 진행하기: {0}";
    ROUND: "round {0} doesn't lead back to where the first began", "{0}번째 반복이 처음 시작한 상태로 돌아오지 않습니다";
    NOT_REMEMBERED: "nothing was remembered as `{0}`", "`{0}`[이라]는 이름으로 기억한 상태가 없습니다";
    PANIC: "panic: {0}", "내부 오류: {0}";
    // Reports.
    PASSED: "passed", "통과";
    FAILED: "FAILED", "실패";
    BROKEN: "BROKEN", "오류";
    SKIPPED: "skipped", "생략";
    LINE: "line {0}: ", "{0}행: ";
    SUMMARY: "{0} passed, {1} failed, {2} skipped", "통과 {0}, 실패 {1}, 생략 {2}";
    TOO_LARGE: "larger than {0} bytes; no scenario is", "{0}바이트보다 큽니다. 시나리오가 아닙니다";
    TESTS_NOTHING: "there is neither a `script` nor an `expect`: nothing would be tested", "`script`도 `expect`도 없어 시험하는 것이 없습니다";
    ID_TWICE: "the id `{0}` is given by {1} too", "id `{0}`[은] {1}에도 있습니다";
    IO_MISSING: "there is no such file", "그런 파일이 없습니다";
    IO_DENIED: "access is not permitted", "접근 권한이 없습니다";
    IO_FOLDER: "it is a folder", "폴더입니다";
    IO_GARBLED: "it is not text in UTF-8", "UTF-8 텍스트가 아닙니다";
    // What can't be read.
    DID_YOU_MEAN: "{0}; did you mean `{1}`?", "{0}. 혹시 `{1}`?";
    UNKNOWN_KEY: "unknown field `{0}`, expected one of {1}", "`{0}`[이라]는 항목은 없습니다. 쓸 수 있는 것: {1}";
    MISSING_KEY: "missing field `{0}`", "`{0}` 항목이 없습니다";
    WRONG_FORM: "of the wrong form: `{0}`", "형식이 맞지 않습니다: `{0}`";
    NO_GAME: "there is no game `{0}`", "`{0}`[이라]는 게임은 없습니다";
    NO_EDITION: "`{0}` is no edition; there are {1}", "`{0}`[이라]는 규칙서는 없습니다. 있는 것: {1}";
    IN_VAIN: "`also` gives `{0}` in vain", "`also`의 `{0}`[은] 쓸데없습니다";
    NO_PLAYER: "`{0}` is no player; there are {1}", "`{0}`[이라]는 플레이어는 없습니다. 있는 것: {1}";
    NO_STEP: "`{0}` is no step or phase", "`{0}`[이라]는 단이나 단계는 없습니다";
    EMPTY_ENTRY: "a script entry without {0}", "스크립트의 한 줄에 {0} 가운데 아무것도 없습니다";
    NO_ALIAS: "`@{0}` is no alias", "`@{0}`[이라]는 별명은 없습니다";
    NO_NAME: "`{0}` is no known name", "`{0}`[이라]는 이름은 없습니다";
    NO_EVENT: "`{0}`: no event is called `{1}`", "`{0}`: `{1}`[이라]는 사건은 없습니다";
    NO_CARD: "`{0}` is no known card", "`{0}`[이라]는 카드는 없습니다";
    NO_CARD_DATA: "no card data to import `{0}` from", "`{0}`[을] 가져올 카드 자료가 없습니다";
    ONE_IN_RON: "{0} cards in `ron`; write one in each `[[cards]]`", "`ron`에 카드가 {0}장 있습니다. `[[cards]]`마다 한 장씩 적으세요";
    CARD_TWICE: "{0}: a second card of this name; delete one", "{0}: 이름이 같은 카드가 또 있습니다. 하나를 지우세요";
    UNSOUND: "{0}: {1}", "{0}[은] 잘못된 카드입니다: `{1}`";
    WITHOUT: "a card without `{0}`", "카드에 `{0}`[이] 없습니다";
    NO_COLOR: "`{0}` is no colour", "`{0}`[이라]는 색은 없습니다";
    NO_COST: "`{0}` is no mana cost such as {2}{R}", "`{0}`[은] {2}{R} 같은 마나 비용이 아닙니다";
    NO_SIZE: "`{0}` is no power and toughness such as 2/2", "`{0}`[은] 2/2 같은 공격력과 방어력이 아닙니다";
    NO_TYPES: "the type line `{0}`: `{1}` is no type", "유형 표시줄 `{0}`: `{1}`[이라]는 유형은 없습니다";
    TEXT: "the text of {0} is not understood at `{1}`", "{0}의 설명에서 `{1}`[을] 이해하지 못했습니다";
    TEXT_NEEDS: "the text of {0} is not understood at `{1}`; expected there: `{2}`", "{0}의 설명에서 `{1}`[을] 이해하지 못했습니다. 그 자리에 올 수 있는 말: `{2}`";
    CANT_PLAY: "{0} can't be played: {1}", "{0}[은] 쓸 수 없는 카드입니다: {1}";
    NOTHING_RUNS: "nothing runs `{0}`", "`{0}`[을] 처리하는 부분이 아직 없습니다";
    NO_CHOICE: "`{0}` is no colour, basic land type, creature type, player or card", "`{0}`[은] 색, 기본 대지 유형, 생물 유형, 플레이어, 카드 가운데 어느 것도 아닙니다";
    NO_COUNTER: "`{0}` is no kind of counter", "`{0}`[이라]는 카운터는 없습니다";
    ALIAS_TWICE: "`{0}` already is another card", "`{0}`[은] 이미 다른 카드의 별명입니다";
    NO_PERMANENT: "`{0}` is no permanent", "`{0}`[은] 지속물이 아닙니다";
    NO_STAR: "`{0}` is no star", "`{0}`[은] 스타가 아닙니다";
    TOO_MANY: "{0} times `{1}`; from 1 to {2} can be put", "`{1}` {0}장: 1장부터 {2}장까지 놓을 수 있습니다";
    NO_HOST: "`{0}` is no alias and no permanent to attach to", "`{0}`[은] 부착할 수 있는 별명도 지속물도 아닙니다";
    ASSUMPTION: "an assumption: {0}", "가정: {0}";
    // What isn't as expected.
    DIFFER: "{0}: expected {1}, found {2}", "{0}: 예상 {1}, 실제 {2}";
    OF: "{0} of {1}", "{1}의 {0}";
    COUNTERS: "{0} counters on {1}", "{1}의 {0} 카운터";
    LACKED: "{0}: no {1}, found {2}", "{0}: {1}[이] 없습니다. 실제 {2}";
    THERE: "{0}: {1} is there", "{0}: {1}[이] 있습니다";
    ON_TOP: "{0}: card {1} from the top isn't {2}", "{0}: 위에서 {1}번째 카드가 {2}[이] 아닙니다";
    IS_THERE: "{0} is there", "{0}[이] 있습니다";
    ISNT_THERE: "{0} isn't there", "{0}[이] 없습니다";
    HAS_COUNTERS: "{0} has {1} {2} counters", "{0}에 {2} 카운터가 {1}개 있습니다";
    NUMBER_BLOCKED: "{0} blocks {1} attackers", "{0}[이] 방어하는 공격생물은 {1}개입니다";
    HAS: "{0} has {1}", "{0}에 {1}[이] 있습니다";
    LACKS: "{0} lacks {1}", "{0}에 {1}[이] 없습니다";
    IS: "{0} is {1}", "{0}[은] {1}입니다";
    ISNT: "{0} isn't {1}", "{0}[은] {1}[이] 아닙니다";
    NO_KEYWORD: "`{0}` is no keyword without parameters", "`{0}`[이라]는 값 없는 키워드는 없습니다";
    NO_TYPE: "`{0}` is no type", "`{0}`[이라]는 유형은 없습니다";
    SHOULD_BE_LEGAL: "`{0}` should be legal: {1}", "`{0}`[은] 할 수 있어야 하는데 막혔습니다: {1}";
    SHOULD_BE_ILLEGAL: "`{0}` should be illegal", "`{0}`[은] 막혀야 하는데 할 수 있습니다";
    REFUSED_BY: "`{0}` should be refused by {1}: {2}", "`{0}`[은] {1}에 막혀야 합니다: {2}";
    REFUSED_BY_NONE: "`{0}` should be refused by {1}, and isn't", "`{0}`[은] {1}에 막혀야 하는데 막히지 않습니다";
    A_RULE: "a rule", "규칙";
    IS_LISTED: "`{0}` is listed", "`{0}`[이] 목록에 있습니다";
    ISNT_LISTED: "`{0}` isn't listed", "`{0}`[이] 목록에 없습니다";
    NO_EVENT_AMONG: "no event `{0}` among: {1}", "사건 `{0}`[이] 없습니다. 일어난 일: {1}";
    HAPPENED: "event `{0}` happened: {1}", "사건 `{0}`[이] 일어났습니다: {1}";
    NO_QUESTION: "no question is open", "지금은 아무것도 묻지 않습니다";
    OTHER_STATE: "the state isn't that of `{0}`", "상태가 `{0}`[와] 다릅니다";
    COMBAT_DAMAGE: "combat damage", "전투피해";
}

/// What expectations are about, by the words of scenarios.
const FIELDS: &[(&str, &str)] = &[
    ("life", "생명점"),
    ("poison", "독 카운터"),
    ("mana", "마나"),
    ("hand", "손"),
    ("library", "서고"),
    ("graveyard", "무덤"),
    ("battlefield", "전장"),
    ("exile", "추방 영역"),
    ("stack", "스택"),
    ("deck", "덱"),
    ("field", "전장"),
    ("resources", "자원 영역"),
    ("number", "개수"),
    ("zone", "영역"),
    ("size", "공격력/체력"),
    ("power", "공격력"),
    ("toughness", "방어력"),
    ("health", "체력"),
    ("damage", "피해"),
    ("lethal damage", "치명적 피해"),
    ("abilities", "능력 수"),
    ("cost", "비용"),
    ("total cost", "총비용"),
    ("tapped", "탭 상태"),
    ("acted", "액트 상태"),
    ("sick", "소환 후유증"),
    ("new", "이번 턴에 나옴"),
    ("face down", "뒷면"),
    ("token", "토큰"),
    ("controller", "조종자"),
    ("owner", "소유자"),
    ("attached to", "부착된 곳"),
    ("attacking", "공격 대상"),
    ("blocking", "방어 대상"),
    ("type", "유형"),
    ("colours", "색"),
    ("name", "이름"),
    ("step", "단"),
    ("phase", "단계"),
    ("turn", "턴"),
    ("active player", "턴을 진행하는 플레이어"),
    ("priority", "우선권"),
    ("winner", "승자"),
    ("draw", "무승부"),
    ("game over", "게임 종료"),
    ("asked player", "질문받는 플레이어"),
    ("question", "질문"),
    ("rule of the question", "질문하는 규칙"),
    ("source of the question", "질문의 근원"),
    ("number of answers", "답의 수"),
    ("options", "선택지"),
];

/// What an expectation is about.
pub(crate) fn field(word: &str, lang: Lang) -> String {
    let korean = FIELDS.iter().find(|(en, _)| *en == word).filter(|_| lang == Lang::Ko);
    korean.map_or(word, |(_, ko)| ko).to_owned()
}

/// A message, filled in.
pub(crate) fn say(entry: &Bilingual, lang: Lang, with: &[&str]) -> String {
    fill(entry.get(lang), with)
}

/// Why a file could not be read or written.
pub fn io_problem(error: &std::io::Error, lang: Lang) -> String {
    use std::io::ErrorKind as E;
    match error.kind() {
        E::NotFound => IO_MISSING.get(lang).to_owned(),
        E::PermissionDenied => IO_DENIED.get(lang).to_owned(),
        E::IsADirectory => IO_FOLDER.get(lang).to_owned(),
        E::InvalidData => IO_GARBLED.get(lang).to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_says_the_same_in_both_languages() {
        let none: [String; 0] = [];
        assert_eq!(crate::fill::uneven(super::ALL), none);
    }
}
