//! The cards that the user has imported: one file in the user's data directory.

use crate::failure::Failure;
use crate::words::{self, fill};
use simpan_pool::{Row, Store, StoreError};
use simpan_rulebook::Lang;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The environment variable that says where the program keeps what is the user's.
const HOME: &str = "SIMPAN_HOME";
/// The largest compiled pool that is read.
const MAX_BYTES: u64 = 1 << 30;

/// Where the compiled pool is kept.
pub fn path() -> Option<PathBuf> {
    let home = std::env::var_os(HOME).filter(|v| !v.is_empty()).map(PathBuf::from);
    Some(home.or_else(|| Some(dirs::data_dir()?.join("simpan")))?.join("cards.pool"))
}

fn load() -> Result<Option<Store>, Trouble> {
    let Some(path) = path() else { return Ok(None) };
    let bytes = match crate::library::read_bounded(&path, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(Trouble::Io(e)),
    };
    Store::open(bytes).map(Some).map_err(Trouble::Store)
}

/// Why the compiled pool can't be used.
#[derive(Debug)]
pub enum Trouble {
    /// The file can't be read.
    Io(std::io::Error),
    /// It holds something else.
    Store(StoreError),
}

impl Trouble {
    /// What to tell.
    pub fn text(&self, lang: Lang) -> String {
        let shown = path().map_or_else(String::new, |p| p.display().to_string());
        let (entry, why) = match self {
            Self::Io(e) => (&words::CANT_READ, words::io(e, lang)),
            Self::Store(StoreError::Stale) => (&words::POOL_STALE, String::new()),
            Self::Store(_) => (&words::POOL_DAMAGED, String::new()),
        };
        fill(entry.get(lang), &[&shown, &why])
    }
}

/// The compiled pool, read at its first use; `None` if nothing was imported.
pub fn store() -> Result<Option<&'static Store>, &'static Trouble> {
    static STORE: OnceLock<Result<Option<Store>, Trouble>> = OnceLock::new();
    STORE.get_or_init(load).as_ref().map(Option::as_ref)
}

/// The imported card of a name: the one that is called so in full, if several have a face that is;
/// none if the pool can't be used.
pub fn row(name: &str) -> Option<Row> {
    let store = store().ok().flatten()?;
    let folded = simpan_decks::fold_name(name);
    let mut rows: Vec<Row> = store.find(name).filter_map(|n| store.row(n)).collect();
    let exact = rows.iter().position(|r| simpan_decks::fold_name(&r.raw.name) == folded);
    let at = exact.unwrap_or(0);
    (at < rows.len()).then(|| rows.swap_remove(at))
}

/// Writes the compiled pool, all of it or nothing.
pub fn save(bytes: &[u8], lang: Lang) -> Result<PathBuf, Failure> {
    let Some(path) = path() else {
        return Err(Failure::usage(words::POOL_NOWHERE.get(lang)));
    };
    let fail = |e: std::io::Error| {
        let shown = path.display().to_string();
        Failure::usage(fill(words::CANT_WRITE.get(lang), &[&shown, &words::io(&e, lang)]))
    };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fail)?;
    }
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, &path));
    if let Err(error) = written {
        drop(std::fs::remove_file(&beside));
        return Err(fail(error));
    }
    Ok(path)
}

/// The cards of the compiled pool as they were given, even if it has to be compiled again.
pub fn sources(lang: Lang) -> Result<Vec<simpan_pool::RawCard>, Failure> {
    let Some(path) = path() else { return Ok(Vec::new()) };
    let bytes = match crate::library::read_bounded(&path, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(Failure::usage(Trouble::Io(e).text(lang))),
    };
    let store = Store::open_any(bytes).map_err(|e| Failure::usage(Trouble::Store(e).text(lang)))?;
    Ok(store.rows().map(|row| row.raw).collect())
}
