//! What a refusal may say besides: why nobody was asked for a declaration, and how else a card is
//! cast.

use crate::command::Command;
use crate::error::CommandError;
use crate::run::{Runner, Stop};
use crate::words;
use simpan_cards::program::AbilityKind;
use simpan_engine::{ObjectId, PlayerId};
use simpan_magic::Magic;

impl Runner {
    /// The rule that keeps all of an attack or block from being declared when nobody is asked.
    pub(crate) fn declaration_refusal(&self, command: &Command) -> Option<CommandError> {
        use simpan_cards::ast::Zone;
        let board = self.game.state().zone(Zone::Battlefield, PlayerId(0));
        let first = |name| crate::names::among(&self.game, &self.names, name, board).ok();
        let look = self.game.look();
        let because = match command {
            Command::Attack(all) => {
                let (name, _) = all.first()?;
                let ids = first(name)?;
                let own =
                    ids.iter().find(|id| look.controller(**id) == Some(self.game.state().active()));
                look.can_attack(*own.or(ids.first())?).err()?
            }
            Command::Block(all) => {
                let (attacker, blockers) = all.first()?;
                let attacker = *first(attacker)?.first()?;
                let blocker = *first(blockers.first()?)?.first()?;
                look.can_block(blocker, attacker).err()?
            }
            _ => return None,
        };
        Some(CommandError::Refused { because })
    }

    /// A refusal with what else could be said, of a card that can be cast from a graveyard.
    pub(crate) fn with_hint(&self, command: &Command, stop: Stop) -> Stop {
        use simpan_cards::ast::Zone;
        let (Stop::Refused(rule, why), Command::Cast(used) | Command::Play(used)) =
            (&stop, command)
        else {
            return stop;
        };
        let in_graveyard = |id: &ObjectId| {
            self.game.state().object(*id).is_some_and(|o| o.zone() == Zone::Graveyard)
        };
        let all = crate::names::everything(&self.game);
        let found = crate::names::among(&self.game, &self.names, &used.name, &all);
        let id = found.ok().and_then(|ids| ids.first().copied()).filter(in_graveyard);
        match id.filter(|id| used.how.is_none() && has_flashback(&self.game, *id)) {
            Some(_) => {
                let hint = words::say(&words::FLASHBACK, self.lang, &[&used.name.to_string()]);
                Stop::Refused(*rule, format!("{why} {hint}"))
            }
            None => stop,
        }
    }
}

/// Whether a card can be cast from a graveyard.
fn has_flashback(game: &Magic, id: ObjectId) -> bool {
    use simpan_cards::ast::KeywordAbility;
    let abilities = game.look().characteristics(id).map_or(&[][..], |c| &c.abilities);
    let is = |a: &_| match &game.pool().ability(*a).kind {
        AbilityKind::Keyword(k) => matches!(k, KeywordAbility::Flashback(_)),
        _ => false,
    };
    abilities.iter().any(is)
}
