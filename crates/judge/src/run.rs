//! Running scenarios: the script is followed, questions are answered, expectations are looked at.

use crate::command::{Command, parse, seat_of, step_named};
use crate::error::{CommandError, ScenarioError, Source, line_of};
use crate::expect::Expected;
use crate::explain::{describe_answer, describe_question, explain_refusal, when_refused};
use crate::names::Names;
use crate::report::{Failure, RunReport, Status};
use crate::scenario::{Entry, Policy, Scenario, split_player};
use crate::script::{Script, misfit, plan};
use crate::setup::set_up;
use crate::time::{When, moment_of};
use crate::transcript::Teller;
use crate::words;
use simpan_cards::CardData;
use simpan_cards::ast::Step;
use simpan_engine::{Answer, Ask, Dice, Distribution, Game, Log, ObjectId, PlayerId, QuestionKind};
use simpan_magic::event::Event;
use simpan_magic::{Magic, Preset, Question};
use simpan_rulebook::{Bilingual, Lang, RuleId};
use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;

/// How to run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The language of transcripts.
    pub lang: Lang,
    /// Run what is marked to be skipped too.
    pub run_skipped: bool,
    /// The rule that is left out, to see what notices.
    pub without: Option<RuleId>,
    /// Where the cards are found that scenarios import.
    pub cards: Option<CardSource>,
}

/// What the card of a name is, or why there is none to play with.
pub type FindCard = dyn Fn(&str) -> Result<CardData, String> + Send + Sync;

/// Finds cards that whoever runs scenarios brings.
#[derive(Clone)]
pub struct CardSource(pub Arc<FindCard>);

impl fmt::Debug for CardSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CardSource")
    }
}

/// What is under way: it goes on whenever the questions before it are answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Activity {
    /// Only answers are given until somebody may act again.
    Settle,
    /// All pass until the stack is empty.
    Resolve,
    /// All pass until this object isn't on the stack any more.
    ResolveOne(ObjectId),
    /// All pass until then.
    PassUntil(When),
}

/// What stopped the script.
pub(crate) enum Stop {
    /// A rule refuses what it says.
    Refused(RuleId, String),
    /// Something is said that nothing asks for.
    Unused(String),
    Failed(String),
    Broken(String),
}

impl Stop {
    /// What is wrong.
    pub(crate) fn text(self) -> String {
        match self {
            Self::Refused(_, text) | Self::Unused(text) => text,
            Self::Failed(text) | Self::Broken(text) => text,
        }
    }
}

pub(crate) type Done<T> = Result<T, Stop>;

/// A scenario while it runs. Copies of it try moves out.
#[derive(Clone, Debug)]
pub(crate) struct Runner {
    pub(crate) game: Magic,
    pub(crate) names: Names,
    pub(crate) teller: Teller,
    pub(crate) preset: Preset,
    pub(crate) lang: Lang,
    pub(crate) policy: Policy,
    /// Answers that belong to the action before.
    pending: VecDeque<(Option<PlayerId>, Script)>,
    queues: Vec<VecDeque<Script>>,
    chance: VecDeque<u32>,
    dice: Dice,
    /// The lines still to come, to see what they answer.
    pub(crate) coming: VecDeque<Entry>,
    pub(crate) activity: Option<Activity>,
    /// What the line says whose time is passed to, for the question that it answers.
    awaited: Option<(Option<PlayerId>, Script)>,
    budget: u32,
    pub(crate) transcript: Vec<String>,
    /// Events with their short forms, since the last expectation.
    pub(crate) recent: Vec<(Event, String)>,
    pub(crate) rules: BTreeSet<RuleId>,
    failures: Vec<Failure>,
    /// Whether the last expectation looks at the question that is open then.
    pub(crate) held_at_end: bool,
    /// What stands in the file, and the line of the command under way.
    file: Arc<str>,
    line: Option<usize>,
    /// What a player whose turn it is to choose may not choose, because of a shortcut.
    pub(crate) barred: Option<crate::shortcut::Barred>,
}

