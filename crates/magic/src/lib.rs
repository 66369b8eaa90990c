//! The Magic rulebooks of 2005 and 2021 on the Simpan engine
