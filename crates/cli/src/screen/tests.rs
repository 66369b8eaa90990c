//! The screen at several sizes, and what keys do, without a terminal.

use super::app::{App, Mode};
use super::draw;
use crate::library::library;
use crate::saved::Setup;
use crate::session::{Session, Wait};
use crate::terminal::picture;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use simpan_magic::Preset;
use simpan_rulebook::Lang;

fn session(preset: Preset, lang: Lang, players: [&str; 2]) -> Session {
    let decks = ["army-of-justice", "custom-creatures"].map(|d| library().deck(d, lang).unwrap());
    let setup = Setup::new(preset, 5, &[(players[0], &decks[0]), (players[1], &decks[1])]);
    Session::new(setup, library(), lang).unwrap()
}

fn screen(app: &App<'_>, wide: u16, high: u16) -> String {
    picture(wide, high, |frame| draw::all(app, frame))
}

fn press(app: &mut App<'_>, key: KeyCode) {
    app.key(KeyEvent::new(key, KeyModifiers::NONE));
}

#[test]
fn the_table_fits_eighty_columns_in_both_languages() {
    for (lang, keep, turn) in
        [(Lang::En, "keep this hand?", "passes"), (Lang::Ko, "이 손으로", "턴")]
    {
        let mut session = session(Preset::Y2021, lang, ["human", "random"]);
        let mut app = App::new(&mut session);
        let text = screen(&app, 80, 24);
        assert!(text.contains(keep), "{text}");
        assert!(text.contains("cr2021-103.4"), "{text}");
        for line in text.lines() {
            assert_eq!(draw::width(line), 80, "{line}");
        }
        for _ in 0..30 {
            press(&mut app, KeyCode::Enter);
            let text = screen(&app, 80, 24);
            for line in text.lines() {
                assert_eq!(draw::width(line), 80, "{line}");
            }
        }
        let _ = turn;
    }
}

#[test]
fn a_small_terminal_says_so() {
    let mut session = session(Preset::Y2005, Lang::En, ["human", "random"]);
    let app = App::new(&mut session);
    assert!(screen(&app, 20, 5).contains("terminal too"), "{}", screen(&app, 20, 5));
    for (wide, high) in [(1, 1), (5, 2), (39, 24), (80, 13), (40, 14), (200, 60), (69, 20)] {
        screen(&app, wide, high);
    }
}

#[test]
fn a_small_terminal_obeys_nothing_but_leaving() {
    let mut session = session(Preset::Y2005, Lang::En, ["human", "random"]);
    let mut app = App::new(&mut session);
    let before = app.session.replay();
    screen(&app, 20, 5);
    for key in [KeyCode::Enter, KeyCode::Char('2'), KeyCode::Char(' '), KeyCode::Char('?')] {
        press(&mut app, key);
    }
    assert_eq!(app.session.replay(), before);
    assert!(matches!(app.mode, Mode::Choosing));
    press(&mut app, KeyCode::Char('q'));
    screen(&app, 20, 5);
    press(&mut app, KeyCode::Char('y'));
    assert!(app.left);
}

#[test]
fn no_wide_glyph_hides_a_border() {
    let mut session = session(Preset::Y2005, Lang::Ko, ["human", "random"]);
    let mut app = App::new(&mut session);
    for _ in 0..12 {
        press(&mut app, KeyCode::Enter);
        for key in [None, Some('?'), Some('t'), Some('f')] {
            key.into_iter().for_each(|k| press(&mut app, KeyCode::Char(k)));
            for wide in 70..84 {
                let mut terminal = Terminal::new(TestBackend::new(wide, 24)).unwrap();
                terminal.draw(|frame| draw::all(&app, frame)).unwrap();
                let buffer = terminal.backend().buffer();
                for y in 0..24 {
                    for x in 1..wide {
                        let covered = draw::width(buffer[(x - 1, y)].symbol()) > 1;
                        assert!(!covered || buffer[(x, y)].symbol() == " ", "{x} {y}");
                    }
                }
            }
            press(&mut app, KeyCode::Esc);
        }
    }
}

#[test]
fn a_long_message_is_shown_whole() {
    let mut session = session(Preset::Y2005, Lang::En, ["human", "random"]);
    let mut app = App::new(&mut session);
    app.message = Some(format!("{}end of it", "a word and another ".repeat(10)));
    assert!(screen(&app, 80, 24).contains("end of it"), "{}", screen(&app, 80, 24));
    app.message = Some(format!("{}end of it", "a word and another ".repeat(60)));
    assert!(screen(&app, 80, 24).contains("(v: all)"));
    press(&mut app, KeyCode::Char('v'));
    assert!(screen(&app, 80, 24).contains("end of it"));
}

