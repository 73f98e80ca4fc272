// Transformers of values whose types are known only at run time, such as those of definitions.

extension JSONTransformer {
  /// Returns a transformer that converts the values of this transformer to another type, in which a model
  /// stores them. Unlike ``then(_:)``, the method preserves the transformer's name.
  ///
  /// - Parameters:
  ///   - forward: Converts a decoded value.
  ///   - reverse: Converts a value to encode.
  @inlinable package func converted<Next>(
    _ forward: @escaping @Sendable (Value) throws -> Next,
    _ reverse: @escaping @Sendable (Next) throws -> Value
  ) -> JSONTransformer<Next> {
    converted(forward, reverse) { [decode] in try forward(try decode($0)) }
  }

  /// Returns a transformer that converts the values of this transformer to another type, given the function
  /// that decodes and converts. This function is not specialized for the two types, which reduces the size of
  /// the code.
  @usableFromInline func converted<Next>(
    _ forward: @escaping @Sendable (Value) throws -> Next,
    _ reverse: @escaping @Sendable (Next) throws -> Value,
    decode: @escaping @Sendable (JSONCursor) throws -> Next
  ) -> JSONTransformer<Next> {
    var traits = traits
    traits.origin = traits.origin ?? { $0.own(Value.self) }
    return JSONTransformer<Next>(
      name, shape: shape, decode: decode,
      writing: encode.map { encode in JSONWriting { try encode(reverse($0), &$1) } },
      valueForAbsentKey: { [valueForAbsentKey] in valueForAbsentKey().flatMap { try? forward($0) } },
      traits: traits.converted(forward, reverse))
  }

  /// Returns a transformer that decodes null and an absent key as nil. The values of this transformer are
  /// already optionals, and ``optional`` would wrap them in another optional.
  @inlinable package func nullable<Wrapped>() -> JSONTransformer where Value == Wrapped? {
    nullable { [decode] in $0.isNull ? nil : try decode($0) }
  }

  /// Returns a transformer that decodes null and an absent key as nil, given the function that decodes null,
  /// too. This function is not specialized for the type, which reduces the size of the code.
  @usableFromInline func nullable<Wrapped>(
    _ decode: @escaping @Sendable (JSONCursor) throws -> Value
  ) -> JSONTransformer where Value == Wrapped? {
    var traits = traits
    traits.isNilWhenAbsent = true
    traits.origin = traits.origin.map { base -> TransformerOrigin in { $0.nullable(Wrapped.self, of: base) } }
    return JSONTransformer(
      name, shape: .optional(shape), decode: decode,
      writing: encode.map { encode in
        JSONWriting { value, writer in
          if value == nil { writer.writeNull() } else { try encode(value, &writer) }
        }
      },
      valueForAbsentKey: { .some(nil) }, traits: traits)
  }

  /// The transformer for arrays of these values whose order is insignificant. Archives store such an array as
  /// a set.
  package var unordered: JSONTransformer<[Value]> {
    var transformer = array
    transformer.traits.origin = traits.origin.map { element -> TransformerOrigin in
      { $0.array(Value.self, of: element, isUnordered: true) }
    }
    return transformer
  }

  /// Decodes a value from JSON that is not part of a document.
  ///
  /// - Throws: A ``DecodingProblem`` without a location.
  package func value(of json: JSONValue) throws -> Value {
    try json.node.withCursor(DecodingContext(minimumSeverity: .error)) { try decode($0) }
  }

  /// Returns the JSON of a value; nil if the transformer is decode-only.
  ///
  /// - Throws: The errors of encoding.
  package func json(of value: Value) throws -> JSONValue? {
    guard let encode else { return nil }
    var writer = JSONWriter()
    try encode(value, &writer)
    return JSONValue(try JSONDocument(writer.finish()))
  }

  /// Returns a transformer that decodes a value with the first of several transformers whose closure accepts
  /// the JSON.
  ///
  /// Encoding tries the transformers in order; if all fail, the error of the last one is thrown.
  ///
  /// - Parameters:
  ///   - candidates: The transformers, each with a closure that inspects the JSON and decides whether to use
  ///     the transformer.
  ///   - shape: The shape of the JSON for display.
  package static func first(
    of candidates: [(transformer: JSONTransformer, takes: @Sendable (JSONCursor) -> Bool)], shape: ValueShape
  ) -> JSONTransformer {
    JSONTransformer(
      nil, shape: shape,
      decode: { json in
        guard let fitting = candidates.first(where: { $0.takes(json) }) else {
          throw json.mismatch(
            expected: candidates.map(\.transformer.expectation).joined(separator: " or "))
        }
        return try fitting.transformer.decode(json)
      },
      encode: { value, writer in
        let start = writer.count
        var refusal: any Error = TransformError(expected: "a value of the type", found: "\(value)")
        for encode in candidates.compactMap(\.transformer.encode) {
          do { return try encode(value, &writer) } catch { refusal = error }
          writer.truncate(to: start)
        }
        throw refusal
      })
  }
}

extension JSONTransformer<String> {
  /// Returns a transformer for strings that should be one of the given strings. Any other string is decoded
  /// unchanged, with a warning.
  package static func openCases(_ texts: [String]) -> JSONTransformer {
    cases(texts) { json, problem in
      json.context.record(.warning, problem, model: nil, property: nil)
    }
  }

  /// Returns a transformer for strings that must be one of the given strings. Any other string is an error.
  package static func closedCases(_ texts: [String]) -> JSONTransformer {
    cases(texts) { _, problem in throw problem }
  }

  /// Returns a transformer for strings from a list.
  ///
  /// - Parameters:
  ///   - texts: the known strings.
  ///   - unknown: Receives the problem of any other string, and either records or throws it.
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
      encode: { text, writer in writer.writeString(text) })
  }
}
