//! Players that are programs: random and greedy
