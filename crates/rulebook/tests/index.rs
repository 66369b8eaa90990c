//! What must hold of the data as a whole.

use std::collections::BTreeSet;
use std::{env, fs, path::Path};

use simpan_rulebook::{
    Bilingual, Book, Lang, RuleId, RulebookError, by_key, diff, entries, find, rule, search,
};

fn has_hangul(text: &str) -> bool {
    text.chars().any(|c| ('가'..='힣').contains(&c))
}

/// Every text of an entry with its name.
fn texts() -> impl Iterator<Item = (&'static str, &'static str, Bilingual)> {
    entries().flat_map(|(_, entry)| {
        [
            ("title", Some(entry.title)),
            ("text", Some(entry.text)),
            ("refusal", entry.refusal),
            ("remark", entry.remark),
            ("diff", entry.diff),
        ]
        .into_iter()
        .filter_map(|(kind, text)| Some((entry.key, kind, text?)))
    })
}

#[test]
fn every_text_is_in_both_languages() {
    for (key, kind, text) in texts() {
        assert!(!text.en.trim().is_empty() && !text.ko.trim().is_empty(), "{key}.{kind} is empty");
        assert!(has_hangul(text.ko), "{key}.{kind} has no Hangul: {}", text.ko);
        assert!(!has_hangul(text.en), "{key}.{kind} has Hangul in English: {}", text.en);
    }
}

#[test]
fn sentences_end_and_titles_do_not() {
    for (key, kind, text) in texts() {
        let end = |s: &str| s.ends_with(['.', '”', ')']);
        if kind == "title" {
            assert!(!text.en.ends_with('.') && !text.ko.ends_with('.'), "{key}.title");
        } else {
            assert!(end(text.en) && end(text.ko), "{key}.{kind}");
        }
    }
}

#[test]
fn keys_are_unique_and_found() {
    let keys: BTreeSet<&str> = entries().map(|(_, entry)| entry.key).collect();
    assert_eq!(keys.len(), entries().len());
    for (id, entry) in entries() {
        assert_eq!(by_key(entry.key), Some(id));
        assert_eq!(by_key(entry.slug), Some(id));
        assert_eq!(id.entry(), entry);
    }
}

#[test]
fn every_number_is_found_again() {
    for (id, entry) in entries() {
        for book in Book::ALL {
            for number in entry.numbers(book) {
                let found = find(&format!("{book}-{number}"), None).expect(number);
                assert!(found.exact.iter().any(|hit| hit.id == id), "{number}");
            }
        }
    }
}

/// The rule numbers and glossary words of a text of rules.
fn reference(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut known = BTreeSet::new();
    let mut glossary = false;
    for line in text.lines().map(str::trim) {
        glossary |= line == "Glossary";
        let word = line.split(' ').next().unwrap_or_default().trim_end_matches('.');
        if word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.') {
            known.insert(word.to_owned());
        } else if glossary && line.len() < 60 {
            let mut slug = String::from("glossary");
            for part in line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|p| !p.is_empty()) {
                slug.push('-');
                slug.push_str(&part.to_lowercase());
            }
            known.insert(slug);
        }
    }
    known
}

#[test]
fn every_number_exists_in_its_text() {
    let Some(data) = env::var_os("SIMPAN_DATA") else {
        println!("skipped: SIMPAN_DATA does not name the folder with reference/cr");
        return;
    };
    let mut wrong = Vec::new();
    for book in Book::EDITIONS {
        let known = reference(&Path::new(&data).join(format!("reference/cr/{book}.txt")));
        assert!(known.len() > 1000, "{book} was not read");
        for (_, entry) in entries() {
            for number in entry.numbers(book).iter().filter(|n| !known.contains(**n)) {
                wrong.push(format!("{}: {book}-{number}", entry.key));
            }
        }
        for entry in simpan_rulebook::catalogue() {
            for number in entry.numbers(book).iter().filter(|n| !known.contains(**n)) {
                wrong.push(format!("{}: {book}-{number}", entry.id));
            }
        }
    }
    assert!(wrong.is_empty(), "not in the text of rules:\n{}", wrong.join("\n"));
}

#[test]
fn every_name_of_the_column_is_in_the_catalogue() {
    let Some(data) = env::var_os("SIMPAN_DATA") else {
        println!("skipped: SIMPAN_DATA does not name the folder with rules");
        return;
    };
    let path = Path::new(&data).join("rules/003_starlight.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let known = |name: &str| text.contains(&format!("\nid = \"starlight-{name}\"\n"));
    for (_, entry) in entries() {
        // A name with a dot is that of an assumption, or a convention of ours beside them.
        for name in entry.numbers(Book::Starlight).iter().filter(|n| !n.contains('.')) {
            assert!(known(name), "{}: starlight-{name}", entry.key);
        }
    }
}

#[test]
fn qualified_numbers() {
    let print = |id: RuleId, book| id.qualified(book).to_string();
    assert_eq!(print(rule::SUMMONING_SICKNESS, Book::Cr2005), "cr2005-212.3d");
    assert_eq!(print(rule::SUMMONING_SICKNESS, Book::Cr2021), "cr2021-302.6");
    assert_eq!(print(rule::MANA_BURN, Book::Cr2021), "cr2005-300.3");
    assert_eq!(print(rule::HEXPROOF, Book::Cr2005), "cr2021-702.11b");
    assert_eq!(print(rule::UNDO_FAIR, Book::Cr2005), "simpan-undo-fair");
    assert_eq!(print(RuleId(u16::MAX), Book::Cr2005), "simpan-unknown");
}

