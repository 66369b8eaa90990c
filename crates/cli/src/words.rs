//! All that the program says by itself, in both languages.
//!
//! `{0}`, `{1}` … are filled in; in Korean, `[을]`, `[이]`, `[은]`, `[로]`, `[와]` after one is the particle
//! that fits what was filled in.

use simpan_language::{Josa, josa};
pub use simpan_rulebook::Bilingual as Entry;

macro_rules! words {
    ($($key:ident: $en:literal, $ko:literal;)*) => {
        $(#[allow(missing_docs)] pub const $key: Entry = Entry { en: $en, ko: $ko };)*
        /// Every entry with its name.
        #[cfg(test)]
        pub const ALL: &[(&str, Entry)] = &[$((stringify!($key), $key)),*];
    };
}

words! {
    // Files, cards and decks.
    NO_CARD: "no card is called `{0}`", "`{0}`[이라]는 카드는 없습니다";
    NO_CARD_NEAREST: "no card is called `{0}`; nearest: {1}", "`{0}`[이라]는 카드는 없습니다. 비슷한 이름: {1}";
    CARD_REFUSED: "`{0}` is known but can't be played: {1}", "`{0}`[은] 아직 쓸 수 없는 카드입니다: {1}";
    DECK_REFUSED: "the deck `{0}` can't be played:", "덱 `{0}`[은] 쓸 수 없습니다:";
    DECK_UNREADABLE: "the deck file `{0}` can't be read:", "덱 파일 `{0}`[을] 읽을 수 없습니다:";
    NO_DECK: "no built-in deck and no readable file is called `{0}` ({1}); decks: {2}", "`{0}`[이라]는 기본 덱도 파일도 없습니다 ({1}). 덱: {2}";
    BAD_COUNT: "{0} copies of one card are too many", "같은 카드 {0}장은 너무 많습니다";
    CANT_READ: "`{0}` can't be read: {1}", "`{0}`[을] 읽을 수 없습니다: {1}";
    CANT_WRITE: "`{0}` can't be written: {1}", "`{0}`에 쓸 수 없습니다: {1}";
    REPLAY_GARBLED: "`{0}` is no recorded game, or a damaged one: {1}", "`{0}`[은] 기록된 게임이 아니거나 손상되었습니다: {1}";
    REPLAY_VERSION: "`{0}` was recorded by version {1}; this is version {2}, which plays only its own recordings", "`{0}`[은] 버전 {1}의 기록입니다. 이 프로그램은 버전 {2}이고 같은 버전의 기록만 재생합니다";
    DECK_GOOD: "{0}: {1} cards, {2} in the sideboard: nothing is wrong", "{0}: 카드 {1}장, 사이드보드 {2}장: 문제가 없습니다";
    DECK_NOT_LEGAL: "the deck `{0}` is not legal in {1}:", "덱 `{0}`[은] {1}에서 쓸 수 없습니다:";
    DECK_LINES: "read as {0}; lines with cards: {1} (known {2}, near misses {3}, unknown {4}); lines left out: {5}", "{0} 형식: 카드 {1}줄 (아는 이름 {2}, 비슷한 이름 {3}, 모르는 이름 {4}), 뺀 줄 {5}";
    DECK_ENCODING: "the file is no UTF-8 and was read as {0}", "UTF-8이 아니어서 {0}[로] 읽었습니다";
    LINE_KNOWN: "line {0}: {1}: known as {2}", "{0}번째 줄: {1}: 아는 카드 ({2})";
    LINE_NEAR: "line {0}: {1}: near miss; meant perhaps: {2}", "{0}번째 줄: {1}: 비슷한 이름 ({2})";
    LINE_UNKNOWN: "line {0}: {1}: unknown", "{0}번째 줄: {1}: 모르는 카드";
    LINE_LEFT: "line {0}: left out ({2}): {1}", "{0}번째 줄: 뺐습니다 ({2}): {1}";
    NO_PLAY: "no format of play and no readable file is called `{0}` ({1}); formats: {2}", "`{0}`[이라]는 포맷도 파일도 없습니다 ({1}). 포맷: {2}";
    PLAY_EMPTY: "it holds no `[[play]]`", "`[[play]]`가 없습니다";
    SETS_UNKNOWN: "of {0} cards it is not known in which sets they were printed, so nothing can be said of {1}; `simpan cards import FILE` brings the sets", "카드 {0}종이 어느 세트에 있는지 알 수 없어 {1}에 쓸 수 있는지 말할 수 없습니다. `simpan cards import FILE`로 카드 자료를 가져오세요";
    NO_CARDS_OF: "no imported card of {0} can be played", "가져온 카드 가운데 {0}에서 쓸 수 있는 카드가 없습니다";
    LOST: "{0} has no place for {1}", "{0} 형식에 담을 수 없습니다: {1}";
    LOST_LINES: "{0} has no place for {1} (lines: {2})", "{0} 형식에 담을 수 없습니다: {1} ({2}줄)";
    NAME_KEPT: "line {0}: no card `{1}` is known; the name is kept", "{0}번째 줄: 모르는 카드여서 이름을 그대로 둡니다: `{1}`";
    TWO_SEATS: "--seats takes two names, such as human,bot", "--seats에는 이름 두 개를 적습니다. 예: human,bot";
    NO_THING: "you see nothing called `{0}`", "`{0}`[이라]는 것이 보이지 않습니다";
    NO_THING_NEAREST: "you see nothing called `{0}`; nearest card: {1}", "`{0}`[이라]는 것이 보이지 않습니다. 비슷한 카드: {1}";
    RULES_USAGE: "a rule number, `search` and words, --diff, --notes or `starlight`", "규칙 번호나 `search`와 찾을 말, --diff, --notes나 `starlight`를 적으세요";
    NO_RULE: "no rule `{0}` in the index; nearest: {1}", "색인에 `{0}` 규칙이 없습니다. 가까운 번호: {1}";
    NO_RULE_WITH: "no rule says `{0}`", "`{0}`[이] 들어 있는 규칙이 없습니다";
    RULE_REFUSAL: "When it forbids a move:", "막힐 때의 설명:";
    RULE_DIFF: "Difference:", "차이:";
    ASSUMED_GUIDE: "from the public play guide", "공개된 플레이 가이드";
    ASSUMED_INFERRED: "inferred from the column", "칼럼에서 추론";
    ASSUMED_CHOSEN: "our choice", "우리의 선택";
    ASSUMED_FILE: "from the file given", "주어진 파일";
    ASSUMED_OTHER: "source: {0}", "출처: {0}";
    RULE_REMARK: "Note:", "참고:";
    RULE_REASON: "Not run:", "실행하지 않음:";
    RULE_SAME: "Both texts say the same.", "두 판의 내용이 같습니다.";
    COVER_DONE: "done", "완료";
    COVER_PARTIAL: "partial", "일부";
    COVER_MISSING: "missing", "없음";
    COVER_NOT_APPLICABLE: "not-applicable", "해당 없음";
    COVER_NO_SCENARIO: "no scenario shows it", "보여 주는 시나리오가 없습니다";
    COVER_LACKS: "not shown: {0}", "보여 주지 않은 시나리오: {0}";
    COVER_NO_MARKER: "its scenarios pass no marker of {0}", "시나리오가 {0}의 표지를 지나지 않습니다";
    PAGE_TITLE: "Coverage of the rules", "규칙 적용 범위";
    PAGE_HEAD: "Written by `simpan rules coverage --page docs/coverage.md`: every entry of `rulebook/catalogue`, where the code enforces its concepts, the scenarios that show it, and what is missing. `done` means that all its scenarios run and pass and that one of them passes a marker of its concepts.", "`simpan rules coverage --page`가 쓴 문서입니다. `rulebook/catalogue`의 모든 항목에 대해 코드의 어디에서 적용하는지, 어떤 시나리오가 보여 주는지, 무엇이 없는지를 적습니다. 완료는 모든 시나리오가 통과하고 그중 하나가 해당 개념의 표지를 지난다는 뜻입니다.";
    PAGE_COLUMNS: "entry | status | where | scenarios | reason", "항목 | 상태 | 적용하는 곳 | 시나리오 | 이유";
    MUTATE_SURVIVOR: "not noticed: {0}", "알아차리지 못함: {0}";
    MUTATE_UNMARKED: "no marker is passed: {0}", "지나는 표지가 없음: {0}";
    MUTATE_SHARE: "{0} rules and entries left out, {1} noticed: {2} %", "규칙과 항목 {0}개를 빼 보았고 {1}개를 알아차렸습니다: {2}%";
    MUTATE_LOW: "fewer than {0} % were noticed", "알아차린 비율이 {0}%보다 낮습니다";
    NOTE_PLAYED: "played: {0}", "이렇게 플레이함: {0}";
    NOTE_NOT_PLAYED: "not played: {0}", "플레이하지 않음: {0}";
    RULE_ONLY: "only {0}", "{0}에만 있음";
    BRANCH_BEYOND: "the recording has {1} answers; there is no point {0}", "기록에는 답이 {1}개 있습니다. {0}번째는 없습니다";
    REPLAY_GOOD: "verified: {0} answers, event hash {1}", "확인했습니다: 답 {0}개, 사건 해시 {1}";
    REPLAY_BAD: "the recording doesn't hold: {0}", "기록이 맞지 않습니다: {0}";
    JUDGE_USAGE: "scenario files or folders, or --schema", "시나리오 파일이나 폴더, 또는 --schema를 적으세요";
    JUDGE_BROKEN: "{0} scenarios can't be run as they stand", "시나리오 {0}개는 잘못 쓰여 있어 실행할 수 없습니다";
    JUDGE_FAILED: "{0} scenarios failed", "시나리오 {0}개가 실패했습니다";
    JUDGE_NOTHING: "no scenario was found", "시나리오를 찾지 못했습니다";
    REPLAY_ILLEGAL: "answer {0} of the recording is not legal at that point", "기록의 답 {0}번은 그 시점에 적법하지 않습니다";
    REPLAY_OVER: "the game is over at answer {0}, but the recording goes on", "답 {0}번에서 게임이 끝났는데 기록은 계속됩니다";
    REPLAY_HASH: "the event hash is {0}, but {1} was recorded", "사건 해시는 {0}인데 기록에는 {1}[로] 적혀 있습니다";
    REPLAY_DICE: "answer {0} (turn {1}) is chance's; the dice of seed {2} give {3} there, but {4} was recorded", "답 {0}번({1}턴)은 무작위로 정해지는데, 시드 {2}의 주사위는 {3}[을] 내지만 기록에는 {4}[로] 적혀 있습니다";
    UNKNOWN_NAME: "unknown name: nothing is called `{0}`", "모르는 이름: `{0}`[이라]는 것은 없습니다";
    UNKNOWN_NAME_NEAREST: "unknown name: nothing is called `{0}`; nearest: {1}", "모르는 이름: `{0}`[이라]는 것은 없습니다. 비슷한 이름: {1}";
    WHEN_ATTACK: "attackers are declared in the declare attackers step, when you are asked for them", "공격자는 공격자 선언단에서 물어볼 때 선언합니다";
    WHEN_BLOCK: "blockers are declared in the declare blockers step, when you are asked for them", "방어자는 방어자 선언단에서 물어볼 때 선언합니다";
    REASON_NOTHING_RUNS: "nothing runs {0} yet", "{0}[을] 처리하는 부분이 아직 없습니다";
    NO_EDITION: "the rulebook `{0}` can't be played", "`{0}`[은] 쓸 수 있는 규칙서가 아닙니다";
    IO_MISSING: "there is no such file", "그런 파일이 없습니다";
    IO_DENIED: "access is not permitted", "접근 권한이 없습니다";
    IO_FOLDER: "it is a folder", "폴더입니다";
    IO_GARBLED: "it is not text in UTF-8", "UTF-8 텍스트가 아닙니다";
    GARBLED_AT: "line {0}, column {1}", "{0}행 {1}열";
    // Files of card data.
    CARDS_NONE: "no cards were found in {0}", "{0}에 카드가 없습니다";
    CARDS_MORE: "… and {0} more problems (`--problems` lists all)", "… 그 밖에 문제 {0}개 (`--problems`로 모두 볼 수 있습니다)";
    IMPORTED: "{0} cards ({1} printings read, {2} tokens left out, {3} problems) compiled in {4} s", "카드 {0}장을 {4}초에 처리했습니다 (판본 {1}개, 토큰 {2}개 제외, 문제 {3}개)";
    IMPORT_NOTHING: "nothing to import: name files of card data", "가져올 카드가 없습니다. 카드 데이터 파일을 적으세요";
    IMPORT_CUT: "a file was not read to its end; what was read before is kept", "끝까지 읽지 못한 파일이 있습니다. 그 전까지 읽은 것은 보관했습니다";
    POOL_NONE: "no cards are imported: `simpan cards import FILE…`", "가져온 카드가 없습니다: `simpan cards import 파일…`";
    POOL_STALE: "the imported cards in `{0}` were compiled by another version of this program; `simpan cards import` compiles them again", "`{0}`의 카드는 이 프로그램의 다른 버전이 처리했습니다. `simpan cards import`로 다시 처리하세요";
    POOL_DAMAGED: "`{0}` is no compiled pool of cards, or a damaged one; `simpan cards import --fresh FILE…` makes a new one", "`{0}`[은] 카드 모음이 아니거나 손상되었습니다. `simpan cards import --fresh 파일…`로 새로 만드세요";
    POOL_NOWHERE: "there is no place to keep cards in; set SIMPAN_HOME to a folder", "카드를 보관할 곳이 없습니다. SIMPAN_HOME을 폴더로 정하세요";
    REPLAY_POOL: "this game was played with other imported cards (pool {0}; here: {1}); import the same files with the same version", "이 게임은 다른 카드 모음으로 진행되었습니다 (모음 {0}, 여기: {1}). 같은 파일을 같은 버전으로 가져오세요";
    CURTAILED: "{0} is played without: {1}", "{0}[은] 다음 내용 없이 쓰입니다: {1}";
    REFUSED_HINT: "{0} (`--allow-refused` plays it without what is refused)", "{0} (`--allow-refused`를 쓰면 거부된 내용 없이 쓸 수 있습니다)";
    REFUSED_WHOLE: "{0} (nothing of it can be played)", "{0} (어떤 부분도 쓸 수 없습니다)";
    STATUS_VERIFIED: "verified: the text is read whole and printing it says the same", "확인됨: 설명을 모두 읽었고, 다시 출력하면 같은 내용입니다";
    STATUS_EXECUTABLE: "executable: the text is read whole; it is printed in other words", "실행 가능: 설명을 모두 읽었고, 다른 말로 출력합니다";
    STATUS_REFUSED: "refused:", "거부됨:";
    NEEDED: "expected there: `{0}`", "그 자리에 올 수 있는 말: `{0}`";
    IN_SETS: "sets: {0}", "세트: {0}";
    FOUND: "{0} cards, {1} listed", "카드 {0}장, {1}장 표시";
    LINTED: "{0} cards, {1} refused", "카드 {0}장, 거부 {1}장";
    SHORT_VERIFIED: "verified", "확인됨";
    SHORT_EXECUTABLE: "executable", "실행 가능";
    SHORT_REFUSED: "refused", "거부됨";
    Q_EMPTY: "nothing is searched for", "찾을 것이 없습니다";
    Q_KEY: "no key `{0}`; keys: {1}", "`{0}`[이라]는 항목은 없습니다. 항목: {1}";
    Q_COMPARISON: "`{0}` can't be compared like this; use `:`", "`{0}`[은] 이렇게 비교할 수 없습니다. `:`를 쓰세요";
    Q_VALUE: "no `{0}` here; expected: {1}", "여기에 `{0}`[은] 쓸 수 없습니다. 쓸 수 있는 것: {1}";
    Q_NUMBER: "`{0}` is no number", "`{0}`[은] 수가 아닙니다";
    Q_QUOTES: "quotation marks are not closed", "따옴표가 닫히지 않았습니다";
    Q_PARENTHESIS: "a parenthesis without its other half", "짝이 없는 괄호가 있습니다";
    Q_DEEP: "nested too deep", "너무 깊이 겹쳐 있습니다";
    NO_FORMAT: "no format is called `{0}`; formats: {1}", "`{0}`[이라]는 형식은 없습니다. 형식: {1}";
    COVERAGE_LINE: "{0} cards: {1} verified ({2} %), {3} executable ({4} %), {5} refused; accepted {6} %, of which verified {7} %", "카드 {0}장: 확인 {1}장 ({2}%), 실행 가능 {3}장 ({4}%), 거부 {5}장. 쓸 수 있는 카드 {6}%, 그중 확인 {7}%";
    COVERAGE_HEAD: "what blocks cards (cards, of which nothing else blocks, reason, example):", "카드를 막는 이유 (카드 수, 그 이유만으로 막힌 수, 이유, 예):";
    REFUSED_TEXT: "not understood: `{0}`", "이해하지 못한 말: `{0}`";
    REFUSED_NODE: "nothing runs {0} yet", "{0}[을] 처리하는 부분이 아직 없습니다";
    REFUSED_SENSE: "makes no sense on this card: {0}", "이 카드에서는 뜻이 통하지 않습니다: {0}";
    REFUSED_UNSTABLE: "reads otherwise once printed: `{0}`", "출력한 글이 다르게 읽힙니다: `{0}`";
    REFUSED_FACES: "cards with several faces can't be played yet ({0})", "면이 여럿인 카드는 아직 쓸 수 없습니다 ({0})";
    REFUSED_TYPES: "type line: {0}", "유형 표시줄: {0}";
    REFUSED_COST: "mana cost: {0}", "마나 비용: {0}";
    REFUSED_NUMBERS: "numbers: {0}", "숫자: {0}";
    REFUSED_INCOMPLETE: "its text is not whole in the file", "파일에 있는 설명이 온전하지 않습니다";
    REFUSED_REMINDER: "the reminder says what the card hasn't: `{0}`", "괄호 안의 설명이 카드와 다릅니다: `{0}`";
    REMINDERS_LINE: "{0} reminders in parentheses on accepted cards: {1} checked ({2} %), {3} not checked", "쓸 수 있는 카드의 괄호 안 설명 {0}개: 확인 {1}개 ({2}%), 확인하지 못함 {3}개";
    REMINDERS_HEAD: "reminders that are not checked (times, words):", "확인하지 못한 괄호 안 설명 (횟수, 내용):";
    REMINDER_UNKNOWN: "the reminder is not checked, its words are not known: `{0}`", "괄호 안의 설명을 확인하지 못했습니다. 모르는 말: `{0}`";
    REFUSED_BRACKETS: "a parenthesis is not closed in its line", "괄호가 같은 줄에서 닫히지 않습니다";
    // Series.
    INTERNAL: "internal error", "내부 오류";
    SIM_TOO_LONG: "it takes more than {0} decisions, the most that --limit allows", "결정이 --limit으로 정한 최대 {0}번을 넘었습니다";
    SIM_NO_ANSWER: "a question has no legal answer", "적법한 답이 없는 질문이 나왔습니다";
    SIM_ILLEGAL: "a bot's answer isn't legal [{0}]: {1}", "봇의 답이 적법하지 않습니다 [{0}]: {1}";
    STAR_NO_DECK: "there is no deck or file `{0}`; built in: {1}", "`{0}`[이라]는 덱이나 파일이 없습니다. 내장 덱: {1}";
    STAR_NAME: "Starlight TCG", "스타라이트TCG";
    STAR_EDITION: "--edition is for Magic; what Starlight's rules leave open is changed with --rules", "--edition은 Magic의 옵션입니다. 스타라이트의 규칙이 정하지 않은 것은 --rules로 바꿉니다";
    MAGIC_ONLY: "--random-decks and --laws are for Magic", "--random-decks와 --laws는 Magic의 옵션입니다";
    STAR_RULES_ONLY: "--rules is for --game starlight", "--rules는 --game starlight의 옵션입니다";
    STAR_KEYS: "Up, Down, Enter: choose; space: the idle answer; digits, `:`: type; u: take back; q: leave; ?: this", "위, 아래, Enter: 고르기. 스페이스: 더 하지 않음. 숫자, `:`: 입력. u: 되돌리기. q: 나가기. ?: 이 도움말";
    STAR_DECK_GOOD: "{0}: {1} cards and the star {2}: nothing is wrong", "{0}: 카드 {1}장과 스타 {2}: 문제가 없습니다";
    STAR_MANY_DECKS: "`{0}` holds several decks ({1}); to play, a file holds one", "`{0}`에는 덱이 여럿 있습니다 ({1}). 플레이하려면 파일에 덱 하나만 두세요";
    STAR_LIFE: "life {0}", "생명점 {0}";
    STAR_OURS: "(our own invention, for the starter decks)", "(시작 덱을 위해 우리가 만든 카드)";
    STAR_STONE: "magic stone", "마력석";
    STAR_BASIC_STONE: "basic magic stone", "기본 마력석";
    STAR_UNFAIR: "not taken back: chance was drawn, a hidden card was shown or the other player has decided since (`undo anyway` if you agree)", "되돌리지 않았습니다: 그 뒤에 무작위로 정해졌거나, 숨은 카드가 드러났거나, 상대가 결정했습니다 (서로 동의하면 `되돌리기 그래도`)";
    STAR_HELP: "A number chooses from the list; Enter is the idle answer (done, pay, end the turn, no).\nboard, hand, graveyard, card NAME, log, undo, save FILE, quit\nuse NAME, use NAME -> TARGET, ability NAME, place NAME, place NAME face down\nattack NAME, NAME; block ATTACKER: BLOCKER, BLOCKER; order NAME, NAME; choose NAME; pay; done; yes; no; pass; concede\nWhich of several: NAME#2, B's NAME", "번호는 목록에서 고르고, 빈 줄은 더 하지 않는다는 뜻입니다 (완료, 지불, 턴 종료, 아니오).\n전장, 손, 무덤, 카드 이름, 기록, 되돌리기, 저장 파일, 나가기\n사용 이름, 사용 이름 -> 목표, 능력 이름, 자원 이름, 자원 이름 뒷면\n공격 이름, 이름 / 방어 공격자: 방어자, 방어자 / 순서 이름, 이름 / 선택 이름 / 지불 / 완료 / 예 / 아니오 / 턴 종료 / 항복\n여럿 중 하나: 이름#2, B의 이름";
    TWO_BOTS: "--bots takes two names, such as greedy,random", "--bots에는 이름 두 개를 적습니다. 예: greedy,random";
    GAME_FAILED: "game {0} of seed {1} could not be played to its end: {2}", "시드 {1}의 {0}번째 게임을 끝까지 진행하지 못했습니다: {2}";
    SIM_GAMES: "{0} games under the rules of {1}, seed {2}", "{1} 규칙으로 {0}게임, 시드 {2}";
    SIM_SEAT: "  {0} {1} ({2}): {3} wins, {4} % (95 %: {5} to {6} %)", "  {0} {1} ({2}): {3}승, {4} % (95 % 구간: {5}~{6} %)";
    SIM_DRAWS: "  draws: {0}", "  무승부: {0}";
    SIM_TURNS: "  turns, mean: {0}", "  평균 턴 수: {0}";
    SIM_REASONS: "  how games ended:", "  게임이 끝난 까닭:";
    SIM_PAIRINGS: "  pairings (wins of each seat, draws):", "  덱 조합별 승수 (무승부):";
    SIM_SPEED: "  {0} decisions in {1} s on {2} threads: {3} a second", "  결정 {0}번, {1}초, 스레드 {2}개: 초당 {3}번";
    SIM_VERIFIED: "  every recording played again to the same hash", "  모든 기록을 다시 재생했고 해시가 같습니다";
    // What happens.
    E_TURN: "turn {1}: {0}", "{1}턴: {0}";
    E_STEP: "— {0} ({1})", "— {0} ({1})";
    E_MOVED: "{0}: {1} → {2} ({3})", "{0}: {1} → {2} ({3})";
    E_DRAWN: "{0} draws a card", "{0}[이] 카드를 뽑습니다";
    E_DRAWN_CARD: "{0} draws {1}", "{0}[이] {1}[을] 뽑습니다";
    E_EMPTY: "{0} has no card left to draw", "{0}[은] 뽑을 카드가 없습니다";
    E_TO_BATTLEFIELD: "{0} enters for {1}", "{1}의 {0}[이] 전장에 들어옵니다";
    E_TO_BATTLEFIELD_OLD: "{0} comes into play for {1}", "{1}의 {0}[이] 플레이에 들어옵니다";
    E_TO_STACK: "{1} announces {0}", "{1}[이] {0}[을] 사용한다고 알립니다";
    E_TO_GRAVEYARD: "{0} goes to {1}'s graveyard", "{0}[이] {1}의 무덤에 놓입니다";
    E_TO_HAND: "{0} goes to {1}'s hand", "{0}[이] {1}의 손으로 갑니다";
    E_TO_LIBRARY: "{0} goes to {1}'s library", "{0}[이] {1}의 서고로 갑니다";
    E_TO_EXILE: "{0} is exiled", "{0}[이] 추방됩니다";
    E_TO_EXILE_OLD: "{0} is removed from the game", "{0}[이] 게임에서 제거됩니다";
    E_TAPPED: "{0} becomes tapped", "{0}[이] 탭됩니다";
    E_PHASED_OUT: "{0} phases out", "{0}[이] 페이즈 아웃합니다";
    E_PHASED_IN: "{0} phases in", "{0}[이] 페이즈 인합니다";
    E_SEARCHED: "{0} searches {1}'s library", "{0}[이] {1}의 서고를 찾아봅니다";
    E_TURNED_UP: "{0} is turned face up", "{0}[이] 앞면이 됩니다";
    E_TURNED_DOWN: "{0} is turned face down", "{0}[이] 뒷면이 됩니다";
    E_UNTAPPED: "{0} becomes untapped", "{0}[이] 언탭됩니다";
    E_GAIN: "{0} gains {1} life ({2})", "{0}[이] 생명점 {1}점을 얻습니다 ({2})";
    E_LOSE: "{0} loses {1} life ({2})", "{0}[이] 생명점 {1}점을 잃습니다 ({2})";
    E_BURN: "mana burn: {0} loses {1} life ({2})", "마나번: {0}[이] 생명점 {1}점을 잃습니다 ({2})";
    E_DAMAGE: "{0} deals {2} damage to {1}", "{0}[이] {1}에게 피해 {2}점을 줍니다";
    E_COMBAT_DAMAGE: "{0} deals {2} combat damage to {1}", "{0}[이] {1}에게 전투피해 {2}점을 줍니다";
    E_PREVENTED: "{1} damage to {0} is prevented", "{0}[이] 받을 피해 {1}점이 방지됩니다";
    E_MANA: "{0} adds {1}", "{0}[이] {1}[을] 추가합니다";
    E_SPENT: "{0} spends {1}", "{0}[이] {1}[을] 지불합니다";
    E_MANA_LOST: "{0} loses {1} unspent mana", "{0}[이] 쓰지 않은 마나 {1}점을 잃습니다";
    E_COPIED: "{0} puts a copy of {1} on the stack", "{0}[이] {1}의 복사본을 스택에 놓는다";
    E_CAST: "{0} casts {1}", "{0}[이] {1}[을] 발동합니다";
    E_CAST_OLD: "{0} plays {1}", "{0}[이] {1}[을] 플레이합니다";
    E_ABILITY: "an ability of {1} goes on the stack ({0})", "{1}의 능력이 스택에 놓입니다 ({0})";
    E_TARGETED: "{0} targets {1}", "{0}[이] {1}[을] 목표로 정합니다";
    E_RESOLVES: "{0} resolves", "{0}[이] 해결됩니다";
    E_RESOLVES_ABILITY: "the ability of {0} resolves", "{0}의 능력이 해결됩니다";
    E_FIZZLED: "{0} has no legal target left", "{0}[은] 적법한 목표가 없습니다";
    E_COUNTERED: "{0} is countered", "{0}[이] 무효화됩니다";
    E_TAKEN_BACK: "{0} takes the announcement back", "{0}[이] 알린 것을 되돌립니다";
    E_COUNTERS: "{0}: {2} {1} counters", "{0}: {1} 카운터 {2}개";
    E_PLAYER_COUNTERS: "{0} gets {2} {1} counters", "{0}[이] {1} 카운터 {2}개를 받습니다";
    E_ATTACKS: "{0} attacks {1}", "{0}[이] {1}[을] 공격합니다";
    E_BLOCKS: "{0} blocks {1}", "{0}[이] {1}[을] 방어합니다";
    E_BLOCKED: "{0} becomes blocked", "{0}[이] 방어됩니다";
    E_UNBLOCKED: "{0} isn't blocked", "{0}[은] 방어되지 않았습니다";
    E_LEFT_COMBAT: "{0} is removed from combat", "{0}[이] 전투에서 제외됩니다";
    E_ASSIGNED: "{0} assigns {2} damage to {1}", "{0}[이] {1}에게 피해 {2}점을 배정합니다";
    E_DAMAGE_STACK: "combat damage goes on the stack", "전투피해가 스택에 놓입니다";
    E_DAMAGE_RESOLVES: "combat damage resolves", "전투피해가 해결됩니다";
    E_CONTROL: "{1} gains control of {0}", "{1}[이] {0}의 조종권을 얻습니다";
    E_ATTACHED: "{0} is attached to {1}", "{0}[이] {1}에 부착됩니다";
    E_UNATTACHED: "{0} becomes unattached", "{0}[이] 떨어집니다";
    E_DESTROYED: "{0} is destroyed", "{0}[이] 파괴됩니다";
    E_SACRIFICED: "{1} sacrifices {0}", "{1}[이] {0}[을] 희생합니다";
    E_DISCARDED: "{1} discards {0}", "{1}[이] {0}[을] 버립니다";
    E_REGENERATED: "{0} regenerates", "{0}[이] 재생됩니다";
    E_TOKEN: "{1} creates {0}", "{1}[이] {0} 토큰을 만듭니다";
    E_CEASED: "{0} ceases to exist", "{0}[이] 사라집니다";
    E_REPLACED: "an effect of {0} changes the event", "{0}의 효과가 사건을 대체합니다";
    E_TRIGGERED: "an ability of {0} triggers", "{0}의 능력이 격발됩니다";
    E_SHUFFLED: "{0} shuffles", "{0}[이] 서고를 섞습니다";
    E_REVEALED: "{0} is revealed", "{0}[을] 공개합니다";
    E_LOOKED: "{0} looks at {2} cards of {1}", "{0}[이] {1}의 카드 {2}장을 봅니다";
    E_PASSED: "{0} passes", "{0}[이] 우선권을 넘깁니다";
    E_CHOSE: "{0} chooses {1}", "{0}[이] {1}[을] 선택합니다";
    E_CHOSE_HIDDEN: "{0} chooses", "{0}[이] 선택합니다";
    E_CHOSE_NUMBER: "{0} chooses {1}", "{0}의 선택: {1}";
    E_MULLIGAN: "{0} takes a mulligan", "{0}[이] 멀리건합니다";
    E_KEPT: "{0} keeps the hand", "{0}[이] 손을 유지합니다";
    E_LOST: "{0} loses the game", "{0}[이] 패배합니다";
    E_WON: "{0} wins the game", "{0}[이] 승리합니다";
    E_DRAW: "the game is a draw", "게임이 무승부로 끝났습니다";
    A_CARD: "a card", "카드 한 장";
    SOMETHING: "something", "무언가";
    COMBAT_DAMAGE: "combat damage", "전투피해";
    // Answers.
    A_PASS: "pass", "넘긴다";
    A_DECLINE: "don't apply it", "적용하지 않는다";
    A_DONT_PAY: "don't pay", "지불하지 않는다";
    A_DONE: "that is all", "이만 끝낸다";
    A_AUTO: "pay automatically", "자동으로 지불한다";
    A_YES: "yes", "예";
    A_NO: "no", "아니오";
    A_KEEP: "keep", "유지한다";
    A_MULLIGAN: "mulligan", "멀리건한다";
    A_CANCEL: "cancel", "되돌린다";
    A_CONCEDE: "concede", "항복한다";
    A_PICK: "option {0}", "{0}번";
    A_PICK_MANA: "spend {0} from the pool", "마나풀의 {0}[을] 쓴다";
    A_LAND: "play {0}", "{0}[을] 플레이한다";
    A_CAST: "cast {0}", "{0}[을] 발동한다";
    A_CAST_OLD: "play {0}", "{0}[을] 플레이한다";
    A_FLASHBACK: "flash back {0}", "{0}[을] 회상으로 발동한다";
    A_FACE_DOWN: "play {0} face down", "{0}[을] 뒷면으로 플레이한다";
    A_TURN_UP: "turn {0} face up", "{0}[을] 앞면으로 뒤집는다";
    A_ALTERNATIVE: "cast {0} for its other cost", "{0}[을] 대체 비용으로 발동한다";
    A_ACTIVATE: "activate {0}: {1}", "{0}의 능력을 활성화한다: {1}";
    A_ATTACK: "{0} attacks {1}", "{0}[이] {1}[을] 공격한다";
    A_BLOCK: "{0} blocks {1}", "{0}[이] {1}[을] 방어한다";
    OF_PLAYER: "{0} of {1}", "{1}의 {0}";
    // The full screen.
    CANT_PASS: "this has to be answered", "답해야 하는 질문입니다";
    TABLE: "table", "테이블";
    LOG: "log", "기록";
    HELP_TITLE: "help", "도움말";
    HELP_KEYS: "Enter: give the selected answer; digits: the answer of that number\nspace, p: pass   e: pass until end step   Esc: cancel\nu: take back   U: take back although it isn't fair\nc: card text   t: table   g: graveyards   f: full log   PgUp, PgDn: scroll\ns, F2: stops   F3: pass by itself on/off\n:  type a command   q: leave   ?: this help\nattacks and blocks: space marks, a marks all, Enter declares\n \nCommands:", "Enter: 선택한 답을 고른다. 숫자: 그 번호의 답\n스페이스, p: 넘긴다   e: 종료단까지 넘긴다   Esc: 되돌린다\nu: 되돌린다   U: 공정하지 않아도 되돌린다\nc: 카드 설명   t: 테이블   g: 무덤   f: 전체 기록   PgUp, PgDn: 스크롤\ns, F2: 멈춤   F3: 자동으로 넘김 켬/끔\n:  명령 입력   q: 나가기   ?: 이 도움말\n공격과 방어: 스페이스로 표시, a로 모두 표시, Enter로 선언\n \n명령:";
    STOPS_TITLE: "stops (Enter sets and clears; F3 passing by itself: {0})", "멈춤 (Enter로 바꾸기. F3 자동으로 넘김: {0})";
    ON_OWN: "{0}, your turn", "{0}, 내 턴";
    ON_OTHER: "{0}, other turns", "{0}, 상대 턴";
    TAPPED_SHORT: "tapped", "탭";
    TOO_SMALL: "terminal too small (at least {0}x{1})", "터미널이 너무 작습니다 (최소 {0}x{1})";
    PHASES: "Untap|Upkeep|Draw|Main|Combat|Attack|Block|First|Damage|End combat|Main 2|End|Cleanup", "언탭|유지|뽑기|본1|전투|공격|방어|선제|피해|전투끝|본2|종료|정리";
    TURN_SHORT: "T", "턴 ";
    GO_ON: "Enter or space goes on", "Enter나 스페이스로 계속";
    LEAVE: "Leave the game? It is saved. (y/n)", "게임에서 나가시겠습니까? 저장됩니다. (y/n)";
    KEYS: "Enter choose  space pass  u undo  c card  e end step  : command  ? help  q quit", "Enter 선택  스페이스 넘김  u 되돌리기  c 카드  e 종료단  : 명령  ? 도움말  q 끝";
    KEYS_BATCH: "space mark  a all  Enter declare  c card  ? help", "스페이스 표시  a 모두  Enter 선언  c 카드  ? 도움말";
    MESSAGE: "message", "알림";
    READ_ON: "(v: all)", "(v: 전체)";
    INTERRUPTED: "interrupted", "중단되었습니다";
    // The table in lines.
    YOU_ARE: "You are {0}. Type `help` for what can be typed.", "당신은 {0}입니다. 명령을 보려면 `도움말`을 입력하세요.";
    PLAY_TITLE: "Simpan: {0} against {1} under the rules of {2}, seed {3}", "심판: {0} 대 {1}, {2} 규칙, 시드 {3}";
    REFUSED: "Not possible [{0}]: {1}", "할 수 없습니다 [{0}]: {1}";
    NO_SUCH_NUMBER: "there is no answer {0}; 1 to {1}", "{0}번 답은 없습니다. 1부터 {1}까지 있습니다";
    NOT_UNDERSTOOD: "`{0}` is not understood; a number, a command, or `help`", "`{0}`[을] 이해하지 못했습니다. 번호나 명령, 또는 `도움말`을 입력하세요";
    UNDONE: "taken back", "되돌렸습니다";
    NOTHING_TO_UNDO: "{0} has decided nothing that could be taken back", "{0}[은] 되돌릴 만한 결정을 내린 적이 없습니다";
    UNFAIR: "can't be taken back [{0}]: {1}; `undo anyway` does it all the same", "되돌릴 수 없습니다 [{0}]: {1}. `undo anyway`(`되돌리기 그래도`)로는 되돌릴 수 있습니다";
    UNFAIR_DECIDED: "{0} has decided something since {1}'s last decision", "{1}의 마지막 결정 뒤에 {0}[이] 결정을 내렸습니다";
    UNFAIR_SHOWN: "since {0}'s last decision chance was drawn or something hidden was shown", "{0}의 마지막 결정 뒤에 무작위로 정해졌거나 숨겨진 것이 드러났습니다";
    UNDONE_ANYWAY: "note: taken back although {0}", "알림: 되돌렸습니다. 다만 {0}";
    SAVED: "saved: {0}", "저장했습니다: {0}";
    INPUT_ENDED: "the input has ended; the game is saved where it stands", "입력이 끝났습니다. 게임을 여기까지 저장합니다";
    OVER: "The game is over [{0}]: {1}", "게임이 끝났습니다 [{0}]: {1}";
    STOPS_ARE: "stops on your turn: {0}; on others' turns: {1}; passing by itself: {2}", "내 턴의 멈춤: {0}. 상대 턴의 멈춤: {1}. 자동으로 넘김: {2}";
    STOPS_NONE: "none", "없음";
    NO_STEP: "no step is called `{0}`; {1}", "`{0}`[이라]는 단은 없습니다. {1}";
    ON: "on", "켬";
    OFF: "off", "끔";
    HELP: "number: give that answer\nempty line: nothing more: pass where one can pass, 'that is all' at attackers, blockers and other choices of several; else the first answer\npass | pass until end step\ncancel: take the announcement back\nboard | hand | graveyard | log\ncard NAME\nundo: take your own last decision back, where that is fair | undo anyway\nstops | stops STEP | stops other STEP | auto on | auto off\nsave FILE | concede | quit\nor a command: play NAME, cast NAME -> TARGET, activate NAME, tap NAME, attack NAME, NAME, block NAME: NAME, choose NAME, pay, keep, mulligan, yes, no, done", "번호: 그 답을 고른다\n빈 줄: 더 할 것이 없다. 넘길 수 있으면 넘기고, 공격자나 방어자처럼 여럿을 고를 때는 '이만 끝낸다', 그 밖에는 첫 번째 답\n패스(pass) | 종료단까지 패스(pass until end step)\n취소(cancel): 알린 것을 되돌린다\n전장(board) | 손(hand) | 무덤(graveyard) | 기록(log)\n카드 이름(card): 카드 설명\n되돌리기(undo): 자기 마지막 결정을 되돌린다. 공정할 때만 | 되돌리기 그래도(undo anyway)\n멈춤(stops) | 멈춤 단 | 멈춤 상대 단 | 자동 켬 | 자동 끔(auto on | auto off): 멈춤과 자동 넘김\n저장 파일(save) | 항복(concede) | 나가기(quit)\n또는 명령: 플레이(play) 이름, 발동(cast) 이름 -> 목표, 활성화(activate) 이름, 탭(tap) 이름, 공격(attack) 이름, 이름, 방어(block) 이름: 이름, 선택(choose) 이름, 지불(pay), 유지(keep), 멀리건(mulligan), 예(yes), 아니오(no), 완료(done)";
    LIFE: "life", "생명점";
    HAND: "hand", "손";
    LIBRARY: "library", "서고";
    GRAVEYARD: "graveyard", "무덤";
    EXILE: "exile", "추방";
    EXILE_OLD: "removed from the game", "게임에서 제거됨";
    BATTLEFIELD: "battlefield", "전장";
    BATTLEFIELD_OLD: "in play", "플레이";
    STACK: "stack", "스택";
    POOL: "mana", "마나";
    POISON: "poison", "독";
    EMPTY: "(empty)", "(없음)";
    TURN_LINE: "Turn {0} ({1}), {2}", "{0}턴 ({1}), {2}";
    BEFORE_FIRST: "before the first turn", "첫 턴 전";
    TAPPED: "tapped", "탭됨";
    SICK: "summoning sick", "소환 후유증";
    DAMAGE_MARK: "damage {0}", "피해 {0}";
    ATTACKING: "attacking {0}", "{0} 공격 중";
    BLOCKING: "blocking {0}", "{0} 방어 중";
    ATTACHED_TO: "on {0}", "{0}에 부착";
    SIM_HASH: "  hash of all games: {0}", "  모든 게임의 해시: {0}";
}

/// Why a file could not be read or written.
pub fn io(error: &std::io::Error, lang: simpan_rulebook::Lang) -> String {
    use std::io::ErrorKind as E;
    match error.kind() {
        E::NotFound => IO_MISSING.get(lang).to_owned(),
        E::PermissionDenied => IO_DENIED.get(lang).to_owned(),
        E::IsADirectory => IO_FOLDER.get(lang).to_owned(),
        E::InvalidData => IO_GARBLED.get(lang).to_owned(),
        _ => error.to_string(),
    }
}

/// Where a file of JSON is damaged; English says how as well.
pub fn garbled(error: &serde_json::Error, lang: simpan_rulebook::Lang) -> String {
    match lang {
        simpan_rulebook::Lang::En => error.to_string(),
        simpan_rulebook::Lang::Ko => {
            let (line, column) = (error.line().to_string(), error.column().to_string());
            fill(GARBLED_AT.get(lang), &[&line, &column])
        }
    }
}

/// Fills the places of a text.
pub fn fill(text: &str, with: &[&str]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(open) = rest.find(['{', '[']) {
        out.push_str(&rest[..open]);
        let close = if rest[open..].starts_with('{') { '}' } else { ']' };
        let after = &rest[open + 1..];
        let Some(end) = after.find(close) else { break };
        let inside = &after[..end];
        let filled = match (close, inside.parse::<usize>(), particle(inside)) {
            ('}', Ok(n), _) => with.get(n).copied(),
            (']', _, _) if inside == "이라" => match josa(spoken_end(&out), Josa::Subject) {
                "이" => Some("이라"),
                _ => Some("라"),
            },
            (']', _, Some(particle)) => Some(josa(spoken_end(&out), particle)),
            _ => None,
        };
        match filled {
            Some(text) => out.push_str(text),
            // A bracket of the text itself; what stands inside may have places of its own.
            None => {
                out.push_str(&rest[open..=open]);
                rest = after;
                continue;
            }
        }
        rest = &after[end + 1..];
    }
    out.push_str(rest);
    out
}

/// What is heard last: quotation marks and the like are silent.
fn spoken_end(text: &str) -> &str {
    text.trim_end_matches(['`', '\'', '"', ')', ']', '.'])
}

fn particle(text: &str) -> Option<Josa> {
    Some(match text {
        "은" => Josa::Topic,
        "이" => Josa::Subject,
        "을" => Josa::Object,
        "와" => Josa::With,
        "로" => Josa::Toward,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of a text, sorted.
    fn places(text: &str) -> Vec<char> {
        let mut all: Vec<char> =
            text.match_indices('{').filter_map(|(i, _)| text[i + 1..].chars().next()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn every_entry_says_the_same_in_both_languages() {
        let hangul = |c: char| ('가'..='힣').contains(&c);
        for (name, entry) in ALL {
            assert!(!entry.en.trim().is_empty() && !entry.ko.trim().is_empty(), "{name}");
            assert!(!entry.en.chars().any(hangul), "{name}: English with Hangul");
            let has_words = entry.en.chars().any(|c| c.is_ascii_alphabetic());
            assert!(!has_words || entry.ko.chars().any(hangul), "{name}: no Korean");
            assert_eq!(places(entry.en), places(entry.ko), "{name}: other places");
        }
    }

    #[test]
    fn particles_follow_the_sound() {
        assert_eq!(fill("{0}[을] 낸다", &["섬"]), "섬을 낸다");
        assert_eq!(fill("`{0}`[을]", &["평지"]), "`평지`를");
        assert_eq!(fill("{0} [x{1}] {9}", &["a", "b"]), "a [xb] {9}");
    }
}
