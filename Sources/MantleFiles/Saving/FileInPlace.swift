import Mantle
import MantlePlatform

/// Overwrites a file that cannot be replaced by another file, such as a mount point.
///
/// While the file is being overwritten, the whole new text exists under another name. If this session ends
/// abnormally, the next session offers that file.
enum FileInPlace {
  /// Overwrites a file with the text of a draft. Until the file is complete, a copy of the text is next to
  /// it.
  ///
  /// - Parameters:
  ///   - draft: The draft that contains the text, which is already on the disk.
  ///   - source: The bytes that the text was made from, which may be mapped from the file.
  /// - Throws: The reason of the failure, with the path of the file that contains the new text.
  static func write(_ draft: FileDraft, over target: String, source: JSONBytes) throws(WriteFailure) {
    // The mapped bytes would change together with the file.
    try source.move(to: WriteFailure.from(FileDraft.temporary).descriptor)
    let copy = try rescue(draft, beside: target)
    do throws(WriteFailure) {
      try overwrite(target, with: draft)
    } catch {
      throw WriteFailure("\(error.description); the file may be damaged, the whole text is in \(copy)")
    }
    FileCalls.remove(copy)
  }

  private static func rescue(_ draft: FileDraft, beside target: String) throws(WriteFailure) -> String {
    for name in (target + ".unsaved").numbered {
      do throws(WriteFailure) {
        try draft.link(as: name)
        return name
      } catch  where error.code == EEXIST {}
    }
    throw WriteFailure(code: EEXIST)
  }

  private static func overwrite(_ target: String, with draft: FileDraft) throws(WriteFailure) {
    let text = try WriteFailure.from { () throws(FileReadError) in try draft.text() }
    let descriptor = try FileCalls.openForWriting(target)
    defer { close(descriptor) }
    try text.write(to: descriptor)
    try FileCalls.truncate(descriptor, to: text.count)
    try FileCalls.synchronise(descriptor)
  }
}

extension WriteFailure {
  /// Returns the result of a function that reads a file, and converts its error to an error of writing a file.
  static func from<Result>(_ body: () throws(FileReadError) -> Result) throws(WriteFailure) -> Result {
    do throws(FileReadError) { return try body() } catch { throw WriteFailure(error.description) }
  }
}

extension String {
  /// The path itself, followed by the path with the suffixes `-2` to `-999`, as candidates for a name that is not in
  /// use.
  package var numbered: [String] { [self] + (2...999).map { "\(self)-\($0)" } }
}
