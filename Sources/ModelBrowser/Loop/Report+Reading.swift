import Mantle
import MantleFiles
import MantlePlatform

/// Reading files for the browser.
extension Report {
  /// Reads a file; for the open file, only the appended bytes if nothing else changed.
  static func reading(_ path: String, _ edits: UnsavedEdits, for browser: Browser) -> Report {
    attempting("not opened") {
      let isOpen = path == browser.document.path
      if isOpen, edits == .kept, let growth = try growth(of: path, browser) { return growth }
      let pick = isOpen ? browser.document.givenPick : nil
      var source = try browser.reader(path, pick)
      if edits == .saved {
        // The journal of the saved edits may still exist.
        source.leftovers = browser.document.leftovers
      } else {
        source.findEarlierSessions()
      }
      return .opened(source, edits)
    }
  }

  /// Returns a report of the bytes appended to the open file; nil if the file was replaced or changed in another way.
  private static func growth(of path: String, _ browser: Browser) throws -> Report? {
    let document = browser.document
    guard browser.canGrow, let fingerprint = FileFingerprint(path: path),
      document.fingerprint?.isSameFile(as: fingerprint) == true
    else { return nil }
    let text = try JSONBytes.reading(path: path, upTo: DocumentSource.maximumRead)
    guard text.count > document.base.count else { return nil }
    // Bytes that were written after the read are the next growth.
    let later = FileFingerprint(path: path)
    let isLater = later.map { Int($0.size) == text.count && $0.isSameFile(as: fingerprint) } ?? false
    // A text that is mapped from the same file shares its bytes, so there is nothing to compare.
    let isContinued =
      document.mapped?.fingerprint.isSameFile(as: fingerprint) ?? text.begins(with: document.base)
    return isContinued ? .grown(text, isLater ? later : fingerprint, nil) : nil
  }

  /// Reads the available part of an input that is still arriving.
  static func readingOn(_ incoming: any IncomingText, for browser: Browser) -> Report {
    // Queried before the text, so that the next report shows input that arrives in between.
    let isOver = incoming.isOver
    return attempting("not read to its end") {
      let text = try incoming.text()
      if browser.canGrow {
        let lines = isOver ? text : text.wholeLines
        return .grown(lines.count < browser.document.base.count ? text : lines, nil, isOver ? nil : incoming)
      }
      var source = try DocumentSource.reading(
        text, name: browser.document.name, models: browser.models, inference: browser.inference,
        pick: browser.document.givenPick, earlier: isOver ? nil : browser.document.choice)
      source.incoming = isOver ? nil : incoming
      (source.writeRows, source.reference) = (browser.document.writeRows, browser.document.reference)
      source.readOnlyReason = browser.document.readOnlyReason
      source.findEarlierSessions()
      return .opened(source)
    }
  }
}

extension Report {
  /// Returns a report of the names in a folder, with a slash after folders; empty if the folder cannot be read.
  static func listing(of folder: String) -> Report {
    let path = folder.isEmpty ? "." : folder
    let files = (path.fileNames() ?? []).filter { ![".", ".."].contains($0) }
    let names = files.map { name in
      let kind = "\(path)/\(name)".fileStatus().map { $0.st_mode & S_IFMT }
      return kind == S_IFDIR ? name + "/" : name
    }
    return Report { LinePrompt.complete(&$0, folder: folder, names: names) }
  }
}
