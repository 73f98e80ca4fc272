import Mantle
import MantleDocuments
import MantleFiles
import Synchronization

/// The cache of a document: parsed records, large containers with their counts, and caches of the layers
/// above.
///
/// A reference that all copies of a browser share. Everything in the cache is derived from the bytes and the
/// edits and is keyed by them, so that it may be evicted at any time; only the time to compute it again is
/// lost.
final class Records {
  private var records = RecordCache(budget: 16 << 20)
  private var containers: [Int: LazyContainer] = [:]
  /// Where values begin that are too deep or too large to be parsed whole, as they are in the file.
  private var limited: Set<Int> = []
  /// The containers whose children are to be counted in the background, the one opened last first.
  let uncounted = Locked<[JSONChildIndex]>([])
  /// How often numbers of children became known in the background.
  private(set) var timesCounted = 0
  private var caches: [ObjectIdentifier: AnyObject] = [:]
  /// Set to cancel the current change of the document, whose result is then ignored.
  let stop = CancelFlag()

  init() {}

  /// The cache for a text that has grown at its end: the values that were counted stay counted.
  init(continuing former: Records, in bytes: JSONBytes) {
    guard let values = former.containers[LazyContainer.sequenceOffset] else { return }
    let container = LazyContainer(continuing: values, in: bytes)
    containers[LazyContainer.sequenceOffset] = container
    // The lines are counted with it.
    uncounted.withLock { $0.append(container.index) }
  }

  /// - Throws: ``EditRefused/stopped`` where what is being done is not wanted any more.
  func goOn() throws(EditRefused) {
    if stop.isCancelled { throw .stopped }
  }

  /// Children were counted: rows and records made before may say less than is known.
  func noteCounted() { timesCounted += 1 }

  func removeAll() {
    records.removeAll()
    containers = [:]
    limited = []
    caches = [:]
  }

  /// A cache of a layer above, which knows best what it keeps.
  func cache<Cache: AnyObject>(_ make: () -> Cache) -> Cache {
    if let known = caches[ObjectIdentifier(Cache.self)] as? Cache { return known }
    let cache = make()
    caches[ObjectIdentifier(Cache.self)] = cache
    return cache
  }

  // MARK: - Records

  /// The record at a place, with its text as it is now.
  ///
  /// - Parameters:
  ///   - ordinal: its index in its container, if that is known.
  ///   - path: its JSON key path, which is long for deep values and rarely needed.
  func record(
    _ place: Record.Place, ordinal: Int? = nil, at path: () -> JSONKeyPath, in document: Document
  ) -> Record {
    let numbering = (revision: document.history.revision, timesCounted: timesCounted, ordinal: ordinal)
    return records.record(place, numbering) {
      let (bytes, range, repair) = document.text(at: place)
      return Record(
        place, at: path, parsing: bytes, in: range, repair,
        takesComments: document.takesComments, longestString: document.longestString)
    }
  }

  /// Whether a value of the file is known to be too deep or too large to be parsed whole: trying again at each level of a
  /// nest would read the same bytes again and again.
  func isLimited(_ offset: Int) -> Bool { limited.contains(offset) }

  func noteLimited(_ offset: Int) {
    if limited.count > Self.maximumCached { limited = [] }
    limited.insert(offset)
  }

  // MARK: - Containers

  /// More containers than this are not cached, which bounds the memory of a long session.
  private static let maximumCached = 40_000

  /// The container a child is.
  ///
  /// - Parameter parent: the container the child is in, which may know where it ends.
  func container(_ child: JSONChild, in parent: LazyContainer?, of document: Document) -> LazyContainer {
    container(at: child.value.lowerBound) {
      let end = child.isMeasured ? child.value.upperBound : nil
      let start = child.value.lowerBound
      let isArray = document.base[start] == UInt8(ascii: "[")
      return LazyContainer(
        isArray ? .array : .object, isArray ? .array(at: start) : .object(at: start), at: start,
        in: document.base, nesting: parent.map { $0.nesting + 1 } ?? 0,
        lookahead: document.largestRecord, end: end,
        close: (end ?? parent?.index.presumedEnd(of: child)).map { $0 - 1 })
    }
  }

  /// The container that opens at an offset, where an edit was made.
  func container(at offset: Int, of document: Document) -> LazyContainer {
    guard offset == LazyContainer.sequenceOffset else {
      return container(
        JSONChild(key: nil, value: offset..<document.base.count, ordinal: 0, isMeasured: false), in: nil,
        of: document)
    }
    return container(at: offset) {
      let (start, isLines) =
        switch document.layout {
        case .lines(let start): (start, true)
        case .concatenated(let start): (start, false)
        // What is put into a text of nothing is its first value, or its first line.
        case let layout: (0, layout == .empty && FileSuffix(of: document.name) == .lines)
        }
      let range = start..<document.base.count
      return LazyContainer(
        .values, isLines ? .lines(in: range) : .concatenated(in: range), at: offset, in: document.base,
        lookahead: document.largestRecord)
    }
  }

  private func container(at offset: Int, make: () -> LazyContainer) -> LazyContainer {
    if let known = containers[offset] { return known }
    let container = make()
    if containers.count > Self.maximumCached { containers = [:] }
    containers[offset] = container
    if container.index.count == nil { uncounted.withLock { $0.append(container.index) } }
    return container
  }
}

extension Document {
  /// Longer strings of large containers are not read, so that a screen full of them is read as fast as any other.
  var longestString: Int { min(self.largestRecord, 1 << 16) }

  fileprivate func text(at place: Record.Place) -> (JSONBytes, Range<Int>, JSONRepair?) {
    let edited: [UInt8]
    switch place {
    case .original(let child):
      guard case .text(let text) = history.overlay[.value(child)] else {
        return (base, child.child.value, child.child == damagedValue ? repair : nil)
      }
      if let repair = text.repair { return (repair.original, 0..<repair.original.count, repair) }
      edited = text.bytes
    case .inserted(_, let serial):
      edited = history.overlay.insertion(serial)?.insertion.value ?? []
    }
    let bytes = JSONBytes(edited)
    return (bytes, 0..<bytes.count, nil)
  }
}

/// Asked by what takes long whether it should stop.
final class CancelFlag: Sendable {
  private let value = Atomic(false)

  var isCancelled: Bool { value.load(ordering: .relaxed) }
  func cancel() { value.store(true, ordering: .relaxed) }
  func reset() { value.store(false, ordering: .relaxed) }
}

/// A cache that is emptied when the revision of its source changes.
final class ValueCache<Key: Hashable, Value> {
  private var known: [Key: Value] = [:]
  private var revision = 0

  /// Returns the value of a key, which is made if it is not cached.
  ///
  /// - Parameter most: the number of values after which the cache is emptied.
  func value(_ key: Key, at revision: Int = 0, most: Int = .max, _ make: () -> Value) -> Value {
    if revision != self.revision { (self.revision, known) = (revision, [:]) }
    if let value = known[key] { return value }
    let value = make()
    if known.count >= most { known = [:] }
    known[key] = value
    return value
  }
}
