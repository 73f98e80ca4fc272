import Mantle
import MantlePlatform

/// The files with unsaved edits of a document that earlier sessions left behind: rescued texts and journals.
package struct SessionFiles {
  /// The files with rescued texts of the document, which contain its unsaved edits.
  package private(set) var rescued: [OwnedFile] = []
  /// The journals of each earlier session, the latest journal of a session first.
  package let journals: [[OwnedFile]]

  /// Searches the document's folder, the state folder and the folder for temporary files for rescued texts and
  /// journals, and deletes the drafts of sessions that ended abnormally.
  package init(of document: String) {
    let own = OwnName(of: document)
    let folders = OwnFolders.current
    var sessions: [String: [(number: Int, file: OwnedFile)]] = [:]
    for folder in [own.folder, folders.state, folders.temporary].compactMap(\.self) {
      FileDraft.clearAbandoned(in: folder)
      let isOwn = folder != own.folder
      let (hidden, rescued) = (isOwn ? "" : ".", own.rescued(inOwnFolder: isOwn))
      for name in folder.fileNames(startingWith: [hidden + own.tag, rescued]) ?? [] {
        guard let file = OwnedFile("\(folder)/\(name)") else { continue }
        if name.hasPrefix(hidden), let journal = own.session(of: String(name.dropFirst(hidden.count))) {
          sessions[journal.session, default: []].append((journal.number, file))
        } else if rescued.numbered.contains(name) {
          self.rescued.append(file)
        }
      }
    }
    journals = sessions.values.map { $0.sorted { $0.number > $1.number }.map(\.file) }
  }

  /// Returns the paths to which a document's text with unsaved edits may be rescued, the best first.
  ///
  /// - Parameter document: the path of the document; nil for standard input.
  package static func rescuePaths(of document: String?) -> [String] {
    let folders = OwnFolders.current
    guard let document else {
      let current = getcwd(nil, 0).map { path in
        defer { free(path) }
        return String(systemPath: path)
      }
      return [current, folders.temporary].compactMap(\.self).map { $0 + "/stdin.json.unsaved" }
    }
    let name = OwnName(of: document).rescued(inOwnFolder: true)
    return [document + ".unsaved"]
      + [try? folders.madeState(), folders.temporary].compactMap(\.self).map { "\($0)/\(name)" }
  }

  /// Removes a rescued text or a journal; for a journal, also the text to which it applies. Failures are ignored.
  package static func remove(_ path: String) {
    FileCalls.remove(path)
    if let base = OwnName.base(of: path) { FileCalls.remove(base) }
  }

  /// Removes a journal after a later journal of the same session replaced it.
  package static func removeReplaced(_ journal: String) { FileCalls.remove(journal) }
}
