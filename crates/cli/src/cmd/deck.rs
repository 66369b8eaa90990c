//! `simpan deck`: looking a deck over, and writing it for another program.

use crate::bots::GameName;
use crate::failure::{Done, Failure};
use crate::library::{library, problem_text, read, read_bounded};
use crate::out;
use crate::starlight;
use crate::words::{self, fill};
use simpan_decks::{
    Deck, Encoding, Format, Line, Play, Problem, Rules, Verdict, check_for, losses, nearest,
    verdicts, write,
};
use simpan_rulebook::Lang;
use std::path::{Path, PathBuf};

/// Looks decks over.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game; unless said, that of the deck
    #[arg(long, global = true)]
    game: Option<GameName>,
    /// A file that assumes otherwise where Starlight's rules leave something open
    #[arg(long, global = true, value_name = "FILE")]
    rules: Option<PathBuf>,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Check a deck: its cards, its size, the copies of a card, the sets of a format
    Check {
        /// A file, a built-in name, or - for standard input
        file: String,
        /// constructed, limited, free, standard-2005, standard-2021, or a TOML file of formats;
        /// unless said, constructed, and limited for built-in decks, which have forty cards
        #[arg(long)]
        format: Option<String>,
        /// Tell every line and what it means
        #[arg(long)]
        lines: bool,
    },
    /// Write a deck for another program
    Convert {
        /// A file, a built-in name, or - for standard input
        file: String,
        /// plain, arena, mtgo-text, mtgo-dek, cockatrice, forge, xmage or moxfield
        #[arg(long)]
        to: String,
        /// Where to write it, instead of standard output
        #[arg(long, short)]
        output: Option<PathBuf>,
        /// Leave the names as they are, also Korean ones and those misspelled
        #[arg(long)]
        keep_names: bool,
    },
    /// List the built-in decks
    List,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    let other = args.game == Some(GameName::Starlight);
    match &args.what {
        What::List if other => return starlight::list_decks(lang),
        What::Check { file, .. } if other || (args.game.is_none() && starlight::is_deck(file)) => {
            return starlight::check_deck(file, args.rules.as_deref(), lang);
        }
        _ => {}
    }
    match &args.what {
        What::Check { file, format, lines } => check(file, format.as_deref(), *lines, lang),
        What::Convert { file, to, output, keep_names } => {
            convert(file, to, output.as_deref(), *keep_names, lang)
        }
        What::List => {
            for (name, _) in crate::library::DECKS {
                out::line(name);
            }
            Ok(())
        }
    }
}

/// The largest file of formats that is read.
const MAX_FORMATS: u64 = 1 << 20;

/// The format of play of a name, or the first of a file.
pub fn play(which: &str, lang: Lang) -> Result<Play, Failure> {
    const RULES: [(&str, Rules); 3] =
        [("constructed", Rules::CONSTRUCTED), ("limited", Rules::LIMITED), ("free", Rules::FREE)];
    if let Some((_, rules)) = RULES.iter().find(|(name, _)| name.eq_ignore_ascii_case(which)) {
        return Ok(Play::of(*rules));
    }
    if let Some(play) = Play::find(which) {
        return Ok(play.clone());
    }
    let built_in = Play::built_in().iter().map(|play| play.key.as_str());
    let names: Vec<&str> = RULES.iter().map(|(name, _)| *name).chain(built_in).collect();
    let bytes = read_bounded(Path::new(which), MAX_FORMATS).map_err(|error| {
        let near = nearest(which, names.iter().copied());
        let list = if near.is_empty() { names.clone() } else { near };
        let list = list.join(", ");
        Failure::usage(fill(words::NO_PLAY.get(lang), &[which, &words::io(&error, lang), &list]))
    })?;
    let bad = |why: &str| Failure::usage(fill(words::CANT_READ.get(lang), &[which, why.trim()]));
    let text = String::from_utf8(bytes).map_err(|error| bad(&error.to_string()))?;
    let plays = Play::parse(&text).map_err(|error| bad(&error))?;
    plays.into_iter().next().ok_or_else(|| bad(words::PLAY_EMPTY.get(lang)))
}

