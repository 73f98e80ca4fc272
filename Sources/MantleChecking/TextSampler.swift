import Mantle
import MantleDocuments

/// A sampler that inspects a few values of a document of any size: the first elements of each list, and some that are
/// distributed over the list.
///
/// Values are not parsed. Only the structure of containers is scanned, so that a syntax error in one value does not
/// affect others.
struct TextSampler {
  /// The bytes of the document that is sampled.
  let bytes: JSONBytes
  /// The layout of the document, stored because detecting it scans up to 1 MB.
  let layout: JSONLayout
  /// The offset in the document at which a truncated text was closed with added brackets; nil if the text is complete.
  private let cut: Int?
  /// The root value of the document, or the sampled values of a sequence.
  private(set) var roots: [Value] = []

  /// The maximum number of elements at the start of a list that are sampled.
  static let maximumElements = 16
  /// The maximum number of members of an object that are sampled.
  static let maximumMembers = 128
  /// The maximum size in bytes of a value whose end is searched for. The end of a larger value remains unknown.
  static let largestValue = 1 << 20
  /// The maximum size in bytes of a large member that is skipped to find the next member, which takes 8 ms.
  private static let largestMember = 1 << 23
  /// The minimum size in bytes of a list whose middle is sampled, too.
  private static let largeList = 1 << 18
  private static let probes = 4
  /// The maximum distance from a position in the middle of a list within which the start of an element is searched for.
  private static let probeWindow = 1 << 18

  /// A value that was located in the document but not parsed.
  struct Value {
    /// The range of the value in the document. If the end of the value is unknown, the range extends to the presumed
    /// end.
    let range: Range<Int>
    /// Whether the end of the value is known.
    let isMeasured: Bool

    /// Creates a value from a child of a container.
    ///
    /// - Parameter end: the presumed end of the value, for a child whose end is unknown.
    init(_ child: JSONChild, end: Int) {
      isMeasured = child.isMeasured
      range = isMeasured ? child.value : child.value.lowerBound..<max(child.value.lowerBound, end)
    }

    /// The size of the value in bytes.
    var count: Int { range.count }
  }

  /// Creates a sampler of a document, and samples its outermost values.
  ///
  /// - Parameter cut: the offset at which a truncated text was closed with added brackets; nil if the text is complete.
  init(_ bytes: JSONBytes, _ layout: JSONLayout, cut: Int? = nil) {
    (self.bytes, self.layout, self.cut) = (bytes, layout, cut)
    roots = findRoots()
  }

  private func findRoots() -> [Value] {
    guard let children = layout.children(in: bytes), isSequence else {
      let index = JSONChildIndex(
        bytes, .concatenated(in: bytes.textStart..<bytes.count), lookahead: Self.largestValue)
      return index.first().map { [Value($0, end: bytes.count)] } ?? []
    }
    return values(children, end: bytes.count, in: bytes.textStart..<bytes.count)
  }

  /// Whether the document is a sequence of several values.
  var isSequence: Bool { layout.isSequence }

  /// Returns the kind of a located value, determined by its first byte.
  func kind(of value: Value) -> ValueKind {
    value.range.isEmpty ? .null : ValueKind(firstByte: bytes[value.range.lowerBound])
  }

  /// Returns whether a value extends past the point at which the text is truncated, so that its last children are
  /// missing.
  func isCut(_ value: Value) -> Bool { cut.map { value.range.upperBound > $0 } ?? false }

  /// Returns whether a located value is an array, judged by its first byte.
  func isArray(_ value: Value) -> Bool {
    children(of: value).map { if case .array = $0 { true } else { false } } ?? false
  }
  /// Returns whether a located value is an object, judged by its first byte.
  func isObject(_ value: Value) -> Bool {
    children(of: value).map { if case .object = $0 { true } else { false } } ?? false
  }

  /// Returns the children of a located array or object; nil for other values.
  func children(of value: Value) -> JSONChildren? {
    value.range.isEmpty ? nil : bytes.children(at: value.range.lowerBound)
  }

  /// Returns the sampled elements of an array: the first ones, and some from the middle of a large array.
  func elements(of value: Value) -> [Value] {
    guard let children = children(of: value) else { return [] }
    return values(children, end: value.isMeasured ? value.range.upperBound : nil, in: value.range)
  }

