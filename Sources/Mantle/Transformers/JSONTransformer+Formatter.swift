extension JSONTransformer {
  /// Returns a transformer for strings that a formatter of any class parses and formats.
  ///
  /// ```swift
  /// .formatter("length such as 5 m", { LengthFormatter() },
  ///   read: { try parse($1) }, write: { $0.string(fromMeters: $1) })
  /// ```
  ///
  /// The two directions are closures because Foundation's formatters share no parsing method outside Apple's
  /// platforms. The closures decide whether the whole string must match. Each formatter is used by one thread
  /// at a time and is reused, so closures must not change its configuration.
  ///
  /// - Parameters:
  ///   - expected: The valid strings as a phrase for the diagnostic.
  ///   - make: Creates a formatter; it is called once for each thread that decodes simultaneously.
  ///   - read: Parses a string. Nil and a thrown error are both problems of the value; the error becomes the
  ///     underlying error.
  ///   - write: Formats a value; nil is an encoding error.
  @preconcurrency public static func formatter<Formatter: AnyObject>(
    _ expected: String, _ make: @escaping @Sendable () -> Formatter,
    read: @escaping @Sendable (Formatter, String) throws -> Value?,
    write: @escaping @Sendable (Formatter, Value) throws -> String?
  ) -> JSONTransformer {
    let formatters = FormatterPool(make)
    return JSONTransformer(
      "formatter", shape: .string,
      decode: { json in
        try json.text(expected: expected) { text in try formatters.withFormatter { try read($0, text) } }
      },
      encode: { value, writer in
        guard let text = try formatters.withFormatter({ try write($0, value) }) else {
          throw TransformError(expected: "a value the formatter can write", found: "\(value)")
        }
        writer.string(text)
      }
    )
    .expecting(expected)
  }
}
