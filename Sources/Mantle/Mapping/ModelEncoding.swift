/// The general encoder of one model, for models whose layout depends on their values or on the options of the
/// call.
struct ModelEncoding<Root> {
  private let mapping: Mapping<Root>
  private let root: Root
  private let context: EncodingContext?
  /// The context of the call if its options select some of the model's members; nil if all members are
  /// written.
  private let selection: EncodingContext?

  init(_ mapping: Mapping<Root>, of root: Root, _ context: EncodingContext?) {
    self.mapping = mapping
    self.root = root
    self.context = context
    selection = context.flatMap { $0.filters ? $0 : nil }
  }

  @inline(never) func write(to writer: inout JSONWriter) throws {
    defer { writer.context = context }
    let plan = mapping.output
    switch mapping.plan.form {
    case .object: break
    case .array: return try writeArray(plan.root, beside: [], to: &writer)
    case .value: return try writeValue(to: &writer)
    }
    let start = writer.count
    let additions = try additions(writer)
    let wholes = try plan.wholes.compactMap { number in
      try object(of: number, writer).map { (number: number, object: $0) }
    }
    let replaced = Set(additions.map { ExactText($0.key) })
    for whole in wholes where !replaced.isEmpty { try checkKeys(of: whole, against: replaced) }
    var others = OtherMembers(of: wholes.map(\.object), besides: plan.rootKeys.union(replaced))
    writer.beginObject()
    for part in plan.order {
      switch part {
      case .member(let number):
        let member = plan.root.members[number]
        let isWritten = try write(member, beside: others.objects, to: &writer)
        if isWritten, !replaced.isEmpty, case .key(let key) = member.component {
          try checkIsNew(key, among: replaced)
        }
      case .whole(let number):
        if let whole = wholes.first(where: { $0.number == number }) {
          writer.members(of: whole.object, among: &others)
        }
      }
    }
    for (key, json) in additions {
      writer.writeKey(key)
      writer.writeRawJSON(json)
    }
    writer.endObject()
    guard !wholes.isEmpty else { return }
    try mapping.flattened.check(
      wholes, replacing: replaced, in: writer.bytes(since: start), context?.profile)
  }
}

// MARK: - Members that hooks add

extension ModelEncoding {
  /// Returns the members that hooks add. If hooks set a key several times, the last value is written.
  private func additions(_ writer: borrowing JSONWriter) throws -> [(key: String, json: [UInt8])] {
    let (hooks, everyModel) = (mapping.options.afterEncoding, context?.options.everyModel)
    guard !hooks.isEmpty || everyModel != nil else { return [] }
    // A selection contains an added member as a whole or not at all.
    let context = context?.forModels(in: "")
    var additions = JSONAdditions(in: context, writer.ancestors)
    for hook in hooks { try hook(root, &additions) }
    let omitsNil = (context?.nilEncoding ?? mapping.options.nilEncoding) == .omitted
    additions.members.removeAll { member in
      omitsNil && member.json == Array("null".utf8) || selection?.writes(member.key) == false
    }
    // Members added by the call itself are written regardless of its selection.
    try everyModel?(mapping.name, &additions)
    return additions.members
  }

  /// Checks that hooks add no key that a flattened model maps. Other keys in the flattened model's object,
  /// such as unmapped keys that it holds, may be replaced by hooks.
  ///
  /// - Throws: an ``EncodingProblem`` for a key that the model maps.
  private func checkKeys(of whole: (number: Int, object: JSONNode), against added: Set<ExactText>) throws {
    guard case .model = mapping.properties[whole.number].shape.unwrapped else { return }
    for member in whole.object.members {
      let key = member.key.displayText
      guard added.contains(ExactText(key)),
        mapping.flattened.maps(key, in: whole.object, of: whole.number, context?.profile)
      else { continue }
      try checkIsNew(key, among: added)
    }
  }

  private func checkIsNew(_ key: String, among added: Set<ExactText>) throws {
    guard added.contains(ExactText(key)) else { return }
    throw EncodingProblem(
      TransformError(expected: "a key that is not written by a property", found: "`\(key)` in a hook"),
      in: key, of: mapping.name)
  }
}

// MARK: - Containers

extension ModelEncoding {
  /// Returns the object that the property with the index `number`, which has the empty path, is encoded as;
  /// nil if the property is nil, absent or excluded by the options of the call.
  ///
  /// - Throws: an ``EncodingProblem`` if the property's JSON is not an object, or would be decoded as an
  ///   absent property.
  private func object(of number: Int, _ writer: borrowing JSONWriter) throws -> JSONNode? {
    let property = mapping.properties[number]
    guard selection?.writes(property.name) ?? true else { return nil }
    var inner = JSONWriter()
    inner.context = context?.forModels(in: property.name)
    inner.ancestors = writer.ancestors
    guard try property.write(root, member: 0, to: &inner) else { return nil }
    let object = try JSONDocument(parsing: JSONBytes(inner.finish()), limits: JSONLimits(depth: .max)).root
    if object.isNull, property.shape.isOptional, !property.mayBeAbsent { return nil }
    guard object.kind == .object else {
      throw property.problem(
        TransformError(
          expected: "an object, whose keys are among those of the model",
          found: Shortened.text(object.rawText)))
    }
    guard selection == nil, !property.isRequired,
      mapping.flattened.isAbsent(number, in: object, context?.profile)
    else { return object }
    var normal = JSONWriter()
    normal.context = inner.context
    guard try property.writeDefault(member: 0, to: &normal), normal.text == inner.text else {
      throw property.problem(
        TransformError(
          expected: "a value with at least one key: a value without keys decodes as absent"))
    }
    return object
  }