/// Runs a scenario under an edition.
pub fn run(
    scenario: &Scenario,
    preset: Preset,
    options: &RunOptions,
    file: &str,
    text: &str,
) -> RunReport {
    let mut report = RunReport::new(scenario.into(), preset.name(), file, options.lang);
    if let Some(why) = scenario.skip.as_ref().filter(|_| !options.run_skipped) {
        report.status = Status::Skipped;
        report.note = Some(why.clone());
        return report;
    }
    if !scenario.imported.is_empty() && options.cards.is_none() {
        report.status = Status::Skipped;
        report.note = Some(words::NEEDS_CARDS.get(options.lang).to_owned());
        return report;
    }
    let mut runner =
        match Runner::new(scenario, preset, options, &Source::new(file, text, options.lang)) {
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
        let line = runner.line;
        let at = runner.transcript.len();
        report.failures.push(Failure { at, line, text: stop.text() });
    }
    let book = preset.book();
    report.rules_hit = runner.rules.iter().map(|r| r.qualified(book).to_string()).collect();
    report.rules = runner.rules.into_iter().collect();
    report.transcript = runner.transcript;
    report
}

impl Runner {
    fn new(
        scenario: &Scenario,
        preset: Preset,
        options: &RunOptions,
        source: &Source<'_>,
    ) -> Result<Self, ScenarioError> {
        let lang = options.lang;
        let (game, names) = set_up(scenario, preset, source, options.cards.as_ref())?;
        crate::validate::names(scenario, &game, &names, source)?;
        let mut queues = vec![VecDeque::new(); game.state().player_count()];
        for (letter, lines) in &scenario.answers {
            let seat = usize::from(seat_of(letter).unwrap_or(0));
            for line in lines {
                if let (Ok(command), Some(queue)) = (parse(line), queues.get_mut(seat)) {
                    queue.push_back(plan(&game, &command, line));
                }
            }
        }
        let applies = |e: &&Entry| {
            e.editions.as_ref().is_none_or(|all| all.iter().any(|x| x == preset.name()))
        };
        Ok(Self {
            teller: Teller::new(&game, lang),
            game,
            names,
            preset,
            lang,
            policy: scenario.policy,
            pending: VecDeque::new(),
            queues,
            chance: scenario.chance.iter().copied().collect(),
            dice: Dice::new(0),
            coming: scenario.script.iter().map(|e| &e.0).filter(applies).cloned().collect(),
            activity: None,
            awaited: None,
            budget: scenario.budget,
            transcript: Vec::new(),
            recent: Vec::new(),
            rules: BTreeSet::new(),
            failures: Vec::new(),
            held_at_end: scenario
                .expect
                .as_ref()
                .is_some_and(|e| e.under(preset.name()).question.is_some()),
            file: source.text.into(),
            line: None,
            barred: None,
        })
    }

    /// The whole script, then the last expectations, then that nothing is left over.
    fn follow(&mut self, scenario: &Scenario) -> Done<()> {
        self.settle_chance()?;
        while let Some(entry) = self.coming.pop_front() {
            self.entry(&entry)?;
        }
        let asks = scenario.expect.as_ref().map(|e| e.under(self.preset.name()));
        if asks.as_ref().is_none_or(|e| e.question.is_none()) {
            self.finish_activity()?;
        }
        self.nothing_pending()?;
        if let Some(expected) = asks {
            self.look_at(&expected);
        }
        let unused = self.queues.iter().enumerate().flat_map(|(seat, q)| {
            let player = PlayerId(seat as u8);
            q.iter().filter(|s| !s.is_empty()).map(move |s| format!("{player}: {}", s.text))
        });
        let unused: Vec<String> = unused.collect();
        if !unused.is_empty() {
            return Err(self.failed(&words::LEFT_UNUSED, &[&unused.join("; ")]));
        }
        if !self.chance.is_empty() {
            return Err(self.failed(&words::CHANCE_UNUSED, &[&self.chance.len().to_string()]));
        }
        Ok(())
    }

    /// Something that stops the script, as a message says it.
    pub(crate) fn failed(&self, entry: &Bilingual, with: &[&str]) -> Stop {
        Stop::Failed(words::say(entry, self.lang, with))
    }

