//! The command line in the reader's language: `--help` and what is said of wrong arguments.
//!
//! The English stands at the arguments themselves; the Korean of all of them in [`KOREAN`].

use crate::words::{self, fill};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, Error, FromArgMatches};
use simpan_magic::{Preset, PresetError};
use simpan_rulebook::{Lang, RulebookError};
use std::error::Error as _;

/// What commands (`play`) and their arguments (`play.deck`) are for.
const KOREAN: &[(&str, &str)] = &[
    ("", "2005년과 2021년 규칙의 매직: 더 개더링과 스타라이트TCG를 위한 규칙 엔진, 심판, 테이블"),
    ("lang", "언어: en이나 ko (적지 않으면 SIMPAN_LANG이나 환경에 따름)"),
    ("allow-refused", "거부된 카드를 거부된 내용 없이 쓰고, 무엇이 빠지는지 알립니다"),
    ("help", "도움말을 봅니다"),
    ("version", "버전을 봅니다"),
    ("play", "이 터미널에서 게임을 합니다"),
    ("play.game", "게임"),
    ("play.deck", "내 덱: 내장 덱의 이름이나 파일"),
    ("play.vs", "상대 덱"),
    ("play.rules", "스타라이트의 규칙이 정하지 않은 것을 다르게 정하는 파일"),
    ("play.edition", "매직의 규칙서 (적지 않으면 2021)"),
    ("play.seed", "시드. 시드와 답이 같으면 게임도 같습니다"),
    ("play.seats", "두 자리에 앉는 쪽: human(사람)이나 bot(봇)"),
    ("play.bot", "봇의 종류"),
    ("play.line", "전체 화면 대신 한 줄씩 진행합니다"),
    ("play.full", "우선권을 넘기는 것과 아무 일 없는 단과 단계까지 모두 기록합니다"),
    ("play.replay", "기록을 저장할 파일"),
    ("sim", "봇끼리 여러 게임을 합니다"),
    ("sim.game", "게임"),
    ("sim.deck", "첫째 자리의 덱: 내장 덱의 이름이나 파일"),
    ("sim.vs", "둘째 자리의 덱"),
    (
        "sim.random-decks",
        "그 대신 게임마다 가져온 카드로 무작위 덱을 만듭니다. 포맷: standard-2005, standard-2021, free, 또는 포맷을 적은 TOML 파일",
    ),
    ("sim.laws", "플레이어에게 하는 질문 n개마다 엔진의 법칙을 확인합니다. 0은 확인하지 않음"),
    ("sim.from", "첫 게임의 번호. 번호가 같은 게임은 늘 같습니다"),
    ("sim.rules", "스타라이트의 규칙이 정하지 않은 것을 다르게 정하는 파일"),
    ("sim.games", "게임 수"),
    ("sim.bots", "첫째 자리와 둘째 자리의 봇"),
    ("sim.seed", "시드. 시드가 같으면 게임도 같습니다"),
    ("sim.threads", "스레드 수 (적지 않으면 모든 코어)"),
    ("sim.edition", "매직의 규칙서 (적지 않으면 2021)"),
    ("sim.json", "JSON 하나로 출력합니다"),
    ("sim.all-pairings", "모든 내장 덱끼리 차례로 붙입니다"),
    ("sim.verify", "게임마다 기록을 다시 재생하여 비교합니다"),
    (
        "sim.limit",
        "한 게임에서 내릴 수 있는 결정의 최대 횟수: 적지 않으면 20만 번. 무작위 덱끼리는 적지 않으면 2만 번 뒤에 끝내지 않은 채 둡니다",
    ),
    ("replay", "기록된 게임을 보거나 확인하거나 갈라서 이어 합니다"),
    ("replay.file", "기록 파일"),
    ("replay.to-turn", "이 턴까지 봅니다"),
    ("replay.step", "결정 하나씩 봅니다. Enter로 계속"),
    ("replay.verify", "다시 재생하여 사건 해시를 비교합니다"),
    ("replay.branch-at", "답을 이만큼 따른 뒤부터 이어서 합니다"),
    ("replay.branch-at-turn", "이 턴의 처음부터 이어서 합니다"),
    ("replay.save", "갈라진 게임을 저장할 파일"),
    ("replay.full", "넘기는 것과 빈 단까지 모든 사건을 봅니다"),
    ("judge", "시나리오를 판정합니다"),
    ("judge.paths", "시나리오 파일이나 폴더"),
    ("judge.explain", "모든 사건을 그 규칙과 함께 설명합니다"),
    ("judge.json", "JSON 하나로 출력합니다"),
    ("judge.schema", "시나리오의 JSON 스키마를 출력합니다"),
    ("judge.diff", "시나리오에서 규칙서마다 달라지는 것을 보입니다"),
    ("judge.edition", "이 규칙서들만"),
    ("judge.skipped", "생략하도록 표시된 것도 실행합니다"),
    ("judge.cards", "시나리오가 가져오는 카드의 자료 파일 (`cards import`로 가져온 카드 대신)"),
    (
        "judge.without",
        "규칙 하나(키나 번호)를 빼 봅니다. 그때 실패하는 시나리오가 그 규칙을 알아차린 것입니다",
    ),
    ("cards", "카드를 봅니다"),
    ("cards.game", "게임. 적지 않으면 매직의 카드이고, 이름으로는 스타라이트의 카드도 찾습니다"),
    ("cards.show", "카드를 봅니다: 이름, 비용, 유형, 설명"),
    ("cards.show.name", "영어나 한국어 이름"),
    ("cards.show.edition", "어느 규칙서의 말로 볼지"),
    ("cards.list", "모든 카드의 목록을 봅니다"),
    (
        "cards.search",
        "카드를 찾습니다: `t:생물 c:g o:\"카드를 뽑\" mv<=3`, 초성 (`ㄱㄹㅈ`), -, or와 괄호",
    ),
    ("cards.search.query", "찾을 것"),
    ("cards.search.limit", "목록에 보일 카드의 수"),
    ("cards.diff", "가져온 카드의 설명을 우리가 출력한 것과 비교합니다"),
    ("cards.diff.name", "영어나 한국어 이름"),
    ("cards.diff.edition", "어느 규칙서의 말로 볼지"),
    (
        "cards.lint",
        "글로 쓴 카드의 파일을 읽고 이해하지 못한 것과 그 자리를 알립니다\n\n카드는 이름과 마나 비용이 있는 줄, 유형 표시줄, 설명, 공격력/방어력이나 [충성도]의 순서로 적고 빈 줄로 끝냅니다. #으로 시작하는 줄은 주석입니다.",
    ),
    ("cards.lint.file", "파일"),
    ("cards.import", "카드 자료 파일에서 카드를 가져옵니다"),
    ("cards.import.files", "파일. 없으면 이미 가져온 카드를 다시 처리합니다"),
    ("cards.import.fresh", "전에 가져온 카드를 버립니다"),
    ("cards.import.problems", "파일의 모든 문제를 봅니다"),
    ("cards.coverage", "파일의 카드 가운데 몇 장을 쓸 수 있고 무엇이 나머지를 막는지 셉니다"),
    ("cards.coverage.files", "카드 자료 파일. 없으면 가져온 카드를 셉니다"),
    ("cards.coverage.set", "이 세트(코드)에 있는 카드만. 여러 번 쓸 수 있습니다"),
    ("cards.coverage.format", "이 포맷의 카드만"),
    ("cards.coverage.funny", "장난 카드도"),
    ("cards.coverage.reasons", "카드를 가장 많이 막는 이유"),
    ("cards.coverage.top", "보일 이유의 수"),
    ("cards.coverage.list", "이 상태의 카드 목록"),
    ("cards.coverage.json", "JSON으로 출력합니다"),
    ("cards.coverage.problems", "파일의 모든 문제를 봅니다"),
    ("deck", "덱을 확인하고 변환합니다"),
    ("deck.game", "게임. 적지 않으면 덱의 게임"),
    ("deck.rules", "스타라이트의 규칙이 정하지 않은 것을 다르게 정하는 파일"),
    ("deck.check", "덱을 확인합니다: 카드, 매수, 같은 카드의 수, 포맷의 세트"),
    ("deck.check.file", "파일이나 내장 덱의 이름, 표준 입력은 `-`"),
    (
        "deck.check.format",
        "constructed, limited, free, standard-2005, standard-2021, 또는 포맷을 적은 TOML 파일. 적지 않으면 constructed이고, 카드가 40장인 내장 덱은 limited",
    ),
    ("deck.check.lines", "모든 줄과 그 뜻을 보입니다"),
    ("deck.convert", "다른 프로그램의 덱 형식으로 씁니다"),
    ("deck.convert.file", "파일이나 내장 덱의 이름, 표준 입력은 `-`"),
    (
        "deck.convert.to",
        "plain, arena, mtgo-text, mtgo-dek, cockatrice, forge, xmage, moxfield 가운데 하나",
    ),
    ("deck.convert.output", "표준 출력 대신 쓸 파일"),
    ("deck.convert.keep-names", "한국어 이름이나 잘못 적은 이름도 그대로 둡니다"),
    ("deck.list", "내장 덱의 목록을 봅니다"),
    ("rules", "규칙을 찾아봅니다"),
    (
        "rules.what",
        "번호(`413.2a`, `cr2005-413.2a`), 키, 목록의 id(`guide-target`), `search`와 찾을 말, `diff`와 규칙서 둘",
    ),
    ("rules.edition", "이 규칙서만"),
    ("rules.diff", "규칙서마다 다른 것. 모두, 또는 찾는 규칙에서"),
    ("rules.full", "줄이지 않고 모두 보입니다"),
    ("rules.notes", "2005-notes 규칙서가 다르게 하는 것을 주장마다 봅니다"),
    ("rules.coverage", "목록의 항목마다 어디에서 적용하고 무엇이 보여 주며 무엇이 없는지 봅니다"),
    (
        "rules.coverage.json",
        "JSON 목록 하나로 출력합니다: `{id, status, scenarios, where, reason}`",
    ),
    ("rules.coverage.scenarios", "시나리오 폴더. 적지 않으면 `conformance`"),
    ("rules.coverage.page", "`docs/coverage.md` 문서를 쓸 파일"),
    ("rules.mutate", "규칙을 하나씩 빼 봅니다. 시나리오가 저마다 알아차려야 합니다"),
    ("rules.mutate.sample", "무작위로 뽑은 이만큼만"),
    ("rules.mutate.seed", "뽑는 시드"),
    ("rules.mutate.least", "이 비율(%)보다 낮으면 실패합니다"),
    ("rules.mutate.json", "JSON 하나로 출력합니다"),
    ("rules.mutate.scenarios", "시나리오 폴더. 적지 않으면 `conformance`"),
    ("rules.starlight", "스타라이트TCG의 규칙과, 규칙이 정하지 않은 것에 대한 가정"),
    ("rules.starlight.words", "규칙 번호나 찾을 말. 없으면 모든 규칙"),
    ("rules.starlight.assumptions", "모든 가정의 값과 출처와 까닭"),
    ("rules.starlight.rules", "crates/starlight/starlight.toml과 같은 형식으로 다르게 정하는 파일"),
    ("rules.starlight.json", "JSON으로 출력합니다"),
];

