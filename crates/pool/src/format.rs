//! Which sets the formats allow that cards can be counted by: those of `simpan_decks`.

use simpan_decks::Play;

/// A format by the sets whose cards it allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// What it is called on the command line.
    pub name: &'static str,
    /// Codes of its sets.
    pub sets: Vec<&'static str>,
}

/// The known formats that are told by their sets.
///
/// ```
/// assert!(simpan_pool::formats().count() > 0);
/// assert!(simpan_pool::formats().all(|f| !f.sets.is_empty()));
/// ```
pub fn formats() -> impl Iterator<Item = Format> {
    let plays = Play::built_in().iter().filter(|play| !play.sets.is_empty());
    plays.map(|play| Format {
        name: &play.key,
        sets: play.sets.iter().map(String::as_str).collect(),
    })
}
