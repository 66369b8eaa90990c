//! Playing line by line, for a screen reader, a pipe or a test.

use crate::command::{self, Typed};
use crate::describe;
use crate::failure::Done;
use crate::interrupt;
use crate::library::library;
use crate::log::shown;
use crate::out;
use crate::saved;
use crate::session::{Session, Wait};
use crate::text::{Choice, Speaker, number};
use crate::words::{self, Entry, fill};
use simpan_cards::ast::{Step, Zone};
use simpan_engine::{Answer, Outcome, PlayerId, QuestionKind, Undone};
use simpan_judge::step_named;
use simpan_language::step_name;
use simpan_magic::{Question, RuleId};
use simpan_rulebook::rule;
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// Whether to go on reading.
enum Go {
    /// Show the question again.
    Ask,
    /// Something has changed.
    On,
    /// Leave.
    Quit,
}

/// A game at a prompt.
struct Prompt<'a> {
    session: &'a mut Session,
    /// How much of the log has been printed.
    printed: usize,
    file: PathBuf,
}

/// Plays to the end, to `quit`, or to the end of the input; saves the recording.
pub fn play(session: &mut Session, file: &Path) -> Done {
    let mut prompt = Prompt { session, printed: 0, file: file.to_owned() };
    prompt.title();
    let mut input = std::io::stdin().lock();
    loop {
        let wait = prompt.session.advance();
        prompt.news();
        match wait {
            Wait::More => {}
            Wait::Over(outcome) => {
                prompt.over(outcome);
                break;
            }
            Wait::Person(question, answers) => {
                interrupt::remember(prompt.session);
                let choices = prompt.session.speaker().choices(&question, &answers);
                prompt.show(&question, &choices);
                let mut line = Vec::new();
                let read = input.read_until(b'\n', &mut line);
                if !matches!(read, Ok(n) if n > 0) {
                    out::line(prompt.word(&words::INPUT_ENDED));
                    break;
                }
                let line = String::from_utf8_lossy(&line);
                if let Go::Quit = prompt.obey(line.trim(), &choices) {
                    break;
                }
            }
        }
    }
    let file = prompt.file.clone();
    prompt.save(&file)
}

/// The names of steps in one line.
pub fn steps(all: &[Step], speaker: &Speaker<'_>) -> String {
    if all.is_empty() {
        return words::STOPS_NONE.get(speaker.lang).to_owned();
    }
    let (lang, wording) =
        (crate::text::language(speaker.lang), crate::text::wording(speaker.preset));
    all.iter().map(|s| step_name(*s, lang, wording)).collect::<Vec<_>>().join(", ")
}

/// What an empty line answers: nothing more to do, where that may be said.
pub fn default_answer(choices: &[Choice]) -> Option<Answer> {
    let idle = [Answer::Pass, Answer::Done, Answer::Auto];
    let found = idle.into_iter().find(|a| choices.iter().any(|c| c.answer == *a));
    found.or(choices.first().map(|c| c.answer))
}

/// How an attempt to take back came out, in words. Only the asked player's own last decision is
/// taken back, and without `anyway` only where that is fair.
pub fn undo(session: &mut Session, anyway: bool) -> String {
    let lang = session.lang;
    let who = session.taker().map_or_else(String::new, |p| p.to_string());
    match session.undo(false) {
        Undone::Yes => words::UNDONE.get(lang).to_owned(),
        Undone::Nothing => fill(words::NOTHING_TO_UNDO.get(lang), &[&who]),
        Undone::Unfair => {
            let preset = session.game().state().rules().preset;
            let number = number(rule::UNDO_FAIR, preset);
            let why = match session.decided_since() {
                Some(other) => fill(words::UNFAIR_DECIDED.get(lang), &[&other.to_string(), &who]),
                None => fill(words::UNFAIR_SHOWN.get(lang), &[&who]),
            };
            if anyway && session.undo(true) == Undone::Yes {
                return fill(words::UNDONE_ANYWAY.get(lang), &[&why]);
            }
            fill(words::UNFAIR.get(lang), &[&number, &why])
        }
    }
}

