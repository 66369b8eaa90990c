//! Names that are nearly right.

/// A name without what people get wrong: case, accents, ligatures, spaces,
/// and every punctuation mark. Two names that fold alike are one name
/// written differently: `Urza’s Tower` and `urzas tower`.
pub fn fold_name(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => out.push('a'),
            'è' | 'é' | 'ê' | 'ë' => out.push('e'),
            'ì' | 'í' | 'î' | 'ï' => out.push('i'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => out.push('o'),
            'ù' | 'ú' | 'û' | 'ü' => out.push('u'),
            'ñ' => out.push('n'),
            c if c.is_alphanumeric() => out.push(c),
            _ => {}
        }
    }
    out
}

/// The names nearest to a wrong one, nearest first, at most five: those that
/// fold alike, or else those within about a third of its letters by edit
/// distance. Hangul is compared letter by letter, not syllable by syllable.
///
/// ```
/// let names = ["Shock", "Stock Up", "Suntail Hawk"];
/// assert_eq!(simpan_decks::nearest("Suntial Hawk", names), ["Suntail Hawk"]);
/// assert_eq!(simpan_decks::nearest("SHOCK", names), ["Shock"]);
/// ```
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    const MOST: usize = 5;
    let wanted = letters(&fold_name(name));
    let limit = (wanted.len() / 3).clamp(1, 8);
    let mut best: Vec<(usize, &'a str)> = Vec::new();
    for other in names {
        let letters = letters(&fold_name(other));
        let limit = best.get(MOST - 1).map_or(limit, |(worst, _)| limit.min(*worst));
        if let Some(distance) = distance(&wanted, &letters, limit) {
            let entry = (distance, other);
            if let Err(place) = best.binary_search(&entry) {
                best.insert(place, entry);
                best.truncate(MOST);
            }
        }
    }
    if best.first().is_some_and(|(distance, _)| *distance == 0) {
        best.retain(|(distance, _)| *distance == 0);
    }
    best.into_iter().map(|(_, name)| name).collect()
}

/// The characters of a text, with Hangul syllables taken apart.
fn letters(text: &str) -> Vec<char> {
    let mut out = Vec::with_capacity(text.len());
    for c in text.chars() {
        let code = u32::from(c);
        if (0xAC00..=0xD7A3).contains(&code) {
            let index = code - 0xAC00;
            let (lead, vowel, tail) = (index / 588, index % 588 / 28, index % 28);
            out.extend(char::from_u32(0x1100 + lead));
            out.extend(char::from_u32(0x1161 + vowel));
            if tail > 0 {
                out.extend(char::from_u32(0x11A7 + tail));
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// The number of insertions, deletions, replacements and swaps of neighbours
/// between two words, or `None` above `limit`.
fn distance(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, &y) in b.iter().enumerate() {
            let mut cost = (above[j] + usize::from(x != y)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        if row.iter().all(|cost| *cost > limit) {
            return None;
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().filter(|cost| *cost <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding() {
        assert_eq!(fold_name("Urza’s Tower"), fold_name("urzas  tower"));
        assert_eq!(fold_name("Fire // Ice"), fold_name("Fire/Ice"));
        assert_eq!(fold_name("Æther Vial"), fold_name("Aether Vial"));
        assert_eq!(fold_name("Lim-Dûl’s Vault"), fold_name("Lim Dul's Vault"));
        assert_ne!(fold_name("Shock"), fold_name("Stock"));
    }

    #[test]
    fn distances() {
        let d = |a: &str, b: &str| distance(&letters(a), &letters(b), 9);
        assert_eq!(d("", ""), Some(0));
        assert_eq!(d("abc", ""), Some(3));
        assert_eq!(d("abcd", "abdc"), Some(1), "a swap is one slip");
        assert_eq!(d("kitten", "sitting"), Some(3));
        assert_eq!(d("충격", "충겨"), Some(1), "one letter of a syllable");
        assert_eq!(distance(&letters("abcdef"), &letters("uvwxyz"), 2), None);
    }

    #[test]
    fn the_nearest_come_first() {
        let names = ["Hill Giant", "Hill Gaint Elder", "Will Giant", "충격", "거대한 성장"];
        assert_eq!(nearest("Hill Gaint", names), ["Hill Giant", "Will Giant"]);
        assert_eq!(nearest("거대한성장", names), ["거대한 성장"]);
        assert!(nearest("Something else entirely", names).is_empty());
    }
}
