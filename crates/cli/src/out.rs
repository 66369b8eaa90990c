//! Writing to standard output without falling over when nobody reads any more.

use std::io::{self, Write};

/// Writes a line. A reader that has gone away (`simpan … | head`) ends the program quietly.
pub fn line(text: impl AsRef<str>) {
    raw(text.as_ref(), "\n");
}

/// Writes without ending the line.
pub fn part(text: impl AsRef<str>) {
    raw(text.as_ref(), "");
}

fn raw(text: &str, end: &str) {
    let mut out = io::stdout().lock();
    let result = out
        .write_all(text.as_bytes())
        .and_then(|()| out.write_all(end.as_bytes()))
        .and_then(|()| out.flush());
    if result.is_err() {
        std::process::exit(0);
    }
}

/// Writes a line to standard error; nothing can be done if that fails.
pub fn complain(text: impl AsRef<str>) {
    drop(writeln!(io::stderr().lock(), "{}", text.as_ref()));
}
