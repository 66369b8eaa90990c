//! A combat phase by itself, without priority, to try its decisions on.

use super::{Attack, Block, CombatDamage};
use crate::look::Look;
use crate::ruleset::{Preset, Ruleset};
use crate::state::State;
use crate::table::Table;
use simpan_cards::ast::{Step, Zone};
use simpan_cards::{CardData, Pool};
use simpan_engine::{Answer, Flow, ObjectId, PlayerId, Question};
use simpan_rulebook::RuleId;

/// A game of two players whose first one attacks.
#[derive(Clone, Debug)]
pub struct Fight<'a> {
    pool: &'a Pool,
    state: State,
    now: Now,
    /// Whether the attacker pays prices.
    pub pays: bool,
}

#[derive(Clone, Debug)]
enum Now {
    Attack(Attack),
    Block(Block),
    /// Blockers are declared; [`Fight::damage`] goes on.
    Blocked,
    Damage(CombatDamage),
    Over,
}

impl<'a> Fight<'a> {
    /// An empty table under a rulebook, for a fight between cards of the pool.
    pub fn new(rules: Preset, pool: &'a Pool) -> Self {
        let mut state = State::new(Ruleset::from(rules), 2);
        state.turn.number = 1;
        state.turn.step = Step::DeclareAttackers;
        state.players[0].turn_began = 1;
        Self { pool, state, now: Now::Over, pays: true }
    }

    /// Puts a card onto the battlefield.
    ///
    /// # Panics
    /// If it is not in the pool.
    pub fn put(&mut self, card: &CardData, owner: u8) -> ObjectId {
        let card = self.pool.find(&card.name).expect("a card of the pool");
        self.table().set_up_card(card, PlayerId(owner), Zone::Battlefield)
    }

    /// Gives the attacker colourless mana.
    pub fn mana(&mut self, amount: u16) {
        self.state.players[0].pool.0[5] = amount;
    }

    /// Marks damage on a permanent.
    pub fn wound(&mut self, id: ObjectId, damage: i32) {
        self.state.objects[id.index()].damage = damage;
    }

    /// Takes a creature out of combat.
    pub fn leave_combat(&mut self, id: ObjectId) {
        self.table().leave_combat(id, simpan_rulebook::rule::REMOVED_FROM_COMBAT);
    }

    /// Begins with the declaration of attackers.
    pub fn begin(&mut self) {
        self.table().refresh();
        self.now = Now::Attack(Attack::default());
        self.run(None);
    }

    /// Goes on from declared blockers to combat damage.
    pub fn damage(&mut self) {
        self.now = Now::Damage(CombatDamage::first_or_only());
        self.run(None);
    }

    /// Makes a decision and goes on to the next one.
    ///
    /// # Panics
    /// If it is illegal.
    pub fn apply(&mut self, answer: Answer) {
        assert_eq!(self.check(answer), Ok(()), "{answer:?}");
        self.run(Some(answer));
    }

    /// What is asked; nothing once the fight is over.
    pub fn question(&self) -> Option<Question<RuleId>> {
        match self.now {
            Now::Blocked | Now::Over => None,
            _ => self.state.question,
        }
    }

    /// Every legal answer.
    pub fn answers(&self) -> Vec<Answer> {
        let mut buf = Vec::new();
        match &self.now {
            Now::Attack(p) => self.look().attack_answers(p, &mut buf),
            Now::Block(p) => self.look().block_answers(p, &mut buf),
            Now::Damage(p) => self.look().damage_answers(p, &mut buf),
            Now::Blocked | Now::Over => {}
        }
        buf
    }

    /// Whether an answer is legal.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self, answer: Answer) -> Result<(), RuleId> {
        match &self.now {
            Now::Attack(p) => self.look().check_attack(p, answer),
            Now::Block(p) => self.look().check_block(p, answer),
            Now::Damage(p) => self.look().check_damage(p, answer),
            Now::Blocked | Now::Over => Err(simpan_rulebook::rule::ILLEGAL_ANSWER),
        }
    }

    /// What has been declared: attackers with what they attack, then blocks.
    pub fn declared(&self) -> (Vec<Answer>, Vec<Answer>) {
        let combat = &self.state.combat;
        let attack = |a: &crate::state::Attacker| match a.target {
            crate::object::Thing::Player(p) => Answer::AtPlayer(a.id, p),
            other => Answer::Pair(a.id, other.object().unwrap_or_default()),
        };
        let attacks = combat.attackers.iter().map(attack).collect();
        let blocks = combat
            .blockers
            .iter()
            .flat_map(|b| b.attackers.iter().map(|a| Answer::Pair(b.id, *a)))
            .collect();
        (attacks, blocks)
    }

    /// Combat damage on the stack resolves.
    pub fn resolve(&mut self) {
        if let Some(entry) = self.state.stack.pop() {
            self.table().resolve_combat_damage(entry);
        }
    }

    /// Who gets how much combat damage from whom, of the damage on the stack.
    pub fn on_stack(&self) -> Vec<(ObjectId, crate::object::Thing, i32)> {
        let rows = self.state.stack.iter().flat_map(|e| &e.damage);
        rows.map(|r| (r.source, r.to, r.amount)).collect()
    }

    /// Whether a permanent is tapped.
    pub fn tapped(&self, id: ObjectId) -> bool {
        self.state.object(id).is_some_and(|o| o.tapped())
    }

    /// To look at it.
    pub fn look(&self) -> Look<'_> {
        Look { pool: self.pool, s: &self.state }
    }

    fn table(&mut self) -> Table<'_> {
        Table::new(self.pool, &mut self.state)
    }

    fn run(&mut self, mut answer: Option<Answer>) {
        loop {
            let mut now = std::mem::replace(&mut self.now, Now::Over);
            let answer = answer.take();
            let mut table = self.table();
            let flow = match &mut now {
                Now::Attack(p) => table.step_attack(p, answer),
                Now::Block(p) => table.step_block(p, answer),
                Now::Damage(p) => table.step_combat_damage(p, answer),
                Now::Blocked | Now::Over => {
                    self.now = now;
                    return;
                }
            };
            self.now = now;
            match flow {
                Flow::Ask => return,
                Flow::Continue => {
                    // A price is being paid.
                    self.state.processes.pop();
                    self.state.reply.yes = self.pays;
                }
                Flow::Done => self.now = self.next(),
            }
        }
    }

    fn next(&self) -> Now {
        match &self.now {
            Now::Attack(_) if self.state.combat.attackers.is_empty() => Now::Over,
            Now::Attack(_) => Now::Block(Block::default()),
            Now::Block(_) => Now::Blocked,
            Now::Damage(p) if self.state.combat.second_step && !p.is_second() => {
                Now::Damage(CombatDamage::second())
            }
            Now::Damage(_) | Now::Blocked | Now::Over => Now::Over,
        }
    }
}
