import Mantle

/// A walk over the values of a document of any size, in text order.
///
/// Values are located by their structure without being parsed. For each value, the caller decides whether to enter it
/// or to parse it as a record, usually on several threads with a ``RecordQueue``. The walk needs memory only for the
/// open containers.
///
/// ```swift
/// var walk = RecordWalk(bytes, JSONLayout.detect(bytes), place: JSONKeyPath())
/// let queue = RecordQueue(readers) { reader, records in records.map { reader.read($0.range, $0.place) } }
/// while let step = walk.next() {
///   guard case .value(let child) = step else { continue }
///   let path = walk.container.place.appending(.each)
///   if walk.isLarge(child), walk.enter(child, place: path) { continue }
///   queue.append(walk.record(child, path))
///   if queue.isFull { use(queue.exchange()) }  // results up to now, in the order of the records
/// }
/// use(queue.exchange() + queue.exchange())
/// ```
///
/// To walk over a single list, create the walk with its ``JSONChildren`` and do not enter any value.
package struct RecordWalk<Place: Sendable>: Sendable {
  /// A value that is small enough to be parsed as a whole.
  package struct Record: Sendable {
    /// The range of the value's bytes.
    package var range: Range<Int>
    /// The description of the value's place, which the caller of the walk provides.
    package var place: Place

    package init(range: Range<Int>, place: Place) { (self.range, self.place) = (range, place) }
  }

  /// A step of the walk.
  package enum Step: Sendable {
    /// The next child of the current container.
    case value(JSONChild)
    /// The end of a container, after all of its children. The last step is the end of the document.
    case end(Container)
  }

  /// A container whose children are being visited, or the document.
  package struct Container: Sendable {
    /// The children of the container.
    package let index: JSONChildIndex
    /// The description of the container's place, which the caller of the walk provides.
    package var place: Place
    /// The number of children that were visited so far.
    package private(set) var count = 0
    /// The child that was visited last; nil before the first one. If the caller joins it with the following children,
    /// it sets the joined child.
    package var last: JSONChild?
    /// Whether the container is a document with a single value.
    package fileprivate(set) var isOneValue = false

    fileprivate init(_ index: JSONChildIndex, _ place: Place) { (self.index, self.place) = (index, place) }

    /// Whether the container's closing bracket follows the last child, as in a complete text.
    package var isClosed: Bool { isOneValue || index.isClosed(after: last) }

    fileprivate mutating func next() -> JSONChild? {
      if isOneValue, count == 1 { return nil }
      guard let child = if let last { index.next(after: last) } else { index.first() } else { return nil }
      last = child
      count += 1
      return child
    }
  }

  /// The container whose children are being visited.
  package var container: Container
  /// The containers that enclose the current one.
  private var outer: [Container] = []
  private var isStopped = false
  private var isAtEnd = false

  /// The maximum size in bytes of a value that is parsed as a whole.
  private static var largestRecord: Int { 1 << 20 }
  /// The maximum depth at which values are entered, because each level scans the text separately.
  private static var deepest: Int { 64 }

  /// Creates a walk over the children of a container.
  ///
  /// - Parameters:
  ///   - end: An upper bound for the offset at which the container ends; nil for the end of the document.
  ///   - place: The location of the container.
  package init(_ bytes: JSONBytes, _ children: JSONChildren, end: Int? = nil, place: Place) {
    container = Container(JSONChildIndex(bytes, children, end: end, lookahead: Self.largestRecord), place)
  }

  /// Creates a walk over the value or values of a document.
  ///
  /// - Parameters:
  ///   - layout: The layout of the document.
  ///   - place: The location of the document.
  package init(_ bytes: JSONBytes, _ layout: JSONLayout, place: Place) {
    let values = layout.isSequence ? layout.children(in: bytes) : nil
    self.init(bytes, values ?? .concatenated(in: bytes.textStart..<bytes.count), place: place)
    container.isOneValue = !layout.isSequence
  }

  /// Creates a walk over the value or values of a text.
  package init(_ text: TextReading, place: Place) {
    self.init(text.bytes, text.sequence ?? text.stream, place: place)
    container.isOneValue = !text.isSequence
  }

  /// Returns the next value, or the end of the current container; nil after the end of the document.
  package mutating func next() -> Step? {
    guard !isAtEnd else { return nil }
    if !isStopped, let child = container.next() { return .value(child) }
    let ended = container
    if let around = outer.popLast() { container = around } else { isAtEnd = true }
    return .end(ended)
  }

  /// Skips all remaining values, so that the next steps are only the ends of the open containers.
  package mutating func stop() { isStopped = true }

  /// Enters the value of the last step, so that the next steps are its children.
  ///
  /// - Parameter place: the location of the value.
  /// - Returns: false if the value is not a container or is nested too deeply.
  package mutating func enter(_ child: JSONChild, place: Place) -> Bool {
    let bytes = container.index.bytes
    guard outer.count < Self.deepest, let children = bytes.children(at: child.value.lowerBound) else {
      return false
    }
    // After the single value of a document there must not be further text, but a value of a sequence may be followed by others.
    let isBounded = !container.isOneValue && (child.isMeasured || outer.isEmpty)
    let end = isBounded ? container.index.measured(child).value.upperBound : nil
    outer.append(container)
    container = Container(
      JSONChildIndex(bytes, children, end: end, lookahead: Self.largestRecord), place)
    return true
  }

  /// Returns whether a value is so large that it should be entered instead of being parsed as a whole.
  package func isLarge(_ child: JSONChild) -> Bool {
    !child.isMeasured || child.value.count > Self.largestRecord
  }

  /// Returns a child of the current container as a record. The end of the child is searched for, even if it is far
  /// away.
  package func record(_ child: JSONChild, _ place: Place) -> Record {
    Record(range: container.index.measured(child).value, place: place)
  }
}
