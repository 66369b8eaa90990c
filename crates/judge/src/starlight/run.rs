//! Running Starlight scenarios: the script is followed, questions are answered, expectations are
//! looked at.

use super::check::{check, is_rule};
use super::command::{Command, parse};
use super::names::Names;
use super::scenario::{Entry, Expected, Scenario};
use super::script::{Script, plan};
use super::setup::set_up;
use super::tell::{Teller, describe_answer, describe_question, explain_refusal};
use crate::attempt::Refusal;
use crate::command::seat_of;
use crate::error::{CommandError, ScenarioError, Source, line_of};
use crate::report::{Failure, RunReport, Status};
use crate::run::{Done, RunOptions, Stop, next_pick};
use crate::scenario::{Policy, split_player};
use crate::words;
use simpan_engine::{Answer, Ask, Dice, Distribution, Game, Log, PlayerId, QuestionKind};
use simpan_rulebook::{Bilingual, Book, Lang, RuleId, rule};
use simpan_starlight::{Event, EventKind, Question, Starlight, only_marks};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A scenario while it runs. Copies of it try moves out.
#[derive(Clone, Debug)]
pub(crate) struct Runner {
    pub(crate) game: Starlight,
    pub(crate) names: Names,
    pub(crate) lang: Lang,
    teller: Teller,
    policy: Policy,
    /// Answers that belong to the lines before.
    pending: VecDeque<(Option<PlayerId>, Script)>,
    /// The lines still to come, to see what they answer.
    coming: VecDeque<Entry>,
    chance: VecDeque<u32>,
    dice: Dice,
    budget: u32,
    transcript: Vec<String>,
    /// Events with their short forms in both languages, since the last expectation.
    pub(crate) recent: Vec<(Event, [String; 2])>,
    remembered: BTreeMap<String, (Starlight, Names, Vec<u8>)>,
    rules: BTreeSet<RuleId>,
    failures: Vec<Failure>,
    /// What is expected at the end.
    last: Option<Expected>,
    /// The line under way.
    said: String,
}

/// Runs a scenario.
pub fn run(scenario: &Scenario, options: &RunOptions, file: &str, text: &str) -> RunReport {
    let mut report = RunReport::new(scenario.into(), Book::Starlight.prefix(), file, options.lang);
    if let Some(why) = scenario.skip.as_ref().filter(|_| !options.run_skipped) {
        report.status = Status::Skipped;
        report.note = Some(why.clone());
        return report;
    }
    let mut runner = match Runner::new(scenario, &Source::new(file, text, options.lang)) {
        Ok(runner) => runner,
        Err(error) => {
            report.status = Status::Broken;
            report.failures.push(Failure { at: 0, line: None, text: error.to_string() });
            return report;
        }
    };
    let stopped = runner.follow(scenario);
    report.status = match &stopped {
        Err(Stop::Broken(_)) => Status::Broken,
        Ok(()) if runner.failures.is_empty() => Status::Passed,
        _ => Status::Failed,
    };
    report.failures = runner.failures;
    if let Err(stop) = stopped {
        let line = (!runner.said.is_empty()).then(|| line_of(text, &runner.said)).flatten();
        let at = runner.transcript.len();
        report.failures.push(Failure { at, line, text: stop.text() });
    }
    let number = |r: &RuleId| r.qualified(Book::Starlight).to_string();
    report.rules_hit = runner.rules.iter().map(number).collect();
    report.rules = runner.rules.into_iter().collect();
    report.transcript = runner.transcript;
    report
}

/// Whether an expectation looks at the question that is open.
fn looks(e: &Expected) -> bool {
    e.question.is_some() || e.options.is_some() || !e.can.is_empty() || !e.cannot.is_empty()
}

/// Whether an expectation looks at this question: at the payment of Light only if it says so.
fn looks_at(e: &Expected, q: &Question) -> bool {
    let pays = e.question.as_ref().is_some_and(|a| a.kind.as_deref() == Some("pay"));
    looks(e) && (q.kind != QuestionKind::Pay || pays)
}

/// Whether a line answers a question. While Light is paid a card is only meant if it can be pointed
/// at then.
fn says(game: &Starlight, names: &Names, script: &Script, q: &Question) -> bool {
    let accepted = || match script.clone().next(game, q, names) {
        Ok(Some(answer)) => game.check(answer).is_ok(),
        _ => false,
    };
    script.fits(q) && (q.kind != QuestionKind::Pay || !script.names_card() || accepted())
}

