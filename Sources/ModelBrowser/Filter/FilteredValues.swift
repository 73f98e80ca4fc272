import Mantle
import MantleDocuments
import MantleQuery

/// The values of a text that a filter is about: the list its models are in, the elements of an array, the lines of
/// NDJSON, or else the one value it is.
package struct FilteredValues {
  /// The values of one container, and the offset at which it begins.
  private typealias Source = (children: JSONChildren, container: Int)

  private let bytes: JSONBytes
  private let sources: [Source]
  private let model: ModelDescription?
  /// The models inside values that are none themselves.
  private var inner: [ModelPlace] = []

  /// - Parameters:
  ///   - pick: which models the text holds, and where.
  ///   - sequence: the values of a sequence; nil for a text that is one value.
  package init(_ bytes: JSONBytes, _ pick: ModelPick, sequence: JSONChildren?) {
    self.bytes = bytes
    let isEach = pick.path.components == [.each]
    if let sequence {
      sources = [(sequence, LazyContainer.sequenceOffset)]
      model = isEach ? pick.model : nil
    } else if case .array(let start) = JSONLayout.detect(bytes) {
      (sources, model) = ([(.array(at: start), start)], isEach ? pick.model : nil)
    } else {
      let list = Self.list(at: pick.path, in: bytes)
      sources = [list ?? (.concatenated(in: bytes.textStart..<bytes.count), LazyContainer.sequenceOffset)]
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
      sources = Self.values(at: JSONKeyPath(path.components.dropLast()), in: bytes).map { range in
        let list = bytes[range.lowerBound] == UInt8(ascii: "[") ? bytes.children(at: range.lowerBound) : nil
        return (list ?? .concatenated(in: range), range.lowerBound)
      }
    } else {
      sources = [Self.list(at: path, in: bytes)].compactMap(\.self)
    }
    if sources.isEmpty { return nil }
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

  /// Whether the text is one value, of which no list was found.
  package var isOneValue: Bool { if case .concatenated? = sources.first?.children { true } else { false } }

  /// The list at the end of a way, or the object whose members are meant.
  private static func list(at path: JSONKeyPath, in bytes: JSONBytes) -> Source? {
    guard path.components.last == .each else { return nil }
    let way = JSONKeyPath(path.components.dropLast())
    guard !way.components.contains(.each), let place = values(at: way, in: bytes).first?.lowerBound else {
      return nil
    }
    return bytes.children(at: place).map { ($0, place) }
  }

  /// The names that a filter of the values can refer to.
  package var names: FilterNames {
    var samples: [JSONNode] = []
    var size = 0
    for source in sources where samples.count < Self.mostSamples && size < Self.sampledBytes {
      let index = JSONChildIndex(bytes, source.children)
      for range in index.all.lazy.map({ index.measured($0).value }) {
        guard samples.count < Self.mostSamples, size < Self.sampledBytes else { break }
        size += range.count
        if let document = try? JSONDocument(parsing: bytes, in: range) { samples.append(document.root) }
      }
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
    var goesOn = true
    for source in sources where goesOn {
      let search = ElementSearch(
        bytes, JSONChildIndex(bytes, source.children), at: source.container, EditedChildren(), filter,
        model: { $0.kind == .object ? model : nil })
      search.run { found, _ in
        goesOn = found.allSatisfy { body(value(at: $0, of: source)) }
        return goesOn
      }
    }
  }

  /// The value that begins at an offset.
  private func value(at offset: Int, of source: Source) -> Range<Int> {
    let rest = offset..<bytes.count
    let isLines = if case .lines = source.children { true } else { false }
    let index = JSONChildIndex(bytes, isLines ? .lines(in: rest) : .concatenated(in: rest))
    return index.first().map { index.measured($0).value } ?? offset..<offset
  }
}
