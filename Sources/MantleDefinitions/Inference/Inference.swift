import Mantle
import MantleDocuments

/// The inference of models from sample documents of any size.
///
/// ```swift
/// var inference = Inference(workers: 4)
/// inference.read(bytes)
/// print(inference.definition(rootName: "Issue").fileText)
/// ```
///
/// Documents are read on several threads. The memory depends on the number of distinct locations in the data, not on its size.
public struct Inference: Sendable {
  // Each value is counted in a `Shape`, a tree of the locations in the data. The models are then derived from a
  // copy of the shape:
  //
  // 1. `MapDecision` finds the objects whose keys are data.
  // 2. `ClusterDecision` finds the objects that are several models.
  // 3. `ShapeMerging` joins the locations with the same model.
  // 4. `ModelNames` names the models.
  // 5. The types of all properties follow from the statistics of their values.

  /// The progress of reading a document.
  public struct Progress: Sendable {
    /// The number of bytes read so far.
    public let scanned: Int
  }

  /// The syntax errors in the documents. The rest of the documents is included in the inference.
  ///
  /// - Complexity: O(problems × length of their lines).
  public var problems: [Diagnostic] { failures.map { $0.error.diagnostic(in: $0.bytes) } }
  package var problemCount: Int { failures.count }
  /// The syntax errors with their documents. ``problems`` makes diagnostics on demand, because finding the column of every
  /// mistake in one long line takes quadratic time.
  private var failures: [(error: JSONSyntaxError, bytes: JSONBytes)] = []
  /// The statistics of the values in all documents read, by location.
  let shape = Shape()
  /// Whether any of the documents is a sequence of values, such as NDJSON.
  package internal(set) var isSequence = false
  /// The number of documents read so far.
  private var inputs = 0
  /// The number of threads that read documents.
  private let workers: Int

  /// Creates an inference without samples.
  ///
  /// ```swift
  /// let inference = Inference(workers: 4)
  /// ```
  ///
  /// - Parameter workers: the number of threads. The result does not depend on it.
  public init(workers: Int = 1) { self.workers = max(1, workers) }

  /// Returns the models of the documents read so far.
  ///
  /// - Parameters:
  ///   - rootName: the name of the root model, e.g. `Issue`.
  ///   - elementName: the name for the elements of a list or map at the root, and for the
  ///     values of a sequence; nil for the root name.
  ///   - overrides: decisions of the user, which take precedence.
  package func models(
    rootName: String, elementName: String? = nil, overrides: InferenceOverrides = InferenceOverrides(),
    propertyNames: PropertyNames = .identifiers
  ) -> InferredModels {
    let element = elementName ?? rootName
    return shape.models(
      rootName: isSequence ? element : rootName, elementName: element, overrides: overrides,
      propertyNames: propertyNames)
  }

  /// Returns the definition of the models of the documents read so far, without the evidence for it.
  ///
  /// - Parameters:
  ///   - rootName: the name of the root model, e.g. `Issue`.
  ///   - elementName: the name for the elements of a list or map at the root, and for the
  ///     values of a sequence; nil for the root name.
  public func definition(rootName: String, elementName: String? = nil) -> Definition {
    models(rootName: rootName, elementName: elementName).definition
  }

  /// Reads a document. Malformed values are skipped and added to ``problems``.
  ///
  /// ```swift
  /// var inference = Inference()
  /// inference.read(JSONBytes(#"[{"id": 1}, {"id": 2, "title": "Fix"}]"#))
  /// print(inference.definition(rootName: "Issue").fileText)
  /// ```
  ///
  /// - Parameters:
  ///   - bytes: the document, in any layout: one value, lines, or concatenated values.
  ///   - limit: the approximate number of bytes to read.
  ///   - report: called repeatedly with the progress; return false to stop.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
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

/// One pass over a document that counts its values.
///
/// The main thread finds the values and walks large containers; small values are queued as
/// parts, which the workers parse.
private struct InferenceRun {
  /// The document to read.
  let bytes: JSONBytes
  /// The index of the document among the inputs of the inference.
  let input: Int
  /// The readers that count small values, one for each thread.
  let readers: [PartReader]
  /// Whether the document is a sequence of values.
  private(set) var isSequence = false
  private(set) var errors: [JSONSyntaxError] = []
  /// The statistics of the large containers, whose children are read one by one instead of parsing the container as a whole.
  private let outer = Shape()
  private let queue: RecordQueue<PartReader, [ShapeStep], [JSONSyntaxError]>
  /// The number of bytes that remain to be read.
  private var left: Int
  /// The offset in the document after the last part that was queued.
  private var lastEnd = 0
  /// Whether only the start of the document is read. Reading then stops at a value whose end is not known yet, because finding
  /// the end may take long.
  private let isSample: Bool
  /// Whether reading has ended before the end of the document.
  private var isStopped = false

  /// Creates a pass that reads a document.
  ///
  /// - Parameter limit: the approximate number of bytes to read.
  init(_ bytes: JSONBytes, input: Int, workers: Int, limit: Int) {
    left = limit
    isSample = limit < .max
    self.bytes = bytes
    self.input = input
    readers = (0..<workers).map { _ in PartReader(bytes, input: input) }
    queue = RecordQueue(readers) { $0.read($1) }
  }

  /// The statistics of the document's values: one shape from each thread. The caller joins them.
  var shapes: [Shape] { [outer] + readers.map(\.shape) }