fn check(file: &str, format: Option<&str>, all: bool, lang: Lang) -> Done {
    let built_in = crate::library::DECKS.iter().any(|(name, _)| *name == file);
    let which = format.unwrap_or(if built_in { "limited" } else { "constructed" });
    let play = play(which, lang)?;
    let (name, deck) = read(file, lang)?;
    if format.is_none() {
        out::line(fill(words::DECK_AS.get(lang), &[which]));
    }
    account(&deck, all, lang);
    let mut faults = library().refused_in(&deck, lang);
    let refused = |n: &str| library().refusal(n, lang).is_some();
    let problems = check_for(&deck, &play, |n| library().known(n));
    let unknown_sets = problems.iter().filter(|p| matches!(p, Problem::SetsUnknown { .. })).count();
    faults.extend(problems.iter().filter_map(|p| match p {
        Problem::UnknownCard { name, .. } if refused(name) => None,
        // One line says it for all of them.
        Problem::SetsUnknown { .. } if unknown_sets > 1 => None,
        other => Some(problem_text(other, lang)),
    }));
    if unknown_sets > 0 {
        let count = unknown_sets.to_string();
        faults.push(fill(words::SETS_UNKNOWN.get(lang), &[&count, play.title(lang)]));
    }
    if faults.is_empty() {
        let (main, side) = (deck.main_size().to_string(), deck.side_size().to_string());
        out::line(fill(words::DECK_GOOD.get(lang), &[&name, &main, &side]));
        return Ok(());
    }
    faults.extend(crate::imported::store().err().map(|trouble| trouble.text(lang)));
    if format.is_none()
        && check_for(&deck, &Play::of(Rules::LIMITED), |n| library().known(n)).is_empty()
    {
        faults.push(fill(words::DECK_WOULD.get(lang), &["limited"]));
    }
    let title = match play.title(lang) {
        "" => fill(words::DECK_REFUSED.get(lang), &[&name]),
        title => fill(words::DECK_NOT_LEGAL.get(lang), &[&name, title]),
    };
    Err(Failure::usage(format!("{title}\n  {}", faults.join("\n  "))))
}

/// Tells how many lines are known, near misses and unknown, and what was left out.
fn account(deck: &Deck, all: bool, lang: Lang) {
    let verdicts = verdicts(deck, |n| library().known(n));
    let mut counts = [0_usize; 3];
    for (line, verdict) in &verdicts {
        let (place, word, meant) = match verdict {
            Verdict::Known(name) => (0, words::LINE_KNOWN, name.clone()),
            Verdict::Near(names) => (1, words::LINE_NEAR, names.join(", ")),
            Verdict::Unknown => (2, words::LINE_UNKNOWN, String::new()),
        };
        counts[place] += 1;
        if all {
            let at = line.at.to_string();
            let written = format!("{} {}", line.count, line.name);
            out::line(fill(word.get(lang), &[&at, &written, &meant]));
        }
    }
    if all {
        for left in &deck.left {
            let said = [left.at.to_string(), left.text.clone(), left.why.text(lang).to_owned()];
            out::line(fill(words::LINE_LEFT.get(lang), &said.each_ref().map(String::as_str)));
        }
    }
    if matches!(deck.encoding, Encoding::Korean | Encoding::Western) {
        out::line(fill(words::DECK_ENCODING.get(lang), &[deck.encoding.name()]));
    }
    let [known, near, unknown] = counts.map(|count| count.to_string());
    let (lines, left) = (verdicts.len().to_string(), deck.left.len().to_string());
    let said: [&str; 6] = [deck.format.name(), &lines, &known, &near, &unknown, &left];
    out::line(fill(words::DECK_LINES.get(lang), &said));
}

fn convert(file: &str, to: &str, output: Option<&Path>, keep: bool, lang: Lang) -> Done {
    let format = to.parse::<Format>().map_err(|error| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        let near = nearest(to, names.iter().copied());
        let list = if near.is_empty() { names.clone() } else { near };
        Failure::usage(format!("{}: {}", error.text(lang), list.join(", ")))
    })?;
    let (_, mut deck) = read(file, lang)?;
    for loss in losses(&deck, format) {
        let what = loss.what.text(lang);
        out::complain(match loss.lines {
            0 => fill(words::LOST.get(lang), &[format.name(), what]),
            n => fill(words::LOST_LINES.get(lang), &[format.name(), what, &n.to_string()]),
        });
    }
    for left in &deck.left {
        let said = [left.at.to_string(), left.text.clone(), left.why.text(lang).to_owned()];
        out::complain(fill(words::LINE_LEFT.get(lang), &said.each_ref().map(String::as_str)));
    }
    if !keep {
        let lines = deck.main.iter_mut().chain(&mut deck.side);
        lines.for_each(|line| spell(line, format, lang));
    }
    let text = write(&deck, format);
    let Some(path) = output else {
        out::part(text);
        return Ok(());
    };
    std::fs::write(path, text).map_err(|error| {
        let (path, why) = (path.display().to_string(), words::io(&error, lang));
        Failure::usage(fill(words::CANT_WRITE.get(lang), &[&path, &why]))
    })
}

/// Gives a card the name that the programs of a format know it by.
fn spell(line: &mut Line, format: Format, lang: Lang) {
    match library().english(&line.name) {
        Some((name, faces)) => line.name = format.name_of(&name, faces).to_owned(),
        None => {
            let at = line.at.to_string();
            out::complain(fill(words::NAME_KEPT.get(lang), &[&at, &line.name]));
        }
    }
}