    /// An error of a command that stops the script.
    fn failed_at(&self, text: &str, error: &CommandError) -> Stop {
        Stop::Failed(error.of(text, self.lang))
    }

    /// Reads a command.
    pub(crate) fn read(&self, text: &str) -> Done<Command> {
        parse(text).map_err(|e| Stop::Broken(e.of(text, self.lang)))
    }

    fn say(&mut self, line: String) {
        self.transcript.push(line);
    }

    fn fail(&mut self, text: String) {
        self.say(format!("✗ {text}"));
        self.failures.push(Failure { at: self.transcript.len() - 1, line: None, text });
    }

    fn look_at(&mut self, expected: &Expected) {
        for problem in crate::check::check(self, expected) {
            self.fail(problem);
        }
        self.recent.clear();
    }

    pub(crate) fn entry(&mut self, entry: &Entry) -> Done<()> {
        if let Some(row) = &entry.propose {
            self.shortcut(row, entry)?;
        }
        let line = entry.act.as_deref().unwrap_or_default();
        let (named, text) = split_player(line);
        let by = entry.by.as_deref().and_then(seat_of).or(named).map(PlayerId);
        let command = match entry.act {
            Some(_) => Some(self.read(text)?),
            None => None,
        };
        let mut declared_at = None;
        if let Some(at) = &entry.at {
            let step = at.step.as_deref().and_then(step_named);
            let declares = command.as_ref().and_then(declaration).filter(|d| Some(d.0) == step);
            let when =
                When { turn: at.turn, step, declaring: declares.is_some(), ..When::default() };
            self.awaited = command.as_ref().map(|c| (by, plan(&self.game, c, text)));
            let open = self.question().is_some_and(|q| self.is_awaited(&q) && self.is_then(&when));
            if !open {
                self.finish_activity()?;
                self.pass_until(when)?;
            }
            self.awaited = None;
            declared_at = declares.filter(|_| at.turn.is_some()).map(|d| d.1);
        }
        if let Some(command) = command {
            self.line = self.line_below(line);
            self.say(format!("> {}{text}", by.map(|p| format!("{p}: ")).unwrap_or_default()));
            match declared_at.filter(|kind| self.question().is_none_or(|q| q.kind != *kind)) {
                // The declaration of that turn was not asked for: no other is meant.
                Some(_) if declares_nothing(&command) => {}
                Some(_) => self.act(by, &command, text)?,
                None => self.command(by, &command, text)?,
            }
        }
        if let Some(expect) = &entry.expect {
            let expected = expect.under(self.preset.name());
            if expected.question.is_none() {
                self.finish_activity()?;
            }
            self.look_at(&expected);
        }
        Ok(())
    }

    /// The line on which a command stands: the next below the one before, else the first.
    fn line_below(&self, command: &str) -> Option<usize> {
        let above = self.line.unwrap_or(1) - 1;
        let mut below = self.file.lines().enumerate().skip(above);
        let next = below.find(|(_, l)| l.contains(command)).map(|(n, _)| n + 1);
        next.or_else(|| line_of(&self.file, command)).or(self.line)
    }

