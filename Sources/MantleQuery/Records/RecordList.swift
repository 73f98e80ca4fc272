import Mantle
import MantleDocuments
import MantlePlatform

/// The records that a query is about: the elements of the list that contains the models, the elements of an array,
/// the lines of NDJSON, or else the single value of a document.
package struct RecordList: Sendable {
  package private(set) var bytes: JSONBytes
  private var index: JSONChildIndex
  private let model: ModelDescription?
  /// Returns the model of a record; nil if `model` is the model of all records.
  private var findModel: (@Sendable (JSONNode) -> ModelDescription?)?
  private(set) var edits = RecordEdits()
  /// The models inside records that have no model themselves, with their paths.
  private var inner: [ModelPlace] = []
  /// The ranges of the values at a path that goes through lists, whose elements are the records; nil if the records are
  /// the children of one container.
  private var scattered: [Range<Int>]?
  /// The offset of the first record to read.
  private var start = 0
  /// The titles of records that are arrays, if these are left out of the records.
  private var titleRow: JSONNode?

  /// Finds the records of a document.
  ///
  /// - Parameters:
  ///   - places: the models of the document with their paths.
  ///   - sequence: the values of a sequence; nil for a document with one value.
  package init(_ bytes: JSONBytes, _ places: [ModelPlace], sequence: JSONChildren?) {
    self.bytes = bytes
    let path = places.first?.path ?? JSONKeyPath()
    let isEach = path.components == [.each]
    let children: JSONChildren
    if let sequence {
      children = sequence
      model = isEach ? places.first?.model : nil
    } else if case .array(let start) = JSONLayout.detect(bytes) {
      (children, model) = (.array(at: start), isEach ? places.first?.model : nil)
    } else {
      let start = bytes.textStart
      let list = Self.list(at: path, in: bytes, from: start)
      children = list ?? .concatenated(in: start..<bytes.count)
      model = list == nil && !path.isEmpty ? nil : places.first?.model
    }
    index = JSONChildIndex(bytes, children)
    guard model == nil, sequence != nil || !isOneValue else { return }
    inner = places.filter { $0.path.components.first == .each }.map {
      $0.moved(to: JSONKeyPath(Array($0.path.components.dropFirst())))
    }
  }

  /// Creates the records at a path: the elements of a list, or the elements of the lists at a path through other
  /// lists. A value at the path that is not a list is itself a record.
  ///
  /// - Parameter place: the path of the list or of its elements.
  /// - Returns: nil if the document contains no such list.
  package init?(_ bytes: JSONBytes, _ places: [ModelPlace], at place: JSONKeyPath) {
    let path = place.components.last == .each ? place : place.appending(.each)
    self.bytes = bytes
    model = places.lazy.compactMap { $0.model(at: path) }.first
    let way = JSONKeyPath(Array(path.components.dropLast()))
    if way.components.contains(.each) || !way.isEmpty && JSONLayout.detect(bytes).isSequence {
      index = JSONChildIndex(bytes, .concatenated(in: 0..<0))
      scattered = Self.values(at: way, in: bytes)
      if scattered?.isEmpty == true { return nil }
      return
    }
    switch JSONLayout.detect(bytes) {
    case .array, .object: break
    case .empty, .scalar, .lines, .concatenated: return nil
    }
    guard let list = Self.list(at: path, in: bytes, from: bytes.textStart) else { return nil }
    index = JSONChildIndex(bytes, list)
  }

  /// Creates the records from the children of a container and their unsaved edits.
  ///
  /// - Parameter model: returns the model of a record.
  package init(
    _ index: JSONChildIndex, _ edits: RecordEdits = RecordEdits(),
    model: @escaping @Sendable (JSONNode) -> ModelDescription? = { _ in nil }
  ) {
    (bytes, self.index, self.edits, self.model, findModel) = (index.bytes, index, edits, nil, model)
  }

  /// Returns the part of the list from an offset on, whose records keep their indices in the whole list.
  package func starting(at offset: Int) -> RecordList {
    var copy = self
    copy.start = offset
    return copy
  }

  /// Returns the records of another part of the sequence that this list was created from, with the same models.
  package func continued(in part: TextReading) -> RecordList {
    var copy = self
    copy.bytes = part.bytes
    copy.index = JSONChildIndex(part.bytes, part.sequence ?? part.stream)
    return copy
  }

  /// Returns the ranges of the values at a path that goes through lists in a document.
  private static func values(at path: JSONKeyPath, in bytes: JSONBytes) -> [Range<Int>] {
    let finder = JSONPlaceFinder(bytes)
    let layout = JSONLayout.detect(bytes)
    guard layout.isSequence, let lines = layout.children(in: bytes) else {
      return finder.find(path, from: bytes.textStart..<bytes.count).values
    }
    let index = JSONChildIndex(bytes, lines)
    let rest = JSONKeyPath(Array(path.components.dropFirst()))
    func find(in child: JSONChild) -> [Range<Int>] {
      finder.find(rest, from: index.measured(child).value).values
    }
    switch path.components.first {
    case .each: return index.all.flatMap(find)
    case .index(let number) where number >= 0: return index.all.dropFirst(number).prefix(1).flatMap(find)
    default: return []
    }
  }

  /// Whether the records are members of an object, so that they have keys.
  var areMembers: Bool { if case .object = index.children { true } else { false } }

  /// Whether the only record is the whole value of the document.
  package var isOneValue: Bool {
    if case .concatenated = index.children { scattered == nil } else { false }
  }

  /// Returns the list whose elements a path denotes, or the object whose members it denotes; nil if the path does not
  /// end with `[]` or leads to neither.
  private static func list(at path: JSONKeyPath, in bytes: JSONBytes, from start: Int) -> JSONChildren? {
    guard path.components.last == .each else { return nil }
    let way = JSONKeyPath(Array(path.components.dropLast()))
    guard !way.components.contains(.each),
      let place = JSONPlaceFinder(bytes).find(way, from: start..<bytes.count).values.first?.lowerBound
    else { return nil }
    return bytes.children(at: place)
  }

  /// The names that a query of the records can refer to.
  package var names: FilterNames { names(among: KnownSamples()) }

  /// Returns the names that a query of this list and other lists can refer to, including the keys in the others'
  /// samples.
  func names(among others: KnownSamples) -> FilterNames {
    FilterNames(
      model: model, samples: [titleRow].compactMap(\.self) + samples, others: others.nodes, inner: inner,
      areElements: !areMembers && scattered == nil)
  }

  /// The records without the first one if it has the titles of the others.
  package var withoutTitles: RecordList {
    guard titleRow == nil, names.hasTitleRow else { return self }
    var starts: [Int] = []
    read(workers: 1) {
      $0
    } _: { records, _ in
      starts += records.prefix(2).map(\.child.value.lowerBound)
      return starts.count < 2
    }
    guard starts.count == 2 else { return self }
    var rest = starting(at: starts[1])
    rest.titleRow = samples.first
    return rest
  }

  private static let maximumSamples = 200
  private static let sampledBytes = 1 << 19

  /// The values of the first records, as samples for names and completion.
  var samples: [JSONNode] {
    var samples: [JSONNode] = []
    var size = 0
    read(workers: 1) {
      $0
    } _: { records, _ in
      for record in records {
        size += record.child.value.count
        if let node = subject(of: record).node { samples.append(node) }
        guard samples.count < Self.maximumSamples, size < Self.sampledBytes else { return false }
      }
      return true
    }
    return samples
  }

  /// The names of the model's properties that have values in JSON; nil if the records have no model.
  var modelProperties: [String]? {
    model.map { $0.properties.filter { !$0.keyPaths.isEmpty }.map(\.name) }
  }

  /// Returns the model of a record.
  func model(of node: JSONNode) -> ModelDescription? {
    findModel.map { $0(node) } ?? (node.kind == .object ? model : nil)
  }
}

