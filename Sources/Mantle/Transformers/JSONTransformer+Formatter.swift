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
        writer.writeString(text)
      }
    )
    .expecting(expected)
  }
}

/// A pool of identically configured formatters, each of which is borrowed by one thread at a time.
///
/// Creating a formatter costs as much as fifty uses, and formatters are not safe to use from several threads.
/// The pool keeps at most sixteen idle formatters.
package final class FormatterPool<Formatter: AnyObject>: Sendable {
  private let make: @Sendable () -> Formatter
  private let idle = Locked<[Idle]>([])

  /// A formatter of the pool that no thread is using. The wrapper is `@unchecked Sendable`, because taking a
  /// formatter from the pool under its lock transfers the ownership to one thread.
  private struct Idle: @unchecked Sendable {
    let formatter: Formatter
  }

  /// Creates an empty pool.
  ///
  /// - Parameter make: Creates a formatter when none is idle.
  package init(_ make: @escaping @Sendable () -> Formatter) { self.make = make }

  /// Calls a closure with a formatter that no other thread uses during the call.
  ///
  /// - Parameter body: A closure that must leave the formatter's configuration unchanged.
  package func withFormatter<Result>(_ body: (Formatter) throws -> Result) rethrows -> Result {
    let taken = idle.withLock { $0.popLast() } ?? Idle(formatter: make())
    defer { idle.withLock { if $0.count < 16 { $0.append(taken) } } }
    return try body(taken.formatter)
  }
}
