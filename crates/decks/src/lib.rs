//! Reading and checking deck files
