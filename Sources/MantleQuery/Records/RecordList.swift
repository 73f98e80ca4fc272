import Mantle
import MantleDocuments

/// The values that a query is about: the list its models are in, the elements of an array, the lines of NDJSON, or else
/// the one value a document is.
package struct RecordList: Sendable {
  package let bytes: JSONBytes
  private let index: JSONChildIndex
  private let model: ModelDescription?
  /// The models inside values that have none themselves.
  private var inner: [ModelPlace] = []
  /// The lists, and the values that are none, at a place in each of many values; nil for the children of one container.
  private var scattered: [Range<Int>]?

  /// - Parameters:
  ///   - places: The models of the document and their places.
  ///   - sequence: The values of a sequence; nil for a document that is one value.
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

  /// Creates the elements of a list in a document, or of the lists at a place in each of many values. A value at the place
  /// that is not a list is a record itself.
  ///
  /// - Parameter place: The path of the list, or of its elements.
  /// - Returns: Nil if there is no list.
  package init?(_ bytes: JSONBytes, _ places: [ModelPlace], at place: JSONKeyPath) {
    let path = place.components.last == .each ? place : place.appending(.each)
    self.bytes = bytes
    model = places.lazy.compactMap { $0.model(at: path) }.first
    if path.components.dropLast().contains(.each) {
      index = JSONChildIndex(bytes, .concatenated(in: 0..<0))
      scattered = Self.values(at: JSONKeyPath(Array(path.components.dropLast())), in: bytes)
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

  /// Creates the children of a container.
  package init(_ index: JSONChildIndex, model: ModelDescription?) {
    (bytes, self.index, self.model) = (index.bytes, index, model)
  }

  /// The values at a path that goes through lists.
  private static func values(at path: JSONKeyPath, in bytes: JSONBytes) -> [Range<Int>] {
    let finder = JSONPlaceFinder(bytes)
    let layout = JSONLayout.detect(bytes)
    guard layout.isSequence, let lines = layout.children(in: bytes) else {
      return finder.find(path, from: bytes.textStart..<bytes.count).values
    }
    guard path.components.first == .each else { return [] }
    let index = JSONChildIndex(bytes, lines)
    return index.all.flatMap {
      finder.find(JSONKeyPath(Array(path.components.dropFirst())), from: index.measured($0).value).values
    }
  }

  /// Whether the document is one value in which no list was found.
  package var isOneValue: Bool {
    if case .concatenated = index.children { scattered == nil } else { false }
  }

  /// Returns the list at the end of a path, or the object whose members are meant.
  private static func list(at path: JSONKeyPath, in bytes: JSONBytes, from start: Int) -> JSONChildren? {
    guard path.components.last == .each else { return nil }
    let way = JSONKeyPath(Array(path.components.dropLast()))
    guard !way.components.contains(.each),
      let place = JSONPlaceFinder(bytes).find(way, from: start..<bytes.count).values.first?.lowerBound
    else { return nil }
    return bytes.children(at: place)
  }

  /// The names that a query of the values can refer to.
  package var names: FilterNames { names(among: []) }

  /// The names that a query of several lists can refer to: keys may be in any of them.
  package func names(among others: [RecordList]) -> FilterNames {
    FilterNames(model: model, samples: samples + others.flatMap(\.samples), inner: inner)
  }

  private static let mostSamples = 200
  private static let sampledBytes = 1 << 19

  private var samples: [JSONNode] {
    var samples: [JSONNode] = []
    var size = 0
    _ = records.allSatisfy { record in
      size += record.value.count
      if let document = try? JSONDocument(parsing: bytes, in: record.value) { samples.append(document.root) }
      return samples.count < Self.mostSamples && size < Self.sampledBytes
    }
    return samples
  }

  /// The properties of the model with values in JSON; nil if the values have none.
  var modelProperties: [String]? {
    model.map { $0.properties.filter { !$0.keyPaths.isEmpty }.map(\.name) }
  }

  /// Returns the model of a record.
  func model(of node: JSONNode) -> ModelDescription? { node.kind == .object ? model : nil }
}

// MARK: - Reading

extension RecordList {
  /// The records in the order of the text.
  private var records: AnySequence<JSONChild> {
    AnySequence(
      sources.lazy.flatMap { source in
        sequence(state: RecordWalk(bytes, source, place: ())) { walk in
          guard case .value(let child)? = walk.next() else { return nil }
          return walk.container.index.measured(child)
        }
      })
  }

  /// The containers of the records; of a value that is no list, the bytes from its start to its end.
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
  ///   - read: Reads a part of the records, on any thread.
  ///   - use: Receives the results in the order of the text, with the offset up to which records were read, on the
  ///     calling thread; returns false to stop.
  /// - Returns: False if a list has no end, as in a document that was cut off.
  @discardableResult
  func read<Part: Sendable>(
    workers: Int, _ read: @escaping @Sendable ([JSONChild]) -> Part,
    _ use: (Part, _ end: Int) -> Bool
  ) -> Bool {
    let queue = RecordQueue<Int, JSONChild, (part: Part, end: Int)>(Array(0..<max(1, workers))) {
      (read($1.map(\.place)), $1.last?.range.upperBound ?? 0)
    }
    func hand(on parts: [(part: Part, end: Int)]) -> Bool { parts.allSatisfy { use($0.part, $0.end) } }
    var isClosed = true
    for source in sources {
      var walk = RecordWalk(bytes, source, place: ())
      while let step = walk.next() {
        switch step {
        case .value(let child):
          let record = walk.container.index.measured(child)
          queue.append(RecordWalk.Record(range: record.value, place: record))
        case .end(let container): isClosed = isClosed && container.isClosed
        }
        guard queue.isFull, !hand(on: queue.exchange()) else { continue }
        queue.cancel()
        return true
      }
    }
    if !hand(on: queue.exchange()) || !hand(on: queue.exchange()) { queue.cancel() }
    return isClosed
  }

  /// Returns the record that begins at an offset.
  ///
  /// - Parameter isNumbered: Whether its key and its number are needed, which takes time.
  func record(at offset: Int, isNumbered: Bool) -> JSONChild {
    if isNumbered, scattered == nil {
      while !index.progress.isComplete, index.progress.scanned <= offset {
        index.extend(budgetBytes: 1 << 24)
      }
      if let child = index.ordinal(containing: offset).flatMap({ index.child(at: $0) }) {
        return index.measured(child)
      }
    }
    let isLines = if case .lines = index.children { true } else { false }
    let rest = offset..<bytes.count
    let values = JSONChildIndex(bytes, isLines ? .lines(in: rest) : .concatenated(in: rest))
    return values.first().map { values.measured($0) }
      ?? JSONChild(key: nil, value: offset..<offset, ordinal: nil)
  }
}
