import Mantle

/// A text that is browsed, as a value: its bytes as they were read, the edits over them, and where it came from.
///
/// Results that take long to compute are cached in ``Records``.
struct Document {
  let base: JSONBytes
  /// How the base is made up. Found once, since that takes a look at a megabyte.
  let layout: JSONLayout
  private(set) var name: String
  /// Whether comments and trailing commas are accepted.
  var takesComments: Bool { isJSONC || name.isJSONCName }
  /// Whether comments and trailing commas are accepted, whatever the name is.
  private let isJSONC: Bool
  private(set) var path: String?
  let models: [ModelDescription]
  /// Finds models of what no known one fits.
  let inference: (any ModelInference)?
  /// The model that was found this way, by what is known so far.
  private(set) var inferred: InferredModel?
  private(set) var pick: ModelPick
  /// What it is read as but for ``declaredDecisions``.
  private(set) var declaredPick: ModelPick
  /// How the types of its definition were changed.
  private var declaredDecisions: [TypeDecision] = []
  /// The type decisions that are written to the definition file.
  private var keptDecisions: [TypeDecision] = []
  /// How it is to be read, whatever fits best; nil where that was left open.
  private(set) var givenPick: ModelPick?
  /// The models that fitted best when it was read.
  let choice: ModelPick.Choice
  /// The message to show when the document is opened; nil for none.
  let notice: String?
  /// The stream that the text is a prefix of; nil for a complete text.
  private(set) var incoming: (any IncomingText)?
  /// The archive the text was made from; nil for JSON.
  let archive: ArchivedDocument?
  private(set) var fingerprint: FileFingerprint?
  /// The file the bytes are mapped from; nil where they were made or read from elsewhere.
  private(set) var mapped: MappedFile?
  /// Whether each value is on a line of its own and must stay there.
  let holdsLines: Bool
  /// Containers up to this many bytes are parsed whole.
  let largestRecord: Int
  /// The fingerprint of the file when it was last inspected.
  private var seen: FileFingerprint?
  /// The file that holds the text, or held it when it was read, and what was saved over it since.
  private(set) var written: (file: MappedFile, splices: [JSONSplice])?
  /// The unsaved edits of earlier sessions.
  var leftovers: [Leftover]
  /// Whether another session has unsaved edits of the file.
  let isEditedElsewhere: Bool
  /// The view of the file from the last session.
  let remembered: RememberedView?
  /// The source of a recovered text; nil after it was saved.
  private(set) var recovery: Recovery?
  var history: EditHistory
  /// The number the next insertion is known by.
  private(set) var nextSerial = 1

  init(_ source: DocumentSource) {
    base = source.bytes
    isJSONC = source.takesComments
    layout = JSONLayout.detect(source.bytes)
    name = source.name
    path = source.path
    models = source.models
    inference = source.inference
    inferred = source.inferred
    (pick, declaredPick) = (source.pick, source.pick)
    givenPick = source.givenPick
    choice = source.choice
    notice = source.notice
    incoming = source.incoming
    archive = source.archive
    fingerprint = source.fingerprint
    seen = source.fingerprint
    mapped = source.mapped
    leftovers = source.leftovers
    isEditedElsewhere = source.isEditedElsewhere
    remembered = source.remembered
    recovery = source.recovery
    let file = source.mapped ?? MappedFile(source.path, source.fingerprint)
    written = file.map { (file: $0, splices: []) }
    largestRecord = source.largestRecord
    // What was recovered is not the text of the archive any more.
    history = EditHistory(followsValues: source.archive != nil && source.recovery == nil)
    holdsLines = if case .lines = layout { true } else { FileSuffix(of: source.name) == .lines }
  }

  var model: ModelDescription? { pick.model }

  /// Whether more has come of a text that is still being read, or its end.
  var hasMore: Bool { incoming.map { $0.isOver || $0.count > base.count } ?? false }

  /// Whether it is not all of the text that is being read.
  var isPart: Bool { incoming.map { !$0.isOver || $0.count > base.count } ?? false }

  /// Whether there is anything a save would write.
  var isModified: Bool { history.isModified || recovery != nil }

  /// Reads the text as something else; rows made before are out of date.
  ///
  /// - Parameters:
  ///   - declared: what it is but for the decisions, where it is something else.
  ///   - decisions: how types of a definition were changed.
  mutating func read(
    as pick: ModelPick, declared: ModelPick? = nil, deciding decisions: [TypeDecision] = []
  ) {
    self.pick = pick
    declaredPick = declared ?? pick
    declaredDecisions = decisions
  }

