import Mantle
import MantleArchiving
import ModelBrowser

/// The output formats of `mantle convert`.
enum OutputFormat: String, CaseIterable {
  case json, ndjson, archive
  case xmlArchive = "xml-archive"
  case propertyList = "plist"
  case xmlPropertyList = "xml-plist"

  /// The kind of property list; nil for JSON.
  var kind: ArchiveGraph.Kind? {
    switch self {
    case .json, .ndjson: nil
    case .archive, .xmlArchive: .keyedArchive
    case .propertyList, .xmlPropertyList: .propertyList
    }
  }

  /// The form of the property list; nil for JSON.
  var archiveFormat: ArchiveFormat? {
    switch self {
    case .json, .ndjson: nil
    case .archive, .propertyList: .binary
    case .xmlArchive, .xmlPropertyList: .xml
    }
  }

  /// How a file of it is read again.
  var readBack: ReadBack {
    switch self {
    case .json: .value
    case .ndjson: .lines
    case .archive, .xmlArchive, .propertyList, .xmlPropertyList: .archive
    }
  }

  /// Creates the format that a file name's suffix implies.
  init?(suffixOf path: String) {
    switch FileSuffix(of: path) {
    case .json: self = .json
    case .lines: self = .ndjson
    case .archive(.binary): self = .archive
    case .archive(.xml): self = .xmlArchive
    case .propertyList(.binary): self = .propertyList
    case .propertyList(.xml): self = .xmlPropertyList
    case nil: return nil
    }
  }
}
