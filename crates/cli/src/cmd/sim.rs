//! `simpan sim`: many games between bots.

mod laws;
mod random_decks;

use laws::Checked;
use random_decks::RandomDecks;

use crate::bots::{Bot, GameName, Kind};
use crate::failure::{Done, Failure};
use crate::library::{Library, Loaded, library};
use crate::out;
use crate::words::{self, fill};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use simpan_engine::{Answer, Dice, Driver, DriverError, EventHash, Game, NoLog, Outcome, Player};
use simpan_magic::{Magic, Preset, RuleId};
use simpan_rulebook::{Book, Lang};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Plays games between bots and counts.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game
    #[arg(long, default_value = "magic")]
    game: GameName,
    /// The deck of the first seat: a built-in name or a file
    #[arg(long)]
    pub deck: Option<String>,
    /// The deck of the second seat
    #[arg(long)]
    pub vs: Option<String>,
    /// Random decks instead, other ones every game, out of the imported cards of a format of play:
    /// standard-2005, standard-2021, free, or a TOML file of formats
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["deck", "vs", "all_pairings"])]
    random_decks: Option<String>,
    /// Try the laws of the engine at every n-th question to a player; 0 is never
    #[arg(long, value_name = "N", default_value_t = 0)]
    laws: u32,
    /// The number of the first game; games of one number are the same every time
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1 << 40))]
    from: u64,
    /// A file that assumes otherwise where Starlight's rules leave something open
    #[arg(long, value_name = "FILE")]
    pub rules: Option<std::path::PathBuf>,
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Who plays the first and the second seat
    #[arg(long, value_delimiter = ',', default_value = "random,random")]
    bots: Vec<Kind>,
    /// The seed; the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads (all cores unless said)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The rulebook of Magic (2021 unless said)
    #[arg(long)]
    edition: Option<Preset>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Play every built-in deck against every built-in deck, in turn
    #[arg(long)]
    pub all_pairings: bool,
    /// Play the recording of every game again and compare
    #[arg(long)]
    verify: bool,
    /// The most decisions a game may take: 200,000 unless said; between random decks a game is left
    /// unfinished after 20,000 unless said
    #[arg(long)]
    limit: Option<u64>,
}

/// The most decisions a game may take unless said.
const LIMIT: u64 = 200_000;

/// A game of which many are played. Games of one number are the same every time.
pub trait Table: Sync {
    /// The game.
    type Game: Game<Rule = RuleId>;
    /// A player of it.
    type Bot: Player<Self::Game>;
    /// The n-th game at its first question.
    fn new_game(&self, n: u64) -> Result<Self::Game, String>;
    /// A bot; the same seed and seat play the same.
    fn bot(&self, kind: Kind, seed: u64, seat: u64) -> Self::Bot;
    /// In which turn a game is.
    fn turns(&self, game: &Self::Game) -> u32;
    /// The names of the decks of the n-th game.
    fn decks(&self, n: u64) -> [String; 2];
    /// How many pairings are played in turn.
    fn pairings(&self) -> usize;
    /// The name of the rulebook.
    fn rulebook(&self) -> &'static str;
    /// The text of rules that numbers are of.
    fn book(&self) -> Book;
    /// After how many decisions a game is left unfinished instead of being a fault.
    fn patience(&self) -> Option<u64> {
        None
    }
    /// What else to tell of the n-th game if it fails.
    fn told(&self, _: u64) -> String {
        String::new()
    }
}

/// Two decks that meet.
struct Pairing<'a> {
    first: &'a Loaded,
    second: &'a Loaded,
}

/// The pairings of one rulebook of the first game.
struct Magics<'a> {
    library: &'a Library,
    pairings: Vec<Pairing<'a>>,
    edition: Preset,
    laws: u32,
}

impl Magics<'_> {
    fn pairing(&self, n: u64) -> &Pairing<'_> {
        &self.pairings[(n % self.pairings.len() as u64) as usize]
    }
}

