//! What the published column leaves open, as named assumptions with their reasons.

use serde::{Deserialize, Serialize};
use simpan_rulebook::Lang;
use std::collections::BTreeMap;
use toml::Value;

/// The file with our assumptions.
const BUILTIN: &str = include_str!("../starlight.toml");

/// Why a file of assumptions can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssumptionsError {
    /// It is no file of assumptions.
    Syntax(String),
    /// A name nobody asks for.
    Unknown {
        /// The name given.
        name: String,
        /// One that exists.
        nearest: String,
    },
    /// A value that isn't built.
    Value {
        /// The assumption.
        name: String,
        /// The value given.
        value: String,
        /// What is possible.
        possible: Possible,
    },
}

/// What an assumption can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possible {
    /// True or false.
    Flag,
    /// A number in a range.
    Number(i64, i64),
    /// One of these.
    OneOf(Vec<String>),
}

impl AssumptionsError {
    /// In words.
    pub fn text(&self, lang: Lang) -> String {
        let ko = lang == Lang::Ko;
        match self {
            Self::Syntax(why) if ko => format!("가정 파일이 아닙니다: {}", why.trim()),
            Self::Syntax(why) => format!("no file of assumptions: {}", why.trim()),
            Self::Unknown { name, nearest } if ko => {
                format!("`{name}`: 그런 가정은 없습니다. 가장 가까운 것: `{nearest}`")
            }
            Self::Unknown { name, nearest } => {
                format!("there is no assumption `{name}`; the nearest is `{nearest}`")
            }
            Self::Value { name, value, possible } => {
                let possible = match possible {
                    Possible::Flag => "true / false".to_owned(),
                    Possible::Number(min, max) if ko => format!("{min}에서 {max}까지의 수"),
                    Possible::Number(min, max) => format!("a number from {min} to {max}"),
                    Possible::OneOf(all) => all.join(" / "),
                };
                if ko {
                    format!("`{name}`: {} 값은 쓸 수 없습니다. 쓸 수 있는 값: {possible}", value)
                } else {
                    format!("`{name}` can't be {value}; it can be {possible}")
                }
            }
        }
    }
}

impl std::fmt::Display for AssumptionsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for AssumptionsError {}

/// One assumption, to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumption {
    /// Its name: `combat.overassign`.
    pub name: String,
    /// Its value, as written.
    pub value: String,
    /// `guide`, `inferred`, `chosen`, or `file` for one that a file has changed.
    pub source: String,
    /// Why, in English.
    pub why_en: String,
    /// Why, in Korean.
    pub why_ko: String,
}

/// The values the rulebook plays by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Assumptions {
    pub star_life_zero: bool,
    pub default_life: i16,
    pub star_cards: u16,
    pub main_min: u16,
    pub max_copies: u16,
    pub hand: u8,
    pub mulligan: bool,
    pub winner_chooses: bool,
    pub first_skips_draw: bool,
    pub resource_plays: u8,
    pub face_down_light: bool,
    pub look_face_down: bool,
    pub attack_acts: bool,
    pub summon_delay: bool,
    pub ready_blockers: bool,
    pub simultaneous: bool,
    pub excess_to_star: bool,
    pub hand_max: u8,
    pub empty_draw_loses: bool,
    pub source_independent: bool,
    pub enter_any_way: bool,
    pub destroyed_strict: bool,
    pub announced_order: bool,
}

impl Assumptions {
    /// Our own.
    ///
    /// # Errors
    /// Never for the file of this crate; a test reads it.
    pub fn builtin() -> Result<(Self, Vec<Assumption>), AssumptionsError> {
        read(&[BUILTIN])
    }

    /// Our own, changed by a file of the same form.
    ///
    /// # Errors
    /// If the text is no such file, names an unknown assumption, or gives a value that isn't built.
    pub fn with(text: &str) -> Result<(Self, Vec<Assumption>), AssumptionsError> {
        read(&[BUILTIN, text])
    }
}