/// What a typed command came to, in words; nothing if it was done.
pub fn complaint(session: &Session, typed: Typed, text: &str) -> Option<String> {
    let lang = session.lang;
    match typed {
        Typed::Done => None,
        Typed::Illegal(illegal) => Some(session.speaker().refusal(illegal)),
        Typed::NoThing(name, near) if library().find(&name).is_none() => {
            if near.is_empty() {
                Some(fill(words::UNKNOWN_NAME.get(lang), &[&name]))
            } else {
                Some(fill(words::UNKNOWN_NAME_NEAREST.get(lang), &[&name, &near.join(", ")]))
            }
        }
        Typed::NoThing(name, near) if near.is_empty() => {
            Some(fill(words::NO_THING.get(lang), &[&name]))
        }
        Typed::NoThing(name, near) => {
            Some(fill(words::NO_THING_NEAREST.get(lang), &[&name, &near.join(", ")]))
        }
        Typed::Cant(text) => Some(text),
        Typed::NotUnderstood => Some(fill(words::NOT_UNDERSTOOD.get(lang), &[text])),
    }
}

impl Prompt<'_> {
    fn word(&self, entry: &Entry) -> &'static str {
        entry.get(self.session.lang)
    }

    fn title(&self) {
        let setup = &self.session.setup;
        let deck = |n: usize| setup.seats.get(n).map_or("", |s| s.deck.as_str());
        let seed = setup.seed.to_string();
        let with = [deck(0), deck(1), &setup.edition, &seed];
        out::line(fill(self.word(&words::PLAY_TITLE), &with));
        if let simpan_engine::Viewer::Seat(p) = self.session.reader() {
            out::line(fill(self.word(&words::YOU_ARE), &[&p.to_string()]));
        }
    }

    /// Prints what has happened since.
    fn news(&mut self) {
        self.printed = self.printed.min(self.session.log.len());
        for entry in shown(&self.session.log[self.printed..], self.session.full) {
            out::line(self.logged(entry));
        }
        self.printed = self.session.log.len();
    }

    fn logged(&self, entry: &crate::session::Entry) -> String {
        let preset = self.session.game().state().rules().preset;
        format!("{} [{}]", entry.text, number(entry.rule, preset))
    }

    fn show(&self, question: &Question, choices: &[Choice]) {
        let speaker = self.session.speaker();
        let preset = speaker.preset;
        out::line("");
        if question.kind == QuestionKind::Act {
            let view = self.session.view();
            out::line(speaker.turn_line(&view));
            for line in speaker.stack(&view) {
                out::line(format!("  {}: {line}", self.word(&words::STACK)));
            }
        }
        if question.kind == QuestionKind::Mulligan || self.is_of_hand(choices) {
            self.hand();
        }
        let rule = number(question.purpose.rule, preset);
        out::line(format!("{} [{rule}]", speaker.question(question)));
        for (n, choice) in choices.iter().enumerate() {
            out::line(format!("  {}. {}", n + 1, choice.text));
        }
        out::part("> ");
    }

    /// Whether cards of the hand are what is chosen from.
    fn is_of_hand(&self, choices: &[Choice]) -> bool {
        let game = self.session.game();
        let hand = game.state().zone(Zone::Hand, self.session.near());
        choices.iter().any(|c| matches!(c.answer, Answer::Object(id) if hand.contains(&id)))
    }

    fn over(&self, outcome: Outcome<RuleId>) {
        let speaker = self.session.speaker();
        let text = match outcome.winner {
            Some(p) => speaker.say(&words::E_WON, &[&speaker.player(p)]),
            None => speaker.say(&words::E_DRAW, &[]),
        };
        let rule = number(outcome.because, speaker.preset);
        out::line(fill(self.word(&words::OVER), &[&rule, &text]));
    }

    fn obey(&mut self, line: &str, choices: &[Choice]) -> Go {
        if line.is_empty() {
            return match default_answer(choices) {
                Some(answer) => self.give(answer),
                None => Go::Ask,
            };
        }
        if let Ok(n) = line.parse::<usize>() {
            return match choices.get(n.wrapping_sub(1)) {
                Some(choice) => self.give(choice.answer),
                None => {
                    let (n, most) = (n.to_string(), choices.len().to_string());
                    self.complain(fill(self.word(&words::NO_SUCH_NUMBER), &[&n, &most]))
                }
            };
        }
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb.to_lowercase().as_str() {
            "quit" | "exit" | "q" | "나가기" => Go::Quit,
            "help" | "?" | "도움말" | "도움" => self.complain(self.word(&words::HELP)),
            "board" | "전장" => self.complain(describe::board(self.session).join("\n")),
            "hand" | "손" => {
                self.hand();
                Go::Ask
            }
            "graveyard" | "무덤" => self.graveyards(),
            "log" | "기록" => self.whole_log(),
            "card" | "카드" => self.card(rest.trim()),
            "undo" | "되돌리기" => self.undo(matches!(rest.trim(), "anyway" | "그래도")),
            "save" | "저장" => self.save_to(rest.trim()),
            "stops" | "auto" | "멈춤" | "자동" => self.stops(verb, rest.trim()),
            _ => {
                let typed = command::run(self.session, line);
                match complaint(self.session, typed, line) {
                    None => Go::On,
                    Some(text) => self.complain(text),
                }
            }
        }
    }

    fn give(&mut self, answer: Answer) -> Go {
        match self.session.answer(answer) {
            Ok(()) => Go::On,
            Err(illegal) => self.complain(self.session.speaker().refusal(illegal)),
        }
    }

    fn complain(&self, text: impl AsRef<str>) -> Go {
        out::line(text);
        Go::Ask
    }

    fn hand(&self) {
        let view = self.session.view();
        let near = self.session.near();
        let hand = view.players.get(near.index()).and_then(|p| p.hand.as_deref());
        let names = self.session.speaker().names(hand.unwrap_or_default());
        out::line(format!("{}: {names}", self.word(&words::HAND)));
    }

    fn graveyards(&self) -> Go {
        let view = self.session.view();
        for (n, p) in view.players.iter().enumerate() {
            let names = self.session.speaker().names(&p.graveyard);
            out::line(format!("{} {}: {names}", PlayerId(n as u8), self.word(&words::GRAVEYARD)));
        }
        Go::Ask
    }

    fn whole_log(&self) -> Go {
        for entry in &self.session.log {
            out::line(self.logged(entry));
        }
        Go::Ask
    }

    fn card(&self, name: &str) -> Go {
        let lang = self.session.lang;
        let name = name.split('#').next().unwrap_or(name);
        match library().get(name, lang) {
            Ok(id) => {
                let preset = self.session.game().state().rules().preset;
                let data = &self.session.game().pool().card(id).data;
                self.complain(describe::card(data, lang, preset).join("\n"))
            }
            Err(failure) => self.complain(failure.message),
        }
    }

    fn undo(&mut self, anyway: bool) -> Go {
        out::line(undo(self.session, anyway));
        Go::On
    }

    fn save_to(&self, name: &str) -> Go {
        let file = if name.is_empty() { self.file.clone() } else { PathBuf::from(name) };
        if let Err(failure) = self.save(&file) {
            out::line(failure.message);
        }
        Go::Ask
    }

    fn save(&self, file: &Path) -> Done {
        saved::keep(file, &self.session.replay(), self.session.lang)
    }

    fn stops(&mut self, verb: &str, rest: &str) -> Go {
        if matches!(verb, "auto" | "자동") {
            self.session.stops.auto = !matches!(rest, "off" | "끔");
        } else if !rest.is_empty() {
            let (own, name) = match rest.strip_prefix("other").or_else(|| rest.strip_prefix("상대"))
            {
                Some(name) => (false, name.trim()),
                None => (true, rest),
            };
            match step_named(name) {
                Some(step) => self.session.stops.toggle(step, own),
                None => {
                    let all = steps(&Step::ALL, &self.session.speaker());
                    return self.complain(fill(self.word(&words::NO_STEP), &[name, &all]));
                }
            }
        }
        let speaker = self.session.speaker();
        let stops = &self.session.stops;
        let auto = if stops.auto { &words::ON } else { &words::OFF };
        let (own, other) = (steps(&stops.own, &speaker), steps(&stops.other, &speaker));
        self.complain(fill(self.word(&words::STOPS_ARE), &[&own, &other, self.word(auto)]))
    }
}
