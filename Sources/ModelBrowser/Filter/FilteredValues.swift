import Mantle
import MantleDocuments
import MantleQuery

/// The values of a text that a filter is about: the list its models are in, the elements of an array, the lines of
/// NDJSON, or else the one value it is.
package struct FilteredValues {
  private let bytes: JSONBytes
  private let children: JSONChildren
  private let container: Int
  private let model: ModelDescription?
  /// The models inside values that are none themselves.
  private var inner: [ModelPlace] = []
  /// The lists, and the values that are none, at a place in each of many values; nil for the children of one container.
  private var scattered: [Range<Int>]?

  /// - Parameters:
  ///   - pick: which models the text holds, and where.
  ///   - sequence: the values of a sequence; nil for a text that is one value.
  package init(_ bytes: JSONBytes, _ pick: ModelPick, sequence: JSONChildren?) {
    self.bytes = bytes
    let isEach = pick.path.components == [.each]
    if let sequence {
      (children, container) = (sequence, LazyContainer.sequenceOffset)
      model = isEach ? pick.model : nil
    } else if case .array(let start) = JSONLayout.detect(bytes) {
      (children, container, model) = (.array(at: start), start, isEach ? pick.model : nil)
    } else {
      let start = bytes.textStart
      let list = Self.list(at: pick.path, in: bytes, from: start)
      children = list?.children ?? .concatenated(in: start..<bytes.count)
      container = list?.offset ?? LazyContainer.sequenceOffset
      model = list == nil && !pick.path.isEmpty ? nil : pick.model
    }
    guard model == nil, sequence != nil || !isOneValue else { return }
    inner = pick.places.filter { $0.path.components.first == .each }.map {
      $0.moved(to: JSONKeyPath(Array($0.path.components.dropFirst())))
    }
  }

  /// The elements of a list inside a text, or of the lists at a place in each of many values; what is no list there is a
  /// value of its own.
  ///
  /// - Parameter place: the way to the list, or to its elements.
  /// - Returns: nil where there is no list.
  package init?(_ bytes: JSONBytes, _ pick: ModelPick, at place: JSONKeyPath) {
    let path = place.components.last == .each ? place : place.appending(.each)
    self.bytes = bytes
    model = pick.places.lazy.compactMap { $0.model(at: path) }.first
    if path.components.dropLast().contains(.each) {
      (children, container) = (.concatenated(in: 0..<0), LazyContainer.sequenceOffset)
      scattered = Self.values(at: JSONKeyPath(Array(path.components.dropLast())), in: bytes)
      if scattered?.isEmpty == true { return nil }
      return
    }
    switch JSONLayout.detect(bytes) {
    case .array, .object: break
    case .empty, .scalar, .lines, .concatenated: return nil
    }
    guard let list = Self.list(at: path, in: bytes, from: bytes.textStart) else { return nil }
    (children, container) = (list.children, list.offset)
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

  /// The values at the place, one after the other: the elements of lists, and what is no list.
  private func values(at places: [Range<Int>]) -> some Sequence<Range<Int>> {
    places.lazy.flatMap { range -> [Range<Int>] in
      guard bytes[range.lowerBound] == UInt8(ascii: "["), let children = bytes.children(at: range.lowerBound)
      else { return [range] }
      let index = JSONChildIndex(bytes, children)
      return index.all.map { index.measured($0).value }
    }
  }

  /// Whether the text is one value, of which no list was found.
  package var isOneValue: Bool { if case .concatenated = children { true } else { false } }

  /// The list at the end of a way, or the object whose members are meant.
  private static func list(at path: JSONKeyPath, in bytes: JSONBytes, from start: Int) -> (
    children: JSONChildren, offset: Int
  )? {
    guard path.components.last == .each else { return nil }
    let way = JSONKeyPath(Array(path.components.dropLast()))
    guard !way.components.contains(.each),
      let place = JSONPlaceFinder(bytes).find(way, from: start..<bytes.count).values.first?.lowerBound
    else { return nil }
    return bytes.children(at: place).map { ($0, place) }
  }

  /// The names that a filter of the values can refer to.
  package var names: FilterNames {
    let index = JSONChildIndex(bytes, children)
    var samples: [JSONNode] = []
    var size = 0
    func take(_ range: Range<Int>) -> Bool {
      size += range.count
      if let document = try? JSONDocument(parsing: bytes, in: range) { samples.append(document.root) }
      return samples.count < Self.mostSamples && size < Self.sampledBytes
    }
    if let scattered {
      _ = values(at: scattered).allSatisfy(take)
    } else {
      _ = index.all.allSatisfy { take(index.measured($0).value) }
    }
    return FilterNames(model: model, samples: samples, inner: inner)
  }

  private static let mostSamples = 200
  private static let sampledBytes = 1 << 19

  /// Finds the values that pass, one after the other.
  ///
  /// - Parameter body: receives the position of a value; returns false to stop.
  package func forEach(passing filter: Filter, _ body: (Range<Int>) -> Bool) {
    let model = model
    if let scattered {
      for range in values(at: scattered) {
        var subject = FilterSubject(bytes, range)
        subject.model = subject.node.flatMap { $0.kind == .object ? model : nil }
        if filter.holds(for: subject), !body(range) { return }
      }
      return
    }
    let index = JSONChildIndex(bytes, children)
    let search = ElementSearch(
      bytes, index, at: container, EditedChildren(), filter, model: { $0.kind == .object ? model : nil })
    search.run { found, _ in
      found.allSatisfy { body(value(at: $0)) }
    }
  }

  /// The value that begins at an offset.
  private func value(at offset: Int) -> Range<Int> {
    let rest = offset..<bytes.count
    let isLines = if case .lines = children { true } else { false }
    let index = JSONChildIndex(bytes, isLines ? .lines(in: rest) : .concatenated(in: rest))
    return index.first().map { index.measured($0).value } ?? offset..<offset
  }
}