/// The entries of a file by their dotted names.
fn flatten(prefix: &str, table: &toml::Table, out: &mut BTreeMap<String, toml::Table>) {
    for (key, value) in table {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            Value::Table(t) if t.contains_key("value") => {
                out.insert(name, t.clone());
            }
            Value::Table(t) => flatten(&name, t, out),
            plain => {
                let entry = toml::Table::from_iter([("value".to_owned(), plain.clone())]);
                out.insert(name, entry);
            }
        }
    }
}

fn read(files: &[&str]) -> Result<(Assumptions, Vec<Assumption>), AssumptionsError> {
    let mut all: BTreeMap<String, toml::Table> = BTreeMap::new();
    for (nth, text) in files.iter().enumerate() {
        let table: toml::Table =
            text.parse().map_err(|e: toml::de::Error| AssumptionsError::Syntax(e.to_string()))?;
        let mut entries = BTreeMap::new();
        flatten("", &table, &mut entries);
        for (name, mut entry) in entries {
            if nth > 0 {
                let Some(ours) = all.get(&name) else {
                    let nearest = nearest(&name, all.keys());
                    return Err(AssumptionsError::Unknown { name, nearest });
                };
                for (key, value) in ours {
                    entry.entry(key.clone()).or_insert_with(|| value.clone());
                }
                entry.insert("source".into(), Value::String("file".into()));
            }
            all.insert(name, entry);
        }
    }
    let shown = all.iter().map(|(name, entry)| shown(name, entry)).collect();
    Ok((values(&Values(&all))?, shown))
}

fn shown(name: &str, entry: &toml::Table) -> Assumption {
    let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    Assumption {
        name: name.to_owned(),
        value: entry.get("value").map(|v| v.to_string()).unwrap_or_default(),
        source: text("source"),
        why_en: text("why_en"),
        why_ko: text("why_ko"),
    }
}

/// The name that shares most letters in order from the front.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a String>) -> String {
    let alike = |k: &&String| k.chars().zip(name.chars()).take_while(|(a, b)| a == b).count();
    known.max_by_key(alike).cloned().unwrap_or_default()
}

struct Values<'a>(&'a BTreeMap<String, toml::Table>);

impl Values<'_> {
    fn get(&self, name: &str) -> Value {
        let entry = self.0.get(name).and_then(|e| e.get("value"));
        entry.cloned().unwrap_or(Value::Boolean(false))
    }
    fn wrong<T>(&self, name: &str, possible: Possible) -> Result<T, AssumptionsError> {
        Err(AssumptionsError::Value {
            name: name.to_owned(),
            value: self.get(name).to_string(),
            possible,
        })
    }
    fn flag(&self, name: &str) -> Result<bool, AssumptionsError> {
        match self.get(name) {
            Value::Boolean(b) => Ok(b),
            _ => self.wrong(name, Possible::Flag),
        }
    }
    fn number(&self, name: &str, min: i64, max: i64) -> Result<i64, AssumptionsError> {
        match self.get(name) {
            Value::Integer(n) if (min..=max).contains(&n) => Ok(n),
            _ => self.wrong(name, Possible::Number(min, max)),
        }
    }
    /// Whether the value is `yes` (true) or one of the others.
    fn word(&self, name: &str, yes: &str, no: Option<&str>) -> Result<bool, AssumptionsError> {
        let value = self.get(name);
        match value.as_str() {
            Some(v) if v == yes => Ok(true),
            Some(v) if Some(v) == no => Ok(false),
            _ => {
                let words = std::iter::once(yes).chain(no).map(|w| format!("{w:?}"));
                self.wrong(name, Possible::OneOf(words.collect()))
            }
        }
    }
    /// A value of which nothing else is built.
    fn fixed(&self, name: &str, only: &Value) -> Result<(), AssumptionsError> {
        let wrong = || self.wrong(name, Possible::OneOf(vec![only.to_string()]));
        if self.get(name) == *only { Ok(()) } else { wrong() }
    }
}

