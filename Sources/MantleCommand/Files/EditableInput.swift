import Mantle
import MantleArchiving
import MantleDocuments
import MantleFiles
import MantlePlatform

/// An input as editable JSON, which can be converted back to the form of its file.
struct EditableInput {
  var name: String { plain.name }
  /// The text, or the JSON of a property list.
  let text: JSONBytes
  /// The text with blanks in place of comments and trailing commas.
  var json: JSONBytes { plain.bytes }
  /// The property list or archive; nil for JSON.
  let archive: ArchivedDocument?
  private let plain: Input

  /// - Throws: an error for an archive that cannot be read as a whole.
  init(_ input: Input, keepsClasses: Bool = false) throws {
    guard input.isArchive else {
      (text, plain, archive) = (input.bytes, input.withBlanks, nil)
      return
    }
    let document = try input.archive(keepsClasses: keepsClasses)
    (text, archive) = (document.json, document)
    plain = Input(input.source, document.json, comments: false)
  }

  /// Whether it is an archive, whose objects have classes.
  var hasClasses: Bool { archive?.graph.kind == .keyedArchive }

  /// The values of the JSON.
  ///
  /// - Throws: the problems of text that is not JSON, as `check` reports them.
  var values: TextReading {
    get throws { archive == nil ? try plain.values : TextReading(json, name: name) }
  }

  /// Returns the edits of an archive that splices of ``json`` make.
  func edits(_ splices: [JSONSplice], to edited: JSONBytes) throws -> ArchivedDocument.Edits {
    guard archive != nil else { return ArchivedDocument.Edits() }
    return ArchivedDocument.Edits(
      origins: ValueOrigins(
        of: splices, from: try JSONDocument(parsing: json).root, to: try JSONDocument(parsing: edited).root))
  }

  /// The text with edits of ``json``, in which comments keep their places.
  func applying(_ splices: [JSONSplice]) throws -> JSONBytes {
    let splices = plain.takesComments ? JSONRepair(text).keepingComments(splices) : splices
    return try SplicedBytes(text, splices: splices).text()
  }

  /// The line that reports a problem of the JSON, which has no line and column where it was made of an archive.
  func line(of problem: Diagnostic, in name: String) -> String {
    var problem = problem
    if archive != nil { problem.location = nil }
    return problem.line(in: name)
  }

  /// Edited JSON in the form of the file; as it is where the name of the output is one of JSON.
  ///
  /// - Parameters:
  ///   - output: nil for standard output.
  ///   - edits: The edits of an archive.
  /// - Throws: a ``CommandError`` where the output is named as another form or the archive cannot be written, and a
  ///   `DecodingFailure` for values that the form cannot hold.
  func file(
    of edited: JSONBytes, for output: FileName?, _ edits: ArchivedDocument.Edits
  ) throws -> (bytes: JSONBytes, reader: ReadBack) {
    let suffix = output.flatMap { FileSuffix(of: $0.shown) }
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