impl Table for Magics<'_> {
    type Game = Magic;
    type Bot = Checked;

    fn new_game(&self, n: u64) -> Result<Magic, String> {
        let pairing = self.pairing(n);
        let decks = [pairing.first.cards.clone(), pairing.second.cards.clone()];
        Magic::new(self.library.pool(), self.edition, &decks).map_err(|e| e.to_string())
    }
    fn bot(&self, kind: Kind, seed: u64, seat: u64) -> Checked {
        Checked::new(Bot::new(kind, seed, seat), self.laws)
    }
    fn turns(&self, game: &Magic) -> u32 {
        game.state().turn_number()
    }
    fn decks(&self, n: u64) -> [String; 2] {
        let pairing = self.pairing(n);
        [pairing.first.name.clone(), pairing.second.name.clone()]
    }
    fn pairings(&self) -> usize {
        self.pairings.len()
    }
    fn rulebook(&self) -> &'static str {
        self.edition.name()
    }
    fn book(&self) -> Book {
        self.edition.book()
    }
}

/// What came of one game.
struct Played {
    winner: Option<usize>,
    /// Why it ended; nothing if it was left unfinished.
    because: Option<RuleId>,
    turns: u32,
    decisions: u64,
    hash: u64,
}

struct Series<'a, T> {
    table: T,
    bots: [Kind; 2],
    args: &'a Args,
    lang: Lang,
}

/// What is counted over games.
#[derive(Debug, Default, Serialize)]
struct Tally {
    games: u64,
    wins: [u64; 2],
    draws: u64,
    unfinished: u64,
    turns_mean: f64,
    #[serde(skip)]
    turns: u64,
}