extension [RecordList] {
  /// The names that a query can refer to in each list, including the keys of the other lists.
  package var names: [FilterNames] {
    guard count > 1 else { return map(\.names) }
    var samples = KnownSamples()
    for list in self { samples.add(list) }
    return map { $0.names(among: samples) }
  }
}

// MARK: - Reading

extension RecordList {
  /// The containers of the records. A value that is not a list is a sequence of one record.
  private var sources: [JSONChildren] {
    guard let scattered else { return [index.children] }
    return scattered.map { range in
      let isList = bytes[range.lowerBound] == UInt8(ascii: "[")
      return isList ? .array(at: range.lowerBound) : .concatenated(in: range)
    }
  }

  /// Reads all records on several threads.
  ///
  /// - Parameters:
  ///   - needles: byte strings of which a matching record contains at least one; nil for all records.
  ///   - read: reads a part of the records, on any thread.
  ///   - use: receives the results in text order on the calling thread, with the place up to which records were read;
  ///     returns false to stop.
  /// - Returns: false if a list has no closing bracket, as in a truncated document.
  @discardableResult
  func read<Part: Sendable>(
    workers: Int, holding needles: FilterNeedles? = nil,
    _ read: @escaping @Sendable ([ListedRecord]) -> Part,
    _ use: (Part, _ end: Int) -> Bool
  ) -> Bool {
    let queue = RecordQueue<Int, ListedRecord, (part: Part, end: Int)>(Array(0..<max(1, workers))) {
      (read($1.map(\.place)), $1.last.map { $0.place.place + $0.range.count } ?? 0)
    }
    func hand(on parts: [(part: Part, end: Int)]) -> Bool { parts.allSatisfy { use($0.part, $0.end) } }
    var isClosed = true
    var counter = EditedRecords(edits, from: start)
    var walk = needles.flatMap { needles in
      scattered == nil
        ? OccurrenceWalk(
          index, needles.needles, ignoresCase: needles.ignoresCase, places: edits.changedPlaces, from: start)
        : nil
    }
    var done = start
    while let (children, end) = walk?.next() {
      for child in children { counter.add(child, to: queue.append) }
      // A long text may not contain any of the needles.
      guard hand(on: queue.exchange() + [(read([]), done)]) else {
        queue.cancel()
        return true
      }
      done = end
    }
    if walk != nil { isClosed = index.isClosed(after: index.last()) }
    for source in walk == nil ? sources : [] {
      var walk = RecordWalk(bytes, source, end: scattered == nil ? index.end : nil, place: ())
      if start > 0 { walk.container.last = index.previous(before: child(at: start)) }
      while let step = walk.next() {
        switch step {
        case .value(let child): counter.add(walk.container.index.measured(child), to: queue.append)
        case .end(let container): isClosed = isClosed && container.isClosed
        }
        guard queue.isFull, !hand(on: queue.exchange()) else { continue }
        queue.cancel()
        return true
      }
    }
    counter.addInsertions(before: .max, to: queue.append)
    if !hand(on: queue.exchange()) || !hand(on: queue.exchange()) { queue.cancel() }
    return isClosed
  }

