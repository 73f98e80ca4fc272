import Synchronization

extension Mapping {
  /// Encodes a model as one JSON object with its mapped properties in the order of the mapping.
  ///
  /// - Throws: an ``EncodingProblem`` with the property and the error of its transformer, or a
  ///   ``MappingError``.
  @inlinable public func encode(_ root: Root, to writer: inout JSONWriter) throws {
    try withUnsafePointer(to: root) { try encode(at: $0, to: &writer) }
  }

  /// Encodes the model at a memory location, like ``encode(_:to:)``. The code is shared by all models,
  /// because it does not depend on the type.
  @inline(never) @usableFromInline
  func encode(at place: UnsafePointer<Root>, to writer: inout JSONWriter) throws {
    try writer.ancestors.checkStack()
    if isClass { try encodeObject(at: place, to: &writer) } else { try encodeContent(at: place, to: &writer) }
  }

  /// Encodes an instance of a class, which may contain itself.
  @inline(never) private func encodeObject(at place: UnsafePointer<Root>, to writer: inout JSONWriter) throws
  {
    let object = place.pointee as AnyObject
    try writer.ancestors.enter(object)
    defer { writer.ancestors.leave(object) }
    try encodeContent(at: place, to: &writer)
  }

  @inline(__always) private func encodeContent(at place: UnsafePointer<Root>, to writer: inout JSONWriter)
    throws
  {
    if isVerified.load(ordering: .relaxed), writer.context == nil, let compiledEncoder {
      try compiledEncoder._withUnsafeGuaranteedRef { try $0.run(at: UnsafeRawPointer(place), to: &writer) }
    } else {
      try checkDefinition()
      try ModelEncoding(self, of: place.pointee, writer.context).write(to: &writer)
    }
  }
}

/// The encoding of one model whose layout depends on its values or on the context.
struct ModelEncoding<Root> {
  private let mapping: Mapping<Root>
  private let root: Root
  private let context: EncodingContext?
  /// The context that selects the members of the outermost model; nil for all.
  private let selection: EncodingContext?

  init(_ mapping: Mapping<Root>, of root: Root, _ context: EncodingContext?) {
    self.mapping = mapping
    self.root = root
    self.context = context
    selection = context.flatMap { $0.filters ? $0 : nil }
  }

  @inline(never) func write(to writer: inout JSONWriter) throws {
    defer { writer.context = context }
    let start = writer.count
    let wholes = try mapping.output.wholes.compactMap { number in
      try members(of: mapping.properties[number], writer).map { (number: number, object: $0) }
    }
    try write(mapping.output.root, beside: wholes.map(\.object), to: &writer)
    if !wholes.isEmpty {
      try mapping.flattened.check(wholes, in: writer.bytes(since: start), context?.profile)
    }
    if !mapping.options.afterEncoding.isEmpty || context?.everyModel != nil, !mapping.plan.isArray {
      writer.truncate(to: writer.count - 1)
      try writeAdditions(to: &writer)
      writer.endObject()
    }
  }

  /// Writes the members that hooks add.
  private func writeAdditions(to writer: inout JSONWriter) throws {
    // Added members are selected as a whole.
    writer.context = context?.forModels(in: "")
    var additions = JSONAdditions(in: writer)
    for hook in mapping.options.afterEncoding { try hook(root, &additions) }
    let omitsNil = (writer.context?.nullPolicy ?? mapping.options.nullPolicy) == .omit
    additions.members.removeAll { member in
      omitsNil && member.json == Array("null".utf8) || selection?.writes(member.key) == false
    }
    // Members added by the call itself are written regardless of its selection.
    try writer.context?.everyModel?(mapping.name, &additions)
    for member in additions.members {
      writer.key(member.key)
      writer.rawJSON(member.json)
    }
  }

  /// Returns the object that a property representing the whole object is encoded as; nil if it is encoded as
  /// another kind.
  private func members(of property: AnyProperty<Root>, _ writer: borrowing JSONWriter) throws -> JSONNode? {
    guard selection?.writes(property.name) ?? true else { return nil }
    var inner = JSONWriter()
    inner.context = context?.forModels(in: property.name)
    inner.ancestors = writer.ancestors
    guard try property.write(root, member: 0, to: &inner) else { return nil }
    let object = try JSONDocument(parsing: JSONBytes(inner.finish()), limits: JSONLimits(depth: .max)).root
    // If only nil values are omitted, an object without keys represents nil.
    if object.kind == .object, object.count == 0, !property.isRequired, selection == nil,
      writer.context?.nullPolicy == nil, case .model = property.shape.unwrapped
    {
      throw property.problem(
        TransformError(
          expected: "a model that writes a key: one that writes none is read as if it were not there"))
    }
    return object
  }

