//! The command language, line by line.

use crate::command::{Command, Name, Pay, Until, Use, parse, step_named};
use simpan_cards::ast::Step;
use simpan_rulebook::Lang;

fn name(text: &str) -> Name {
    Name { text: text.into(), ..Name::default() }
}

#[test]
fn simple_commands_in_both_languages() {
    for (lines, command) in [
        (&["pass", "PASS", "패스", "넘기기"][..], Command::Pass),
        (&["resolve", "해결"], Command::Resolve),
        (&["resolve one", "해결 하나"], Command::ResolveOne),
        (&["yes", "예"], Command::Yes),
        (&["no", "아니오"], Command::No),
        (&["done", "완료", "choose none", "선택 없음"], Command::Done),
        (&["keep", "유지"], Command::Keep),
        (&["mulligan", "멀리건"], Command::Mulligan),
        (&["concede", "항복"], Command::Concede),
        (&["cancel", "취소"], Command::Cancel),
        (&["attack none", "공격 없음"], Command::Attack(vec![])),
        (&["block none", "방어 없음"], Command::Block(vec![])),
        (&["pay auto", "pay", "지불 자동"], Command::Pay(Pay::Auto)),
        (&["pay {W}{C}"], Command::Pay(Pay::Pool(vec![0, 5]))),
        (&["number 3", "숫자 3"], Command::Number(3)),
        (&["mode 2", "방식 2"], Command::Mode(vec![2])),
        (&["pass until end step", "패스 종료단까지"], Command::PassUntil(Until::Step(Step::End))),
        (&["pass until my turn", "패스 내 턴까지"], Command::PassUntil(Until::MyTurn)),
        (&["pass until B's turn"], Command::PassUntil(Until::TurnOf(1))),
        (&["pass until turn 3", "패스 3턴까지"], Command::PassUntil(Until::Turn(3))),
        (&["tap Forest", "탭 Forest"], Command::Tap(name("Forest"), None)),
        (&["tap Forest for {G}"], Command::Tap(name("Forest"), Some(4))),
    ] {
        for line in lines {
            assert_eq!(parse(line).unwrap(), command, "{line}");
        }
    }
}

#[test]
fn uses_have_targets_x_modes_and_shares() {
    let used = |text: &str| match parse(text).unwrap() {
        Command::Cast(used) | Command::Activate(used) => used,
        other => panic!("{other:?}"),
    };
    let blaze = used("cast Blaze X=3 -> B");
    assert_eq!((blaze.name, blaze.x), (name("Blaze"), Some(3)));
    assert_eq!(blaze.targets, [[name("B")]]);
    let tim = used("activate Prodigal Sorcerer#2 \"{T}\" -> @bear");
    assert_eq!(tim.how.as_deref(), Some("{T}"));
    assert_eq!(tim.name.nth, Some(2));
    assert!(tim.targets[0][0].alias);
    let split = used("cast Cone -> B 2, Grizzly Bears#1 1; A");
    assert_eq!(split.shares.len(), 2);
    assert_eq!((split.targets[0].len(), split.targets[1].len()), (2, 1));
    assert_eq!(used("cast Charm mode=1,3 -> none").modes, [1, 3]);
    assert_eq!(used("cast Deep Analysis flashback").how.as_deref(), Some("flashback"));
    assert_eq!(used("발동 거대 성장 -> B의 회색곰").targets[0][0].of.as_deref(), Some("B"));
    assert_eq!(used("cast Shock"), Use { name: name("Shock"), ..Use::default() });
}

#[test]
fn attacks_and_blocks() {
    let Command::Attack(all) = parse("attack Ox, Bear#2 -> B, Elf -> @walker").unwrap() else {
        panic!()
    };
    assert_eq!(all[0], (name("Ox"), Some(name("B"))));
    assert_eq!(all[1].0.nth, Some(2));
    assert!(all[2].1.as_ref().is_some_and(|n| n.alias));
    let Command::Block(all) = parse("block Ox: Bear, Wall; Elf: Hill Giant").unwrap() else {
        panic!()
    };
    assert_eq!(all[0], (name("Ox"), vec![name("Bear"), name("Wall")]));
    assert_eq!(all[1], (name("Elf"), vec![name("Hill Giant")]));
    assert_eq!(
        parse("block Bear -> Ox").unwrap(),
        Command::Block(vec![(name("Ox"), vec![name("Bear")])])
    );
}

#[test]
fn errors_say_what_was_expected() {
    for (line, words) in [
        ("", "empty"),
        ("cst Shock", "`cast`"),
        ("cast", "a name"),
        ("number many", "a number"),
        ("mode none", "numbers from 1"),
        ("block Ox", "`attacker: blockers`"),
        ("pay gold", "mana such as"),
        ("pass until lunch", "a step"),
        ("yes please", "nothing more"),
        ("divide Ox", "names with numbers"),
        ("mode 0", "numbers from 1"),
    ] {
        let error = parse(line).unwrap_err();
        assert!(error.to_string().contains(words), "{line}: {error}");
        let korean = error.message(Lang::Ko);
        assert!(korean.chars().any(|c| ('가'..='힣').contains(&c)), "{korean}");
    }
}

#[test]
fn no_line_panics() {
    let bits = [
        "cast", "발동", " ", "->", "#", "@", "\"", "'s ", "의 ", "=", "X=", ",", ";", ":", "{",
        "}", "9", "block", "divide", "tap", " for ",
    ];
    for a in bits {
        for b in bits {
            for c in bits {
                let _ = parse(&format!("{a}{b}{c}"));
                let _ = parse(&format!("cast Ox {a}{b}{c}"));
            }
        }
    }
}

#[test]
fn every_step_has_its_names() {
    for step in Step::ALL {
        for lang in [simpan_language::Lang::En, simpan_language::Lang::Ko] {
            for words in [simpan_language::Wording::Y2005, simpan_language::Wording::Y2021] {
                let name = simpan_language::step_name(step, lang, words);
                assert_eq!(step_named(&name), Some(step), "{name}");
            }
        }
    }
}

#[test]
fn korean_says_first_until_when() {
    assert_eq!(parse("종료단까지 패스").unwrap(), Command::PassUntil(Until::Step(Step::End)));
    assert_eq!(parse("내 턴까지 패스").unwrap(), Command::PassUntil(Until::MyTurn));
    assert_eq!(parse("패스 종료단까지").unwrap(), Command::PassUntil(Until::Step(Step::End)));
}
