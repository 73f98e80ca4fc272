import Mantle

/// A file to be written with the models of a text and nothing else: their mapped keys, as the models write them.
public struct ExportOrder: Sendable {
  public let path: String
  let source: SplicedBytes
  let model: ModelDescription
  let place: JSONKeyPath
  let name: String
  /// The file the text is mapped from.
  let mapped: MappedFile?
  /// Whether it may be written over what is there, and from whatever the text's file holds by now.
  let isForced: Bool

  /// Reads the text as it is now and writes the models.
  ///
  /// A single model is written as an object, several as an array, or on a line each where the file's name says NDJSON.
  ///
  /// - Returns: how many bytes were written.
  /// - Throws: a ``SaveError``, a ``DecodingFailure``, or why a model cannot be written; there is then no file.
  public func perform() throws -> Int {
    try mapped?.check(source, before: path, isForced: isForced)
    let bytes = JSONBytes(try source.original.applying(source.splices))
    var export = ModelExport(model, at: place)
    try Self.forEachModel(in: bytes, at: place, name: name) { try export.add($0) }
    let isLines = FileSuffix(of: path) == .lines
    // The one model there was may have been deleted.
    guard isLines || !export.isMissing else {
      throw SaveError(path: path, cause: .system("there is no \(model.name) at \(place) to export"))
    }
    let text = JSONBytes(isLines ? try export.lines() : try export.json() + [0x0A])
    _ = try FileSaver.save(
      SplicedBytes(original: text, splices: []), to: path, replacing: isForced ? .anything : .nothing,
      reader: isLines ? .lines : .value)
    return text.count
  }

  private static func forEachModel(
    in bytes: JSONBytes, at place: JSONKeyPath, name: String, _ body: (JSONNode) throws -> Void
  ) throws {
    let layout = JSONLayout.detect(bytes)
    switch layout {
    case .lines, .concatenated:
      guard let children = layout.children(in: bytes) else { return }
      let index = JSONChildIndex(bytes, children)
      var next = index.first()
      var ordinal = 0
      let rest = JSONKeyPath(Array(place.components.dropFirst()))
      while let child = next {
        let path = JSONKeyPath([.index(ordinal)])
        let document = try JSONDocument(
          parsing: bytes, in: index.measured(child).value, name: name, basePath: path)
        for node in document.root.findAll(rest) { try body(node) }
        next = index.next(after: child)
        ordinal += 1
      }
    default:
      let document = try JSONDocument(parsing: bytes, name: name)
      for node in document.root.findAll(place) { try body(node) }
    }
  }
}