fn values(v: &Values<'_>) -> Result<Assumptions, AssumptionsError> {
    let text = |s: &str| Value::String(s.into());
    let phases = ["ready", "upkeep", "draw", "main", "end"].map(text);
    v.fixed("turn.phases", &Value::Array(phases.to_vec()))?;
    v.fixed("turn.ready", &Value::Boolean(true))?;
    v.fixed("win.concede", &Value::Boolean(true))?;
    v.fixed("deck.star_cards", &Value::Integer(1))?;
    v.fixed("combat.overassign", &Value::Boolean(false))?;
    for (name, only) in [
        ("light_pool", "none"),
        ("timing.who", "turn player"),
        ("combat.when", "main phase"),
        ("destroy.check", "after every effect"),
        ("damage.wears_off", "end phase"),
        ("event.after_use", "graveyard"),
    ] {
        v.fixed(name, &text(only))?;
    }
    Ok(Assumptions {
        star_life_zero: v.flag("win.star_life_zero")?,
        default_life: v.number("star.default_life", 1, 1000)? as i16,
        star_cards: 1,
        main_min: v.number("deck.main_min", 1, 250)? as u16,
        max_copies: v.number("deck.max_copies", 1, 250)? as u16,
        hand: v.number("start.hand", 0, 50)? as u8,
        mulligan: v.word("start.mulligan", "one_free_full_redraw", Some("none"))?,
        winner_chooses: v.word("start.first_player", "winner chooses", Some("winner begins"))?,
        first_skips_draw: v.flag("turn.first_player_skips_first_draw")?,
        resource_plays: v.number("turn.resource_plays", 0, 50)? as u8,
        face_down_light: v.word("resource.face_down_light", "colourless", Some("none"))?,
        look_face_down: v.flag("resource.owner_may_look_face_down")?,
        attack_acts: v.flag("combat.attack_acts")?,
        summon_delay: v.flag("combat.summon_delay")?,
        ready_blockers: v.flag("combat.blockers_must_be_ready")?,
        simultaneous: v.flag("combat.simultaneous")?,
        excess_to_star: v.flag("combat.excess_to_star")?,
        hand_max: v.number("hand.max", 0, 100)? as u8,
        empty_draw_loses: v.flag("deck.empty_draw_loses")?,
        source_independent: v.flag("trigger.source_independent")?,
        enter_any_way: v.flag("trigger.enter_any_way")?,
        destroyed_strict: v.flag("trigger.destroyed_strict")?,
        announced_order: v.word("trigger.same_player_order", "announced", Some("reversed"))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_are_read_and_changed() {
        let (ours, shown) = Assumptions::builtin().unwrap();
        assert_eq!((ours.default_life, ours.hand, ours.hand_max), (20, 6, 7));
        assert!(shown.iter().all(|a| !a.why_en.is_empty() && !a.why_ko.is_empty()));
        let (other, shown) = Assumptions::with("[star]\ndefault_life = 30").unwrap();
        assert_eq!(other.default_life, 30);
        let life = shown.iter().find(|a| a.name == "star.default_life").unwrap();
        assert_eq!((life.value.as_str(), life.source.as_str()), ("30", "file"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = Assumptions::with("combat.overasign = true").unwrap_err();
        assert!(wrong.to_string().contains("combat.overassign"), "{wrong}");
        let wrong = Assumptions::with("[combat]\noverassign = true").unwrap_err();
        assert!(wrong.to_string().contains("can't be true; it can be false"), "{wrong}");
        assert!(wrong.text(Lang::Ko).contains("쓸 수 있는 값: false"), "{wrong}");
        assert!(Assumptions::with("hand.max = -1").is_err());
        assert!(Assumptions::with("hand.max = ").is_err());
    }
}
