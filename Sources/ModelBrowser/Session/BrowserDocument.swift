import Mantle

/// A document while it is browsed: its bytes, the edits over them, and the records looked at lately.
final class BrowserDocument {
  let base: JSONBytes
  let name: String
  let path: String?
  let models: [ModelDescription]
  private(set) var pick: ModelPick
  /// The archive the text was made from; nil for JSON.
  let archive: ArchivedDocument?
  private(set) lazy var archivedObjects = archive.map(ArchivedObjects.init)
  private(set) var fingerprint: FileFingerprint?
  /// What the file looked like when somebody last looked.
  private var seen: FileFingerprint?
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
    records = RecordCache(budget: Self.recordBudget)
    largestRecord = source.largestRecord
  }

  private static let recordBudget = 16 << 20

  var model: ModelDescription? { pick.model }

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

  /// What is on disk is what is shown.
  func markSaved(_ fingerprint: FileFingerprint) {
    self.fingerprint = fingerprint
    seen = fingerprint
    history.markSaved()
  }

  /// Whether somebody else has written to the file since it was last looked at.
  func hasChanged(onDisk found: FileFingerprint?) -> Bool {
    guard fingerprint != nil, found != seen else { return false }
    seen = found
    return found != fingerprint
  }

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
    if let rescued = rescuePath, FileFingerprint(path: rescued) != nil {
      return .warning("Edits of an earlier session were rescued to \(rescued)  (:e \(rescued) shows them)")
    }
    if let archive { return archiveMessage(archive) }
    if base.count == 0 { return .warning("The file is empty") }
    if base.hasByteOrderMark { return .note("The file starts with a byte order mark; it is kept") }
    if model == nil, !models.isEmpty {
      return .note("No model fits: shown as raw JSON  (:model NAME reads it as one)")
    }
    return nil
  }
}
