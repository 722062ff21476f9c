//! All that a request reads, in one hash: whether anything has changed since another run.

use super::walk::Walk;
use super::{Entry, Request, What, files, name_of};
use crate::digest::{Digest, Key};
use std::path::Path;

/// A hash of the names and bytes, as they lie on disk, of everything that the request reads.
/// Nothing where something else than files and folders is named.
pub fn digest(request: &Request) -> Option<Key> {
    let mut digest = Digest::default();
    digest.add(format!("{:?} {:?}", request.files, request.links).as_bytes());
    for (index, root) in request.roots.iter().enumerate() {
        match files::look(root, files::Links::Follow) {
            Ok(files::What::Folder(_)) => {
                let mut walk = Walk::new(index, request);
                while let Some(entry) = walk.next() {
                    add(&mut digest, &entry);
                }
                digest.add(format!("{:?}", walk.skipped()).as_bytes());
            }
            Ok(_) if request.passes_over(root) => {}
            Ok(files::What::File(_)) => file(&mut digest, &name_of(root), root),
            Ok(_) => return None,
            Err(error) => {
                digest.add(name_of(root).as_bytes());
                digest.add(error.to_string().as_bytes());
            }
        }
    }
    Some(digest.key())
}

fn add(digest: &mut Digest, entry: &Entry) {
    match &entry.what {
        What::File(..) => file(digest, &entry.name, &entry.path),
        What::Finding(finding) => {
            digest.add(entry.name.as_bytes());
            digest.add(format!("{finding:?}").as_bytes());
        }
    }
}

fn file(digest: &mut Digest, name: &str, path: &Path) {
    digest.add(name.as_bytes());
    if let Err(error) = files::open(path).and_then(|file| digest.add_file(file)) {
        digest.add(error.to_string().as_bytes());
    }
}