  /// Reads all records on several threads, and reports the results of their parts in text order.
  ///
  /// - Parameters:
  ///   - empty: the result for no records.
  ///   - add: adds a record to a result, on any thread.
  ///   - use: receives the results on the calling thread; returns false to stop.
  package func read<Part: Sendable>(
    into empty: Part, _ add: @escaping @Sendable (inout Part, FilterSubject) -> Void, _ use: (Part) -> Bool
  ) {
    read(workers: ProcessInfo.processInfo.activeProcessorCount) { records in
      records.reduce(into: empty) { add(&$0, subject(of: $1)) }
    } _: { part, _ in
      use(part)
    }
  }

  /// Returns the record at a place.
  ///
  /// - Parameter isNumbered: whether to determine the record's key and index, which takes time.
  func record(at place: Int, isNumbered: Bool) -> ListedRecord {
    if let insertion = edits.insertion(at: place) {
      let anchor = edits.insertions[insertion].anchor
      let before = isNumbered && anchor >= 0 ? child(at: anchor).ordinal.map { $0 + 1 } : 0
      let number = before.map { edits.number($0, before: anchor + 1, insertions: insertion) }
      return ListedRecord(place: place, insertion: insertion, number: number)
    }
    let offset = edits.offset(at: place)
    let child = isNumbered && scattered == nil ? child(at: offset) : value(at: offset)
    let number = child.ordinal.map { edits.number($0, before: offset, insertions: place - offset) }
    return ListedRecord(place: place, child: child, number: number)
  }

  /// Returns the record that begins at an offset as a child of the list, with its key and its index.
  private func child(at offset: Int) -> JSONChild {
    _ = index.counted(to: offset + 1)
    let child = index.ordinal(containing: offset).flatMap { index.child(at: $0) }
    return child.map(index.measured) ?? value(at: offset)
  }

  /// Returns the record that begins at an offset, without its key and its index, which take time to find.
  private func value(at offset: Int) -> JSONChild {
    let isLines = if case .lines = index.children { true } else { false }
    let rest = offset..<bytes.count
    let values = JSONChildIndex(bytes, isLines ? .lines(in: rest) : .concatenated(in: rest))
    return values.first().map { values.measured($0).value }.map {
      JSONChild(key: nil, value: $0, ordinal: nil)
    }
      ?? JSONChild(key: nil, value: offset..<offset, ordinal: nil)
  }

  // MARK: - Text

