//! The table-top every rulebook plays on: ids, zones, processes, questions, chance, replay, undo