  /// Reads the document up to the limit, and counts its values.
  mutating func readAll(_ report: (Inference.Progress) -> Bool) {
    let text = TextReading(bytes, name: "", isSample: isSample)
    isSequence = text.isSequence
    var walk = RecordWalk<[ShapeStep]>(text, place: [])
    while let step = walk.next() {
      switch step {
      case .value(let child):
        read(child, in: &walk, report)
        if isStopped { walk.stop() }
      case .end(let container):
        count(container)
        // Values after a large value are too far from the start for a sample.
        if isSample { walk.stop() }
      }
    }
    readOn(report)
    errors += queue.exchange().joined()
  }

  /// Reads a child of a container: enters it if it is a large container itself, and otherwise queues it for the
  /// workers.
  private mutating func read(
    _ child: JSONChild, in walk: inout RecordWalk<[ShapeStep]>, _ report: (Inference.Progress) -> Bool
  ) {
    guard let path = path(of: child, in: walk.container) else { return }
    if walk.isLarge(child), walk.enter(child, place: path) { return }
    guard child.isMeasured || !isSample else { return walk.stop() }
    let record = walk.record(child, path)
    guard !record.range.isEmpty else { return }
    queue.append(record)
    lastEnd = record.range.upperBound
    if queue.isFull || queue.waitingBytes >= left { readOn(report) }
  }

  /// Returns the path from the root to a child of a container; nil for a member whose key is malformed.
  private func path(of child: JSONChild, in container: RecordWalk<[ShapeStep]>.Container) -> [ShapeStep]? {
    switch container.index.children {
    case .lines, .concatenated: return container.place
    case .array: return container.place + [.element]
    case .object(let start):
      if let key = child.key.flatMap(bytes.keyText) {
        return container.place + [.member(key, container.count - 1)]
      }
      let place = SamplePlace(input: input, offset: start)
      outer.descend(container.place, place).openObject().hasHalfPairs = true
      return nil
    }
  }

  /// Adds a large container to the statistics, after its children were read.
  private func count(_ container: RecordWalk<[ShapeStep]>.Container) {
    switch container.index.children {
    case .lines, .concatenated: break
    case .array(let start):
      outer.descend(container.place, SamplePlace(input: input, offset: start)).openArray().seen += 1
    case .object(let start):
      let place = SamplePlace(input: input, offset: start)
      let evidence = outer.descend(container.place, place).openObject()
      evidence.open()
      evidence.close(container.count)
    }
  }

  /// Passes the queued parts to the workers, which parse them while more parts are found.
  private mutating func readOn(_ report: (Inference.Progress) -> Bool) {
    guard queue.waitingBytes > 0, !isStopped else { return }
    left -= min(left, queue.waitingBytes)
    errors += queue.exchange().joined()
    if left == 0 { isStopped = true }
    if !report(Inference.Progress(scanned: lastEnd)) { isStopped = true }
  }
}

extension JSONBytes {
  /// Returns the text of a member's key; nil if it is malformed.
  func keyText(_ range: Range<Int>) -> String? {
    try? JSONDocument(parsing: self, in: range).root.stringValue
  }
}

/// A step on a path in the data, from a container to one of its children.
enum ShapeStep: Hashable, Sendable {
  /// A step to the elements of an array.
  case element
  /// A step to a member of an object, with its key and its position.
  case member(String, Int)
}

extension Shape {
  /// Returns the shape at a path, creating it if necessary.
  ///
  /// Only the last member of the path is counted, because the callers descend once for each
  /// child.
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
          isLast ? evidence.shape(of: key, position: ordinal, at: place) : evidence.shape(of: key)
        }
      }
    }
    return shape
  }
}

/// A reader that counts the values of queued parts on one thread.
private final class PartReader: @unchecked Sendable {
  // Unchecked: only one thread at a time uses the reader.
  /// The statistics of the values in the parts that the reader has read.
  let shape = Shape()
  /// The document that contains the parts.
  private let bytes: JSONBytes
  /// The index of the document among the inputs of the inference.
  private let input: Int
  /// The parser, whose buffers are reused for all parts.
  private var values = CursorReader(limits: JSONLimits(depth: 1 << 20))

  /// Creates a reader of parts, without statistics.
  init(_ bytes: JSONBytes, input: Int) {
    self.bytes = bytes
    self.input = input
  }

  func read(_ parts: ArraySlice<RecordWalk<[ShapeStep]>.Record>) -> [JSONSyntaxError] {
    var errors: [JSONSyntaxError] = []
    for part in parts { read(part.range, part.place, &errors) }
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

extension Definition {
  /// Returns the definition with an identity for the root model: the first of the usual identity keys that every element of a
  /// text has, with a different scalar in each element. Without such a key, the definition is unchanged.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the text, in the memory of the values of one key.
  package func identifyingElements(of text: TextReading) -> Definition {
    guard let place = DefinedModels(self).place(isSequence: text.isSequence),
      let model = models.firstIndex(where: { $0.name == place.model.name }),
      let key = JSONDifference.usualKeys.first(where: { text.hasUniqueValues(of: $0, at: place.path) }),
      let number = models[model].properties.firstIndex(where: { $0.keyPath == JSONKeyPath(key: key) })
    else { return self }
    var definition = self
    definition.models[model].properties[number].isIdentity = true
    return definition
  }
}

extension TextReading {
  /// Returns whether the values at a path have distinct scalars under a key; false if a value lacks the key, or if there is
  /// no value.
  fileprivate func hasUniqueValues(of key: String, at path: JSONKeyPath) -> Bool {
    var (known, areUnique): (Set<[UInt8]>, Bool) = ([], true)
    try? find(PlacePattern(path)) { found in
      areUnique = found.values.allSatisfy { range in
        let value = (try? document(range)).flatMap { Alignment.identity($0.root, key) }
        return value.map { known.insert($0).inserted } ?? false
      }
      return areUnique
    }
    return areUnique && !known.isEmpty
  }
}
