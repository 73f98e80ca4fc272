import Mantle
import MantleFiles
import MantlePlatform

/// Writes over a file that no other file can take the place of, such as one that is mounted by itself.
///
/// The whole new text has a name of its own meanwhile, under which the next session offers it should this one die.
enum FileInPlace {
  /// - Parameters:
  ///   - draft: holds the text, on the disk already.
  ///   - source: the text's original, which may be mapped from the file.
  /// - Throws: why not, and where the text is then.
  static func write(
    _ draft: borrowing FileDraft, over target: String, source: JSONBytes
  ) throws(WriteFailure) {
    // What is mapped from the file would change with it.
    try keep(source)
    let copy = try rescue(draft, beside: target)
    do throws(WriteFailure) {
      try overwrite(target, with: draft)
    } catch {
      throw WriteFailure(words: "\(error.words); the file may be damaged, the whole text is in \(copy)")
    }
    FileCalls.remove(copy)
  }

  /// Puts a copy, which has no name, under a text that is mapped from a file.
  private static func keep(_ source: JSONBytes) throws(WriteFailure) {
    let folders = OwnFolders.current
    var failure: WriteFailure?
    for folder in [folders.temporary, folders.state].compactMap(\.self) {
      do throws(WriteFailure) {
        return try source.move(to: try FileDraft(in: folder, mode: 0o600))
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private static func rescue(_ draft: borrowing FileDraft, beside target: String) throws(WriteFailure)
    -> String
  {
    for number in 1...RescueOrder.mostTaken {
      let name = target + ".unsaved" + (number == 1 ? "" : "-\(number)")
      do throws(WriteFailure) {
        try draft.link(as: name)
        return name
      } catch  where error.code == EEXIST {}
    }
    throw WriteFailure(code: EEXIST)
  }

  private static func overwrite(_ target: String, with draft: borrowing FileDraft) throws(WriteFailure) {
    let text = try draft.text()
    let descriptor = try FileCalls.openForWriting(target)
    defer { close(descriptor) }
    _ = try SplicedBytes(original: text, splices: []).write(to: descriptor)
    try FileCalls.truncate(descriptor, to: text.count)
    try FileCalls.synchronise(descriptor)
  }
}

extension JSONBytes {
  fileprivate func move(to draft: borrowing FileDraft) throws(WriteFailure) {
    do throws(JSONSpliceError) {
      try move(to: draft.descriptor)
    } catch {
      throw WriteFailure(words: error.description)
    }
  }
}