impl Runner {
    fn new(scenario: &Scenario, source: &Source<'_>) -> Result<Self, ScenarioError> {
        let lang = source.lang;
        let (game, names) = set_up(scenario, source)?;
        super::validate::names(scenario, &game, &names, source)?;
        Ok(Self {
            teller: Teller::new(&game, lang),
            game,
            names,
            lang,
            policy: scenario.policy,
            pending: VecDeque::new(),
            coming: scenario.script.iter().map(|e| e.0.clone()).collect(),
            chance: scenario.chance.iter().copied().collect(),
            dice: Dice::new(0),
            budget: scenario.budget,
            transcript: Vec::new(),
            recent: Vec::new(),
            remembered: BTreeMap::new(),
            rules: BTreeSet::new(),
            failures: Vec::new(),
            last: scenario.expect.clone(),
            said: String::new(),
        })
    }

    /// The bytes of a remembered state.
    pub(crate) fn remembered(&self, point: &str) -> Option<&[u8]> {
        self.remembered.get(point).map(|(_, _, bytes)| bytes.as_slice())
    }

    fn follow(&mut self, scenario: &Scenario) -> Done<()> {
        self.settle_chance()?;
        while let Some(entry) = self.coming.pop_front() {
            self.entry(&entry)?;
        }
        if !self.last.as_ref().is_some_and(looks) {
            self.finish()?;
        }
        self.nothing_pending()?;
        if let Some(expected) = &scenario.expect {
            self.look_at(expected);
        }
        match self.chance.len() {
            0 => Ok(()),
            n => Err(self.failed(&words::CHANCE_UNUSED, &[&n.to_string()])),
        }
    }

    /// Something that stops the script, as a message says it.
    fn failed(&self, entry: &Bilingual, with: &[&str]) -> Stop {
        Stop::Failed(words::say(entry, self.lang, with))
    }

    /// An error of a command that stops the script.
    fn failed_at(&self, text: &str, error: &CommandError) -> Stop {
        Stop::Failed(error.of(text, self.lang))
    }

    fn say(&mut self, line: String) {
        self.transcript.push(line);
    }

    fn look_at(&mut self, expected: &Expected) {
        for text in check(self, expected) {
            self.say(format!("✗ {text}"));
            self.failures.push(Failure { at: self.transcript.len() - 1, line: None, text });
        }
        self.recent.clear();
    }

    fn entry(&mut self, entry: &Entry) -> Done<()> {
        if let Some(point) = &entry.back_to {
            let Some((game, names, _)) = self.remembered.get(point).cloned() else {
                let problem = words::say(&words::NOT_REMEMBERED, self.lang, &[point]);
                return Err(Stop::Broken(problem));
            };
            (self.game, self.names) = (game, names);
            self.pending.clear();
            self.say(format!("> ({point})"));
        }
        if let Some(line) = &entry.act {
            let (named, text) = split_player(line);
            let by = entry.by.as_deref().and_then(seat_of).or(named).map(PlayerId);
            let command = parse(text).map_err(|e| Stop::Broken(e.of(text, self.lang)))?;
            self.said = text.to_owned();
            self.say(format!("> {}{text}", by.map(|p| format!("{p}: ")).unwrap_or_default()));
            let done = self.command(by, &command, text);
            match &entry.refused {
                None => done?,
                Some(rule) => self.must_be_refused(done, rule, text)?,
            }
        }
        if let Some(point) = &entry.remember {
            self.pump()?;
            let bytes = self.game.save().map_err(|e| Stop::Broken(e.to_string()))?;
            let kept = (self.game.clone(), self.names.clone(), bytes);
            self.remembered.insert(point.clone(), kept);
        }
        if let Some(expected) = &entry.expect {
            if !looks(expected) && expected.same_as.is_none() {
                self.finish()?;
            }
            self.look_at(expected);
        }
        Ok(())
    }

    /// Looks whether a line was refused by the rule that it says.
    fn must_be_refused(&mut self, done: Done<()>, rule: &str, text: &str) -> Done<()> {
        match done {
            Err(Stop::Refused(because, why)) if is_rule(because, rule, self.lang) => {
                self.say(format!("    {why}"));
                Ok(())
            }
            Err(Stop::Refused(_, why)) => Err(self.failed(&words::REFUSED_BY, &[text, rule, &why])),
            Ok(()) => Err(self.failed(&words::REFUSED_BY_NONE, &[text, rule])),
            Err(other) => Err(other),
        }
    }