/// The Korean for a command or argument; what every command has stands under its bare name.
fn korean(path: &str) -> Option<&'static str> {
    let find = |key: &str| KOREAN.iter().find(|(k, _)| *k == key).map(|(_, text)| *text);
    let mut parts: Vec<&str> = path.split('.').collect();
    let last = parts.pop().unwrap_or(path);
    // What a command above has is had below it too.
    let above = (1..parts.len()).rev().map(|n| format!("{}.{last}", parts[..n].join(".")));
    let inherited = above.into_iter().find_map(|key| find(&key));
    find(path).or(inherited).or_else(|| find(last).filter(|_| COMMON.contains(&last)))
}

/// Arguments that every command has.
const COMMON: [&str; 4] = ["lang", "allow-refused", "help", "version"];

/// The language of the command line: `--lang`, else `SIMPAN_LANG`, else the environment.
pub fn language(args: &[String]) -> Lang {
    let after = args.iter().skip_while(|a| *a != "--lang").nth(1).map(String::as_str);
    let said = args.iter().find_map(|a| a.strip_prefix("--lang=")).or(after);
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let own = set("SIMPAN_LANG").and_then(|value| value.parse().ok());
    let environment = || {
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
        let is_korean = value.is_some_and(|value| value.to_lowercase().starts_with("ko"));
        if is_korean { Lang::Ko } else { Lang::En }
    };
    said.and_then(|l| l.parse().ok()).or(own).unwrap_or_else(environment)
}

