import Mantle
import MantleArchiving
import MantleDocuments
import MantleFiles

/// A document that is browsed, as a value: its original bytes, the edits over them, and its source.
///
/// The properties of the source are also properties of the document. Expensive results are cached in ``Records``.
@dynamicMemberLookup
struct Document {
  private(set) var base: JSONBytes
  /// The layout of the original text, cached because detecting it scans up to 1 MB.
  let layout: JSONLayout
  /// The repair of a malformed document of one value, which is then parsed as one record; nil for any other document.
  private(set) var repair: JSONRepair?
  /// The source, updated when the file or the models change.
  private var source: DocumentSource
  /// The models of the document before the user's changes to types (``declaredDecisions``) are applied.
  private(set) var declaredPick: ModelPick
  /// The user's changes to the types that a definition file declares.
  private var declaredDecisions: [TypeDecision] = []
  /// The type decisions that are written to the definition file.
  private var keptDecisions: [TypeDecision] = []
  /// Whether each value is on its own line and must stay there.
  let holdsLines: Bool
  /// The fingerprint of the file when it was last inspected; nil if there was no file.
  private var seen: FileFingerprint?
  /// The last saved text, as splices of the original text.
  private(set) var written: [JSONSplice] = []
  var history: EditHistory
  /// The unsaved edits of an earlier session that were recovered and are not saved yet; nil if there are none.
  private(set) var recovered: Leftover?
  /// The serial number that the next inserted value gets.
  private(set) var nextSerial = 1

  init(_ source: DocumentSource) {
    self.source = source
    base = source.bytes
    layout = JSONLayout.ofText(source.bytes)
    declaredPick = source.pick
    repair = source.bytes.count <= source.maximumParsedOnOpening ? source.bytes.repairOfOneValue(layout) : nil
    seen = source.fingerprint
    history = EditHistory(followsValues: source.archive != nil)
    recovered = source.recovery?.leftover
    self.source.recovery = nil
    holdsLines = if case .lines = layout { true } else { FileSuffix(of: source.name) == .lines }
  }

  subscript<Value>(dynamicMember member: KeyPath<DocumentSource, Value>) -> Value {
    source[keyPath: member]
  }

  /// Whether comments and trailing commas in the text are accepted.
  var takesComments: Bool { source.takesComments || source.name.isJSONCName }

  var pick: ModelPick { source.pick }

  var inferred: InferredModel? { source.inferred }

  var model: ModelDescription? { pick.model }

  /// Whether bytes have arrived that the document does not contain yet, or the input has ended since.
  var hasMore: Bool { source.incoming.map { $0.isOver || $0.count > base.count } ?? false }

  /// Whether the document contains only a part of its input, because the input is still being read.
  var isPart: Bool { source.incoming.map { !$0.isOver || $0.count > base.count } ?? false }

  /// Whether the document has changes that are not saved.
  var isModified: Bool { history.isModified }

  /// Changes the interpretation of the text, which invalidates existing rows.
  ///
  /// - Parameters:
  ///   - declared: the interpretation without the decisions, if it differs from `pick`.
  ///   - decisions: the user's changes to the types of a definition.
  mutating func read(
    as pick: ModelPick, declared: ModelPick? = nil, deciding decisions: [TypeDecision] = []
  ) {
    source.pick = pick
    declaredPick = declared ?? pick
    declaredDecisions = decisions
  }

  /// The types that the user chose for properties of the document's models.
  var decisions: [TypeDecision] { isReadAsInferred ? inferred?.decisions ?? [] : declaredDecisions }

  /// Whether the user chose types that are not in a file yet.
  var hasUnwrittenTypes: Bool { !decisions.isEmpty && decisions != keptDecisions }

  /// Records that the user's type decisions were written to a file.
  mutating func keep(_ decisions: [TypeDecision]) { keptDecisions = decisions }

  /// Stores the pick, so that reloading uses it instead of choosing the models that fit best.
  mutating func choose(_ pick: ModelPick) { source.givenPick = pick }