    /// Does what a line says.
    fn command(&mut self, by: Option<PlayerId>, command: &Command, text: &str) -> Done<()> {
        if let Command::PassUntil(turn) = command {
            self.finish()?;
            while self.game.state().turn < *turn && self.question().is_some() {
                let before = self.game.state().turn;
                self.give(Answer::Pass)?;
                self.finish()?;
                if self.game.state().turn == before {
                    return Err(self.failed(&words::NO_SUCH_TURN, &[text]));
                }
            }
            return Ok(());
        }
        let mut script = plan(&self.game, command, text);
        let answers = |q: &Question| by.is_none_or(|p| p == q.player) && self.says(&script, q);
        if !self.question().is_some_and(|q| answers(&q)) {
            self.pump()?;
        }
        let Some(q) = self.question() else {
            return Err(self.failed_at(text, &CommandError::Over));
        };
        if let Some(player) = by.filter(|p| *p != q.player) {
            let (player, asked) = (player.to_string(), q.player.to_string());
            let error = CommandError::NotAsked { player, asked };
            return Err(self.failed_at(text, &error));
        }
        match script.next(&self.game, &q, &self.names) {
            Ok(Some(answer)) => self.give(answer)?,
            Ok(None) => return Err(self.misfit(text, &q)),
            Err(error) => return Err(self.stop(text, error)),
        }
        self.pending.push_back((Some(q.player), script));
        self.pump()
    }

    fn misfit(&mut self, text: &str, q: &Question) -> Stop {
        let question = describe_question(&self.game, q, self.lang);
        self.stop(text, CommandError::Misfit { command: text.to_owned(), question })
    }

    fn stop(&mut self, text: &str, error: CommandError) -> Stop {
        if let CommandError::Refused { because } = error {
            self.rules.insert(because);
            let why = explain_refusal(because, self.lang);
            return Stop::Refused(because, words::say(&words::REFUSED, self.lang, &[text, &why]));
        }
        self.failed_at(text, &error)
    }

    pub(crate) fn question(&self) -> Option<Question> {
        match self.game.ask() {
            Ask::Player(q) => Some(q),
            _ => None,
        }
    }

    /// Answers as long as lines before say something to the question, or nothing needs to be said.
    fn pump(&mut self) -> Done<()> {
        while let Some(q) = self.question() {
            if let Some(answer) = self.pending_answer(&q)? {
                self.give(answer)?;
                continue;
            }
            if q.kind == QuestionKind::Act || self.coming_answers(&q) {
                return Ok(());
            }
            match self.by_policy(&q) {
                Some(answer) => self.give(answer)?,
                None => return Ok(()),
            }
        }
        Ok(())
    }

    fn pending_answer(&mut self, q: &Question) -> Done<Option<Answer>> {
        self.pending.retain(|(_, script)| !script.is_empty());
        for at in 0..self.pending.len() {
            let (by, script) = &mut self.pending[at];
            if by.is_none_or(|p| p == q.player) && says(&self.game, &self.names, script, q) {
                let text = script.text.clone();
                return match script.next(&self.game, q, &self.names) {
                    Ok(answer) => Ok(answer),
                    Err(error) => Err(self.stop(&text, error)),
                };
            }
        }
        Ok(None)
    }

    fn says(&self, script: &Script, q: &Question) -> bool {
        says(&self.game, &self.names, script, q)
    }

    /// Whether the next line of the script answers the question, or looks at it.
    fn coming_answers(&self, q: &Question) -> bool {
        // A line that only remembers the state is looked past.
        let only_remembers =
            |e: &&Entry| e.act.is_none() && e.expect.is_none() && e.back_to.is_none();
        let Some(entry) = self.coming.iter().find(|e| !only_remembers(e)) else {
            return self.last.as_ref().is_some_and(|e| looks_at(e, q));
        };
        if entry.back_to.is_some() {
            return false;
        }
        let Some(act) = &entry.act else {
            return entry.expect.as_ref().is_some_and(|e| looks_at(e, q));
        };
        let (named, text) = split_player(act);
        let by = entry.by.as_deref().and_then(seat_of).or(named).map(PlayerId);
        let Ok(command) = parse(text) else { return false };
        let script = plan(&self.game, &command, text);
        by.is_none_or(|p| p == q.player) && self.says(&script, q)
    }

    /// What is answered where the script says nothing; nothing if it must.
    fn by_policy(&self, q: &Question) -> Option<Answer> {
        use QuestionKind as Q;
        let mut legal = Vec::new();
        self.game.answers(&mut legal);
        let auto = legal.contains(&Answer::Auto);
        legal.retain(|a| !only_marks(*a));
        if let [only] = legal[..] {
            return Some(only);
        }
        let first = legal.first().copied();
        let simple = self.policy == Policy::Simple;
        match q.kind {
            Q::Pay => auto.then_some(Answer::Auto),
            Q::Attack | Q::Block => Some(Answer::Done),
            Q::Mulligan => Some(Answer::No),
            Q::Order { .. } if simple => first,
            Q::YesNo if simple => Some(Answer::No),
            Q::Object { .. } | Q::OneOf { .. } if simple => first,
            _ => None,
        }
    }