/// Reads the command line. What is asked of it, or wrong with it, is told and ends the program.
pub fn parse<T: CommandFactory + FromArgMatches>(args: &[String], lang: Lang) -> T {
    let mut command = T::command();
    if lang == Lang::Ko {
        command.build();
        command = translated(command, "");
    }
    let parsed = command.try_get_matches_from_mut(args).and_then(|m| T::from_arg_matches(&m));
    parsed.unwrap_or_else(|error| {
        let shown = matches!(
            error.kind(),
            ErrorKind::DisplayHelp
                | ErrorKind::DisplayVersion
                | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        );
        if shown || lang == Lang::En {
            error.exit();
        }
        crate::out::complain(told(&error));
        std::process::exit(error.exit_code());
    })
}

/// A command that is built, in Korean.
fn translated(command: Command, path: &str) -> Command {
    let headings = [words::HELP_USAGE, words::HELP_COMMANDS, words::HELP_OPTIONS];
    let [usage_word, commands, options] = headings.map(|e| e.get(Lang::Ko));
    let mut command = command
        .help_template(format!("{{about-with-newline}}\n{usage_word}: {{usage}}\n\n{{all-args}}"))
        .subcommand_help_heading(commands)
        .subcommand_value_name(commands);
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").replace("[OPTIONS]", &format!("[{options}]"));
    command = command.override_usage(StyledStr::from(usage));
    if let Some(text) = korean(path) {
        let first = text.split("\n\n").next().unwrap_or(text);
        command = command.about(first).long_about(text);
    }
    let ids: Vec<_> = command.get_arguments().map(|a| a.get_id().clone()).collect();
    for id in ids {
        let path = below(path, id.as_str());
        command = command.mut_arg(id, |arg| translated_arg(arg, &path));
    }
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    for name in names {
        // `help` holds all commands again.
        let path = if path == "help" { name.clone() } else { below(path, &name) };
        command = command.mut_subcommand(name, |sub| translated(sub, &path));
    }
    command
}

