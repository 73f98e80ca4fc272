import Synchronization

extension Mapping {
  /// Writes a model as one JSON object: its mapped properties in the order of the mapping.
  ///
  /// - Throws: what a reverse transformer throws, with the property named, or a ``MappingError``.
  @inlinable public func encode(_ root: Root, to writer: inout JSONWriter) throws {
    try withUnsafePointer(to: root) { try encode(at: $0, to: &writer) }
  }

  /// Writes the model that stands at a place in memory, as ``encode(_:to:)`` does.
  @inlinable public func encode(at place: UnsafePointer<Root>, to writer: inout JSONWriter) throws {
    if isTrusted.load(ordering: .relaxed), writer.context == nil, let program {
      do {
        try program._withUnsafeGuaranteedRef { try $0.run(at: UnsafeRawPointer(place), to: &writer) }
      } catch { throw named(error) }
    } else {
      try encodeWithCare(place.pointee, to: &writer)
    }
  }

  /// The error of the fast path with the property's name.
  @inline(never) @usableFromInline func named(_ error: any Error) -> any Error {
    guard let problem = error as? UnnamedEncodingProblem else { return error }
    return properties[problem.number].problem(problem.underlying)
  }

  @inline(never) @usableFromInline func encodeWithCare(_ root: Root, to writer: inout JSONWriter) throws {
    try check()
    let context = writer.context
    let selection = context.flatMap { $0.filters ? $0 : nil }
    writer.context = context?.forNestedModels
    defer { writer.context = context }
    try write(output.root, of: root, selection, to: &writer)
    if !options.afterEncoding.isEmpty || context?.everyModel != nil {
      writer.truncate(to: writer.count - 1)
      try writeAdditions(to: root, &writer)
      writer.endObject()
    }
  }

  /// Writes a container of the output; one that stays empty because everything in it was left out is undone.
  private func write(
    _ container: OutputPlan.Container, of root: Root, _ selection: EncodingContext?,
    to writer: inout JSONWriter
  ) throws {
    if container.isObject {
      writer.beginObject()
      for member in container.members {
        if case .merged(let number) = member.output {
          try writeMembers(of: number, root, selection, to: &writer)
        }
        guard case .key(let key) = member.component else { continue }
        let mark = writer.count
        writer.key(key)
        if try !write(member.output, of: root, selection, to: &writer) { writer.truncate(to: mark) }
      }
      writer.endObject()
    } else if container.members.isEmpty {
      writer.beginObject()
      writer.endObject()
    } else {
      try writeArray(container, of: root, selection, to: &writer)
    }
  }

  /// Writes the members of a property that stands for the whole object.
  private func writeMembers(
    of number: Int, _ root: Root, _ selection: EncodingContext?, to writer: inout JSONWriter
  ) throws {
    let property = properties[number]
    guard selection?.writes(property.name) ?? true else { return }
    var inner = JSONWriter()
    inner.context = writer.context
    guard try property.write(root, 0, &inner) else { return }
    for (key, value) in try JSONDocument(inner.finish()).root.members {
      writer.key(key.displayText)
      writer.rawJSON(value)
    }
  }

  /// Writes a container whose members are array indices; positions nothing is written to hold null.
  private func writeArray(
    _ container: OutputPlan.Container, of root: Root, _ selection: EncodingContext?,
    to writer: inout JSONWriter
  ) throws {
    var outputs: [Int: OutputPlan.Output] = [:]
    for case (.index(let index), let output) in container.members { outputs[index] = output }
    writer.beginArray()
    for index in 0...(outputs.keys.max() ?? 0) {
      writer.element()
      if let output = outputs[index], try write(output, of: root, selection, to: &writer) { continue }
      writer.null()
    }
    writer.endArray()
  }

  /// - Returns: false when nothing is to stand here, whatever was written.
  private func write(
    _ output: OutputPlan.Output, of root: Root, _ selection: EncodingContext?,
    to writer: inout JSONWriter
  ) throws -> Bool {
    switch output {
    case .merged: return false
    case .container(let container):
      let start = writer.count
      try write(container, of: root, selection, to: &writer)
      return writer.count - start > 2 || container.members.isEmpty
    case .value(let number, let member):
      let property = properties[number]
      guard selection?.writes(property.name) ?? true else { return false }
      let start = writer.count
      guard try property.write(root, member, &writer) else { return false }
      let policy = nullPolicy(of: property, writer)
      guard policy != .writeNull, writer.endsWithNull(since: start) else { return true }
      if policy == .omit { return false }
      writer.truncate(to: start)
      if try !property.writeDefault(member, &writer) { writer.null() }
      return true
    case .each(let number, let rest):
      let property = properties[number]
      guard selection?.writes(property.name) ?? true else { return false }
      writer.beginArray()
      for element in try property.elements(root) {
        writer.element()
        try write(element, at: rest[...], to: &writer)
      }
      writer.endArray()
      return true
    }
  }

  private func write(
    _ element: (inout JSONWriter) throws -> Void, at rest: ArraySlice<JSONKeyPath.Component>,
    to writer: inout JSONWriter
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

  private func nullPolicy(of property: ErasedProperty<Root>, _ writer: borrowing JSONWriter) -> NullPolicy {
    property.nullPolicy ?? writer.context?.nullPolicy ?? options.nullPolicy
  }
}

extension EncodingContext {
  /// What nested models inherit: everything but the selection of properties.
  var forNestedModels: EncodingContext {
    filters
      ? EncodingContext(profile: profile, nullPolicy: nullPolicy, userInfo: userInfo, everyModel: everyModel)
      : self
  }
}
