//! Battlefields as rows of chips.

use super::draw::width;
use crate::session::Session;
use crate::text::Speaker;
use crate::words;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use simpan_cards::ast::CardType;
use simpan_engine::{ObjectId, PlayerId};
use simpan_language::counter_name;
use simpan_magic::view::{ObjectView, View};

/// A permanent, or several that look alike.
struct Chip {
    text: String,
    style: Style,
}

/// What battlefields are painted from.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    /// The game.
    pub session: &'a Session,
    /// What is seen of it.
    pub view: &'a View,
    /// The width in columns.
    pub wide: u16,
    /// The object of the selected answer.
    pub marked: Option<ObjectId>,
}

/// At which edge of the table a player sits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// The person's: lands lie last.
    Near,
    /// The opponent's: lands lie first.
    Far,
}

/// A player's permanents in rows: creatures, the rest, and lands at the player's edge.
pub fn rows(field: Field<'_>, player: PlayerId, edge: Edge) -> Vec<Line<'static>> {
    let Field { session, view, wide, marked } = field;
    let speaker = session.speaker();
    let mine: Vec<&ObjectView> = view
        .battlefield
        .iter()
        .filter(|o| {
            o.controller == player
                && o.attached_to
                    .is_none_or(|h| view.object(h).is_none_or(|h| h.controller != player))
        })
        .collect();
    let is = |o: &ObjectView, t| o.characteristics.types.has(t);
    let creatures = mine.iter().filter(|o| is(o, CardType::Creature));
    let others = mine.iter().filter(|o| !is(o, CardType::Creature) && !is(o, CardType::Land));
    let lands: Vec<&ObjectView> = mine
        .iter()
        .filter(|o| is(o, CardType::Land) && !is(o, CardType::Creature))
        .copied()
        .collect();
    let chip = |o: &&ObjectView| single(&speaker, view, o, marked);
    let mut groups = [
        wrap(creatures.map(chip).collect(), wide),
        wrap(others.map(chip).collect(), wide),
        wrap(grouped(&speaker, view, &lands, marked), wide),
    ];
    if edge == Edge::Far {
        groups.reverse();
    }
    groups.concat()
}

fn single(speaker: &Speaker<'_>, view: &View, o: &ObjectView, marked: Option<ObjectId>) -> Chip {
    let mut text = speaker.object(o.id);
    if let Some(pt) = crate::describe::pt(o) {
        text.push_str(&format!(" {pt}"));
    }
    if o.damage > 0 {
        text.push_str(&format!(" -{}", o.damage));
    }
    for (kind, count) in &o.counters {
        let kind = counter_name(*kind, crate::text::language(speaker.lang));
        text.push_str(&format!(" {kind}×{count}"));
    }
    if o.tapped {
        text.push_str(&format!(" ({})", words::TAPPED_SHORT.get(speaker.lang)));
    }
    if o.attacking.is_some() {
        text.push_str(" >>");
    }
    for attacker in &o.blocking {
        text.push_str(&format!(" <<{}", speaker.object(*attacker)));
    }
    for aura in view.battlefield.iter().filter(|a| a.attached_to == Some(o.id)) {
        text.push_str(&format!(" +{}", speaker.object(aura.id)));
    }
    Chip { text, style: style(o, marked == Some(o.id)) }
}

fn style(o: &ObjectView, marked: bool) -> Style {
    let mut style = Style::default();
    if o.attacking.is_some() {
        style = style.fg(Color::Red);
    } else if !o.blocking.is_empty() {
        style = style.fg(Color::Cyan);
    }
    if o.tapped {
        style = style.add_modifier(Modifier::DIM);
    }
    if o.sick {
        style = style.add_modifier(Modifier::ITALIC);
    }
    if marked {
        style = style.add_modifier(Modifier::REVERSED);
    }
    style
}

/// Lands of one name together, those with something on them alone.
fn grouped(
    speaker: &Speaker<'_>,
    view: &View,
    lands: &[&ObjectView],
    marked: Option<ObjectId>,
) -> Vec<Chip> {
    let plain = |o: &ObjectView| {
        o.counters.is_empty() && view.battlefield.iter().all(|a| a.attached_to != Some(o.id))
    };
    let mut chips = Vec::new();
    let mut done = Vec::new();
    for land in lands {
        let named = land.characteristics.named;
        if !plain(land) {
            chips.push(single(speaker, view, land, marked));
            continue;
        }
        if done.contains(&named) {
            continue;
        }
        done.push(named);
        let alike = || lands.iter().filter(|o| plain(o) && o.characteristics.named == named);
        let (all, tapped) = (alike().count(), alike().filter(|o| o.tapped).count());
        let mut text = speaker.card(named);
        if all > 1 {
            text.push_str(&format!("×{all}"));
        }
        if tapped > 0 {
            let word = words::TAPPED_SHORT.get(speaker.lang);
            text.push_str(&format!(" ({tapped} {word})"));
        }
        let mut style = Style::default();
        if tapped == all {
            style = style.add_modifier(Modifier::DIM);
        }
        if alike().any(|o| marked == Some(o.id)) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        chips.push(Chip { text, style });
    }
    chips
}

/// Chips in lines of a width.
fn wrap(chips: Vec<Chip>, wide: u16) -> Vec<Line<'static>> {
    let wide = usize::from(wide).max(4);
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut used = 0;
    for Chip { text, style } in chips {
        let text = super::draw::fit(&text, wide.saturating_sub(1));
        let need = width(&text);
        let gap = if used == 0 { 1 } else { 2 };
        match lines.last_mut() {
            Some(line) if used + gap + need <= wide => {
                line.push_span(Span::raw(" ".repeat(gap)));
                line.push_span(Span::styled(text, style));
                used += gap + need;
            }
            _ => {
                lines.push(Line::from(vec![Span::raw(" "), Span::styled(text, style)]));
                used = 1 + need;
            }
        }
    }
    lines
}
