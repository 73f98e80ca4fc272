extension JSONTransformer {
  /// Text read and written by a formatter of any class.
  ///
  ///     .formatter("length such as 5 m", { LengthFormatter() },
  ///       read: { try parse($1) }, write: { $0.string(fromMeters: $1) })
  ///
  /// Foundation's formatters have no reading method in common outside Apple's platforms, so the two ways are
  /// given as closures. Whether all of the text is looked at is their business; a formatter is used by one
  /// thread at a time, and each use of it is followed by the next, so closures must leave it as it was.
  ///
  /// - Parameters:
  ///   - expected: what a good text is, as a phrase for the diagnostic.
  ///   - make: makes a new formatter each time; one is made for every thread that decodes at the same time.
  ///   - read: nil and errors alike are an error at the value, with the thrown one underneath.
  ///   - write: nil is an error on the way out.
  @preconcurrency public static func formatter<Formatter: AnyObject>(
    _ expected: String, _ make: @escaping @Sendable () -> Formatter,
    read: @escaping @Sendable (Formatter, String) throws -> Value?,
    write: @escaping @Sendable (Formatter, Value) throws -> String?
  ) -> JSONTransformer {
    let formatters = FormatterPool(make)
    return JSONTransformer(
      "formatter", shape: .string,
      decode: { json in
        guard json.is(.string) else { throw json.mismatch(expected: expected) }
        let text = try json.string()
        let value: Value?
        do { value = try formatters.withFormatter { try read($0, text) } } catch {
          throw json.problem(from: error)
        }
        guard let value else { throw json.mismatch(expected: expected, code: .invalidValue) }
        return value
      },
      encode: { value, writer in
        guard let text = try formatters.withFormatter({ try write($0, value) }) else {
          throw TransformError(expected: "a value the formatter can write", found: "\(value)")
        }
        writer.string(text)
      })
  }
}
