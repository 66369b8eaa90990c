//! Files of every form, whole and damaged. All cards here are invented.

use simpan_pool::RawCard;
use simpan_pool::read::{Found, IssueKind, MAX_LINE_BYTES, file};
use std::io::{BufRead, BufReader, Read};

const SCRYFALL: &str = r#"{"object": "card", "id": "1", "name": "Moss Warden", "lang": "en",
  "layout": "normal", "mana_cost": "{2}{G}", "type_line": "Creature — Elf", "oracle_text": "Trample",
  "power": "3", "toughness": "2", "colors": ["G"], "set": "mss", "set_type": "core",
  "image_uris": {"small": "x"}, "legalities": {"a": "b"}, "digital": false}"#;
const KOREAN: &str = r#"{"object": "card", "name": "Moss Warden", "lang": "ko", "layout": "normal",
  "mana_cost": "{2}{G}", "type_line": "Creature — Elf", "oracle_text": "Trample", "power": "3",
  "toughness": "2", "printed_name": "이끼 파수꾼", "printed_text": "돌진", "set": "two"}"#;
const TOKEN: &str = r#"{"name": "Elf", "layout": "token", "type_line": "Token Creature — Elf"}"#;
const TWO_FACED: &str = r#"{"name": "Up // Down", "layout": "split", "set": "mss", "card_faces": [
  {"name": "Up", "mana_cost": "{1}", "type_line": "Instant", "oracle_text": "Draw a card."},
  {"name": "Down", "mana_cost": "{2}", "type_line": "Instant", "oracle_text": "Draw two cards."}]}"#;
const ATOMIC: &str = r#"{"name": "Moss Warden", "manaCost": "{2}{G}", "type": "Creature — Elf",
  "text": "Trample", "power": "3", "toughness": "2", "colors": ["G"], "printings": ["MSS", "TWO"],
  "layout": "normal", "foreignData": [{"language": "German", "name": "M"},
  {"language": "Korean", "name": "이끼 파수꾼", "text": "돌진"}]}"#;
const SIDES: &str = r#"{"name": "Day // Night", "faceName": "Night", "side": "b", "type": "Instant",
  "layout": "transform", "setCode": "MSS"}, {"name": "Day // Night", "faceName": "Day",
  "side": "a", "type": "Sorcery", "layout": "transform", "setCode": "MSS"}"#;

fn read(text: &str) -> Found {
    file("test", text.as_bytes())
}

fn one(found: &Found) -> &RawCard {
    assert_eq!(found.issues, [], "{:?}", found.cards);
    assert_eq!(found.cards.len(), 1);
    &found.cards[0]
}

