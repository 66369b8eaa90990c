//! Messages in both languages: the form of a table of them, and how their places are filled.
//!
//! `{0}`, `{1}` … are filled in; in Korean, `[을]`, `[이]`, `[은]`, `[로]`, `[와]` after one is the
//! particle that fits what was filled in, and `[이라]` the word before a name.

use simpan_language::{Josa, josa};
use simpan_rulebook::Bilingual;

/// A table of messages: constants of [`Bilingual`], and for tests the list of all of them.
#[macro_export]
macro_rules! messages {
    ($($key:ident: $en:literal, $ko:literal;)*) => {
        $(#[allow(missing_docs)]
        pub const $key: simpan_rulebook::Bilingual =
            simpan_rulebook::Bilingual { en: $en, ko: $ko };)*
        /// Every entry with its name.
        #[cfg(test)]
        pub const ALL: &[(&str, simpan_rulebook::Bilingual)] = &[$((stringify!($key), $key)),*];
    };
}

/// Fills the places of a text.
pub fn fill(text: &str, with: &[&str]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(open) = rest.find(['{', '[']) {
        out.push_str(&rest[..open]);
        let close = if rest[open..].starts_with('{') { '}' } else { ']' };
        let after = &rest[open + 1..];
        let Some(end) = after.find(close) else {
            rest = &rest[open..];
            break;
        };
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

/// The entries of a table that don't say the same in both languages, and why: for tests.
pub fn uneven(table: &[(&str, Bilingual)]) -> Vec<String> {
    let hangul = |c: char| ('가'..='힣').contains(&c);
    let places = |text: &str| {
        let mut all: Vec<char> =
            text.match_indices('{').filter_map(|(i, _)| text[i + 1..].chars().next()).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let why = |entry: &Bilingual| {
        let words = entry.en.chars().any(|c| c.is_ascii_alphabetic());
        match () {
            () if entry.en.trim().is_empty() || entry.ko.trim().is_empty() => Some("empty"),
            () if entry.en.chars().any(hangul) => Some("English with Hangul"),
            () if words && !entry.ko.chars().any(hangul) => Some("no Korean"),
            () if places(entry.en) != places(entry.ko) => Some("other places"),
            () => None,
        }
    };
    table.iter().filter_map(|(name, entry)| Some(format!("{name}: {}", why(entry)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_follow_the_sound() {
        assert_eq!(fill("{0}[을] 낸다", &["섬"]), "섬을 낸다");
        assert_eq!(fill("`{0}`[을]", &["평지"]), "`평지`를");
        assert_eq!(fill("{0} [x{1}] {9}", &["a", "b"]), "a [xb] {9}");
        assert_eq!(fill("{0} [open", &["a"]), "a [open");
    }

    #[test]
    fn tables_that_are_uneven_are_found() {
        let entry = |en, ko| [("X", Bilingual { en, ko })];
        assert!(uneven(&entry("a {0}", "가 {0}")).is_empty());
        for (en, ko) in [("a", ""), ("가", "가"), ("a", "a"), ("a {0}", "가")] {
            assert_eq!(uneven(&entry(en, ko)).len(), 1, "{en} / {ko}");
        }
    }
}