  /// Writes a container of the output, and removes it again if it stays empty because all of its members are
  /// omitted.
  ///
  /// - Parameter others: the containers at the same path in properties that represent the whole object; their
  ///   members are added unless the plan writes them.
  private func write(
    _ container: EncodingPlan.Container, beside others: [JSONNode], to writer: inout JSONWriter
  ) throws {
    guard container.isObject || container.members.isEmpty else {
      return try writeArray(container, beside: others, to: &writer)
    }
    writer.beginObject()
    for member in container.members {
      guard case .key(let key) = member.component else { continue }
      let mark = writer.count
      writer.key(key)
      let inside = others.compactMap { $0[key] }
      if try !write(member.output, beside: inside, to: &writer) {
        writer.truncate(to: mark)
      }
    }
    writer.members(of: others, besides: container.keys)
    writer.endObject()
  }

  /// Writes a container whose members are array indices; positions without a value are `null`.
  private func writeArray(
    _ container: EncodingPlan.Container, beside others: [JSONNode], to writer: inout JSONWriter
  ) throws {
    var outputs: [Int: EncodingPlan.Output] = [:]
    for case (.index(let index), let output) in container.members { outputs[index] = output }
    let count = max(outputs.keys.max().map { $0 + 1 } ?? 0, others.map(\.count).max() ?? 0)
    writer.beginArray()
    var end = writer.count
    for index in 0..<count {
      writer.element()
      let inside = others.compactMap { $0[index] }
      if let output = outputs[index], try write(output, beside: inside, to: &writer) {
        end = writer.count
      } else if outputs[index] == nil, let other = inside.first {
        writer.rawJSON(other)
        end = writer.count
      } else {
        writer.null()
      }
    }
    // Values that are omitted at the end need no null.
    writer.truncate(to: end)
    writer.endArray()
  }

  /// - Returns: false if the value is to be omitted, even if it was written.
  private func write(
    _ output: EncodingPlan.Output, beside others: [JSONNode], to writer: inout JSONWriter
  ) throws -> Bool {
    switch output {
    case .container(let container):
      let start = writer.count
      try write(container, beside: others, to: &writer)
      return writer.count - start > 2 || container.members.isEmpty
    case .value(let number, let member):
      let property = mapping.properties[number]
      guard selection?.writes(property.name) ?? true else { return false }
      let start = writer.count
      writer.context = context?.forModels(in: property.name)
      guard try property.write(root, member: member, to: &writer) else { return false }
      let policy = nullPolicy(of: property, writer)
      // A type that distinguishes a missing key from null decides between them itself.
      guard policy != .writeNull, !property.mayBeAbsent, writer.endsWithNull(since: start) else {
        return true
      }
      if policy == .omit { return false }
      writer.truncate(to: start)
      if try !property.writeDefault(member: member, to: &writer) { writer.null() }
      return true
    case .each(let number, let rest):
      let property = mapping.properties[number]
      guard selection?.writes(property.name) ?? true else { return false }
      writer.context = context?.forModels(in: property.name)
      do { return try writeElements(of: property, rest, to: &writer) } catch {
        throw property.problem(error)
      }
    }
  }

  /// Writes the elements of a list, each at a path inside its own object. A nil list is written according to
  /// the null policy.
  private func writeElements(
    of property: AnyProperty<Root>, _ rest: [JSONKeyPath.Component], to writer: inout JSONWriter
  ) throws -> Bool {
    var elements = try property.elements(root)
    if elements == nil {
      switch nullPolicy(of: property, writer) {
      case .omit: return false
      case .writeNull: break
      case .writeDefault: elements = try property.defaultElements()
      }
    }
    guard let elements else {
      writer.null()
      return true
    }
    writer.beginArray()
    for element in elements {
      writer.element()
      try write(element, at: rest[...], to: &writer)
    }
    writer.endArray()
    return true
  }

  private func write(
    _ element: ElementWriter, at rest: ArraySlice<JSONKeyPath.Component>, to writer: inout JSONWriter
  ) throws {
    switch rest.first {
    case .key(let key):
      writer.beginObject()
      writer.key(key)
      try write(element, at: rest.dropFirst(), to: &writer)
      writer.endObject()
    case .index(let index):
      writer.beginArray()
      for _ in 0..<index {
        writer.element()
        writer.null()
      }
      writer.element()
      try write(element, at: rest.dropFirst(), to: &writer)
      writer.endArray()
    case .each, nil: try element(&writer)
    }
  }

  private func nullPolicy(of property: AnyProperty<Root>, _ writer: borrowing JSONWriter) -> NullPolicy {
    property.traits.nullPolicy ?? writer.context?.nullPolicy ?? mapping.options.nullPolicy
  }
}

extension EncodingPlan.Container {
  fileprivate var keys: Set<ExactText> {
    Set(members.compactMap { if case .key(let key) = $0.component { ExactText(key) } else { nil } })
  }
}

extension JSONWriter {
  /// Writes the members of objects as they are in the document, except for those that are already written.
  fileprivate mutating func members(
    of objects: [JSONNode], besides written: @autoclosure () -> Set<ExactText>
  ) {
    if objects.isEmpty { return }
    var written = written()
    for object in objects {
      let members = object.members.filter { !written.contains(ExactText($0.key.displayText)) }
      for member in members {
        separate()
        rawJSON(member.key)
        byte(UInt8(ascii: ":"))
        rawJSON(member.value)
      }
      written.formUnion(members.map { ExactText($0.key.displayText) })
    }
  }
}