  /// The type decisions about the document's models.
  var decisions: [TypeDecision] { isReadAsInferred ? inferred?.decisions ?? [] : declaredDecisions }

  /// Whether types were chosen that no file has yet.
  var hasUnwrittenTypes: Bool { !decisions.isEmpty && decisions != keptDecisions }

  /// Takes in that decisions were written to a file.
  mutating func keep(_ decisions: [TypeDecision]) { keptDecisions = decisions }

  /// Reads the text so whatever fits best.
  mutating func choose(_ pick: ModelPick) { givenPick = pick }

  /// Keeps what was inferred from all of the text, or from a part of it.
  mutating func infer(_ model: InferredModel) { inferred = model }

  /// Whether it is read as the model that was inferred from it.
  var isReadAsInferred: Bool {
    guard let inferred, let place = pick.places.first else { return false }
    return place.model.identity == inferred.place.model.identity && place.path == inferred.place.path
  }

  /// Whether its model follows the edits: it was inferred, from a text that is read again in no time.
  var infersAnew: Bool {
    isReadAsInferred && inference != nil && base.count <= InferredModel.mostReadWhole
  }

  /// Whether it is read as a model that only a part of it was read for.
  var needsInference: Bool { isReadAsInferred && inferred?.isComplete == false && inference != nil }

  // MARK: - Edits

  /// - Returns: what was done; nil where nothing changed.
  mutating func apply(_ edit: Edit) -> EditStep? {
    let serials = edit.changes.values.lazy.flatMap { $0?.insertions.map(\.serial) ?? [] }
    nextSerial = max(nextSerial, serials.max() ?? 0) + 1
    return history.perform(edit.step, edit.changes)
  }

  /// Whether there is a step to undo, or to redo.
  func hasStep(undone: Bool) -> Bool {
    (undone ? history.done : history.undone).contains { applies($0, undone: undone) }
  }

  /// Whether undoing or redoing a step changes anything: a change of types only while its types are in effect.
  func applies(_ step: EditStep, undone: Bool) -> Bool {
    step.types.map { decisions == (undone ? $0.after : $0.before) } ?? true
  }

  /// Goes back to what was saved, for good.
  mutating func revert() { history = history.asSaved }

  // MARK: - The file

  /// What is on disk is what is shown; a text that had no file has one now.
  ///
  /// - Parameter splices: the saved text as changes of the original text.
  mutating func markSaved(as path: String, _ fingerprint: FileFingerprint, _ splices: [JSONSplice]) {
    if self.path == nil {
      self.path = path
      name = path.split(separator: "/").last.map(String.init) ?? path
      incoming = nil
    }
    self.fingerprint = fingerprint
    seen = fingerprint
    recovery = nil
    // The text was moved away from a file that was written over in place.
    if mapped?.fingerprint.isSameFile(as: fingerprint) == true { mapped = nil }
    written = (MappedFile(path: path, fingerprint: fingerprint), splices)
    history.markSaved()
  }

  /// Whether another program has written to the file since it was last looked at.
  mutating func hasChanged(onDisk found: FileFingerprint?) -> Bool {
    guard isNews(onDisk: found) else { return false }
    seen = found
    return found != fingerprint
  }

  /// Whether another program wrote into the file under the text, so that what is shown is neither the one nor the other.
  var isOverwritten: Bool {
    guard let mapped, let seen else { return false }
    return seen != mapped.fingerprint && seen.isSameFile(as: mapped.fingerprint)
  }

  /// Whether the file is another than when it was last looked at.
  func isNews(onDisk found: FileFingerprint?) -> Bool { fingerprint != nil && found != seen }
}

/// The result of one command: its undo step, and the changed slots of the overlay with their new content, nil for a
/// slot that is cleared.
struct Edit {
  let step: EditStep
  let changes: [Overlay.Slot: Overlay.Content?]
}

/// The reason why an edit was refused.
package struct EditRefused: Error, CustomStringConvertible {
  /// The reason in one line, for the user.
  package let description: String

  /// Nobody sees it: what is stopped is left aside.
  static let stopped = EditRefused(description: "stopped")
  static let notWhole = EditRefused(description: "this value is not read whole")
}
