import Mantle
import MantleArchiving
import MantleFiles

/// The input of the browser: a text with its origin and its candidate models.
package struct DocumentSource: Sendable {
  /// The source text.
  package internal(set) var bytes: JSONBytes
  /// The name of the document: the file name, or `stdin`.
  var name: String
  /// The path to save to; nil for a document from a pipe.
  var path: String?
  /// The fingerprint of the file when it was read; nil if the document was not read from a file.
  var fingerprint: FileFingerprint?
  /// The candidate models, of which the document is interpreted as those that fit best.
  let models: [ModelDescription]
  var pick: ModelPick
  /// The models that fit best, and the size of the text from which they were chosen.
  let choice: ModelPick.Choice
  /// The requested interpretation; nil to choose the one that fits best.
  var givenPick: ModelPick?
  /// The inference of a model for a text that no known model fits; nil to show such a text as plain JSON.
  let inference: (any ModelInference)?
  /// The model that ``inference`` found; nil if it has not found one.
  var inferred: InferredModel?
  /// The message to show when the document is opened; nil for none.
  package var notice: String?
  /// The text that is still being read; nil if all of it was read.
  package var incoming: (any IncomingText)?
  /// The function that writes edited values back to their source rows; nil for a text that is saved to a file.
  package var writeRows: RowWriter?
  /// Why no value can be edited, as a sentence; nil if values can be edited.
  package var readOnlyReason: String?
  /// The function that finds the elements to which a member of an element refers; nil if values are not references.
  package var reference: (@Sendable (_ key: String, _ element: JSONNode) -> Reference?)?
  /// Whether comments and trailing commas are accepted regardless of the file name.
  package var takesComments = false
  /// The size of the file or the pipe's input that the text was made from; nil if it is the text itself.
  var originalSize: Int?
  /// Whether the text was converted from delimited text (CSV), so that it is shown as a table at first.
  private(set) var isDelimited = false
  /// The archive that the text was converted from; nil for JSON.
  var archive: ArchivedDocument?
  /// The file that the bytes are mapped from; nil for other bytes.
  var mapped: MappedFile?
  /// The unsaved edits of earlier sessions.
  var leftovers: [Leftover] = []
  /// The view of the file when it was last closed; nil if none was saved.
  private(set) var remembered: RememberedView?
  /// Whether another session has unsaved edits of the file.
  private(set) var isEditedElsewhere = false
  /// The recovered edits to apply when the file is opened; nil for none.
  var recovery: Recovery?
  /// The size up to which a container is parsed whole; larger containers are read incrementally.
  var largestRecord = 1 << 20
  /// The maximum size of a text that is searched for syntax errors when it is opened, which takes 5 ms. Larger texts
  /// are searched when they are checked.
  var maximumParsedOnOpening = 1 << 22

  /// Creates a source, and chooses the models of its text.
  ///
  /// - Parameters:
  ///   - pick: the requested interpretation; nil chooses the models that fit best.
  ///   - earlier: the interpretation that was chosen for a prefix of the text.
  init(
    _ bytes: JSONBytes, name: String, path: String? = nil, fingerprint: FileFingerprint? = nil,
    models: [ModelDescription] = [], inference: (any ModelInference)? = nil, pick: ModelPick? = nil,
    earlier: ModelPick.Choice? = nil
  ) {
    self.bytes = bytes
    self.name = name
    self.path = path
    self.fingerprint = fingerprint
    self.models = models
    self.inference = inference
    givenPick = pick
    choice = ModelPick.Choice(of: models, for: bytes, given: pick, after: earlier)
    let known = choice.pick
    inferred =
      pick == nil && known.places.isEmpty
      ? inference.flatMap { InferredModel(sampling: bytes, name: name, by: $0) } : nil
    self.pick = inferred.map { ModelPick([$0.place]) } ?? known
  }

  /// The maximum size of a file that is read into memory, which takes at most 5 ms, because other programs, such as
  /// editors, overwrite open files in place. Larger files are mapped.
  static let maximumRead = 1 << 24

  /// Reads or maps a file, and finds the unsaved edits and the view of earlier sessions.
  ///
  /// - Throws: ``FileReadError``.
  package static func file(
    _ path: String, models: [ModelDescription], inference: (any ModelInference)? = nil,
    maximumRead: Int = maximumRead
  ) throws(FileReadError) -> DocumentSource {
    var source = try contents(of: path, models: models, inference: inference, maximumRead: maximumRead)
    source.findEarlierSessions()
    return source
  }

  /// Reads or maps a file; an archive in either form is shown as the JSON of its models.
  ///
  /// - Throws: ``FileReadError``.
  package static func contents(
    of path: String, models: [ModelDescription], inference: (any ModelInference)? = nil,
    pick: ModelPick? = nil, maximumRead: Int = maximumRead
  ) throws(FileReadError) -> DocumentSource {
    // The fingerprint is taken before reading, so that saving notices a change during the read.
    let fingerprint = FileFingerprint(path: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let bytes = try JSONBytes.reading(path: path, upTo: maximumRead)
    var source = try reading(
      bytes, name: name, path: path, fingerprint: fingerprint, models: models, inference: inference,
      pick: pick)
    if source.bytes === bytes, bytes.count > maximumRead, let fingerprint {
      source.mapped = MappedFile(path: path, fingerprint: fingerprint)
    }
    return source
  }

  /// Searches the session folders for unsaved edits of earlier sessions and for the last view of the file.
  package mutating func findEarlierSessions() {
    remembered = path.flatMap { RememberedViews.view(of: $0) }
    guard let journalPath else { return }
    let found = Leftovers(of: journalPath, bytes)
    (leftovers, isEditedElsewhere) = (found.all, found.isEditedElsewhere)
  }

  /// The path that identifies the journal: the path of the file, or of a table in its database; nil if the text
  /// cannot be written back.
  var journalPath: String? {
    path ?? writeRows.map { _ in database.resolvedPath + name.dropFirst(database.count) }
  }

  /// The fingerprint of the file or, for a table, of its database; nil if there is none.
  var journalFingerprint: FileFingerprint? {
    writeRows == nil ? fingerprint : FileFingerprint(path: database)
  }

  /// The path of the database that contains the table with this document's name.
  private var database: String { name.parentFolder }

  /// A function that writes the differences between two texts to the database, and returns the stored text; nil if the stored
  /// text is the new one.
  package typealias RowWriter = @Sendable (_ old: JSONBytes, _ new: JSONBytes) throws -> JSONBytes?

  /// A reference to the elements of another document that have certain values.
  package struct Reference {
    let path: String
    /// The filter that the referenced elements pass.
    let filter: String

    package init(path: String, filter: String) { (self.path, self.filter) = (path, filter) }
  }

  /// A function that reads a file and interprets it as a given pick; nil for the models that fit best.
  package typealias Reader = @Sendable (_ path: String, _ pick: ModelPick?) throws -> DocumentSource

  /// The identity among the open documents: the path, or the name of a document without a path.
  var identity: String { path ?? name }

  /// Reads bytes of any origin. An archive, binary or XML, is recognized by its first bytes and shown as the JSON of
  /// its models.
  ///
  /// - Throws: a ``FileReadError`` for an archive that cannot be read.
  package static func reading(
    _ bytes: JSONBytes, name: String, path: String? = nil, fingerprint: FileFingerprint? = nil,
    models: [ModelDescription], inference: (any ModelInference)? = nil, pick: ModelPick? = nil,
    earlier: ModelPick.Choice? = nil
  ) throws(FileReadError) -> DocumentSource {
    let original = bytes
    let bytes = try original.converted(named: name)
    guard let format = ArchiveFormat(sniffing: bytes.slice(0..<min(256, bytes.count))) else {
      var source = DocumentSource(
        bytes, name: name, path: path, fingerprint: fingerprint, models: models, inference: inference,
        pick: pick, earlier: earlier)
      if bytes !== original {
        source.readOnlyReason =
          "CSV and TSV are read-only  (mantle convert \(name) OUT.json)"
        source.notice = source.readOnlyReason
        source.originalSize = original.count
        source.isDelimited = true
      }
      return source
    }
    do {
      var inferred: [ModelDescription] = []
      let archive = try ArchivedDocument(reading: bytes.slice(0..<bytes.count), models: models) { graph in
        inferred = inference?.models(ofClassesIn: graph, besides: models) ?? []
        return inferred
      }
      let text = JSONFormatter.pretty.line(try JSONDocument(parsing: archive.json).root)
      var source = DocumentSource(
        JSONBytes(text), name: name, path: path, fingerprint: fingerprint, models: models + inferred,
        inference: inference, pick: pick ?? archive.pick)
      source.archive = archive
      source.originalSize = original.count
      if let place = archive.pick.places.first,
        inferred.contains(where: { $0.identity == place.model.identity })
      {
        source.inferred = InferredModel(place: place, isComplete: true)
      }
      if bytes !== original { source.notice = "An OpenStep property list, which is saved as XML" }
      return source
    } catch {
      throw FileReadError(path: path ?? name, cause: .system("\(format.words): \(error)"))
    }
  }
}

/// A text that is shown while it is still being read.
package protocol IncomingText: AnyObject, Sendable {
  /// The number of bytes that have arrived.
  var count: Int { get }
  /// Whether the input has ended.
  var isOver: Bool { get }
  /// Returns the part of the text that has arrived.
  ///
  /// - Throws: a ``FileReadError`` if reading failed.
  func text() throws(FileReadError) -> JSONBytes
}
