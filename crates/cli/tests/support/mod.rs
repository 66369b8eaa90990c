//! The built program, driven from outside.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Runs the program with an input and returns what it wrote; it never panics.
pub fn simpan(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_simpan"))
        .args(args)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has refused its arguments reads nothing.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(!err.contains("panicked"), "{args:?}: {err}");
    (status.code().unwrap_or(-1), out, err)
}

/// A file of this test's own.
pub fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(std::process::id().to_string());
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// A file with a content.
pub fn written(name: &str, text: impl AsRef<[u8]>) -> String {
    let path = file(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A series as JSON, without its timings.
pub fn series(args: &[&str]) -> serde_json::Value {
    let (code, out, err) = simpan(args, "");
    assert_eq!(code, 0, "{err}");
    let mut json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let object = json.as_object_mut().unwrap();
    for timing in ["seconds", "decisions_per_second"] {
        assert!(object.remove(timing).unwrap().is_number());
    }
    json
}