#[test]
fn every_popup_opens_and_closes() {
    let mut session = session(Preset::Y2005, Lang::Ko, ["human", "random"]);
    let mut app = App::new(&mut session);
    press(&mut app, KeyCode::Enter);
    for key in ['?', 'g', 't', 'f', 's', 'c'] {
        press(&mut app, KeyCode::Char(key));
        assert!(matches!(app.mode, Mode::Popup(_)), "{key}");
        for (wide, high) in [(80, 24), (40, 14), (20, 5)] {
            screen(&app, wide, high);
        }
        press(&mut app, KeyCode::Down);
        press(&mut app, KeyCode::Enter);
        screen(&app, 80, 24);
        press(&mut app, KeyCode::Esc);
        press(&mut app, KeyCode::Esc);
        assert!(matches!(app.mode, Mode::Choosing), "{key}");
    }
}

#[test]
fn an_illegal_command_names_the_rule_and_changes_nothing() {
    for (preset, number) in [(Preset::Y2005, "cr2005-"), (Preset::Y2021, "cr2021-")] {
        let mut session = session(preset, Lang::En, ["human", "human"]);
        let mut app = App::new(&mut session);
        for _ in 0..3 {
            press(&mut app, KeyCode::Enter);
        }
        let before = app.session.replay();
        press(&mut app, KeyCode::Char(':'));
        for c in "attack Plains".chars() {
            press(&mut app, KeyCode::Char(c));
        }
        press(&mut app, KeyCode::Enter);
        assert!(app.message.is_some(), "{}", screen(&app, 80, 24));
        assert_eq!(app.session.replay(), before);
        let hand: Vec<_> = {
            let view = app.session.view();
            let near = app.session.near();
            view.players[near.index()].hand.clone().unwrap_or_default()
        };
        let names: Vec<String> =
            hand.iter().map(|o| app.session.speaker().card(o.characteristics.named)).collect();
        let costly = names.iter().find(|n| !matches!(n.as_str(), "Plains" | "Forest")).unwrap();
        for text in [format!("cast {costly}")] {
            press(&mut app, KeyCode::Char(':'));
            for c in text.chars() {
                press(&mut app, KeyCode::Char(c));
            }
            press(&mut app, KeyCode::Enter);
            let said = app.message.clone().unwrap_or_default();
            assert!(said.contains(number), "{said}");
            assert_eq!(app.session.replay(), before);
        }
    }
}

#[test]
fn random_keys_never_break_the_screen() {
    let keys = [
        KeyCode::Enter,
        KeyCode::Char(' '),
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Char('1'),
        KeyCode::Char('2'),
        KeyCode::Char('u'),
        KeyCode::Char('a'),
        KeyCode::Char('c'),
        KeyCode::Esc,
        KeyCode::Char('e'),
        KeyCode::PageUp,
        KeyCode::Char('U'),
        KeyCode::Char('s'),
    ];
    for seed in 0..4u64 {
        let mut dice = simpan_engine::Dice::new(seed);
        let preset = if seed % 2 == 0 { Preset::Y2005 } else { Preset::Y2021 };
        let lang = if seed < 2 { Lang::En } else { Lang::Ko };
        let mut session = session(preset, lang, ["human", "random"]);
        let mut app = App::new(&mut session);
        for _ in 0..400 {
            let key = keys[dice.below(keys.len() as u32) as usize];
            press(&mut app, key);
            screen(&app, 80, 24);
            if matches!(app.wait, Wait::Over(_)) {
                break;
            }
        }
    }
}

#[test]
fn watching_two_bots_goes_to_the_end() {
    let mut session = session(Preset::Y2021, Lang::En, ["random", "random"]);
    let mut app = App::new(&mut session);
    for _ in 0..20_000 {
        if matches!(app.wait, Wait::Over(_)) {
            break;
        }
        press(&mut app, KeyCode::Char(' '));
    }
    assert!(matches!(app.wait, Wait::Over(_)));
    assert!(screen(&app, 80, 24).contains("wins the game"));
}

/// Screens in the middle of games stay within their width, Hangul counted double. They are also
/// pictures for the eye: `cargo test -p simpan pictures -- --nocapture`.
#[test]
fn pictures() {
    let show = |app: &App<'_>, width: u16, height: u16| {
        let picture = screen(app, width, height);
        for line in picture.lines() {
            let wide = unicode_width::UnicodeWidthStr::width(line.trim_end());
            assert!(wide <= usize::from(width), "{wide} columns: {line}");
        }
        assert!(picture.lines().count() <= usize::from(height), "{picture}");
        println!("{picture}");
    };
    for (preset, lang) in [(Preset::Y2005, Lang::En), (Preset::Y2021, Lang::Ko)] {
        let mut session = session(preset, lang, ["human", "greedy"]);
        let mut app = App::new(&mut session);
        for n in 0..60 {
            let key = if app.choices.len() > 1 { '2' } else { '1' };
            press(&mut app, KeyCode::Char(key));
            press(&mut app, KeyCode::Enter);
            if n % 20 == 19 {
                show(&app, 80, 24);
            }
        }
        press(&mut app, KeyCode::Char('t'));
        show(&app, 110, 30);
        press(&mut app, KeyCode::Esc);
        show(&app, 44, 16);
    }
}
