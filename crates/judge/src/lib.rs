//! Scenarios, transcripts and explanations
