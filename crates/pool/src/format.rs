//! Which sets the formats allow that the files can be counted by; the table is `data/formats.txt`.

/// A format by the sets whose cards it allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// What it is called on the command line.
    pub name: &'static str,
    /// Codes of its sets.
    pub sets: Vec<&'static str>,
}

/// The known formats.
///
/// ```
/// assert!(simpan_pool::formats().all(|f| !f.sets.is_empty()));
/// ```
pub fn formats() -> impl Iterator<Item = Format> {
    let lines = include_str!("../data/formats.txt").lines().filter(|l| !l.starts_with('#'));
    lines.filter_map(|line| {
        let mut words = line.split_whitespace();
        Some(Format { name: words.next()?, sets: words.collect() })
    })
}
