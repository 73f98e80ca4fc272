import Mantle
import MantleArchiving
import MantleFiles
import ModelBrowser

/// The output formats of `mantle convert`.
extension FileSuffix {
  /// The names of the formats.
  static let named: KeyValuePairs<String, FileSuffix> = [
    "json": .json, "ndjson": .lines, "archive": .archive(.binary), "xml-archive": .archive(.xml),
    "plist": .propertyList(.binary), "xml-plist": .propertyList(.xml),
  ]

  /// The kind of property list; nil for JSON.
  var kind: ArchiveGraph.Kind? {
    switch self {
    case .json, .lines: nil
    case .archive: .keyedArchive
    case .propertyList: .propertyList
    }
  }

  /// The way in which a file of the format is read again.
  var readBack: ReadBack { self == .json ? .value : self == .lines ? .lines : .archive }
}
