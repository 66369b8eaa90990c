//! Scenarios of the column that ask about its cards and keywords: each test is named after the
//! scenario it shows.

use simpan_starlight::{AbilityKind, CardData, Lang, Pool, card_text, keyword};

fn card(name: &str) -> CardData {
    let pool = Pool::builtin().unwrap();
    pool.card(pool.find(name).unwrap_or_else(|| panic!("no card {name}"))).clone()
}

/// Whether something about a card is marked as not known, in its data and in its text.
fn is_unknown(name: &str, what: &str) -> bool {
    let pool = Pool::builtin().unwrap();
    let id = pool.find(name).unwrap();
    let text = card_text(&pool, id, Lang::Ko);
    let told = text.iter().any(|line| line.contains("알려지지 않") && line.contains(what));
    told && card(name).unknown.iter().any(|u| u.contains(what))
}

#[test]
fn starlight_light_mine_tip_s1() {
    let mine = card("마력석 광산");
    assert!(mine.stone.is_none() && mine.abilities.len() == 1);
    assert!(is_unknown("마력석 광산", "능력의 비용과 문구"));
}

#[test]
fn starlight_trigger_enter_ex1_s1() {
    for name in ["견습 시간 마법사", "공성 망치"] {
        let kinds: Vec<AbilityKind> = card(name).abilities.iter().map(|a| a.kind).collect();
        assert_eq!(kinds, [AbilityKind::Enter], "{name}");
        assert!(is_unknown(name, "효과"), "{name}");
    }
}

#[test]
fn starlight_trigger_kw_s1() {
    use AbilityKind::{Action, Auto, Choice, Destroyed, Enter, Spell};
    let triggered: Vec<&str> = [Spell, Action, Choice, Auto, Enter, Destroyed]
        .into_iter()
        .filter(|kind| {
            let ability = format!("(kind: {kind:?}, does: [])");
            ron::from_str::<simpan_starlight::Ability>(&ability).unwrap().triggers()
        })
        .map(|kind| keyword(kind, Lang::Ko))
        .collect();
    assert_eq!(triggered, ["[자동]", "[등장]", "[파괴]"]);
}

/// The 23 cards that the column names, with all that it doesn't tell said of each.
#[test]
fn the_column_names_23_cards() {
    let pool = Pool::builtin().unwrap();
    let named: Vec<&CardData> = pool.iter().map(|(_, c)| c).filter(|c| !c.ours).collect();
    assert_eq!(named.len(), 23);
    let known: Vec<&str> =
        named.iter().filter(|c| c.unknown.is_empty()).map(|c| c.ko.as_str()).collect();
    assert_eq!(known, ["백색 마력석"]);
}
