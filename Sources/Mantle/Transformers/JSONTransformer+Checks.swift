extension JSONTransformer {
  /// The transformer with a check of what it read; the check is not applied on the way out.
  ///
  ///     let percent = JSONTransformer<Int>.natural.checked("a number from 0 to 100") { (0...100).contains($0) }
  ///
  /// - Parameters:
  ///   - expected: what a good value is, as a phrase for the diagnostic: `a positive number`.
  @preconcurrency public func checked(
    _ expected: String, _ isValid: @escaping @Sendable (Value) throws -> Bool
  ) -> JSONTransformer {
    checking { value in
      guard try isValid(value) else { throw TransformError(expected: expected) }
      return value
    }
  }

  /// The transformer with what it read required to be of a narrower type, e.g. one class of a cluster.
  ///
  /// A value of another type is an error that names both types. Nil is not a value: lift with ``optional``.
  public func checked<Part>(as type: Part.Type) -> JSONTransformer<Part> {
    let narrowed: @Sendable (Value) throws -> Part = { value in
      if let part = value as? Part { return part }
      throw TransformError(expected: "a \(type)", found: "a \(Swift.type(of: value))")
    }
    let widened: @Sendable (Part) throws -> Value = { part in
      if let value = part as? Value { return value }
      throw TransformError(.typeMismatch, expected: "a \(Value.self)", found: "a \(Part.self)")
    }
    return JSONTransformer<Part>(
      name.map { "\($0) as \(type)" } ?? "as \(type)", shape: shape,
      decode: { [decode] json in
        let value = try decode(json)
        guard let part = value as? Part else {
          throw json.mismatch(
            expected: "a \(type)", code: .invalidValue, detail: "it was read as a \(Swift.type(of: value))")
        }
        return part
      },
      writing: encode.map { encode in JSONWriting { try encode(widened($0), &$1) } },
      valueForAbsentKey: { [valueForAbsentKey] in valueForAbsentKey() as? Part },
      traits: traits.converted(narrowed, widened))
  }
}