  /// Stores the model that was inferred from all or a part of the text.
  mutating func infer(_ model: InferredModel) { source.inferred = model }

  /// The reason why the children of the root cannot be moved or sorted, if they are the rows of a database table; nil for
  /// other documents.
  var reasonAgainstOrder: String? {
    source.writeRows.map { _ in
      "The rows of a database table have no order  (s sorts the rows of the shown table)"
    }
  }

  /// Whether the document is interpreted as the model that was inferred from it.
  var isReadAsInferred: Bool {
    guard let inferred, let place = pick.places.first else { return false }
    return place.model.identity == inferred.place.model.identity && place.path == inferred.place.path
  }

  /// The size of the file or the pipe's input in bytes.
  var originalSize: Int { source.originalSize ?? base.count }

  /// The model that titles name; nil if there is none. An inferred model of the whole document is not named, because its name
  /// is only the name of the file.
  var titleModel: ModelDescription? { isReadAsInferred && pick.path.isEmpty ? nil : model }

  /// Whether the model is inferred again after each edit, which requires that the text is small.
  var reinfersAfterEdits: Bool {
    isReadAsInferred && source.inference != nil && base.count <= InferredModel.maximumReadWhole
  }

  /// The revision of the edits after the last one that renamed several keys; nil if there is none.
  private(set) var keysRevision: Int?

  /// Whether the document is read as a model that was inferred before several keys were renamed.
  var lacksRenamedKeys: Bool {
    guard let keysRevision, isReadAsInferred, let inferred else { return false }
    return inferred.revision < keysRevision
  }

  /// Records that the last edit renamed several keys.
  mutating func noteRenamedKeys() { keysRevision = history.revision }

  /// Whether the document is interpreted as a model that was inferred from a part of it only.
  var needsInference: Bool { isReadAsInferred && inferred?.isComplete == false && source.inference != nil }

  /// Whether a check also searches for syntax errors, because opening the document did not.
  var needsRepair: Bool {
    repair == nil && base.count > source.maximumParsedOnOpening && !history.hasSteps
  }

  /// Stores a repair, through which the text is parsed as one record from now on.
  mutating func read(by repair: JSONRepair) { self.repair = repair }

  /// The malformed value that is parsed as one record through its repair; nil if the document has no repair.
  var damagedValue: JSONChild? {
    repair.map { _ in
      JSONChild(key: nil, value: base.textStart..<base.count, ordinal: 0, isMeasured: true)
    }
  }

  // MARK: - Edits

  /// Applies an edit and returns it as an undo step; nil if the edit changed nothing.
  mutating func apply(_ edit: Edit) -> EditStep? {
    let serials = edit.changes.values.lazy.flatMap { $0?.insertions.map(\.serial) ?? [] }
    nextSerial = max(nextSerial, serials.max() ?? 0) + 1
    return history.perform(edit.step, edit.changes)
  }

  /// Returns whether there is a step to undo, if `undone`, or else to redo.
  func hasStep(undone: Bool) -> Bool {
    (undone ? history.done : history.undone).contains { applies($0, undone: undone) }
  }

  /// Returns whether undoing or redoing a step changes anything. A step that changes types applies only while its
  /// types are in effect.
  func applies(_ step: EditStep, undone: Bool) -> Bool {
    step.types.map { decisions == (undone ? $0.after : $0.before) } ?? true
  }

  /// Discards all edits since the last save, without a way to redo them.
  mutating func revert() { history = history.asSaved }

  // MARK: - The file

  /// Whether values can be appended to the text in place. If the text is short and has no edits, the interpretation
  /// is chosen again instead.
  var canGrow: Bool {
    guard layout.isSequence, source.archive == nil else { return false }
    guard history.isModified else { return base.count >= InferredModel.maximumReadWhole }
    // The last line may be incomplete; it cannot be edited in that case.
    return !history.hasEdits(from: base.wholeLines.count)
  }

