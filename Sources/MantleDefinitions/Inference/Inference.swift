import Mantle

/// Finds the shape of texts of any size, on several threads and in memory bounded by the shape.
public struct Inference: Sendable {
  /// What was heard of while a text was read.
  public struct Progress: Sendable {
    /// How many bytes of the text were looked at.
    public let scanned: Int
  }

  /// What could not be read; the rest was.
  ///
  /// - Complexity: O(problems × length of their lines).
  public var problems: [Diagnostic] { failures.map { $0.error.diagnostic(in: $0.bytes) } }
  package var problemCount: Int { failures.count }
  /// Diagnostics are made on demand: to find the column of each mistake of one long line takes quadratic time.
  private var failures: [(error: JSONSyntaxError, bytes: JSONBytes)] = []
  /// What was seen so far.
  package let shape = Shape()
  /// How the texts are made up: whether they are lines or values after each other.
  package private(set) var isSequence = false
  private var inputs = 0
  private let workers: Int

  /// - Parameter workers: how many threads read at the same time. The result does not depend on it.
  public init(workers: Int = 1) { self.workers = max(1, workers) }

  /// The models that say what was read so far.
  ///
  /// - Parameters:
  ///   - rootName: what a value is called, e.g. `Issue`.
  ///   - elementName: what the elements of a list or map are called, and values after each other; without it, as the
  ///     value.
  ///   - overrides: what is decided already.
  ///   - propertyNames: how properties are named.
  package func models(
    rootName: String, elementName: String? = nil, overrides: InferenceOverrides = InferenceOverrides(),
    propertyNames: PropertyNames = .identifiers
  ) -> InferredModels {
    let element = elementName ?? rootName
    return shape.models(
      rootName: isSequence ? element : rootName, elementName: element, overrides: overrides,
      propertyNames: propertyNames)
  }

  /// The definition of ``models(rootName:elementName:overrides:)``.
  public func definition(rootName: String, elementName: String? = nil) -> Definition {
    models(rootName: rootName, elementName: elementName).definition
  }

  /// Reads a text; what is no JSON is passed over and kept as a problem.
  ///
  /// - Parameters:
  ///   - limit: after about so many bytes the rest is left aside.
  ///   - report: called now and then; return false to stop.
  /// - Complexity: O(n).
  public mutating func read(
    _ bytes: JSONBytes, upTo limit: Int = .max,
    _ report: (Progress) -> Bool = { _ in true }
  ) {
    var run = InferenceRun(bytes, input: inputs, workers: workers, limit: limit)
    run.readAll(report)
    inputs += 1
    isSequence = isSequence || run.isSequence
    failures += run.errors.map { ($0, bytes) }
    for part in run.shapes { shape.join(part) }
  }
}

/// One pass over a text.
private struct InferenceRun {
  let bytes: JSONBytes
  let input: Int
  let readers: [PartReader]
  private(set) var isSequence = false
  private(set) var errors: [JSONSyntaxError] = []
  /// Counts the containers that are walked rather than parsed.
  private let outer = Shape()
  private var queue: PartQueue<PartReader, InferredPart, [JSONSyntaxError]>
  /// How many more bytes to read.
  private var left: Int
  /// Where the last part ends that was found.
  private var lastEnd = 0
  /// Whether a part of the text is all that is looked at: then no value is read of which the end is far.
  private let isSample: Bool
  private var isStopped = false

  private static let largestRecord = 1 << 20
  private static let linesAtOnce = 1 << 16
  private static let deepestWalk = 64

  init(_ bytes: JSONBytes, input: Int, workers: Int, limit: Int) {
    left = limit
    isSample = limit < .max
    self.bytes = bytes
    self.input = input
    readers = (0..<workers).map { _ in PartReader(bytes, input: input) }
    // No key path: looking through it, for each part, takes a sixth of reading small ones.
    queue = PartQueue(readers, size: { $0.range.count }, read: { $0.read($1) })
  }

  var shapes: [Shape] { [outer] + readers.map(\.shape) }

  mutating func readAll(_ report: (Inference.Progress) -> Bool) {
    let layout = JSONLayout.detect(bytes)
    switch layout {
    case .empty: break
    case .lines(let start) where !isSample:
      isSequence = true
      readLines(from: start, report)
    case .lines, .concatenated:
      isSequence = true
      guard let children = layout.children(in: bytes) else { break }
      let index = JSONChildIndex(bytes, children, lookahead: Self.largestRecord)
      var next = index.first()
      while let child = next, !isStopped {
        read(child, [], report)
        next = self.next(after: child, in: index)
      }
    case .array(let start), .object(let start), .scalar(let start):
      let values = JSONChildIndex(
        bytes, .concatenated(in: start..<bytes.count), lookahead: Self.largestRecord)
      if let first = values.first() { read(first, [], report) }
    }
    readOn(report)
    errors += queue.exchange().joined()
  }

  /// Many lines wait together: where each ends is left to the thread that parses them, which then has them at hand.
  private mutating func readLines(from start: Int, _ report: (Inference.Progress) -> Bool) {
    var position = start
    while position < bytes.count, !isStopped {
      if let end = endOfLines(from: position) {
        wait(for: InferredPart(range: position..<end, path: [], holdsLines: true), report)
        position = end
      } else {
        let index = JSONChildIndex(bytes, .lines(in: position..<bytes.count))
        guard let line = index.first() else { return }
        read(line, [], report)
        position = line.range.upperBound
      }
    }
  }

  /// The end of some lines of which none is large; nil where the first one is.
  private func endOfLines(from start: Int) -> Int? {
    let most = min(start + Self.largestRecord, bytes.count)
    let enough = min(start + Self.linesAtOnce, most)
    if let feed = bytes.firstOccurrence(of: [0x0A], from: enough, to: most) { return feed + 1 }
    if most == bytes.count { return most }
    return bytes.lastOccurrence(of: [0x0A], from: start, to: enough).map { $0 + 1 }
  }

