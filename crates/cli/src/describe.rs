//! Cards and the table as text.

use crate::session::Session;
use crate::text::{MANA, Speaker, language, name_in, wording};
use crate::words;
use simpan_cards::CardData;
use simpan_cards::ast::CardType;
use simpan_language::{counter_name, print_paragraphs, step_name, type_line};
use simpan_magic::Preset;
use simpan_magic::view::{ObjectView, PlayerView, View};
use simpan_rulebook::Lang;

/// A card's name, cost, type line, text and power/toughness, a line each.
pub fn card(data: &CardData, lang: Lang, preset: Preset) -> Vec<String> {
    let cost = data.cost.as_ref().map_or_else(String::new, ToString::to_string);
    let name = match (lang, &data.korean) {
        (Lang::Ko, Some(korean)) => format!("{korean} ({})", data.name),
        (Lang::En, Some(korean)) => format!("{} ({korean})", data.name),
        (_, None) => data.name.clone(),
    };
    let mut lines = vec![format!("{name}  {cost}").trim_end().to_owned()];
    lines.push(type_line(&data.types, language(lang)));
    lines.extend(print_paragraphs(data, language(lang), wording(preset)));
    lines.extend(data.pt.map(|pt| pt.to_string()));
    lines.extend(data.loyalty.map(|n| format!("[{n}]")));
    lines
}

/// The mana of a pool as symbols.
pub fn pool(player: &PlayerView) -> String {
    let mut out = String::new();
    for (symbol, count) in MANA.iter().zip(player.pool.0) {
        match count {
            0..=4 => out.push_str(&symbol.repeat(usize::from(count))),
            _ => out.push_str(&format!("{symbol}×{count}")),
        }
    }
    out
}

/// `2/3` of a creature.
pub fn pt(o: &ObjectView) -> Option<String> {
    let c = &o.characteristics;
    c.types.has(CardType::Creature).then(|| format!("{}/{}", c.power, c.toughness))
}

impl Speaker<'_> {
    /// The turn, whose it is, and the step.
    pub fn turn_line(&self, view: &View) -> String {
        if view.turn == 0 {
            return self.say(&words::BEFORE_FIRST, &[]);
        }
        let step = step_name(view.step, language(self.lang), wording(self.preset));
        let turn = view.turn.to_string();
        self.say(&words::TURN_LINE, &[&turn, &self.player(view.active), &step])
    }

    /// What is to be known of a permanent, besides its name.
    pub fn marks(&self, o: &ObjectView) -> Vec<String> {
        let mut marks: Vec<String> = pt(o).into_iter().collect();
        let plain = |entry: &words::Entry| entry.get(self.lang).to_owned();
        if o.tapped {
            marks.push(plain(&words::TAPPED));
        }
        if o.sick {
            marks.push(plain(&words::SICK));
        }
        if o.damage > 0 {
            marks.push(self.say(&words::DAMAGE_MARK, &[&o.damage.to_string()]));
        }
        for (kind, count) in &o.counters {
            marks.push(format!("{} ×{count}", counter_name(*kind, language(self.lang))));
        }
        if let Some(host) = o.attached_to {
            marks.push(self.say(&words::ATTACHED_TO, &[&self.object(host)]));
        }
        if let Some(target) = o.attacking {
            marks.push(self.say(&words::ATTACKING, &[&self.thing(target)]));
        }
        for attacker in &o.blocking {
            marks.push(self.say(&words::BLOCKING, &[&self.object(*attacker)]));
        }
        marks
    }

    /// A permanent on one line.
    pub fn permanent(&self, o: &ObjectView) -> String {
        let marks = self.marks(o);
        let name = self.object(o.id);
        if marks.is_empty() { name } else { format!("{name} ({})", marks.join(", ")) }
    }

    /// What is on the stack, the top first.
    pub fn stack(&self, view: &View) -> Vec<String> {
        view.stack
            .iter()
            .rev()
            .map(|e| {
                let name = match e.ability {
                    Some(ability) => {
                        format!("{}: {}", self.object(e.source), self.ability(e.source, ability))
                    }
                    None => self.object(e.id),
                };
                let targets: Vec<String> = e.targets.iter().map(|t| self.thing(*t)).collect();
                let arrow = if targets.is_empty() {
                    String::new()
                } else {
                    format!(" → {}", targets.join(", "))
                };
                format!("{name} ({}){arrow}", self.player(e.controller))
            })
            .collect()
    }

    /// Names of objects in one line.
    pub fn names(&self, objects: &[ObjectView]) -> String {
        if objects.is_empty() {
            return words::EMPTY.get(self.lang).to_owned();
        }
        let names = objects.iter().map(|o| {
            name_in(&self.look.pool.card(o.characteristics.named).data, self.lang).to_owned()
        });
        names.collect::<Vec<_>>().join(" | ")
    }
}

/// The whole table as lines.
pub fn board(session: &Session) -> Vec<String> {
    let (view, speaker) = (session.view(), session.speaker());
    let word = |entry: &words::Entry| entry.get(session.lang);
    let mut lines = vec![speaker.turn_line(&view)];
    for (n, p) in view.players.iter().enumerate() {
        let id = simpan_engine::PlayerId(n as u8);
        let mut head = format!(
            "{id}: {} {}, {} {}, {} {}",
            word(&words::LIFE),
            p.life,
            word(&words::HAND),
            p.hand_size,
            word(&words::LIBRARY),
            p.library,
        );
        if p.poison > 0 {
            head.push_str(&format!(", {} {}", word(&words::POISON), p.poison));
        }
        if p.pool.total() > 0 {
            head.push_str(&format!(", {} {}", word(&words::POOL), pool(p)));
        }
        lines.push(head);
        let title = word(speaker.by_age(&words::BATTLEFIELD, &words::BATTLEFIELD_OLD));
        let mine: Vec<&ObjectView> =
            view.battlefield.iter().filter(|o| o.controller == id).collect();
        let shown = if mine.is_empty() { word(&words::EMPTY) } else { "" };
        lines.push(format!("  {title}: {shown}"));
        lines.extend(mine.iter().map(|o| format!("    {}", speaker.permanent(o))));
        lines.push(format!("  {}: {}", word(&words::GRAVEYARD), speaker.names(&p.graveyard)));
        if let Some(hand) = &p.hand {
            lines.push(format!("  {}: {}", word(&words::HAND), speaker.names(hand)));
        }
    }
    if !view.exile.is_empty() {
        let title = word(speaker.by_age(&words::EXILE, &words::EXILE_OLD));
        lines.push(format!("{title}: {}", speaker.names(&view.exile)));
    }
    if !view.stack.is_empty() {
        lines.push(format!("{}:", word(&words::STACK)));
        lines.extend(speaker.stack(&view).iter().map(|line| format!("  {line}")));
    }
    lines
}
