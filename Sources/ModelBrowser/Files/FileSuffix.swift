import Mantle

/// What a file's name says of its content.
package enum FileSuffix: Sendable, Hashable {
  case json, lines
  case archive(ArchiveFormat)

  /// - Returns: nil for a name that says nothing.
  package init?(of path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "json": self = .json
    case "ndjson", "jsonl": self = .lines
    case "archive", "plist", "bin": self = .archive(.binary)
    case "xml": self = .archive(.xml)
    default: return nil
    }
  }
}