  /// Returns the first members of an object, as many as can be found with limited effort; empty for other values.
  func members(of value: Value) -> [(key: String, value: Value)] {
    guard let children = children(of: value) else { return [] }
    let index = JSONChildIndex(
      bytes, children, end: value.isMeasured ? value.range.upperBound : nil, lookahead: Self.largestValue)
    return first(of: index, Self.maximumMembers).compactMap { child in
      guard let key = child.key.flatMap(text) else { return nil }
      return (key, Value(child, end: index.presumedEnd(of: child) ?? value.range.upperBound))
    }
  }

  private func text(_ key: Range<Int>) -> String? {
    (try? JSONDocument(parsing: bytes, in: key))?.root.displayText
  }

  /// Returns at most `most` children from the start of a container.
  func first(of index: JSONChildIndex, _ most: Int) -> [JSONChild] {
    var found: [JSONChild] = []
    var next = index.first()
    while let child = next, found.count < most {
      found.append(child)
      next = self.next(after: child, in: index)
    }
    return found
  }

  /// Returns the child that follows another child of a container; nil if it is not found with limited effort. The
  /// member after a large member is searched for near the presumed end of the large member, because it has a key of the
  /// same model.
  private func next(after child: JSONChild, in index: JSONChildIndex) -> JSONChild? {
    guard !child.isMeasured else { return index.next(after: child) }
    guard child.key != nil else { return nil }
    if let end = index.presumedEnd(of: child) {
      return index.next(
        after: JSONChild(key: child.key, value: child.value.lowerBound..<end, ordinal: child.ordinal))
    }
    return index.next(after: child, within: Self.largestMember)
  }

  private func values(_ children: JSONChildren, end: Int?, in range: Range<Int>) -> [Value] {
    let index = JSONChildIndex(bytes, children, end: end, lookahead: Self.largestValue)
    let found = first(of: index, Self.maximumElements)
    let spread = found.count < Self.maximumElements ? [] : spread(found, in: range)
    return (found + spread).map { Value($0, end: range.upperBound) }
  }

  // MARK: - The middle of a list

  /// Returns elements from the middle of a large list of objects. The start of an element is recognized by the text
  /// between the first two elements and by the first key of the second element.
  ///
  /// - Parameters:
  ///   - known: the first elements of the list.
  ///   - places: the number of positions in the list at which an element is searched for.
  func spread(_ known: [JSONChild], in range: Range<Int>, places: Int = probes) -> [JSONChild] {
    guard range.count > Self.largeList, known.count > 1, let mark = mark(between: known[0], known[1])
    else { return [] }
    let start = max(range.lowerBound, known[known.count - 1].value.upperBound)
    let keys = Set(known.flatMap { members(of: Value($0, end: 0)).map(\.key) })
    return (1...places).compactMap { place in
      let offset = start + (range.upperBound - start) / (places + 1) * place
      let limit = min(offset + Self.probeWindow, range.upperBound)
      guard let hit = bytes.firstOccurrence(of: mark.bytes, from: offset, to: limit) else { return nil }
      let rest = hit + mark.elementOffset..<range.upperBound
      let index = JSONChildIndex(bytes, .concatenated(in: rest), lookahead: Self.largestValue)
      guard let child = index.first(), child.isMeasured else { return nil }
      // An object inside an element may begin like an element.
      let found = members(of: Value(child, end: 0)).map(\.key)
      return found.count { keys.contains($0) } * 2 >= max(1, found.count) ? child : nil
    }
  }

  private static let longestMark = 256

  private func mark(between first: JSONChild, _ second: JSONChild) -> (bytes: [UInt8], elementOffset: Int)? {
    let element = second.value.lowerBound
    guard let children = children(of: Value(second, end: 0)), case .object = children,
      let key = JSONChildIndex(bytes, children, lookahead: Self.largestValue).first()?.key
    else { return nil }
    let range = first.value.upperBound..<key.upperBound
    return range.count <= Self.longestMark ? (Array(bytes.slice(range)), element - range.lowerBound) : nil
  }
}
