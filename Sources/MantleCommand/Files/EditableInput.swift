import Mantle
import MantleArchiving
import MantleDocuments
import MantleFiles
import MantlePlatform

/// An input as JSON that can be edited and converted back to the file's format.
struct EditableInput {
  var name: String { plain.name }
  /// The source text of the input, or the JSON that a property list or archive was converted to.
  let text: JSONBytes
  /// The same text with blanks in place of comments and trailing commas.
  var json: JSONBytes { plain.bytes }
  /// The property list or archive that was read; nil if the input is JSON.
  let archive: ArchivedDocument?
  private let plain: Input

  /// Converts an input to JSON that can be edited.
  ///
  /// - Parameter keepsClasses: whether objects of an archive without a model get a member `$class` in the JSON.
  /// - Throws: an error if an archive cannot be read completely.
  init(_ input: Input, keepsClasses: Bool = false) throws {
    guard input.isArchive else {
      (text, plain, archive) = (input.bytes, input.withBlanks, nil)
      return
    }
    let document = try input.archive(keepsClasses: keepsClasses)
    (text, archive) = (document.json, document)
    plain = Input(input.source, document.json, comments: false)
  }

  /// Whether the input is an archive whose objects have classes.
  var hasClasses: Bool { archive?.graph.kind == .keyedArchive }

  /// The values of the input in ``json``.
  ///
  /// - Throws: the syntax errors of the text, as `check` reports them.
  var values: TextReading {
    get throws { archive == nil ? try plain.values : TextReading(json, name: name) }
  }

  /// Returns the edits of the archive that correspond to splices of ``json``; no edits if the input is JSON.
  ///
  /// - Parameter edited: the JSON after the splices.
  func edits(_ splices: [JSONSplice], to edited: JSONBytes) throws -> ArchivedDocument.Edits {
    guard archive != nil else { return ArchivedDocument.Edits() }
    return ArchivedDocument.Edits(
      origins: ValueOrigins(
        of: splices, from: try JSONDocument(parsing: json).root, to: try JSONDocument(parsing: edited).root))
  }

  /// Returns the source text after splices of ``json`` are applied. Comments keep their places.
  func applying(_ splices: [JSONSplice]) throws -> JSONBytes {
    let splices = plain.takesComments ? JSONRepair(text).keepingComments(splices) : splices
    return try SplicedBytes(text, splices: splices).text()
  }

  /// Returns the line that reports a problem of the JSON, without line and column if the JSON was converted from an archive.
  func line(of problem: Diagnostic, in name: String) -> String {
    var problem = problem
    if archive != nil { problem.location = nil }
    return problem.line(in: name)
  }

  /// Returns edited JSON in the file's format; unchanged if the output has a suffix of JSON.
  ///
  /// - Parameters:
  ///   - output: the output file; nil for standard output.
  ///   - edits: the edits of an archive.
  /// - Throws: a ``CommandError`` if the output has the suffix of another format or if the archive cannot be written;
  ///   a `DecodingFailure` if the format cannot represent a value.
  func file(
    of edited: JSONBytes, for output: FileName?, _ edits: ArchivedDocument.Edits
  ) throws -> (bytes: JSONBytes, reader: ReadBack) {
    let suffix = output.flatMap { FileSuffix(of: $0.shown) }
    if let output, output.shown.isTableName, plain.source != .file(output) {
      throw CommandError(
        message: "\(output.shown): not written: this command writes JSON  (mantle table writes tables)")
    }
    guard let archive else {
      if let output, suffix?.format != nil, plain.source != .file(output) {
        throw CommandError(
          message:
            "\(output.shown): not written: this command cannot convert JSON to a property list  (mantle convert does)"
        )
      }
      return (edited, .text)
    }
    if let suffix, suffix.format == nil { return (edited, .text) }
    let format = suffix == .propertyList(.xml) ? .xml : archive.format
    do {
      let root = try JSONDocument(parsing: edited).root
      return (JSONBytes(try archive.bytes(with: root, as: format, edits)), .archive)
    } catch let error as ArchiveError {
      throw CommandError(message: "\(name): not written: \(error)")
    }
  }
}
