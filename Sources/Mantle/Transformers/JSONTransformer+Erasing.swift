// Transformers of values whose type is known only when the program runs: those of definitions.

extension JSONTransformer {
  /// The same transformer for values that are kept as another type. Unlike ``then(_:)`` it keeps its name.
  @inlinable package func converted<Next>(
    _ forward: @escaping @Sendable (Value) throws -> Next,
    _ reverse: @escaping @Sendable (Next) throws -> Value
  ) -> JSONTransformer<Next> {
    converted(forward, reverse) { [decode] in try forward(try decode($0)) }
  }

  /// What no code for the two types has to be made for.
  @usableFromInline func converted<Next>(
    _ forward: @escaping @Sendable (Value) throws -> Next,
    _ reverse: @escaping @Sendable (Next) throws -> Value,
    decode: @escaping @Sendable (JSONCursor) throws -> Next
  ) -> JSONTransformer<Next> {
    var traits = traits
    traits.origin = traits.origin ?? TransformerOrigin.Own<Value>()
    return JSONTransformer<Next>(
      name, shape: shape, decode: decode,
      writing: encode.map { encode in JSONWriting { try encode(reverse($0), &$1) } },
      valueForAbsentKey: { [valueForAbsentKey] in valueForAbsentKey().flatMap { try? forward($0) } },
      traits: traits.converted(forward, reverse))
  }

  /// The transformer with null and absence standing for nil, where its values may be nil already.
  @inlinable package func nullable<Wrapped>() -> JSONTransformer where Value == Wrapped? {
    nullable { [decode] in $0.isNull ? nil : try decode($0) }
  }

  @usableFromInline func nullable<Wrapped>(
    _ decode: @escaping @Sendable (JSONCursor) throws -> Value
  ) -> JSONTransformer where Value == Wrapped? {
    var traits = traits
    traits.isNilWhenAbsent = true
    traits.origin = traits.origin.map { TransformerOrigin.Nullable<Wrapped>(base: $0) }
    return JSONTransformer(
      name, shape: .optional(shape), decode: decode,
      writing: encode.map { encode in
        JSONWriting { value, writer in
          if value == nil { writer.null() } else { try encode(value, &writer) }
        }
      },
      valueForAbsentKey: { .some(nil) }, traits: traits)
  }

  /// The transformer for every element of an array whose order means nothing: a set in archives.
  package var unordered: JSONTransformer<[Value]> {
    var transformer = array
    transformer.traits.origin = traits.origin.map { TransformerOrigin.Unordered<Value>(element: $0) }
    return transformer
  }

  /// Reads a value.
  ///
  /// - Throws: what is wrong with it, without a place.
  package func value(of json: JSONValue) throws -> Value {
    try json.node.withCursor(DecodingContext(leastSeverity: .error)) { try decode($0) }
  }

  /// The JSON of a value; nil where there is no way back.
  package func json(of value: Value) throws -> JSONValue? {
    guard let encode else { return nil }
    var writer = JSONWriter()
    try encode(value, &writer)
    return JSONValue(try JSONDocument(writer.finish()))
  }

  /// The first of several transformers that takes a value.
  ///
  /// - Parameter candidates: the transformers, and whether a value is one of theirs; the last one that takes a value
  ///   says what is wrong with it.
  package static func first(
    of candidates: [(transformer: JSONTransformer, takes: @Sendable (JSONCursor) -> Bool)], shape: ValueShape
  ) -> JSONTransformer {
    JSONTransformer(
      nil, shape: shape,
      decode: { json in
        guard let fitting = candidates.first(where: { $0.takes(json) }) else {
          throw json.mismatch(
            expected: candidates.map(\.transformer.shape.expectation).joined(separator: " or "))
        }
        return try fitting.transformer.decode(json)
      },
      encode: { value, writer in
        let start = writer.count
        var refusal: any Error = TransformError(expected: "a value of the type", found: "\(value)")
        for candidate in candidates {
          do { return try candidate.transformer.encode?(value, &writer) ?? () } catch { refusal = error }
          writer.truncate(to: start)
        }
        throw refusal
      })
  }
}

extension JSONTransformer<String> {
  /// One of some texts. Others are kept as they are, with a warning.
  package static func openCases(_ texts: [String]) -> JSONTransformer {
    cases(texts) { json, problem in
      json.context.record(.warning, problem, model: nil, property: nil)
    }
  }

  /// One of some texts. Others are an error.
  package static func closedCases(_ texts: [String]) -> JSONTransformer {
    cases(texts) { _, problem in throw problem }
  }

  private static func cases(
    _ texts: [String], unknown: @escaping @Sendable (JSONCursor, DecodingProblem) throws -> Void
  ) -> JSONTransformer {
    let table = CaseTable(texts)
    return JSONTransformer(
      "cases", shape: .enumeration(texts),
      decode: { json in
        guard json.is(.string) else {
          throw json.mismatch(expected: texts.asAlternatives, hint: json.hint(among: texts))
        }
        let index = table.find(json)
        if index >= 0 { return texts[index] }
        let text = try json.string()
        try unknown(
          json,
          DecodingProblem(
            .unknownCase, at: json.index, expected: texts.asAlternatives, found: json.foundText,
            hint: json.hint(among: texts)))
        return text
      },
      encode: { text, writer in writer.string(text) })
  }
}