  /// Large containers are walked, everything else waits to be parsed.
  private mutating func read(_ child: JSONChild, _ path: [ShapeStep], _ report: (Inference.Progress) -> Bool)
  {
    let isLarge = !child.isMeasured || child.value.count > Self.largestRecord
    guard isLarge, path.count < Self.deepestWalk, let children = bytes.children(at: child.value.lowerBound)
    else {
      return wait(for: child, path, report)
    }
    let end = child.isMeasured ? child.value.upperBound : nil
    let index = JSONChildIndex(bytes, children, end: end, lookahead: Self.largestRecord)
    let place = SamplePlace(input: input, offset: child.value.lowerBound)
    var next = index.first()
    var ordinal = 0
    while let inner = next, !isStopped {
      if case .object = children {
        if let key = keyText(inner) {
          read(inner, path + [.member(key, ordinal)], report)
        } else {
          outer.descend(path, place).openObject().hasHalfPairs = true
        }
      } else {
        read(inner, path + [.element], report)
      }
      ordinal += 1
      next = self.next(after: inner, in: index)
    }
    let shape = outer.descend(path, place)
    if case .object = children {
      let evidence = shape.openObject()
      evidence.open(at: place)
      evidence.close(ordinal, at: place)
    } else {
      shape.openArray().close(ordinal, at: place)
    }
  }

  /// What stands behind something too large to be measured is too far away for a sample.
  private func next(after child: JSONChild, in index: JSONChildIndex) -> JSONChild? {
    isSample && !child.isMeasured ? nil : index.next(after: child)
  }

  private func keyText(_ child: JSONChild) -> String? {
    child.key.flatMap { try? JSONDocument(parsing: bytes, in: $0).root.stringValue }
  }

  private mutating func wait(
    for child: JSONChild, _ path: [ShapeStep], _ report: (Inference.Progress) -> Bool
  ) {
    guard child.isMeasured || !isSample else { return }
    let range = child.isMeasured ? child.value : measured(child)
    guard !range.isEmpty else { return }
    wait(for: InferredPart(range: range, path: path), report)
  }

  private mutating func wait(for part: InferredPart, _ report: (Inference.Progress) -> Bool) {
    queue.append(part)
    lastEnd = part.range.upperBound
    if queue.isFull || queue.waitingBytes >= left { readOn(report) }
  }

  private func measured(_ child: JSONChild) -> Range<Int> {
    let index = JSONChildIndex(bytes, .concatenated(in: child.value.lowerBound..<bytes.count))
    return index.first().map { index.measured($0).value } ?? child.value
  }

  /// Begins to read what was found, while more is found.
  private mutating func readOn(_ report: (Inference.Progress) -> Bool) {
    guard queue.waitingBytes > 0, !isStopped else { return }
    left -= min(left, queue.waitingBytes)
    errors += queue.exchange().joined()
    if left == 0 { isStopped = true }
    if !report(Inference.Progress(scanned: lastEnd)) { isStopped = true }
  }
}

/// A part of a text that is parsed on its own, and the way to its place in the shape.
private struct InferredPart: Sendable {
  let range: Range<Int>
  let path: [ShapeStep]
  /// Whether each line of it is a value.
  var holdsLines = false
}

/// A step from a container to what is in it.
enum ShapeStep: Hashable, Sendable {
  case element
  /// A key and its position among the members.
  case member(String, Int)
}

extension Shape {
  /// The shape at a place; members on the way are counted as the steps to them are new to the caller, at the end
  /// of the way only.
  func descend(_ path: [ShapeStep], _ place: SamplePlace) -> Shape {
    var shape = self
    for (position, step) in path.enumerated() {
      switch step {
      case .element: shape = shape.openArray().element
      case .member(let key, let ordinal):
        let isLast = position == path.count - 1
        let evidence = shape.openObject()
        var key = key
        shape = key.withUTF8 { key in
          isLast
            ? evidence.shape(of: key, TextEnds(key), position: ordinal, at: place)() : evidence.shape(of: key)
        }
      }
    }
    return shape
  }
}

/// Reads parts one after the other, on one thread.
private final class PartReader: @unchecked Sendable {
  // Unchecked: one thread at a time has it.
  let shape = Shape()
  private let bytes: JSONBytes
  private let input: Int
  // Nor is exclusivity: what looks at a value knows nothing of the reader.
  @exclusivity(unchecked)
  private var values = CursorReader(limits: JSONLimits(depth: 1 << 20))

  init(_ bytes: JSONBytes, input: Int) {
    self.bytes = bytes
    self.input = input
  }

  func read(_ parts: ArraySlice<InferredPart>) -> [JSONSyntaxError] {
    var errors: [JSONSyntaxError] = []
    for part in parts {
      guard part.holdsLines else {
        read(part.range, part.path, &errors)
        continue
      }
      let index = JSONChildIndex(bytes, .lines(in: part.range))
      var next = index.first()
      while let line = next {
        read(line.value, [], &errors)
        next = index.next(after: line)
      }
    }
    return errors
  }

  private func read(_ range: Range<Int>, _ path: [ShapeStep], _ errors: inout [JSONSyntaxError]) {
    let place = SamplePlace(input: input, offset: range.lowerBound)
    let here = Observation(input: input, origin: range.lowerBound, depth: path.count)
    do throws(JSONSyntaxError) {
      try values.withValue(of: bytes, in: range) { value in
        shape.descend(path, place).observe(value, here)
      }
    } catch {
      errors.append(error)
    }
  }
}