  /// Adds values after the existing ones.
  ///
  /// - Parameters:
  ///   - text: the previous text, followed by the new values.
  ///   - incoming: the input that is still being read; nil if it has ended.
  mutating func grow(to text: JSONBytes, _ fingerprint: FileFingerprint?, _ incoming: (any IncomingText)?) {
    (base, source.bytes, source.incoming) = (text, text, incoming)
    repair = text.count <= source.maximumParsedOnOpening ? text.repairOfOneValue(layout) : nil
    markUnchanged(as: fingerprint)
    guard text.isMapping else { return }
    source.mapped = source.path.flatMap { path in
      fingerprint.map { MappedFile(path: path, fingerprint: $0) }
    }
  }

  /// Records that the file contains the text that was last read or saved.
  mutating func markUnchanged(as fingerprint: FileFingerprint?) {
    (source.fingerprint, seen) = (fingerprint, fingerprint)
  }

  /// Returns the last saved text, without the edits since; the original text if the document was never saved.
  func savedText() throws -> JSONBytes {
    try SplicedBytes(base, splices: written).text()
  }

  /// Records that the current text was saved to a file, which becomes the document's file if it has none.
  ///
  /// - Parameter splices: the saved text, as splices of the original text.
  mutating func markSaved(as path: String, _ fingerprint: FileFingerprint, _ splices: [JSONSplice]) {
    if source.path == nil {
      source.path = path
      source.name = path.split(separator: "/").last.map(String.init) ?? path
      source.incoming = nil
    }
    source.fingerprint = fingerprint
    seen = fingerprint
    // The save copied the bytes of a mapped file before overwriting it, so the file no longer backs the text.
    if source.mapped?.fingerprint.isSameFile(as: fingerprint) == true { source.mapped = nil }
    markSaved(splices)
  }

  /// Records that the current text was saved.
  ///
  /// - Parameter splices: the saved text, as splices of the original text.
  mutating func markSaved(_ splices: [JSONSplice]) {
    recovered = nil
    written = splices
    history.markSaved()
  }

  /// Returns whether another program has written to the file since it was last checked.
  mutating func hasChanged(onDisk found: FileFingerprint?) -> Bool {
    guard isNews(onDisk: found) else { return false }
    seen = found
    return found != source.fingerprint
  }

  /// Whether another program overwrote the mapped file, so that the displayed text may mix old and new contents.
  var isOverwritten: Bool {
    guard let mapped = source.mapped, let seen else { return false }
    return seen != mapped.fingerprint && seen.isSameFile(as: mapped.fingerprint)
  }

  /// Returns whether the file has changed since it was last checked.
  func isNews(onDisk found: FileFingerprint?) -> Bool { source.fingerprint != nil && found != seen }

  /// Removes the unsaved edits of an earlier session at an index of ``DocumentSource/leftovers``.
  mutating func removeLeftover(at index: Int) -> Leftover { source.leftovers.remove(at: index) }
}

/// The result of one command: its undo step, and the changed overlay slots with their new contents. Nil content clears a slot.
struct Edit {
  let step: EditStep
  let changes: [Overlay.Slot: Overlay.Content?]
}

extension JSONBytes {
  /// The text without its last line if that line does not end in a line feed.
  var wholeLines: JSONBytes {
    let end = startOfLastLine
    return end == count
      ? self : JSONBytes(base: base, count: end, isNDJSON: isNDJSON) { _ in withExtendedLifetime(self) {} }
  }

  /// The offset after the last line feed in the last megabyte; otherwise the offset at which the last megabyte begins.
  private var startOfLastLine: Int {
    let start = max(0, count - 1 << 20)
    return withBytes(in: start..<count) { bytes in
      bytes.lastIndex(of: UInt8(ascii: "\n")).map { start + $0 + 1 } ?? start
    }
  }
}

/// The reason why an edit was refused.
package struct EditRefused: Error, CustomStringConvertible {
  /// The reason in one line, for the user.
  package let description: String

  /// The reason of a canceled edit, which is never shown because the result is ignored.
  static let stopped = EditRefused(description: "stopped")
  static let notWhole = EditRefused(description: "this value is too large or malformed")
}
