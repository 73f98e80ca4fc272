import Mantle
import MantleDocuments
import MantleFiles
import Synchronization

/// The cache of a document: parsed records, large containers with their counts, and the caches of higher layers.
///
/// All copies of a browser share this object. Its contents are derived from the bytes and the edits, and can be
/// evicted at any time.
final class Records {
  private var records = RecordCache(budget: 16 << 20)
  private var containers: [Int: LazyContainer] = [:]
  /// The offsets of values in the file that are too deep or too large to be parsed as a whole.
  private var limited: Set<Int> = []
  /// The containers whose children are still to be counted in the background, the last opened one first.
  let uncounted = Locked<[JSONChildIndex]>([])
  /// How often background work has completed a count of children.
  private(set) var timesCounted = 0
  private var caches: [ObjectIdentifier: AnyObject] = [:]
  /// The flag that cancels the current change of the document. The result of a cancelled change is ignored.
  let stop = CancelFlag()

  init() {}

  /// Creates the cache for a text that has grown, with the index of the values so far.
  init(continuing former: Records, in bytes: JSONBytes) {
    guard let values = former.containers[LazyContainer.sequenceOffset] else { return }
    let container = LazyContainer(continuing: values, in: bytes)
    containers[LazyContainer.sequenceOffset] = container
    // The new lines are counted with the index.
    uncounted.withLock { $0.append(container.index) }
  }

  /// Throws ``EditRefused/stopped`` if the current change was cancelled.
  func goOn() throws(EditRefused) {
    if stop.isCancelled { throw .stopped }
  }

  /// Records that children were counted, which outdates the rows and records that were created before.
  func noteCounted() { timesCounted += 1 }

  func removeAll() {
    records.removeAll()
    containers = [:]
    limited = []
    caches = [:]
  }

  /// Returns the cache of the given type, which a higher layer defines. It is created if it does not exist.
  func cache<Cache: AnyObject>(_ make: () -> Cache) -> Cache {
    if let known = caches[ObjectIdentifier(Cache.self)] as? Cache { return known }
    let cache = make()
    caches[ObjectIdentifier(Cache.self)] = cache
    return cache
  }

  // MARK: - Records

  /// Returns the record at a place, with its current text.
  ///
  /// - Parameters:
  ///   - ordinal: the index of the record in its container; nil if it is unknown.
  ///   - path: returns the record's JSON key path, which is long for deep values and rarely needed.
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

  /// Returns whether a value is known to be too deep or too large to be parsed as a whole. Without this knowledge,
  /// each nesting level would inspect the same bytes.
  func isLimited(_ offset: Int) -> Bool { limited.contains(offset) }

  func noteLimited(_ offset: Int) {
    if limited.count > Self.maximumCached { limited = [] }
    limited.insert(offset)
  }

  // MARK: - Containers

  /// The number of containers above which the cache is emptied, which limits the memory of a long session.
  private static let maximumCached = 40_000

  /// Returns a child of a container as a large container.
  ///
  /// - Parameter parent: the container of the child, which may know the offset at which the child ends.
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

  /// Returns the container that opens at an offset of the file, or the sequence of all values for
  /// ``LazyContainer/sequenceOffset``.
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
        // The first value of an empty document becomes a line if the file has the suffix of JSON Lines.
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
  /// The maximum size of a string that is parsed in a large container. The limit keeps a screen full of long strings
  /// as fast as any other screen.
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