  /// Returns a record as the subject of filters and calculations.
  func subject(of record: ListedRecord) -> FilterSubject {
    let insertion = record.insertion.map { edits.insertions[$0] }
    var subject =
      editedText(of: record).map { FilterSubject($0) } ?? FilterSubject(bytes, record.child.value)
    subject.model = subject.node.flatMap(model)
    subject.key =
      insertion?.key
      ?? record.child.key.map { key in
        (try? JSONDocument(parsing: bytes, in: key))?.root.displayText ?? bytes.text(key)
      }
    // The member of an object has a key instead of an index.
    subject.index = subject.key == nil ? record.number : nil
    subject.isModified = insertion?.isModified ?? edits.isModified(record.child)
    return subject
  }

  /// Returns the current text of a record that was inserted or edited; nil for an unchanged record.
  func editedText(of record: ListedRecord) -> [UInt8]? {
    record.insertion.map { edits.insertions[$0].text } ?? edits.text(of: record.child, in: bytes)
  }
}

/// A record in the current state of a list.
struct ListedRecord: Sendable {
  /// The place of the record in the order of all records.
  let place: Int
  /// The record as a child in the original text; empty for an insertion.
  var child = JSONChild(key: nil, value: 0..<0, ordinal: nil)
  /// The index of the record among the insertions of the edits; nil for a record of the original text.
  var insertion: Int?
  /// The index of the record among all records; nil if it is unknown.
  let number: Int?
}

/// Merges the edits of a list with the records of its text.
private struct EditedRecords {
  private let edits: RecordEdits
  /// The number of records and the number of insertions that were added so far.
  private var (number, insertion) = (0, 0)

  /// Creates a merge that begins at a child of the list.
  ///
  /// - Parameter start: the offset of the first child.
  init(_ edits: RecordEdits, from start: Int) {
    self.edits = edits
    // Insertions before the first child have no anchor.
    insertion = start > 0 ? edits.insertions.countOfPrefix { $0.anchor < start } : 0
  }

  /// Adds the insertions before a child, and then the child unless it was removed.
  mutating func add(_ child: JSONChild, to append: (RecordWalk<ListedRecord>.Record) -> Void) {
    addInsertions(before: child.value.lowerBound, to: append)
    guard !edits.isRemoved(child) else { return }
    let offset = child.value.lowerBound
    number = child.ordinal.map { edits.number($0, before: offset, insertions: insertion) } ?? number
    let record = ListedRecord(place: offset + insertion, child: child, number: number)
    append(RecordWalk.Record(range: child.value, place: record))
    number += 1
  }

  mutating func addInsertions(
    before offset: Int, to append: (RecordWalk<ListedRecord>.Record) -> Void
  ) {
    while insertion < edits.insertions.count, edits.insertions[insertion].anchor < offset {
      let record = ListedRecord(place: edits.places[insertion], insertion: insertion, number: number)
      append(RecordWalk.Record(range: 0..<edits.insertions[insertion].text.count, place: record))
      (number, insertion) = (number + 1, insertion + 1)
    }
  }
}

extension RecordList {
  /// Returns the key paths of the lists of objects in an object and its descendants, as paths of their elements:
  /// `orders[]`. If there are no lists, an object that contains several objects is a list of these.
  package static func lists(in bytes: JSONBytes) -> [JSONKeyPath] {
    guard case .object(let start) = JSONLayout.detect(bytes) else { return [] }
    let lists = lists(in: bytes, at: start, JSONKeyPath(), depth: 0, areMaps: false)
    return lists.isEmpty ? Self.lists(in: bytes, at: start, JSONKeyPath(), depth: 0, areMaps: true) : lists
  }

  private static let deepest = 3

  private static func lists(
    in bytes: JSONBytes, at offset: Int, _ way: JSONKeyPath, depth: Int, areMaps: Bool
  ) -> [JSONKeyPath] {
    switch bytes.children(at: offset) {
    case let elements? where bytes[offset] == UInt8(ascii: "["):
      // In a repaired text, `?` replaces an unreadable element.
      let first = JSONChildIndex(bytes, elements).all.lazy.map { bytes[$0.value.lowerBound] }
        .first { $0 != UInt8(ascii: "?") }
      return first == UInt8(ascii: "{") ? [way.appending(.each)] : []
    case let members? where depth <= deepest:
      let all = Array(JSONChildIndex(bytes, members).all)
      let isMap = all.count > 1 && all.allSatisfy { bytes[$0.value.lowerBound] == UInt8(ascii: "{") }
      if areMaps, isMap { return [way.appending(.each)] }
      return all.flatMap { child -> [JSONKeyPath] in
        guard let key = child.key.flatMap({ try? JSONDocument(parsing: bytes, in: $0) })?.root.displayText
        else {
          return []
        }
        return lists(
          in: bytes, at: child.value.lowerBound, way.appending(.key(key)), depth: depth + 1, areMaps: areMaps)
      }
    default: return []
    }
  }
}
