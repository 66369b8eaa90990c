//! The two-way text engine: phrase tables that print and parse the ability tree
