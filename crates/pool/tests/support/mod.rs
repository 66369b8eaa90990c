//! What the tests of the pool share.

/// Puts a word that means nothing into every gap of a text outside reminders.
pub fn with_a_word(text: &str) -> Vec<String> {
    let mut depth = 0;
    let mut all = vec![format!("zzqx {text}"), format!("{text} zzqx"), format!("{text}\nzzqx")];
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ' ' | '\n' if depth == 0 => all.push(format!("{} zzqx{}", &text[..i], &text[i..])),
            _ => {}
        }
    }
    all
}
