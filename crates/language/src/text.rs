//! Cleaning a text for reading, with a map back to the original bytes.

use std::ops::Range;

/// A paragraph without reminder text, in plain spaces and quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paragraph {
    pub(crate) text: String,
    /// The original byte of each byte of `text`.
    map: Vec<usize>,
    /// Where it ends in the original.
    end: usize,
}

impl Paragraph {
    fn push(&mut self, c: char, at: usize) {
        self.text.push(c);
        self.map.resize(self.text.len(), at);
    }

    /// Several paragraphs as one. Modes end their paragraph, so that they can only be the last.
    pub(crate) fn join(all: &[&Paragraph]) -> Self {
        let mut joined = Self { text: String::new(), map: Vec::new(), end: 0 };
        for (i, p) in all.iter().enumerate() {
            if !joined.text.is_empty() {
                // A line break is read as a space only where no mode goes on.
                let open = joined.text.contains('•') && i > 0;
                joined.push(if open { '\u{1}' } else { ' ' }, p.map.first().copied().unwrap_or(0));
            }
            joined.text.push_str(&p.text);
            joined.map.extend(&p.map);
            joined.end = p.end;
        }
        joined
    }

    /// Original bytes of a range of `text`.
    pub(crate) fn original(&self, range: Range<usize>) -> Range<usize> {
        let at = |i: usize| self.map.get(i).copied().unwrap_or(self.end);
        at(range.start)..at(range.end)
    }
}

/// A character as it is read: plain quotes, dashes and spaces.
pub(crate) fn plain(c: char) -> char {
    match c {
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '−' | '–' => '-',
        '\t' | '\u{a0}' => ' ',
        other => other,
    }
}

/// The paragraphs of a text; modes (lines that begin with `•`) belong to the line before.
pub(crate) fn paragraphs(text: &str) -> Vec<Paragraph> {
    let mut all: Vec<Paragraph> = Vec::new();
    let mut offset = 0;
    for line in text.split('\n') {
        let is_mode = line.trim_start().starts_with('•');
        if !is_mode || all.is_empty() {
            all.push(Paragraph { text: String::new(), map: Vec::new(), end: 0 });
        } else if let Some(last) = all.last_mut() {
            last.push(' ', offset);
        }
        if let Some(last) = all.last_mut() {
            clean(line, offset, last);
        }
        offset += line.len() + 1;
    }
    all.retain(|p| !p.text.trim().is_empty());
    all
}

/// The lines of a text that begin a paragraph: where each begins, and whether it says anything
/// besides reminders.
pub(crate) fn line_texts(text: &str) -> Vec<(usize, bool)> {
    let mut all: Vec<(usize, bool)> = Vec::new();
    let mut offset = 0;
    for line in text.split('\n') {
        let mut kept = Paragraph { text: String::new(), map: Vec::new(), end: 0 };
        clean(line, offset, &mut kept);
        let said = !kept.text.trim().is_empty();
        match all.last_mut() {
            Some(last) if line.trim_start().starts_with('•') => last.1 |= said,
            _ => all.push((offset, said)),
        }
        offset += line.len() + 1;
    }
    all
}

/// Where the reminders of a text are, without their parentheses.
pub(crate) fn reminder_spans(text: &str) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (i, c) in text.char_indices() {
        match c {
            '\n' => depth = 0,
            '(' => {
                depth += 1;
                if depth == 1 {
                    start = i + 1;
                }
            }
            ')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    all.push(start..i);
                }
            }
            _ => {}
        }
    }
    all
}

/// Appends a line without reminders and doubled spaces.
fn clean(line: &str, offset: usize, out: &mut Paragraph) {
    let mut depth = 0;
    let skipped = ability_word(line);
    for (i, c) in line.char_indices().filter(|(i, _)| *i >= skipped) {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            '\r' => {}
            _ => {
                let c = plain(c);
                let doubled = c == ' ' && (out.text.is_empty() || out.text.ends_with(' '));
                if !doubled {
                    out.push(c, offset + i);
                }
            }
        }
    }
    out.end = offset + line.len();
    while out.text.ends_with(' ') {
        out.text.pop();
        out.map.truncate(out.text.len());
    }
    split_quotes(out);
}

/// Where a line begins after an ability word ("Landfall — …"), which says nothing.
pub fn ability_word(line: &str) -> usize {
    let Some((word, _)) = line.split_once(" — ").or_else(|| line.split_once(" - ")) else {
        return 0;
    };
    let table = include_str!("../phrases/ability_words.txt");
    let mut words = table.lines().filter(|l| !l.starts_with('#')).flat_map(|l| l.split('\t'));
    if !words.any(|w| w.eq_ignore_ascii_case(word.trim())) {
        return 0;
    }
    let rest = &line[word.len()..];
    word.len() + rest.len() - rest.trim_start_matches([' ', '—', '-']).len()
}

/// A sentence that ends inside quotation marks ends outside too: `."` becomes `.".`.
fn split_quotes(out: &mut Paragraph) {
    let mut from = 0;
    while let Some(found) = out.text[from..].find(".\"") {
        let at = from + found + 2;
        let rest = &out.text[at..];
        let next = rest.trim_start().chars().next();
        if next.is_none_or(|c| rest.starts_with(' ') && c.is_uppercase()) {
            out.text.insert(at, '.');
            let original = out.map[at - 1];
            out.map.insert(at, original);
        }
        from = at;
    }
}