    /// Does what a line says.
    pub(crate) fn command(
        &mut self,
        by: Option<PlayerId>,
        command: &Command,
        text: &str,
    ) -> Done<()> {
        let paying = matches!(self.question().map(|q| q.kind), Some(QuestionKind::Pay));
        if command.is_answer() || (matches!(command, Command::Tap(..)) && paying) {
            self.pending.push_back((by, plan(&self.game, command, text)));
            return self.pump();
        }
        // A declaration that is being asked for is answered, not passed by.
        let asked = self.question().map(|q| q.kind);
        let declares = match command {
            Command::Attack(_) => asked == Some(QuestionKind::Attack),
            Command::Block(_) => asked == Some(QuestionKind::Block),
            _ => false,
        };
        if !declares {
            self.finish_activity()?;
        }
        self.nothing_pending()?;
        match command {
            Command::Resolve | Command::ResolveOne => {
                let Some(top) = self.game.state().stack().last().map(|e| e.object()) else {
                    return Err(self.failed(&words::STACK_EMPTY, &[text]));
                };
                self.activity = Some(match command {
                    Command::Resolve => Activity::Resolve,
                    _ => Activity::ResolveOne(top),
                });
                self.pump()
            }
            Command::PassUntil(until) => self.pass_until(self.when(by, *until)),
            Command::Attack(all) => {
                self.pass_to_declaration(Step::DeclareAttackers, QuestionKind::Attack, by)?;
                if all.is_empty() && self.question().map(|q| q.kind) != Some(QuestionKind::Attack) {
                    return Ok(());
                }
                self.act(by, command, text)
            }
            Command::Block(all) => {
                self.pass_to_declaration(Step::DeclareBlockers, QuestionKind::Block, by)?;
                if all.is_empty() && self.question().map(|q| q.kind) != Some(QuestionKind::Block) {
                    return Ok(());
                }
                self.act(by, command, text)
            }
            Command::Concede => {
                self.give(Answer::Concede)?;
                self.activity = Some(Activity::Settle);
                self.pump()
            }
            _ => {
                if let Some(player) = by {
                    self.give_priority_to(player)?;
                }
                self.act(by, command, text)
            }
        }
    }

    /// Gives the first answer of an action at once, and lets the rest follow.
    fn act(&mut self, by: Option<PlayerId>, command: &Command, text: &str) -> Done<()> {
        let Some(question) = self.question() else {
            return Err(self.failed_at(text, &CommandError::Over));
        };
        if let Some(player) = by.filter(|p| *p != question.player) {
            let passed = declaration(command).is_some_and(|d| d.1 != question.kind);
            if let Some(error) = passed.then(|| self.declaration_refusal(command)).flatten() {
                return Err(self.stop(text, error));
            }
            let error = CommandError::NotAsked {
                player: player.to_string(),
                asked: question.player.to_string(),
            };
            return Err(self.failed_at(text, &error));
        }
        let mut script = plan(&self.game, command, text);
        match script.next(&self.game, &question, &self.names) {
            Ok(Some(answer)) => self.give(answer)?,
            Ok(None) => {
                let error = self
                    .declaration_refusal(command)
                    .unwrap_or_else(|| misfit(&self.game, text, &question, self.lang));
                return Err(self.stop(text, error));
            }
            Err(error) => {
                let stop = self.stop(text, error);
                return Err(self.with_hint(command, stop));
            }
        }
        self.pending.push_back((Some(question.player), script));
        self.activity = Some(Activity::Settle);
        self.pump()
    }

    fn stop(&mut self, text: &str, error: CommandError) -> Stop {
        if let CommandError::Refused { because } = &error {
            self.rules.insert(*because);
            let mut why = explain_refusal(*because, self.preset, self.lang);
            if let Some(when) = when_refused(&self.game, *because, self.lang) {
                why.push_str(&format!(" {when}"));
            }
            return Stop::Refused(*because, words::say(&words::REFUSED, self.lang, &[text, &why]));
        }
        self.failed_at(text, &error)
    }

    /// Who is asked.
    pub(crate) fn asked(&self) -> String {
        let nobody = || words::NOBODY.get(self.lang).to_owned();
        self.question().map_or_else(nobody, |q| q.player.to_string())
    }

    pub(crate) fn question(&self) -> Option<Question> {
        match self.game.ask() {
            Ask::Player(q) => Some(q),
            _ => None,
        }
    }

    /// Players pass until that one has priority, as long as nothing comes of it.
    pub(crate) fn give_priority_to(&mut self, player: PlayerId) -> Done<()> {
        let before = self.moment();
        for _ in 0..self.game.state().player_count() {
            match self.question() {
                Some(q) if q.player == player => return Ok(()),
                Some(q) if q.kind == QuestionKind::Act => {
                    let mut trial = self.game.clone();
                    let passed = trial.apply(Answer::Pass, &mut simpan_engine::NoLog).is_ok();
                    if !passed || moment_of(&trial) != before {
                        break;
                    }
                    self.give(Answer::Pass)?;
                }
                _ => break,
            }
        }
        let asked = self.asked();
        let error = CommandError::NotAsked { player: player.to_string(), asked };
        Err(Stop::Failed(error.message(self.lang)))
    }

