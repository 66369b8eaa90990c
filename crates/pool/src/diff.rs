//! The given text of a card beside what is printed of its tree.

use crate::same;
use simpan_cards::CardData;
use simpan_language::{CardHeader, Lang, Wording, print_paragraphs, self_names};

/// A paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Said in both; as it was given.
    Same(String),
    /// Only given.
    Given(String),
    /// Only printed.
    Printed(String),
}

/// Compares paragraph by paragraph, by the measure by which a card is verified.
pub fn diff(given: &str, card: &CardData, lang: Lang, wording: Wording) -> Vec<Line> {
    let names = self_names(&CardHeader::of(card), lang);
    let given = same::paragraphs(given);
    let printed = print_paragraphs(card, lang, wording);
    let left: Vec<String> = given.iter().map(|p| same::normal(p, &names)).collect();
    let right: Vec<String> = printed.iter().map(|p| same::normal(p, &names)).collect();
    // The longest row that both have in common, from every place to the end.
    let mut common = vec![vec![0_usize; right.len() + 1]; left.len() + 1];
    for i in (0..left.len()).rev() {
        for j in (0..right.len()).rev() {
            common[i][j] = match left[i] == right[j] {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < left.len() || j < right.len() {
        if i < left.len() && j < right.len() && left[i] == right[j] {
            lines.push(Line::Same(given[i].trim().to_owned()));
            (i, j) = (i + 1, j + 1);
        } else if j == right.len() || i < left.len() && common[i + 1][j] >= common[i][j + 1] {
            lines.push(Line::Given(given[i].trim().to_owned()));
            i += 1;
        } else {
            lines.push(Line::Printed(printed[j].clone()));
            j += 1;
        }
    }
    lines
}