  /// Writes the model as the value of its only property. A nil value is never omitted.
  private func writeValue(to writer: inout JSONWriter) throws {
    guard let number = mapping.output.wholes.first else { return writer.writeNull() }
    let property = mapping.properties[number]
    let start = writer.count
    writer.context = context?.forModels(in: property.name)
    guard selection?.writes(property.name) ?? true, try property.write(root, member: 0, to: &writer) else {
      throw property.problem(
        TransformError(
          expected: "a value, because the model has no other property", found: "none"))
    }
    guard nilEncoding(of: property, writer) == .default, writer.endsWithNull(since: start) else { return }
    writer.truncate(to: start)
    if try !property.writeDefault(member: 0, to: &writer) { writer.writeNull() }
  }

  /// Writes a member of an object.
  ///
  /// - Parameter others: the objects at the path of the enclosing object in the JSON of properties at the
  ///   empty path. Their values for the same key are merged into the member.
  /// - Returns: false if the member is omitted.
  private func write(
    _ member: EncodingPlan.Container.Member, beside others: [JSONNode], to writer: inout JSONWriter
  ) throws -> Bool {
    guard case .key(let key) = member.component else { return false }
    let start = writer.count
    writer.writeKey(key)
    let inside = others.isEmpty ? [] : others.compactMap { $0[key] }
    let isWritten = try write(member.output, beside: inside, to: &writer)
    if !isWritten { writer.truncate(to: start) }
    return isWritten
  }

  /// Writes an object or array of the encoding plan, merged with the containers at the same path in the JSON
  /// of properties at the empty path.
  private func write(
    _ container: EncodingPlan.Container, beside objects: [JSONNode], to writer: inout JSONWriter
  ) throws {
    guard container.isObject || container.members.isEmpty else {
      return try writeArray(container, beside: objects, to: &writer)
    }
    writer.beginObject()
    for member in container.members { _ = try write(member, beside: objects, to: &writer) }
    if !objects.isEmpty {
      var others = OtherMembers(of: objects, besides: container.keys)
      for object in objects { writer.members(of: object, among: &others) }
    }
    writer.endObject()
  }

  /// Writes an array whose elements come from paths with indices. An element without a value is written as
  /// `null`, except at the end.
  private func writeArray(
    _ container: EncodingPlan.Container, beside others: [JSONNode], to writer: inout JSONWriter
  ) throws {
    var outputs: [Int: EncodingPlan.Output] = [:]
    for member in container.members {
      if case .index(let index) = member.component { outputs[index] = member.output }
    }
    let count = max(outputs.keys.max().map { $0 + 1 } ?? 0, others.map(\.count).max() ?? 0)
    writer.beginArray()
    var end = writer.count
    for index in 0..<count {
      writer.beginElement()
      let inside = others.compactMap { $0[index] }
      if let output = outputs[index], try write(output, beside: inside, to: &writer) {
        end = writer.count
      } else if outputs[index] == nil, !inside.isEmpty {
        writer.merged(inside)
        end = writer.count
      } else {
        writer.writeNull()
      }
    }
    // An array needs no null for values that are omitted at its end.
    writer.truncate(to: end)
    writer.endArray()
  }

  /// Writes the output for one key or array index: a value, a container or a list.
  ///
  /// - Returns: false if the output is omitted and nothing is written.
  private func write(
    _ output: EncodingPlan.Output, beside others: [JSONNode], to writer: inout JSONWriter
  ) throws -> Bool {
    let start = writer.count
    let isKept = try writeOrOmit(output, beside: others, to: &writer)
    if !isKept { writer.truncate(to: start) }
    return isKept
  }

