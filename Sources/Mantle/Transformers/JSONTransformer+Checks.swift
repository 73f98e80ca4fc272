extension JSONTransformer {
  /// Returns the transformer with a check of decoded values; values that are encoded are not checked.
  ///
  /// ```swift
  /// let percent = JSONTransformer<Int>.natural.checked("a number from 0 to 100") { (0...100).contains($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - expected: The valid values as a phrase for the diagnostic, such as `a positive number`.
  ///   - isValid: A closure that accepts or rejects a value; a thrown error becomes the problem's underlying
  ///     error.
  @preconcurrency public func checked(
    _ expected: String, _ isValid: @escaping @Sendable (Value) throws -> Bool
  ) -> JSONTransformer {
    checking { value in
      guard try isValid(value) else { throw TransformError(expected: expected) }
      return value
    }
  }

  /// Returns the transformer for a more specific type, such as one class of a class cluster.
  ///
  /// A decoded value of another type is an error that names both types. Nil is such an error, too; apply
  /// ``optional`` to the result to accept null.
  ///
  /// ```swift
  /// let circles = figures.transformer.cast(to: Circle.self)
  /// ```
  ///
  /// - Parameter type: The required type.
  public func cast<Part>(to type: Part.Type) -> JSONTransformer<Part> {
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
            expected: "a \(type)", code: .invalidValue, detail: "it was decoded as a \(Swift.type(of: value))"
          )
        }
        return part
      },
      writing: encode.map { encode in JSONWriting { try encode(widened($0), &$1) } },
      valueForAbsentKey: { [valueForAbsentKey] in valueForAbsentKey() as? Part },
      traits: traits.converted(narrowed, widened))
  }
}
