#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A text with unsaved edits, to be written in a hurry: nobody can be asked where.
public struct RescueOrder: Sendable {
  let content: SplicedBytes
  /// What the text is called.
  let name: String
  /// The paths to try, the best first; a number is added where something is there already.
  let paths: [String]
  /// Where the text comes from; nil where it cannot change underneath.
  let source: MappedFile?

  /// Writes the text to the first place that takes it, and over nothing.
  ///
  /// - Returns: the path.
  /// - Throws: the ``SaveError`` of the best place.
  public func perform() throws(SaveError) -> String {
    var first: SaveError?
    for path in paths {
      do throws(SaveError) {
        try source?.check(before: path)
        return try write(to: path)
      } catch {
        first = first ?? error
      }
    }
    throw first ?? SaveError(path: name, cause: .system("there is no place for it"))
  }

  private func write(to path: String) throws(SaveError) -> String {
    for number in 1... {
      let numbered = number == 1 ? path : "\(path)-\(number)"
      do throws(SaveError) {
        _ = try FileSaver.save(content, to: numbered, replacing: .nothing)
        return numbered
      } catch  where error.cause == .exists && number < Self.mostTaken {
        continue
      }
    }
    throw SaveError(path: path, cause: .exists)
  }

  /// So many rescued texts of one file are left alone.
  static let mostTaken = 999
}

extension BrowserDocument {
  /// The order to write the unsaved edits: beside the file, so that nobody has to look for them, or else among the
  /// temporary files. Nil when there are none.
  var rescueOrder: RescueOrder? {
    guard history.isModified else { return nil }
    let file = "\(path == nil ? "stdin.json" : name).unsaved"
    let beside = path.map { $0 + ".unsaved" } ?? Self.currentFolder.map { $0 + "/" + file }
    return RescueOrder(
      content: currentText(), name: name,
      paths: [beside, Self.temporaryFolder + "/" + file].compactMap(\.self), source: mapped)
  }

  private static var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  private static var currentFolder: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
  }
}