/// The result of a series as one object.
#[derive(Debug, Serialize)]
struct Report {
    edition: &'static str,
    decks: [String; 2],
    bots: [&'static str; 2],
    seed: u64,
    games: u64,
    decisions: u64,
    wins: [u64; 2],
    draws: u64,
    unfinished: u64,
    win_rate: [f64; 2],
    win_rate_95: [[f64; 2]; 2],
    turns_mean: f64,
    reasons: BTreeMap<&'static str, u64>,
    results_hash: String,
    verified: bool,
    pairings: BTreeMap<String, Tally>,
    #[serde(skip)]
    threads: usize,
    seconds: f64,
    decisions_per_second: f64,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    let edition = crate::cmd::play::one_game(args.game, args.edition, args.rules.is_some(), lang)?;
    if args.game == GameName::Starlight && (args.random_decks.is_some() || args.laws > 0) {
        return Err(Failure::usage(words::MAGIC_ONLY.get(lang)));
    }
    match args.game {
        GameName::Magic => magic(args, edition, lang),
        GameName::Starlight => crate::starlight::sim(args, lang),
    }
}

fn magic(args: &Args, edition: Preset, lang: Lang) -> Done {
    if let Some(format) = &args.random_decks {
        let play = crate::cmd::deck::play(format, lang)?;
        let decks = RandomDecks::new(&play, edition, args.seed, args.laws, lang)?;
        return series(decks, args, lang);
    }
    let library = library();
    let deck =
        |given: &Option<String>, or: &str| library.deck(given.as_deref().unwrap_or(or), lang);
    let [first, second] = crate::cmd::play::DECKS;
    let decks = if args.all_pairings {
        library.all_decks(lang)?
    } else {
        vec![deck(&args.deck, first)?, deck(&args.vs, second)?]
    };
    let pairings = if args.all_pairings {
        let with = |first| decks.iter().map(move |second| Pairing { first, second });
        decks.iter().flat_map(with).collect()
    } else {
        vec![Pairing { first: &decks[0], second: &decks[1] }]
    };
    let laws = args.laws;
    series(Magics { library, pairings, edition, laws }, args, lang)
}

/// Plays a series and prints what came of it.
pub fn series<T: Table>(table: T, args: &Args, lang: Lang) -> Done {
    let [first, second] = args.bots[..] else {
        return Err(Failure::usage(words::TWO_BOTS.get(lang)));
    };
    let series = Series { table, bots: [first, second], args, lang };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    let start = Instant::now();
    let played = series.play(threads)?;
    let report = series.report(&played, threads, start.elapsed().as_secs_f64());
    if args.json {
        out::line(serde_json::to_string(&report).map_err(Failure::usage)?);
    } else {
        print(&report, series.table.book(), lang);
    }
    Ok(())
}

impl<T: Table> Series<'_, T> {
    /// Plays all games; those of one number are the same at any thread count.
    fn play(&self, threads: usize) -> Result<Vec<Played>, Failure> {
        let lang = self.lang;
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(Failure::usage)?;
        let bar = ProgressBar::with_draw_target(
            Some(self.args.games),
            ProgressDrawTarget::stderr_with_hz(10),
        );
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {per_sec} {eta}") {
            bar.set_style(style);
        }
        let failed = AtomicBool::new(false);
        let from = self.args.from;
        let results: Vec<Option<Result<Played, String>>> = pool.install(|| {
            let one = |n: u64| {
                if failed.load(Ordering::Relaxed) {
                    return None;
                }
                let result = catch_unwind(AssertUnwindSafe(|| self.game(n)))
                    .unwrap_or_else(|_| Err(words::INTERNAL.get(lang).to_owned()))
                    .map_err(|why| why + &self.table.told(n));
                failed.fetch_or(result.is_err(), Ordering::Relaxed);
                bar.inc(1);
                Some(result)
            };
            (from..from + self.args.games).into_par_iter().map(one).collect()
        });
        bar.finish_and_clear();
        let mut played = Vec::with_capacity(results.len());
        for (n, result) in results.into_iter().enumerate() {
            match result {
                Some(Ok(game)) => played.push(game),
                Some(Err(why)) => {
                    let n = (from + n as u64).to_string();
                    let seed = self.args.seed.to_string();
                    let message = fill(words::GAME_FAILED.get(lang), &[&n, &seed, &why]);
                    return Err(Failure::failed(message));
                }
                None => {}
            }
        }
        Ok(played)
    }

    fn game(&self, n: u64) -> Result<Played, String> {
        let seed = self.args.seed;
        let mut driver = Driver::new(self.table.new_game(n)?, Dice::nth(seed, n));
        let mut first = self.table.bot(self.bots[0], seed, 2 * n);
        let mut second = self.table.bot(self.bots[1], seed, 2 * n + 1);
        let players: &mut [&mut dyn Player<T::Game>] = &mut [&mut first, &mut second];
        let (winner, because) = match driver.play(players, self.limit(), &mut NoLog) {
            Ok(Outcome { winner, because }) => (winner, Some(because)),
            Err(DriverError::TooLong) if self.leaves_unfinished() => (None, None),
            Err(error) => return Err(self.stuck(error)),
        };
        let hash = driver.game.event_hash();
        if self.args.verify {
            self.replay(n, &driver.record, hash)?;
        }
        Ok(Played {
            winner: winner.map(|p| p.index()),
            because,
            turns: self.table.turns(&driver.game),
            decisions: driver.decisions,
            hash,
        })
    }

    /// The most decisions of a game.
    fn limit(&self) -> u64 {
        self.args.limit.or(self.table.patience()).unwrap_or(LIMIT)
    }

    fn leaves_unfinished(&self) -> bool {
        self.args.limit.is_none() && self.table.patience().is_some()
    }

    /// Why a game could not be played on.
    fn stuck(&self, error: DriverError<RuleId>) -> String {
        match error {
            DriverError::TooLong => {
                fill(words::SIM_TOO_LONG.get(self.lang), &[&self.limit().to_string()])
            }
            DriverError::NoAnswer => words::SIM_NO_ANSWER.get(self.lang).to_owned(),
            DriverError::Illegal(illegal) => {
                let number = illegal.because.qualified(self.table.book()).to_string();
                let why = illegal.because.entry().refusal_or_text(self.lang);
                fill(words::SIM_ILLEGAL.get(self.lang), &[&number, why])
            }
        }
    }

    fn replay(&self, n: u64, answers: &[Answer], hash: u64) -> Result<(), String> {
        let mut game = self.table.new_game(n)?;
        for (at, answer) in answers.iter().enumerate() {
            game.apply(*answer, &mut NoLog)
                .map_err(|_| fill(words::REPLAY_ILLEGAL.get(self.lang), &[&at.to_string()]))?;
        }
        let found = game.event_hash();
        if found == hash {
            Ok(())
        } else {
            let (found, played) = (format!("{found:016x}"), format!("{hash:016x}"));
            Err(fill(words::REPLAY_HASH.get(self.lang), &[&found, &played]))
        }
    }

    fn report(&self, played: &[Played], threads: usize, seconds: f64) -> Report {
        let mut all = Tally::default();
        let mut reasons = BTreeMap::new();
        let mut pairings: BTreeMap<String, Tally> = BTreeMap::new();
        let mut hash = EventHash::default();
        let mut decisions = 0;
        for (n, game) in played.iter().enumerate() {
            let name = self.table.decks(self.args.from + n as u64).join(" / ");
            for tally in [&mut all, pairings.entry(name).or_default()] {
                tally.add(game);
            }
            if let Some(because) = game.because {
                *reasons.entry(because.entry().slug).or_insert(0) += 1;
            }
            hash.mix(game.hash);
            decisions += game.decisions;
        }
        for tally in pairings.values_mut().chain([&mut all]) {
            tally.turns_mean = tally.turns as f64 / tally.games.max(1) as f64;
        }
        let decks = match self.table.pairings() {
            1 => self.table.decks(self.args.from),
            _ => ["all", "all"].map(str::to_owned),
        };
        Report {
            edition: self.table.rulebook(),
            decks,
            bots: self.bots.map(Kind::name),
            seed: self.args.seed,
            games: all.games,
            decisions,
            wins: all.wins,
            draws: all.draws,
            unfinished: all.unfinished,
            win_rate: all.wins.map(|w| w as f64 / all.games.max(1) as f64),
            win_rate_95: all.wins.map(|w| wilson(w, all.games)),
            turns_mean: all.turns_mean,
            reasons,
            results_hash: format!("{:016x}", hash.value()),
            verified: self.args.verify,
            pairings,
            threads,
            seconds,
            decisions_per_second: decisions as f64 / seconds.max(1e-9),
        }
    }
}