/// The path of something below a command; arguments are written as they are typed.
fn below(path: &str, name: &str) -> String {
    let name = name.replace('_', "-");
    let path = path.strip_prefix("help.").unwrap_or(path);
    if path.is_empty() { name } else { format!("{path}.{name}") }
}

fn translated_arg(arg: Arg, path: &str) -> Arg {
    let takes = arg.get_action().takes_values();
    let mut text = korean(path).unwrap_or_default().to_owned();
    let mut add = |entry: &words::Entry, all: Vec<String>| {
        if takes && !all.is_empty() {
            text.push_str(&format!(" [{}: {}]", entry.get(Lang::Ko), all.join(", ")));
        }
    };
    let defaults = arg.get_default_values().iter();
    add(&words::HELP_DEFAULT, defaults.map(|v| v.to_string_lossy().into_owned()).collect());
    let possible = arg.get_possible_values();
    add(&words::HELP_VALUES, possible.iter().map(|v| v.get_name().to_owned()).collect());
    let heading = if arg.is_positional() { words::HELP_ARGUMENTS } else { words::HELP_OPTIONS };
    arg.help(text.clone())
        .long_help(text)
        .help_heading(heading.get(Lang::Ko))
        .hide_default_value(true)
        .hide_possible_values(true)
}

/// What is wrong with a command line, in Korean.
fn told(error: &Error) -> String {
    let get = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(all)) => all.clone(),
        Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
        Some(ContextValue::StyledStrs(all)) => all.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    let one = |kind| get(kind).join(", ");
    let say = |entry: &words::Entry, with: &[&str]| fill(entry.get(Lang::Ko), with);
    let arg = one(ContextKind::InvalidArg);
    let value = one(ContextKind::InvalidValue);
    let mut out = match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => say(&words::ARG_NO_VALUE, &[&arg]),
        ErrorKind::InvalidValue => say(&words::ARG_VALUE, &[&value, &arg]),
        ErrorKind::ValueValidation => match because(error) {
            Some(why) => format!("{}: {why}", say(&words::ARG_VALUE, &[&value, &arg])),
            None => say(&words::ARG_VALUE, &[&value, &arg]),
        },
        ErrorKind::UnknownArgument => say(&words::ARG_UNKNOWN, &[&arg]),
        ErrorKind::InvalidSubcommand => {
            say(&words::ARG_NO_COMMAND, &[&one(ContextKind::InvalidSubcommand)])
        }
        ErrorKind::ArgumentConflict => {
            say(&words::ARG_CONFLICT, &[&arg, &one(ContextKind::PriorArg)])
        }
        ErrorKind::MissingRequiredArgument => say(&words::ARG_MISSING, &[&arg]),
        ErrorKind::MissingSubcommand => say(&words::ARG_WHICH, &[]),
        ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues | ErrorKind::TooFewValues => {
            say(&words::ARG_NUMBER, &[&arg])
        }
        ErrorKind::InvalidUtf8 => words::IO_GARBLED.get(Lang::Ko).to_owned(),
        _ => say(&words::ARG_WRONG, &[]),
    };
    let near =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    let near: Vec<String> = near.into_iter().flat_map(get).collect();
    let valid = [ContextKind::ValidValue, ContextKind::ValidSubcommand];
    let valid: Vec<String> = valid.into_iter().flat_map(get).collect();
    for (entry, all) in [(words::ARG_NEAR, near), (words::ARG_VALID, valid)] {
        if !all.is_empty() {
            out.push_str(&format!("\n  {}", say(&entry, &[&all.join(", ")])));
        }
    }
    for usage in get(ContextKind::Usage) {
        let usage = usage.trim_start_matches("Usage: ").to_owned();
        out.push_str(&format!("\n\n{}: {usage}", words::HELP_USAGE.get(Lang::Ko)));
    }
    format!("{out}\n{}", words::HELP_MORE.get(Lang::Ko))
}