#[test]
fn find_by_number_key_and_parent() {
    let found = find("413.2a", Some(Book::Cr2005)).unwrap();
    let ids: Vec<RuleId> = found.exact.iter().map(|hit| hit.id).collect();
    assert!(ids.contains(&rule::TARGET_RECHECK) && ids.contains(&rule::TARGET_ALL_ILLEGAL));
    assert!(found.children.is_empty());

    let found = find("CR2005-413.2", None).unwrap();
    assert!(found.exact.is_empty());
    assert!(found.children.iter().all(|hit| hit.at.unwrap().1.starts_with("413.2")));
    assert!(find("413", None).unwrap().children.len() > 5);
    assert!(find("410.1", Some(Book::Cr2005)).is_err(), "410.10a is not below 410.1");

    assert_eq!(find("simpan-undo-fair", None).unwrap().exact[0].id, rule::UNDO_FAIR);
    assert_eq!(find("mana_burn", None).unwrap().exact[0].id, rule::MANA_BURN);
    assert_eq!(find("glossary-destroy", None).unwrap().exact[0].id, rule::DESTROY);
}

#[test]
fn find_explains_what_it_cannot_find() {
    let error = find("413.9z", Some(Book::Cr2005)).unwrap_err();
    let RulebookError::NotFound { nearest, .. } = &error else { panic!("{error:?}") };
    assert!(nearest.iter().any(|number| number == "cr2005-413.2h"), "{nearest:?}");
    assert!(error.to_string().contains("cr2005-413.2h"));
    assert!(matches!(find("cr1999-100", None), Err(RulebookError::UnknownBook(_))));
    assert!(matches!(find("cr2021-100", Some(Book::Cr2005)), Err(RulebookError::OtherBook { .. })));
    assert_eq!(find(" ", None), Err(RulebookError::Empty));
    for odd in ["-", "--", "999999999999.1", "가나다", "1.2.3", "cr2005-", ".", "413."] {
        let _ = find(odd, None);
    }
}

#[test]
fn what_is_near_is_of_the_same_kind() {
    let near = |query: &str| match find(query, None).unwrap_err() {
        RulebookError::NotFound { nearest, words, .. } => (nearest, words),
        other => panic!("{other:?}"),
    };
    let (numbers, words) = near("702.9999");
    assert!(
        !numbers.is_empty() && numbers.iter().all(|n| n.starts_with("cr2021-702.")),
        "{numbers:?}"
    );
    assert!(words.is_empty());
    let (names, words) = near("replacment");
    assert!(words.iter().any(|w| w == "replacement") && names.len() <= 4, "{names:?} {words:?}");
    assert_eq!(near("guide-tagret").0[0], "guide-target");
    assert!(near("summoning-sicknes").0.contains(&"summoning-sickness".to_owned()));
    let said = find("replacment", None).unwrap_err();
    assert!(said.message(Lang::En).contains("search for: replacement"));
    assert!(said.message(Lang::Ko).contains("찾을 말: replacement"));
}

#[test]
fn words_that_mean_the_same_find_the_same() {
    for (said, meant) in [
        ("레이어", rule::LAYERS),
        ("적용 순서", rule::LAYERS),
        ("프라이오리티", rule::PRIORITY_ORDER),
        ("마나 번", rule::MANA_BURN),
    ] {
        assert!(search(said).contains(&meant), "{said}");
    }
    assert_eq!(search("레이어"), search("layer"));
}

#[test]
fn search_in_both_languages() {
    assert_eq!(search("Summoning Sickness")[0], rule::SUMMONING_SICKNESS);
    assert_eq!(search("소환 후유증")[0], rule::SUMMONING_SICKNESS);
    assert!(search("마나번").contains(&rule::MANA_BURN));
    assert!(search("no such words at all").is_empty());
    assert!(search("  ").is_empty());
}

#[test]
fn differences() {
    let all: Vec<_> = diff().collect();
    let of = |id| all.iter().find(|d| d.id == id);
    assert_eq!(of(rule::MANA_BURN).unwrap().only_in, Some(Book::Cr2005));
    assert_eq!(of(rule::DAMAGE_ASSIGNMENT_ORDER).unwrap().only_in, Some(Book::Cr2021));
    assert!(of(rule::LEGEND).unwrap().note.is_some());
    assert!(of(rule::UNDO_FAIR).is_none());
    assert!(of(rule::APNAP).is_none());
}

#[test]
fn languages_and_books_are_read() {
    assert_eq!("ko_KR.UTF-8".parse(), Ok(Lang::Ko));
    assert_eq!("English".parse(), Ok(Lang::En));
    assert!("fr".parse::<Lang>().is_err());
    assert_eq!("2005".parse(), Ok(Book::Cr2005));
    assert_eq!("CR2021".parse(), Ok(Book::Cr2021));
    assert!("2012".parse::<Book>().is_err());
}

#[test]
fn ids_are_kept_by_key_or_by_number() {
    let id = rule::LEGEND;
    let json = serde_json::to_string(&id).unwrap();
    assert_eq!(json, "\"LEGEND\"");
    assert_eq!(serde_json::from_str::<RuleId>(&json).unwrap(), id);
    assert!(serde_json::from_str::<RuleId>("\"NO_SUCH\"").is_err());
    let bytes = postcard::to_stdvec(&id).unwrap();
    assert_eq!(postcard::from_bytes::<RuleId>(&bytes).unwrap(), id);
    assert!(postcard::from_bytes::<RuleId>(&postcard::to_stdvec(&u16::MAX).unwrap()).is_err());
}

#[test]
fn refusals_speak_to_the_player() {
    let text = rule::ATTACK_TAPPED.entry().refusal_or_text(Lang::En);
    assert_eq!(text, "This creature is tapped and can't attack.");
    assert!(rule::APNAP.entry().refusal.is_none());
    assert_eq!(rule::APNAP.entry().refusal_or_text(Lang::Ko), rule::APNAP.entry().text.ko);
}
