extension Mapping {
  /// Creates a mapping whose properties are known only at run time and have one type, such as the mapping of
  /// a definition.
  ///
  /// - Parameter make: a closure that creates the model from the values in the order of the properties.
  @inlinable package convenience init<Value>(
    named name: String, listing properties: [Property<Root, Value>],
    _ make: @escaping @Sendable ([Value]) throws -> Root
  ) {
    self.init(
      named: name, listing: properties, make,
      decode: { json, mapping in
        let start = mapping.begin(json)
        return try mapping.plan.withSlots(of: json) { slots in
          if json.context.mark != start { mapping.attribute(nil, since: start, json) }
          if json.context.reportsPresence(of: json) { mapping.markPresent(in: json, slots) }
          var values: [Value] = []
          values.reserveCapacity(properties.count)
          var index = 0
          do {
            for property in properties {
              index += 1
              values.append(try mapping.decode(property, at: index - 1, in: json, slots))
            }
            return try make(values)
          } catch { throw mapping.failed(error, after: index, in: json, slots, since: start) }
        }
      })
  }

  /// Creates a mapping from a list of properties of one type and a decoding function, in code that the
  /// compiler does not specialize for the type.
  @usableFromInline convenience init<Value>(
    named name: String, listing properties: [Property<Root, Value>],
    _ make: @escaping @Sendable ([Value]) throws -> Root,
    decode: @escaping (JSONCursor, Mapping<Root>) throws -> Root
  ) {
    let listed = Mapping(
      properties,
      Engine(
        decode: decode,
        assemble: { assembler in
          try make(
            properties.enumerated().map { try assembler.value(of: $0.element, at: $0.offset) })
        }))
    var options = MappingOptions<Root>()
    // Values and properties are lists in the same order, so no initializer can exchange values.
    options.reordering = []
    options.isNamed = true
    self.init(listed, name: name, options: options)
  }
}

extension JSONTransformer {
  /// Returns a transformer for models whose mapping is looked up on demand, so that mappings may refer to
  /// each other.
  package static func model(
    named name: String, _ find: @escaping @Sendable () -> Mapping<Value>
  ) -> JSONTransformer {
    var transformer = JSONTransformer(
      nil, shape: .model(ModelReference(name, always: { _ in find().description })),
      decode: { try find().decode($0) }, encode: { try find().encode($0, to: &$1) })
    transformer.traits.origin = { $0.source(FoundMapping(find: find)) }
    return transformer
  }
}

/// The mapping of a model, looked up on demand. It is the source from which a transformer derives its values,
/// so that archives can find the mapping.
package struct FoundMapping<Root>: Sendable {
  package let find: @Sendable () -> Mapping<Root>
}
