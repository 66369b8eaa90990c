//! Whether two texts of a card say the same.
//!
//! Equal are: upper and lower case, any run of spaces or line breaks, kinds of quotation marks and
//! dashes, text with and without reminders in parentheses or ability words, every name a text may
//! call its own card by, and keywords in one line or in several. Words, numbers, symbols, stops and
//! commas are not equal to anything but themselves.

use simpan_cards::ast::{Ability, KeywordAbility};
use simpan_language::ability_word;

/// Whether the parentheses of a text fit together in every line.
///
/// What stands in parentheses has no effect (2005 rule 207.2, 2021 rule 207.2): a bracket that is
/// never closed would take real text with it.
pub(crate) fn is_balanced(text: &str) -> bool {
    text.split('\n').all(|line| {
        let mut depth = 0_i32;
        let never_below = line.chars().all(|c| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth >= 0
        });
        never_below && depth == 0
    })
}

/// The paragraphs of a text without reminders and ability words; lines that begin with `•` belong to the one before.
pub(crate) fn paragraphs(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in text.split('\n') {
        let mut depth = 0_i32;
        // Ability words have no meaning (2021 rule 207.2c).
        let kept: String = (line[ability_word(line)..].chars())
            .filter(|c| match c {
                '(' => {
                    depth += 1;
                    false
                }
                ')' if depth > 0 => {
                    depth -= 1;
                    false
                }
                _ => depth == 0,
            })
            .collect();
        match all.last_mut() {
            Some(last) if line.trim_start().starts_with('•') => {
                last.push(' ');
                last.push_str(&kept);
            }
            _ => all.push(kept),
        }
    }
    all.retain(|p| !p.trim().is_empty());
    all
}

/// A paragraph in the form in which it is compared.
pub(crate) fn normal(paragraph: &str, names: &[String]) -> String {
    let mut out = String::with_capacity(paragraph.len());
    let mut rest = paragraph;
    let mut before = ' ';
    'text: while let Some(c) = rest.chars().next() {
        if !before.is_alphanumeric() {
            for name in names.iter().filter(|n| n.as_str() != "~") {
                let Some(after) = rest.strip_prefix(name.as_str()) else { continue };
                if !after.starts_with(char::is_alphanumeric) {
                    out.push('~');
                    before = '~';
                    rest = after;
                    continue 'text;
                }
            }
        }
        match c {
            '’' | '‘' => out.push('\''),
            '“' | '”' => out.push('"'),
            '−' | '–' => out.push('-'),
            c if c.is_whitespace() => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.extend(c.to_lowercase()),
        }
        before = c;
        rest = &rest[c.len_utf8()..];
    }
    out.truncate(out.trim_end().len());
    out
}

/// Whether a keyword shares its line with its neighbours when it is printed.
fn is_plain(ability: &Ability) -> bool {
    matches!(ability, Ability::Keyword(KeywordAbility::Plain(_) | KeywordAbility::Landwalk(_)))
}

/// For every printed line, which abilities stand in it.
pub(crate) fn lines_of(abilities: &[Ability]) -> Vec<std::ops::Range<usize>> {
    let mut lines: Vec<std::ops::Range<usize>> = Vec::new();
    for (i, ability) in abilities.iter().enumerate() {
        match lines.last_mut() {
            Some(line) if is_plain(ability) && is_plain(&abilities[line.start]) => line.end = i + 1,
            _ => lines.push(i..i + 1),
        }
    }
    lines
}

/// Paragraphs as one text: keywords in several lines are joined as if they stood in one, and so
/// are the instructions of a spell.
pub(crate) fn joined<'a>(
    paragraphs: impl IntoIterator<Item = (&'a str, &'a [Ability])>,
    names: &[String],
) -> String {
    let mut out = String::new();
    let mut before: Option<&Ability> = None;
    for (text, abilities) in paragraphs {
        if !out.is_empty() {
            out.push_str(match (before, abilities.first()) {
                (Some(Ability::Keyword(_)), Some(Ability::Keyword(_))) => ", ",
                (Some(Ability::Spell(_)), Some(Ability::Spell(_))) => " ",
                _ => "\n",
            });
        }
        out.push_str(&normal(text, names));
        before = abilities.last();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_reminders_make_no_difference() {
        let names = ["Ann of Fife".to_owned(), "this creature".to_owned(), "Ann".to_owned()];
        let text = "Flying (It can't be “blocked” …)\nAnn of Fife  can’t block.";
        let found: Vec<String> = paragraphs(text).iter().map(|p| normal(p, &names)).collect();
        assert_eq!(found, ["flying", "~ can't block."]);
        assert_eq!(normal("Annual ann, this creature", &names), "annual ann, ~");
    }

    #[test]
    fn a_bracket_that_stays_open_is_seen() {
        assert!(is_balanced("A (b (c) d).\n(e)"));
        assert!(!is_balanced("A (b.\nc)"));
        assert!(!is_balanced("A) b ("));
    }
}
