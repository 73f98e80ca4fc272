import Mantle

/// A document while it is browsed: its bytes, the edits over them, and the records looked at lately.
final class BrowserDocument {
  let base: JSONBytes
  private(set) var name: String
  private(set) var path: String?
  let models: [ModelDescription]
  private(set) var pick: ModelPick
  /// The archive the text was made from; nil for JSON.
  let archive: ArchivedDocument?
  private(set) lazy var archivedObjects = archive.map(ArchivedObjects.init)
  private(set) var fingerprint: FileFingerprint?
  /// The file the bytes are mapped from; nil where they were made or read from elsewhere.
  private(set) var mapped: MappedFile?
  /// Whether each value stands on a line of its own, and must stay there.
  private(set) lazy var holdsLines: Bool = {
    if case .lines = JSONLayout.detect(base) { return true }
    return [".ndjson", ".jsonl"].contains { name.lowercased().hasSuffix($0) }
  }()
  /// What the file looked like when somebody last looked.
  private var seen: FileFingerprint?
  /// The file that holds the text, or held it when it was read, and what was saved over it since.
  private(set) var written: (file: MappedFile, splices: [JSONSplice])?
  /// Unsaved edits of the file that earlier sessions left behind.
  var leftovers: [Leftover]
  /// Whether another session has unsaved edits of the file.
  let isEditedElsewhere: Bool
  /// Where the text was taken over from; nil once it is saved.
  private(set) var recovery: Recovery?
  var history = EditHistory()
  var records: RecordCache
  /// The large containers that were opened, by where they open.
  private(set) var spines: [Int: Spine] = [:]
  /// Those whose children are not counted yet.
  let uncounted = CountQueue()
  /// How often numbers of children became known in the background.
  private(set) var timesCounted = 0
  /// Containers up to this many bytes are parsed whole.
  let largestRecord: Int
  /// The places edited since somebody last asked.
  var changed: Set<Overlay.Slot> = []
  private var nextSerial = 0
  private var summaries: [String: ModelSummary] = [:]

  init(_ source: DocumentSource) {
    base = source.bytes
    name = source.name
    path = source.path
    models = source.models
    pick = source.pick
    archive = source.archive
    fingerprint = source.fingerprint
    seen = source.fingerprint
    mapped = source.mapped
    leftovers = source.leftovers
    isEditedElsewhere = source.isEditedElsewhere
    recovery = source.recovery
    let file = source.mapped ?? MappedFile(source.path, source.fingerprint)
    written = file.map { (file: $0, splices: []) }
    records = RecordCache(budget: Self.recordBudget)
    largestRecord = source.largestRecord
  }

  private static let recordBudget = 16 << 20

  var model: ModelDescription? { pick.model }

  /// Whether there is anything a save would write.
  var isModified: Bool { history.isModified || recovery != nil }

  func add(_ spine: Spine) {
    spines[spine.offset] = spine
    if spine.index.count == nil { uncounted.add(spine.index) }
  }

  /// Children were counted: rows and records made before may say less than is known.
  func noteCounted() { timesCounted += 1 }

  /// Reads the text as something else; rows made before are out of date.
  func read(as pick: ModelPick) {
    self.pick = pick
    records.removeAll()
  }

  /// What is on disk is what is shown; a text that had no file has one now.
  func markSaved(as path: String, _ fingerprint: FileFingerprint) {
    if self.path == nil {
      self.path = path
      name = path.split(separator: "/").last.map(String.init) ?? path
    }
    self.fingerprint = fingerprint
    seen = fingerprint
    recovery = nil
    // The text was moved away from a file that was written over in place.
    if mapped?.fingerprint.isSameFile(as: fingerprint) == true { mapped = nil }
    written = (MappedFile(path: path, fingerprint: fingerprint), currentText().splices)
    history.markSaved()
  }

  /// Whether somebody else has written to the file since it was last looked at.
  func hasChanged(onDisk found: FileFingerprint?) -> Bool {
    guard isNews(onDisk: found) else { return false }
    seen = found
    return found != fingerprint
  }

  /// Whether the file is another than when it was last looked at.
  func isNews(onDisk found: FileFingerprint?) -> Bool { fingerprint != nil && found != seen }

  /// How models of a type are summed up on one line.
  func summary(of model: ModelDescription) -> ModelSummary {
    if let known = summaries[model.name] { return known }
    let summary = ModelSummary(model)
    summaries[model.name] = summary
    return summary
  }

  func takeSerial() -> Int {
    nextSerial += 1
    return nextSerial
  }

  /// The folds of a document just opened: the way to the models is open, a single model too.
  var initialFolds: FoldSet {
    guard model != nil else { return FoldSet(openTo: 1) }
    return FoldSet(openTo: max(1, pick.path.components.count))
  }

  var openingMessage: Message? {
    if let recoveryMessage { return recoveryMessage }
    if let archive { return archiveMessage(archive) }
    if base.count == 0 { return .warning("The file is empty") }
    if base.hasByteOrderMark { return .note("The file starts with a byte order mark; it is kept") }
    if model == nil, !models.isEmpty {
      return .note("No model fits: shown as raw JSON  (:model NAME reads it as one)")
    }
    return nil
  }
}
