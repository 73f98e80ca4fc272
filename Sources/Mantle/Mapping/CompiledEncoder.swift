/// An encoder for models whose JSON has a constant layout: a list of steps that each write a fixed text and a
/// value. If a value is nil and nil is omitted, the encoder removes the text again.
///
/// The encoder knows no types; each value is written by a function of its memory location. Encoding through
/// the mapping's parameter pack instead would look up type metadata for every property, which takes a third
/// of the time.
@usableFromInline final class CompiledEncoder: @unchecked Sendable {
  // Unchecked: nothing changes after the initializer.

  /// A step of the encoder: the text before one property's value, and the function that writes the value.
  final class Step {
    let text: UnsafePointer<UInt8>
    let count: Int
    /// The number of bytes of this step's text that remain in the output if the value is nil and omitted; nil
    /// if a nil value is written as `null`.
    let kept: Int?
    /// The offset of the value from the start of the model in memory.
    let offset: Int
    let write: (UnsafeRawPointer, inout JSONWriter) throws -> Void
    let problem: (any Error) -> EncodingProblem

    init(
      _ text: UnsafePointer<UInt8>, _ fragment: EncodingPlan.Fragment, _ value: StoredValueWriter,
      omitsNil: Bool
    ) {
      self.text = text
      count = fragment.text.count
      kept = omitsNil ? fragment.kept : nil
      offset = value.offset
      write = value.write
      problem = value.problem
    }

    @inline(__always) func run(at root: UnsafeRawPointer, to writer: inout JSONWriter) throws {
      do { try write(root + offset, &writer) } catch { throw problem(error) }
    }
  }

  /// The steps of the encoder. This array retains them, because `table` refers to the steps without reference
  /// counting.
  private let steps: [Step]
  /// The memory with the constant text of all steps. Unsafe code is used because measurements justify it:
  /// encoding copies about 20 fragments per model. Every step's range is inside this memory by construction.
  private let text: UnsafeMutablePointer<UInt8>
  private let table: UnsafeMutablePointer<Unmanaged<Step>>
  private let count: Int
  private let end: UnsafeBufferPointer<UInt8>
  private let mayOmitAny: Bool
  private let mayOmitFirst: Bool

  /// Creates an encoder from the constant fragments of a JSON layout. Returns nil if the layout has no
  /// constant fragments, or if a container may become empty because nil is omitted.
  ///
  /// - Parameter omitsNil: for each property, whether it is omitted if it is nil.
  init?(_ fragments: [EncodingPlan.Fragment]?, _ values: [StoredValueWriter], omitsNil: [Bool]) {
    guard let fragments else { return nil }
    let written = values.indices.filter { !fragments[$0].text.isEmpty }
    guard written.allSatisfy({ !omitsNil[$0] || fragments[$0].kept != nil }) else { return nil }
    let bytes = fragments.flatMap(\.text) + [UInt8](repeating: 0, count: JSONWriter.fragmentPadding)
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (text + index).initialize(to: byte) }
    self.text = text
    var next = UnsafePointer(text)
    steps = written.map { number in
      defer { next += fragments[number].text.count }
      return Step(next, fragments[number], values[number], omitsNil: omitsNil[number])
    }
    end = UnsafeBufferPointer(start: next, count: fragments[values.count].text.count)
    mayOmitAny = steps.contains { $0.kept != nil }
    mayOmitFirst = steps.first?.kept != nil
    count = steps.count
    table = .allocate(capacity: steps.count + 1)
    for (index, step) in steps.enumerated() {
      (table + index).initialize(to: Unmanaged.passUnretained(step))
    }
  }

  /// Creates the encoder of a mapping; nil if the layout of the mapping's JSON depends on the values of the
  /// model.
  convenience init?<Root>(
    _ output: EncodingPlan, _ properties: [AnyProperty<Root>], _ options: MappingOptions<Root>
  ) {
    let policies = properties.map { property in
      property.nullIsNil ? property.traits.nilEncoding ?? options.nilEncoding : .null
    }
    guard options.afterEncoding.isEmpty, !policies.contains(.default),
      !properties.contains(where: { $0.mayBeAbsent || $0.traits.omitsDefault })
    else { return nil }
    self.init(
      output.fragments, properties.compactMap(\.storedValueWriter), omitsNil: policies.map { $0 == .omitted })
  }

  deinit {
    table.deallocate()
    text.deallocate()
  }

  /// Writes the model at a memory location.
  ///
  /// - Throws: an ``EncodingProblem``.
  @usableFromInline func run(at root: UnsafeRawPointer, to writer: inout JSONWriter) throws {
    // The common case skips the check for nil after each value, which takes a thirtieth of encoding.
    guard !mayOmitAny else { return try runOmitting(at: root, to: &writer) }
    for index in 0..<count {
      try table[index]._withUnsafeGuaranteedRef { step in
        writer.paddedFragment(step.text, step.count)
        try step.run(at: root, to: &writer)
      }
    }
    finish(&writer)
  }

  private func finish(_ writer: inout JSONWriter) {
    if let start = end.baseAddress { writer.paddedFragment(start, end.count) }
  }

  @inline(never) private func runOmitting(at root: UnsafeRawPointer, to writer: inout JSONWriter) throws {
    let start = writer.count
    for index in 0..<count {
      try table[index]._withUnsafeGuaranteedRef { step in
        writer.paddedFragment(step.text, step.count)
        let mark = writer.count
        try step.run(at: root, to: &writer)
        if let kept = step.kept, writer.endsWithNull(since: mark) {
          writer.truncate(to: mark - step.count + kept)
        }
      }
    }
    finish(&writer)
    if mayOmitFirst { writer.removeComma(at: start + 1) }
  }
}

/// The function that encodes one property, given the memory location of its model.
struct StoredValueWriter: Sendable {
  let offset: Int
  let write: @Sendable (UnsafeRawPointer, inout JSONWriter) throws -> Void
  /// Converts an error of ``write`` to a problem that names the property.
  let problem: @Sendable (any Error) -> EncodingProblem
  /// Creates a writer that uses the value's offset for a stored property of a struct, and the key path
  /// otherwise.
  ///
  /// Unsafe code is used because measurements justify it: encoding 100,000 models took 66 ms with offsets and
  /// 115 ms with key paths. `MemoryLayout.offset(of:)` returns an offset only for a stored property directly
  /// in `Root`, whose type at that offset is exactly `Value`.
  init<Root, Value>(_ property: Property<Root, Value>) {
    let (keyPath, write) = (property.keyPath, property.write)
    problem = { property.problem($0) }
    if let offset = MemoryLayout<Root>.offset(of: keyPath) {
      self.offset = offset
      self.write = write
      return
    }
    nonisolated(unsafe) let path = keyPath
    offset = 0
    self.write = { root, writer in
      let root = root.assumingMemoryBound(to: Root.self)
      try withUnsafePointer(to: root.pointee[keyPath: path]) { try write(UnsafeRawPointer($0), &writer) }
    }
  }
}