    /// Ends what is under way, or says what it waits for.
    fn finish(&mut self) -> Done<()> {
        self.pump()?;
        match self.question().filter(|q| q.kind != QuestionKind::Act) {
            None => Ok(()),
            Some(q) => {
                let asked = describe_question(&self.game, &q, self.lang);
                let mut legal = Vec::new();
                self.game.answers(&mut legal);
                let words = legal.iter().take(8);
                let words: Vec<_> =
                    words.map(|a| describe_answer(&self.game, *a, self.lang)).collect();
                let options = words.join(" | ");
                Err(self.failed(&words::UNANSWERED, &[&asked, &options]))
            }
        }
    }

    fn nothing_pending(&mut self) -> Done<()> {
        let unused: Vec<String> =
            self.pending.drain(..).filter(|(_, s)| !s.is_empty()).map(|(_, s)| s.text).collect();
        match unused.is_empty() {
            true => Ok(()),
            false => {
                let text = words::say(&words::LEFT_UNUSED, self.lang, &[&unused.join("; ")]);
                Err(Stop::Unused(text))
            }
        }
    }

    /// Gives an answer, tells what comes of it, and lets chance speak.
    fn give(&mut self, answer: Answer) -> Done<()> {
        if self.budget == 0 {
            return Err(self.failed(&words::BUDGET, &[]));
        }
        self.budget -= 1;
        let said = describe_answer(&self.game, answer, self.lang);
        if let Some(q) = self.question().filter(|_| !matches!(answer, Answer::Pass | Answer::Auto))
        {
            self.say(format!("  {}: {said}", q.player));
        }
        self.apply(answer)?;
        self.settle_chance()
    }

    fn settle_chance(&mut self) -> Done<()> {
        while let Ask::Chance(Distribution::Uniform(n)) = self.game.ask() {
            let pick =
                next_pick(&mut self.chance, &mut self.dice, n, self.lang).map_err(Stop::Failed)?;
            self.apply(Answer::Pick(pick))?;
        }
        Ok(())
    }

    fn apply(&mut self, answer: Answer) -> Done<()> {
        self.teller.note(&self.game);
        let mut log: Log<Event> = Log::default();
        if let Err(illegal) = self.game.apply(answer, &mut log) {
            let said = describe_answer(&self.game, answer, self.lang);
            return Err(self.stop(&said, CommandError::Refused { because: illegal.because }));
        }
        for event in &log.0 {
            self.names.follow(event);
            self.teller.learn(event);
        }
        for event in log.0 {
            self.rules.insert(event.rule);
            let told = self.teller.tell(&self.game, &event);
            let short = [Lang::Ko, Lang::En].map(|l| self.teller.short(&self.game, &event, l));
            self.say(format!("    {told}"));
            self.recent.push((event, short));
        }
        Ok(())
    }

    // --- moves tried out ---------------------------------------------------------------------

    /// Tries a move on a copy: whether it can be made to the end.
    ///
    /// # Errors
    /// The rule that refuses or restores it, or the words of another error.
    pub(crate) fn attempt(&self, line: &str) -> Result<(), Refusal> {
        let (by, text) = split_player(line);
        let command = parse(text).map_err(|e| Refusal::Other(e.message(self.lang)))?;
        let mut copy = self.clone();
        copy.coming.clear();
        copy.last = None;
        copy.policy = Policy::Strict;
        copy.recent.clear();
        let before = copy.game.event_hash();
        let done = copy.command(by.map(PlayerId), &command, text);
        let restored = |(e, _): &(Event, _)| matches!(e.kind, EventKind::Restored { .. });
        match done.and_then(|()| copy.finish()).and_then(|()| copy.nothing_pending()) {
            _ if copy.recent.iter().any(restored) => Err(Refusal::Rule(rule::STAR_PROC_CHECK)),
            Ok(()) if copy.game.event_hash() == before => {
                Err(Refusal::Other(words::NOTHING_CAME.get(self.lang).to_owned()))
            }
            Ok(()) => Ok(()),
            Err(Stop::Refused(rule, _)) => Err(Refusal::Rule(rule)),
            Err(Stop::Unused(text)) => Err(Refusal::Unused(text)),
            Err(stop) => Err(Refusal::Other(stop.text())),
        }
    }

    /// Whether a move stands in the list of legal answers.
    pub(crate) fn listed(&self, line: &str) -> Result<bool, String> {
        let (by, text) = split_player(line);
        let command = parse(text).map_err(|e| e.message(self.lang))?;
        let Some(q) = self.question() else { return Ok(false) };
        if by.is_some_and(|p| PlayerId(p) != q.player) {
            return Ok(false);
        }
        let mut legal = Vec::new();
        self.game.answers(&mut legal);
        match plan(&self.game, &command, text).next(&self.game, &q, &self.names) {
            Ok(Some(answer)) => Ok(legal.contains(&answer)),
            Err(error @ CommandError::Ambiguous { .. }) => Err(error.message(self.lang)),
            _ => Ok(false),
        }
    }
}