  /// Writes the output for one key or array index, and decides whether it is omitted.
  ///
  /// - Returns: false if the output is to be omitted; the caller then removes any text that was written.
  private func writeOrOmit(
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
      if property.traits.omitsDefault, try isDefault(writer.bytes(since: start), of: property, writer) {
        return false
      }
      let policy = nilEncoding(of: property, writer)
      // A type that distinguishes a missing key from null decides between them itself.
      guard policy != .null, !property.mayBeAbsent, writer.endsWithNull(since: start), property.nullIsNil
      else {
        return true
      }
      if policy == .omitted { return try omit(number) }
      writer.truncate(to: start)
      if try !property.writeDefault(member: member, to: &writer) { writer.writeNull() }
      return true
    case .each(let number, let rest):
      let property = mapping.properties[number]
      guard selection?.writes(property.name) ?? true else { return false }
      writer.context = context?.forModels(in: property.name)
      do { return try writeElements(of: number, rest, beside: others, to: &writer) } catch {
        throw property.problem(error)
      }
    }
  }

  /// Writes the elements of a list, each at a path inside its own object, as for `labels[].name`. A nil list
  /// is written as the property's setting for nil says.
  private func writeElements(
    of number: Int, _ rest: [JSONKeyPath.Component], beside others: [JSONNode], to writer: inout JSONWriter
  ) throws -> Bool {
    let property = mapping.properties[number]
    var elements = try property.elements(root)
    if elements == nil {
      switch nilEncoding(of: property, writer) {
      case .omitted: return try omit(number)
      case .null: break
      case .default: elements = try property.defaultElements()
      }
    }
    guard let elements else {
      writer.writeNull()
      return true
    }
    writer.beginArray()
    for (index, element) in elements.enumerated() {
      writer.beginElement()
      try write(element, at: rest[...], beside: others.compactMap { $0[index] }, to: &writer)
    }
    writer.endArray()
    return true
  }

  private func write(
    _ element: ElementWriter, at rest: ArraySlice<JSONKeyPath.Component>, beside others: [JSONNode],
    to writer: inout JSONWriter
  ) throws {
    switch rest.first {
    case .key(let key):
      writer.beginObject()
      writer.writeKey(key)
      try write(element, at: rest.dropFirst(), beside: others.compactMap { $0[key] }, to: &writer)
      if !others.isEmpty {
        var further = OtherMembers(of: others, besides: [ExactText(key)])
        for object in others { writer.members(of: object, among: &further) }
      }
      writer.endObject()
    case .index(let index):
      writer.beginArray()
      for place in 0..<max(index + 1, others.map(\.count).max() ?? 0) {
        writer.beginElement()
        let inside = others.compactMap { $0[place] }
        if place == index {
          try write(element, at: rest.dropFirst(), beside: inside, to: &writer)
        } else {
          writer.merged(inside)
        }
      }
      writer.endArray()
    case .each, nil: try element(&writer)
    }
  }

  /// Returns whether encoded JSON equals the encoded default of a property.
  private func isDefault(
    _ json: [UInt8], of property: AnyProperty<Root>, _ writer: borrowing JSONWriter
  ) throws -> Bool {
    var normal = JSONWriter(capacity: 64)
    normal.context = writer.context
    normal.ancestors = writer.ancestors
    return try property.writeDefault(member: 0, to: &normal) && normal.finish() == json
  }

  private func nilEncoding(of property: AnyProperty<Root>, _ writer: borrowing JSONWriter) -> NilEncoding {
    property.traits.nilEncoding ?? writer.context?.nilEncoding ?? mapping.options.nilEncoding
  }

  /// Checks that the property with the index `number`, whose value is nil, may be omitted.
  ///
  /// - Returns: false, because nothing is written.
  /// - Throws: an ``EncodingProblem`` if the options of the call omit nil, and an absent key would not be
  ///   decoded as nil.
  private func omit(_ number: Int) throws -> Bool {
    let property = mapping.properties[number]
    guard context?.nilEncoding == .omitted, property.traits.nilEncoding == nil, selection == nil,
      let reason = mapping.reasonsAgainstOmission[number]
    else { return false }
    throw property.problem(
      MappingError(model: mapping.name, properties: [property.name], reason: .other(reason)))
  }
}

/// Several objects to merge into one object, and the keys of the merged object that must not be written
/// again.
private struct OtherMembers {
  let objects: [JSONNode]
  /// The keys that are already written to the merged object, or that the encoding plan writes.
  var written: Set<ExactText>

  init(of objects: [JSONNode], besides keys: @autoclosure () -> Set<ExactText>) {
    self.objects = objects
    written = objects.isEmpty ? [] : keys()
  }
}

extension JSONWriter {
  /// Writes the members of an object whose keys are not written yet. Each value is merged with the values of
  /// the same key in the other objects.
  fileprivate mutating func members(of object: JSONNode, among others: inout OtherMembers) {
    for member in object.members {
      let key = member.key.displayText
      guard others.written.insert(ExactText(key)).inserted else { continue }
      self.member(key: member.key)
      merged(others.objects.compactMap { $0[key] })
    }
  }

  /// Writes one value in place of the values at the same path in several objects. Containers of one kind are
  /// merged; otherwise the first value that is not null is written.
  fileprivate mutating func merged(_ values: [JSONNode]) {
    let present = values.filter { !$0.isNull }
    guard let first = present.first else { return writeNull() }
    let same = present.filter { $0.kind == first.kind }
    guard same.count > 1, first.kind.isContainer else { return writeRawJSON(first) }
    if first.kind == .object {
      beginObject()
      var others = OtherMembers(of: same, besides: [])
      for object in same { members(of: object, among: &others) }
      endObject()
    } else {
      beginArray()
      for index in 0..<(same.map(\.count).max() ?? 0) {
        beginElement()
        merged(same.compactMap { $0[index] })
      }
      endArray()
    }
  }

  private mutating func member(key: JSONNode) {
    separate()
    writeRawJSON(key)
    byte(ASCII.colon)
  }
}