#[test]
fn every_form_gives_the_same_card() {
    let line = SCRYFALL.replace('\n', " ");
    let set = format!(
        r#"{{"meta": {{"date": "x"}}, "data": {{"code": "MSS", "booster": {{"a": [1]}},
        "cards": [{ATOMIC}], "tokens": [{TOKEN}], "sealedProduct": [{{"name": "Box"}}]}}}}"#
    );
    let forms = [
        SCRYFALL.to_owned(),
        format!("[{SCRYFALL}]"),
        format!("{{\"object\": \"list\", \"has_more\": false, \"data\": [{SCRYFALL}]}}"),
        line.clone(),
        format!("\n{line}\r\n\n{line}\n"),
        format!("\u{feff}{line}\n"),
        set.clone(),
        set.replace('\n', " "),
        format!(r#"{{"data": {{"MSS": {{"cards": [{ATOMIC}]}}, "TWO": {{"cards": []}}}}}}"#),
        format!(r#"{{"meta": {{}}, "data": {{"Moss Warden": [{ATOMIC}]}}}}"#),
    ];
    for form in &forms {
        let found = read(form);
        let card = one(&found);
        let face = card.front();
        assert_eq!(card.name, "Moss Warden", "{form}");
        assert!(card.sets.contains("MSS"), "{form}");
        let plain = (face.cost.as_str(), face.text.as_str(), face.power.as_deref());
        assert_eq!(plain, ("{2}{G}", "Trample", Some("3")), "{form}");
    }
    assert_eq!(read(&set).tokens, 1);
}

#[test]
fn printings_are_merged_and_korean_is_kept() {
    let found = read(&format!("[{SCRYFALL}, {KOREAN}, {TOKEN}]"));
    let card = one(&found);
    assert_eq!((found.printings, found.tokens), (2, 1));
    assert_eq!(card.sets.iter().collect::<Vec<_>>(), ["MSS", "TWO"]);
    assert_eq!(card.front().korean_text.as_deref(), Some("돌진"));
    let found = read(&format!(r#"{{"data": {{"Moss Warden": [{ATOMIC}]}}}}"#));
    assert_eq!(one(&found).korean_name().as_deref(), Some("이끼 파수꾼"));
    // Of two texts the first is kept, and that there was another is told.
    let other = SCRYFALL.replace("Trample", "Haste");
    let found = read(&format!("[{SCRYFALL}, {other}]"));
    assert_eq!(found.cards[0].front().text, "Trample");
    assert_eq!(found.issues[0].kind, IssueKind::Differs("text"));
    assert_eq!(found.issues[0].card.as_deref(), Some("Moss Warden"));
}

#[test]
fn faces_stand_in_their_order() {
    let found = read(&format!("[{TWO_FACED}]"));
    assert_eq!(one(&found).faces[1].text, "Draw two cards.");
    let found = read(&format!(r#"{{"data": {{"cards": [{SIDES}]}}}}"#));
    let names: Vec<&str> = one(&found).faces.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["Day", "Night"]);
    // One side alone: the card is known to be incomplete.
    let night = SIDES.split_once("}, ").unwrap().0.to_owned() + "}";
    let found = read(&format!("[{night}]"));
    assert!(found.cards[0].partial);
    assert_eq!(found.issues.len(), 1);
    // Both sides the same: one face.
    let same = TWO_FACED.replace("Down", "Up").replace("Draw two cards.", "Draw a card.");
    assert_eq!(one(&read(&format!("[{same}]"))).name, "Up");
}

#[test]
fn wrong_values_cost_one_card_and_are_told() {
    let bad = SCRYFALL.replace("\"Trample\"", "[1, {\"a\": 2}]").replace("Moss", "Bad");
    let unnamed = r#"{"type_line": "Creature"}"#;
    let typeless = r#"{"name": "Odd"}"#;
    let found = read(&format!("[{bad}, 7, null, [1], {unnamed}, {typeless}, {SCRYFALL}]"));
    assert_eq!(found.cards.len(), 1);
    let kinds: Vec<&IssueKind> = found.issues.iter().map(|i| &i.kind).collect();
    assert_eq!(*kinds[0], IssueKind::Form("oracle_text".into()));
    assert_eq!(kinds[1..4], [&IssueKind::NoCard; 3]);
    assert_eq!(*kinds[4], IssueKind::Missing("name"));
    assert_eq!(*kinds[5], IssueKind::Missing("type line"));
    assert!(found.issues.iter().all(|i| i.line.is_some()));
    assert!(found.is_whole());
}

#[test]
fn a_cut_document_keeps_what_was_read_and_says_so() {
    let whole = format!("[{SCRYFALL}, {TWO_FACED}]");
    for at in (0..whole.len()).filter(|at| whole.is_char_boundary(*at)) {
        let found = read(&whole[..at]);
        assert!(!found.is_whole(), "{at}");
        let done = usize::from(at > SCRYFALL.len()) + usize::from(at == whole.len() - 1);
        assert_eq!(found.cards.len(), done, "{at}");
    }
    // Bytes of no text.
    let mut bytes = whole.clone().into_bytes();
    bytes[60] = 0xff;
    assert!(!file("test", &bytes[..]).is_whole());
}

#[test]
fn a_bad_line_costs_one_line() {
    let line = SCRYFALL.replace('\n', " ");
    let long = format!("{{\"name\": \"{}\"}}", "x".repeat(MAX_LINE_BYTES as usize));
    let two = line.replace("Moss", "Moor");
    let found = read(&format!("{line}\n{{\"name\": \nnot json\n{long}\n{two}"));
    let names: Vec<&str> = found.cards.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["Moor Warden", "Moss Warden"]);
    let lines: Vec<Option<usize>> = found.issues.iter().map(|i| i.line).collect();
    assert_eq!(lines, [Some(2), Some(3), Some(4)]);
    assert_eq!(found.issues[2].kind, IssueKind::TooLong(MAX_LINE_BYTES));
}

#[test]
fn hostile_files_end_in_an_error() {
    for text in
        ["", "   \n", "garbage", "{", "[", "\u{0}\u{1}", "{\"data\": 3}", "{}", "42", "\"x\""]
    {
        let found = read(text);
        assert!(found.cards.is_empty() && !found.issues.is_empty(), "{text:?}");
    }
    let deep = "[".repeat(200_000);
    assert!(!read(&deep).is_whole());
    let deep = format!("[{{\"name\": \"A\", \"type_line\": {}", "[".repeat(200_000));
    assert!(!read(&deep).is_whole());
    // A text without end: memory stays bounded.
    let start = BufReader::new(&b"[{\"name\": \""[..]);
    let found = file("test", start.chain(BufReader::new(std::io::repeat(b'x'))));
    let IssueKind::Broken(why) = &found.issues[0].kind else { panic!("{:?}", found.issues) };
    assert!(why.contains("longer than"), "{why}");
}

#[test]
fn a_stream_is_read_piece_by_piece() {
    /// Gives one byte at a time.
    struct Drip<'a>(&'a [u8]);
    impl Read for Drip<'_> {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let n = out.len().min(1);
            self.0.read(&mut out[..n])
        }
    }
    impl BufRead for Drip<'_> {
        fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
            Ok(&self.0[..self.0.len().min(1)])
        }
        fn consume(&mut self, n: usize) {
            self.0 = &self.0[n..];
        }
    }
    let text = format!("[{SCRYFALL}, {KOREAN}]");
    assert_eq!(file("test", Drip(text.as_bytes())).cards, read(&text).cards);
}