    /// Answers and passes as long as what is under way wants it and there are answers.
    pub(crate) fn pump(&mut self) -> Done<()> {
        loop {
            let Some(question) = self.question() else {
                self.activity = None;
                return Ok(());
            };
            if let Some((_, answer)) = self.pending_answer(&question)? {
                self.give(answer)?;
                continue;
            }
            if question.kind == QuestionKind::Act {
                self.drop_finished();
                match self.wants_pass() {
                    true => {
                        self.give(Answer::Pass)?;
                        continue;
                    }
                    false => {
                        self.activity = None;
                        return Ok(());
                    }
                }
            }
            if self.stops_before(&question) {
                self.activity = Some(Activity::Settle);
                return Ok(());
            }
            if let Some(answer) = self.queued_answer(&question)? {
                self.give(answer)?;
                continue;
            }
            if self.coming_answers(&question) {
                return Ok(());
            }
            match self.by_policy(&question) {
                Some(answer) => self.give(answer)?,
                None => return Ok(()),
            }
        }
    }

    /// Whether the declaration or the question that was passed to is open now.
    fn stops_before(&self, question: &Question) -> bool {
        let Some(Activity::PassUntil(when)) = &self.activity else { return false };
        let declares = matches!(question.kind, QuestionKind::Attack | QuestionKind::Block);
        self.is_then(when) && ((declares && when.declaring) || self.is_awaited(question))
    }

    /// Whether the line whose time is passed to answers the question.
    fn is_awaited(&self, question: &Question) -> bool {
        self.awaited.as_ref().is_some_and(|(by, script)| {
            by.is_none_or(|p| p == question.player) && script.fits(question)
        })
    }

    /// The answer of a line that belongs to what is under way.
    fn pending_answer(&mut self, question: &Question) -> Done<Option<((), Answer)>> {
        let mut at = 0;
        while at < self.pending.len() {
            let (by, script) = &mut self.pending[at];
            let theirs = by.is_none_or(|p| p == question.player);
            if script.is_empty() && !(theirs && script.fits(question)) {
                self.pending.remove(at);
                continue;
            }
            if theirs && script.fits(question) {
                let text = script.text.clone();
                return match script.next(&self.game, question, &self.names) {
                    Ok(answer) => Ok(answer.map(|a| ((), a))),
                    Err(error) => Err(self.stop(&text, error)),
                };
            }
            at += 1;
        }
        Ok(None)
    }

    fn queued_answer(&mut self, question: &Question) -> Done<Option<Answer>> {
        let Some(queue) = self.queues.get_mut(question.player.index()) else { return Ok(None) };
        while queue.front().is_some_and(|s| s.is_empty() && !s.fits(question)) {
            queue.pop_front();
        }
        let Some(script) = queue.front_mut().filter(|s| s.fits(question)) else { return Ok(None) };
        let text = script.text.clone();
        script.next(&self.game, question, &self.names).map_err(|error| self.stop(&text, error))
    }

    fn drop_finished(&mut self) {
        self.pending.retain(|(_, s)| !s.is_empty());
    }

    /// Whether the next line of the script answers the question.
    fn coming_answers(&self, question: &Question) -> bool {
        let Some(entry) = self.coming.front() else { return self.held_at_end };
        if let Some(at) = &entry.at {
            let step = at.step.as_deref().and_then(step_named);
            if !self.is_then(&When { turn: at.turn, step, ..When::default() }) {
                return false;
            }
        }
        let Some(act) = &entry.act else {
            // A look at the question itself holds it open.
            let looks = entry.expect.as_ref().map(|e| e.under(self.preset.name()));
            return looks.is_some_and(|e| e.question.is_some());
        };
        let (named, text) = split_player(act);
        let by = entry.by.as_deref().and_then(seat_of).or(named).map(PlayerId);
        let Ok(command) = parse(text) else { return false };
        let script = plan(&self.game, &command, text);
        by.is_none_or(|p| p == question.player) && script.fits(question)
    }

