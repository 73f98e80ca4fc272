import Mantle
import MantleArchiving
import ModelBrowser

/// The parsed arguments of `mantle convert`.
struct ConversionRequest {
  var input: InputSource
  /// Nil is standard output.
  var output: FileName?
  var models: [ModelRequest]
  var format: OutputFormat
  /// Whether a property list is an archive where it holds models, and keeps its kind where it was one: where only the name
  /// of the output says what to write.
  var choosesKind: Bool
  /// Whether archived objects that no model describes keep the names of their classes in JSON.
  var keepsClasses: Bool
  /// Whether only errors are reported.
  var isQuiet: Bool
  /// Whether comments and trailing commas are accepted.
  var takesComments: Bool
  /// Whether a write-protected or hard-linked file may be replaced.
  var isForced: Bool

  init(_ parsed: ParsedWords) throws(CommandError) {
    guard let input = parsed.values.first, parsed.values.count <= 2 else {
      throw .usage(
        "convert needs IN and OUT (`-` is standard input or output), found \(parsed.values.count) names")
    }
    guard parsed.values.count == 2 || parsed.has("--to") else {
      throw .usage("convert needs IN and OUT, or --to to write to standard output")
    }
    self.input = InputSource(input)
    output = parsed.values.count == 2 && parsed.values[1] != "-" ? parsed.values[1] : nil
    models = try ModelRequest.all(parsed)
    keepsClasses = parsed.has("--keep-classes")
    isQuiet = parsed.has("--quiet")
    takesComments = parsed.has("--comments")
    isForced = parsed.has("--force")
    let format: OutputFormat? =
      parsed.choice("--to") ?? output.flatMap { OutputFormat(suffixOf: $0.shown) }
    guard let format else {
      throw .usage(
        "convert does not know what to write: name OUT with a suffix (.json, .ndjson, .plist, .archive, .xml) or give --to"
      )
    }
    self.format = format
    choosesKind = format.kind == .propertyList && !parsed.has("--to")
    guard format.kind != .propertyList || choosesKind || models.isEmpty else {
      throw .usage("--to \(format.rawValue) writes values without models; --to archive writes models")
    }
  }
}

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
