extension Array where Element: JSONConvertible & Sendable {
  /// Decodes a JSON array on several threads.
  ///
  /// ```swift
  /// let issues = try [Issue].decode(json: JSONBytes(response), threads: 4)
  /// ```
  ///
  /// The models and errors are those of `decode(json:)`, in document order. Initializers, transformers and
  /// rules run on any of the threads. Input of less than one megabyte is decoded on one thread.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes; the work is divided among the threads.
  /// - Parameters:
  ///   - bytes: The input; if it is not an array, it is decoded on the calling thread like any other value.
  ///   - threads: The number of threads, including the calling thread, from 1 to 64; nil for the number of
  ///     active processors.
  ///   - options: The decoding options.
  /// - Throws: A ``DecodingFailure`` with all errors in document order; a ``MappingError`` if the definition
  ///   of a mapping is invalid.
  @inlinable public static func decode(
    json bytes: JSONBytes, threads: Int? = nil, options: DecodingOptions = .strict
  ) throws -> [Element] {
    let threads = ThreadCount.resolved(threads)
    guard threads > 1, bytes.isArray, options.isStrict else {
      return try decode(JSONDocument.parsed(bytes, limits: options.limits).root, options: options)
    }
    var models: [Element] = []
    var problems: [Diagnostic] = []
    try Element.elements(of: bytes, form: .array, options: options)
      .forEach(threads: threads) { element in
        if let model = element.value { models.append(model) } else { problems += element.diagnostics }
      }
    guard problems.isEmpty else { throw bytes.failure(problems) }
    return models
  }
}

extension JSONBytes {
  /// Whether the first character of the input that is not white space is `[`.
  @usableFromInline var isArray: Bool {
    let start = JSONScanner.skipWhitespace(base, markLength, count)
    return start < count && self[start] == ASCII.openBracket
  }

  /// Returns the error for the problems of an array's elements: a ``MappingError`` if one of the problems is
  /// one, otherwise a ``DecodingFailure``.
  @usableFromInline func failure(_ problems: [Diagnostic]) -> any Error {
    if let definition = problems.lazy.compactMap({ $0.underlying as? MappingError }).first {
      return definition
    }
    // Malformed input is reported as a single syntax error.
    if problems.contains(where: { $0.code == .syntax || $0.code == .limit }) {
      do { _ = try JSONDocument.parsed(self) } catch { return error }
    }
    return DecodingFailure(problems.errors)
  }
}
