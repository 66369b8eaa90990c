//! `simpan rules starlight`: the rules of Starlight TCG, and what is assumed where its published
//! column leaves something open.

use crate::failure::{Done, Failure};
use crate::out;
use crate::words::{self, fill};
use serde::Serialize;
use simpan_rulebook::{Book, Lang, entries};
use simpan_starlight::{Assumption, Assumptions};
use std::path::PathBuf;

/// The rules of Starlight TCG.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A rule's number, or words to search for; all rules unless said
    words: Vec<String>,
    /// Every assumption with its value, its source and its reason
    #[arg(long)]
    assumptions: bool,
    /// A file that assumes otherwise, of the form of crates/starlight/starlight.toml
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A rule as it is printed.
#[derive(Serialize)]
struct Shown {
    number: String,
    title: &'static str,
    text: &'static str,
}

/// Runs the command.
pub fn run(args: &Args, lang: Lang) -> Done {
    if args.assumptions || args.rules.is_some() {
        return assumed(args, lang);
    }
    let wanted = args.words.join(" ").to_lowercase();
    let of_it = entries().filter(|(id, entry)| {
        id.number(Book::Starlight).is_some_and(|number| {
            let number = number.to_string().to_lowercase();
            let texts = Lang::ALL.map(|lang| [entry.title.get(lang), entry.text.get(lang)]);
            let says = |text: &&str| text.to_lowercase().contains(&wanted);
            wanted.is_empty()
                || number.contains(wanted.trim_start_matches("starlight-"))
                || texts.as_flattened().iter().any(says)
        })
    });
    let all: Vec<Shown> = of_it
        .map(|(id, entry)| Shown {
            number: id.qualified(Book::Starlight).to_string(),
            title: entry.title.get(lang),
            text: entry.text.get(lang),
        })
        .collect();
    if all.is_empty() {
        return Err(Failure::usage(fill(words::NO_RULE_WITH.get(lang), &[&wanted])));
    }
    if args.json {
        out::line(serde_json::to_string(&all).map_err(Failure::usage)?);
        return Ok(());
    }
    for rule in all {
        out::line(format!("{}  [{}]", rule.title, rule.number));
        out::line(format!("  {}", rule.text));
    }
    Ok(())
}

fn assumed(args: &Args, lang: Lang) -> Done {
    let read = match &args.rules {
        None => Assumptions::builtin(),
        Some(path) => Assumptions::with(&crate::starlight::rules_text(Some(path), lang)?),
    };
    let (_, all) = read.map_err(|e| Failure::usage(e.text(lang)))?;
    if args.json {
        out::line(serde_json::to_string(&all).map_err(Failure::usage)?);
        return Ok(());
    }
    for one in &all {
        out::line(format!("{} = {}", one.name, one.value));
        out::line(format!("  {} — {}", source(one, lang), why(one, lang)));
    }
    Ok(())
}

fn source(one: &Assumption, lang: Lang) -> String {
    match one.source.as_str() {
        "guide" => words::ASSUMED_GUIDE.get(lang).to_owned(),
        "inferred" => words::ASSUMED_INFERRED.get(lang).to_owned(),
        "chosen" => words::ASSUMED_CHOSEN.get(lang).to_owned(),
        "file" => words::ASSUMED_FILE.get(lang).to_owned(),
        other => fill(words::ASSUMED_OTHER.get(lang), &[other]),
    }
}

fn why(one: &Assumption, lang: Lang) -> &str {
    match lang {
        Lang::En => &one.why_en,
        Lang::Ko => &one.why_ko,
    }
}