    /// Whether what is under way wants its players to pass on.
    fn wants_pass(&self) -> bool {
        match &self.activity {
            None | Some(Activity::Settle) => false,
            Some(Activity::Resolve) => !self.game.state().stack().is_empty(),
            Some(Activity::ResolveOne(top)) => {
                self.game.state().stack().iter().any(|e| e.object() == *top)
            }
            Some(Activity::PassUntil(when)) => !self.is_then(when) && !self.is_past(when),
        }
    }

    /// Ends what is under way, or says what it waits for.
    pub(crate) fn finish_activity(&mut self) -> Done<()> {
        self.pump()?;
        match self.question() {
            Some(q) if self.activity.is_some() && q.kind != QuestionKind::Act => {
                let asked = describe_question(&self.game, &q, self.lang);
                let mut legal = Vec::new();
                self.game.answers(&mut legal);
                let legal: Vec<String> = legal
                    .iter()
                    .take(8)
                    .map(|a| describe_answer(&self.game, *a, self.lang))
                    .collect();
                let options = legal.join(" | ");
                Err(self.failed(&words::UNANSWERED, &[&asked, &options]))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn nothing_pending(&mut self) -> Done<()> {
        let left = |s: Script| {
            let what = s.left().join(", ");
            match what == s.text {
                true => what,
                false => words::say(&words::LEFT_OF, self.lang, &[&what, &s.text]),
            }
        };
        let unused = self.pending.drain(..).map(|(_, s)| s).filter(|s| !s.is_empty());
        let unused: Vec<String> = unused.map(left).collect();
        if unused.is_empty() {
            return Ok(());
        }
        Err(Stop::Unused(words::say(&words::LEFT_UNUSED, self.lang, &[&unused.join("; ")])))
    }

    /// Gives an answer, tells what comes of it, and lets chance speak.
    pub(crate) fn give(&mut self, answer: Answer) -> Done<()> {
        if self.budget == 0 {
            return Err(self.failed(&words::BUDGET, &[]));
        }
        self.budget -= 1;
        let asked = self.question();
        if let Some(barred) = self.barred.filter(|b| asked.is_some_and(|q| q.player == b.player)) {
            if barred.answer == answer {
                let said = describe_answer(&self.game, answer, self.lang);
                let because = barred.because;
                return Err(self.stop(&said, CommandError::Refused { because }));
            }
            self.barred = None;
        }
        let said = describe_answer(&self.game, answer, self.lang);
        if let Some(q) = asked.filter(|_| answer != Answer::Pass && answer != Answer::Auto) {
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
            self.teller.learn(&self.game, event);
        }
        for event in log.0 {
            self.rules.insert(event.rule);
            let told = self.teller.tell(&self.game, &event);
            let short = self.teller.short(&self.game, &event);
            self.say(format!("    {told}"));
            self.recent.push((event, short));
        }
        Ok(())
    }
}

/// What chance says next, of `n` options: the list says it, and the dice after the list.
pub(crate) fn next_pick(
    chance: &mut VecDeque<u32>,
    dice: &mut Dice,
    n: u32,
    lang: Lang,
) -> Result<u32, String> {
    match chance.pop_front() {
        Some(pick) if pick < n => Ok(pick),
        Some(pick) => {
            Err(words::say(&words::CHANCE_BEYOND, lang, &[&pick.to_string(), &n.to_string()]))
        }
        None => Ok(dice.draw(Distribution::Uniform(n))),
    }
}

/// The step and the question in which a command declares.
fn declaration(command: &Command) -> Option<(Step, QuestionKind)> {
    match command {
        Command::Attack(_) => Some((Step::DeclareAttackers, QuestionKind::Attack)),
        Command::Block(_) => Some((Step::DeclareBlockers, QuestionKind::Block)),
        _ => None,
    }
}

fn declares_nothing(command: &Command) -> bool {
    match command {
        Command::Attack(all) => all.is_empty(),
        Command::Block(all) => all.is_empty(),
        _ => false,
    }
}
