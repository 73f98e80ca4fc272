import Mantle

/// The values of a text that a filter is about: the list its models are in, the elements of an array, the lines of
/// NDJSON, or else the one value it is.
package struct FilteredValues {
  private let bytes: JSONBytes
  private let children: JSONChildren
  private let container: Int
  private let model: ModelDescription?

  /// - Parameter pick: which models the text holds, and where.
  package init(_ bytes: JSONBytes, _ pick: ModelPick) {
    self.bytes = bytes
    let layout = JSONLayout.detect(bytes)
    let isEach = pick.path.components == [.each]
    switch layout {
    case .lines, .concatenated:
      children = layout.children(in: bytes) ?? .lines(in: 0..<bytes.count)
      (container, model) = (LazyContainer.sequenceOffset, isEach ? pick.model : nil)
    case .array(let start):
      (children, container, model) = (.array(at: start), start, isEach ? pick.model : nil)
    case .empty, .scalar, .object:
      let start = bytes.textStart
      let list = Self.list(at: pick.path, in: bytes, from: start)
      children = list?.children ?? .concatenated(in: start..<bytes.count)
      container = list?.offset ?? LazyContainer.sequenceOffset
      model = list == nil && !pick.path.isEmpty ? nil : pick.model
    }
  }

  /// The elements of a list inside a text.
  ///
  /// - Parameter place: the way to the list, or to its elements.
  /// - Returns: nil where there is no list.
  package init?(_ bytes: JSONBytes, _ pick: ModelPick, at place: JSONKeyPath) {
    let path = place.components.last == .each ? place : place.appending(.each)
    switch JSONLayout.detect(bytes) {
    case .array, .object: break
    case .empty, .scalar, .lines, .concatenated: return nil
    }
    guard let list = Self.list(at: path, in: bytes, from: bytes.textStart) else { return nil }
    (self.bytes, children, container) = (bytes, list.children, list.offset)
    let known = pick.places.first { $0.path == path }?.model
    model = known ?? pick.places.first { $0.path.isEmpty }?.model.model(at: path)
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

  /// What names in a filter of the values may stand for.
  package var names: FilterNames {
    let index = JSONChildIndex(bytes, children)
    var samples: [JSONNode] = []
    var (size, next) = (0, index.first())
    while let child = next.map(index.measured), samples.count < Self.mostSamples, size < Self.sampledBytes {
      size += child.value.count
      if let document = try? JSONDocument(parsing: bytes, in: child.value) { samples.append(document.root) }
      next = index.next(after: child)
    }
    return FilterNames(model: model, samples: samples)
  }

  private static let mostSamples = 200
  private static let sampledBytes = 1 << 19

  /// Where the values stand, one after the other; an array is one value here.
  package var ranges: some Sequence<Range<Int>> {
    let isList = if case .array = children { true } else { false }
    let index =
      isList
      ? JSONChildIndex(bytes, .concatenated(in: bytes.textStart..<bytes.count))
      : JSONChildIndex(bytes, children)
    return sequence(first: index.first()) { $0.flatMap { index.next(after: index.measured($0)) } }
      .lazy.prefix { $0 != nil }.compactMap { $0.map { index.measured($0).value } }
  }

  /// Finds the values that pass, one after the other.
  ///
  /// - Parameter body: told where a value stands; returns false to stop.
  package func forEach(passing filter: Filter, _ body: (Range<Int>) -> Bool) {
    let model = model
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