/// Why a value is none, as whatever read it says.
fn because(error: &Error) -> Option<String> {
    let source = error.source()?;
    if let Some(error) = source.downcast_ref::<RulebookError>() {
        return Some(error.message(Lang::Ko));
    }
    if source.downcast_ref::<PresetError>().is_some() {
        let all = Preset::ALL.map(Preset::name).join(", ");
        return Some(fill(words::ARG_VALID.get(Lang::Ko), &[&all]));
    }
    let text = source.to_string();
    let range = text.rsplit_once(" is not in ").map(|(_, range)| range);
    let entry = if range.is_some() { words::ARG_RANGE } else { words::ARG_FORM };
    Some(fill(entry.get(Lang::Ko), &[range.unwrap_or_default()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every command and argument with its path, and the Korean it shows.
    fn all(command: &Command, path: &str, out: &mut Vec<(String, String)>) {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        out.push((path.to_owned(), about));
        for arg in command.get_arguments() {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            out.push((below(path, arg.get_id().as_str()), help));
        }
        for sub in command.get_subcommands().filter(|c| c.get_name() != "help") {
            all(sub, &below(path, sub.get_name()), out);
        }
    }

    #[test]
    fn every_command_and_argument_has_its_korean_and_nothing_else_has() {
        let mut command = crate::Cli::command();
        command.build();
        let command = translated(command, "");
        let mut shown = Vec::new();
        all(&command, "", &mut shown);
        for (path, text) in &shown {
            assert!(text.chars().any(|c| ('가'..='힣').contains(&c)), "{path}: {text}");
        }
        for (path, _) in KOREAN {
            assert!(shown.iter().any(|(p, _)| p == path), "nothing is called `{path}`");
        }
    }
}
