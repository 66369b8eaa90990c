//! Writing to standard output without falling over when nobody reads any more.

use std::io::{self, Write};

/// Writes a line. A reader that has gone away (`simpan … | head`) ends the program quietly; a full
/// disk ends it with what went wrong and exit code 2.
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
    if let Err(error) = result {
        if error.kind() == io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        complain(format!("simpan: {error}"));
        std::process::exit(2);
    }
}

/// Writes a line to standard error; nothing can be done if that fails.
pub fn complain(text: impl AsRef<str>) {
    drop(writeln!(io::stderr().lock(), "{}", text.as_ref()));
}