impl Tally {
    fn add(&mut self, game: &Played) {
        self.games += 1;
        self.turns += u64::from(game.turns);
        match game.winner {
            Some(seat) if seat < 2 => self.wins[seat] += 1,
            _ if game.because.is_none() => self.unfinished += 1,
            _ => self.draws += 1,
        }
    }
}

/// The Wilson interval at 95 % of `wins` out of `games`.
fn wilson(wins: u64, games: u64) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    const Z: f64 = 1.959_963_984_540_054;
    let n = games as f64;
    let p = wins as f64 / n;
    let middle = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    [((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)]
}

fn print(report: &Report, book: Book, lang: Lang) {
    let percent = |x: f64| format!("{:.1}", 100.0 * x);
    out::line(fill(
        words::SIM_GAMES.get(lang),
        &[&report.games.to_string(), report.edition, &report.seed.to_string()],
    ));
    for seat in 0..2 {
        let [low, high] = report.win_rate_95[seat];
        out::line(fill(
            words::SIM_SEAT.get(lang),
            &[
                ["A", "B"][seat],
                &report.decks[seat],
                report.bots[seat],
                &report.wins[seat].to_string(),
                &percent(report.win_rate[seat]),
                &percent(low),
                &percent(high),
            ],
        ));
    }
    out::line(fill(words::SIM_DRAWS.get(lang), &[&report.draws.to_string()]));
    if report.unfinished > 0 {
        out::line(fill(words::SIM_UNFINISHED.get(lang), &[&report.unfinished.to_string()]));
    }
    out::line(fill(words::SIM_TURNS.get(lang), &[&format!("{:.1}", report.turns_mean)]));
    out::line(words::SIM_REASONS.get(lang));
    for (slug, count) in &report.reasons {
        let Some(id) = simpan_rulebook::by_key(slug) else { continue };
        let number = id.qualified(book);
        out::line(format!("  {count:>8}  {} [{number}]", id.entry().title.get(lang)));
    }
    if report.pairings.len() > 1 {
        out::line(words::SIM_PAIRINGS.get(lang));
        for (name, t) in &report.pairings {
            out::line(format!("  {:>8} : {:<8} ({})  {name}", t.wins[0], t.wins[1], t.draws));
        }
    }
    let per_second = format!("{:.0}", report.decisions_per_second);
    out::line(fill(
        words::SIM_SPEED.get(lang),
        &[
            &report.decisions.to_string(),
            &format!("{:.2}", report.seconds),
            &report.threads.to_string(),
            &per_second,
        ],
    ));
    if report.verified {
        out::line(words::SIM_VERIFIED.get(lang));
    }
    out::line(fill(words::SIM_HASH.get(lang), &[&report.results_hash]));
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn the_interval_is_that_of_wilson() {
        // 50 of 100: 0.4038 to 0.5962 (the textbook's figures).
        let [low, high] = wilson(50, 100);
        assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4, "{low} {high}");
        assert_eq!(wilson(0, 10)[0], 0.0);
        assert!((wilson(10, 10)[1] - 1.0).abs() < 1e-9);
    }
}
