import Mantle
import MantleArchiving

/// The format that the suffix of a file name implies.
package enum FileSuffix: Sendable, Hashable {
  case json, lines
  case archive(ArchiveFormat)
  /// A property list, which is an archive if it contains models.
  case propertyList(ArchiveFormat)

  /// The encoding of a property list or archive, binary or XML; nil for JSON.
  package var format: ArchiveFormat? {
    switch self {
    case .json, .lines: nil
    case .archive(let format), .propertyList(let format): format
    }
  }

  /// Creates the format that the suffix of a path implies; nil if the suffix is unknown.
  package init?(of path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "json": self = .json
    case "ndjson", "jsonl": self = .lines
    case "archive", "bin": self = .archive(.binary)
    case "plist": self = .propertyList(.binary)
    case "xml": self = .propertyList(.xml)
    default: return nil
    }
  }
}
