/// An asynchronous sequence of the models of newline-delimited JSON.
private struct AsyncJSONModels<Bytes: AsyncSequence, Model: JSONConvertible>: AsyncSequence
where Bytes.Element == UInt8 {
  let bytes: Bytes
  let policy: DecodingPolicy
  let profile: String?
  /// The limits for each line; ``JSONLimits/bytes`` also bounds the memory for a line.
  let limits: JSONLimits

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    private var bytes: Bytes.AsyncIterator
    private let models: AsyncJSONModels
    /// The number of lines before the current line.
    private var lines = 0
    /// The number of bytes before the current line.
    private var offset = 0
    private var isAtEnd = false

    fileprivate init(_ models: AsyncJSONModels) {
      self.models = models
      bytes = models.bytes.makeAsyncIterator()
    }

    /// Returns the model or the problems of the next line that is not blank; nil at the end of the bytes.
    ///
    /// - Throws: The errors of the underlying sequence; a ``MappingError`` if the definition of the mapping
    ///   is invalid.
    mutating func next() async throws -> Result<Model, DecodingFailure>? {
      while !isAtEnd {
        var line: [UInt8] = []
        var isTooLong = false
        var length = 0
        isAtEnd = true
        while let byte = try await bytes.next() {
          length += 1
          if byte == UInt8(ascii: "\n") {
            isAtEnd = false
            break
          }
          isTooLong = isTooLong || line.count >= models.limits.bytes
          if !isTooLong { line.append(byte) }
        }
        defer {
          lines += 1
          offset += length
        }
        if isTooLong { return .failure(tooLong) }
        if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return try model(of: line) }
      }
      return nil
    }

    private var tooLong: DecodingFailure {
      DecodingFailure([
        Diagnostic(
          .error, .limit, location: SourceLocation(line: lines + 1, column: 1, offset: offset),
          detail: "a line of more than \(models.limits.bytes) bytes")
      ])
    }

    /// Decodes one line and locates its problems in the whole input.
    private func model(of line: [UInt8]) throws -> Result<Model, DecodingFailure> {
      do {
        let bytes = JSONBytes(count: line.count, linesBefore: lines) { $0.copyBytes(from: line) }
        let document = try JSONDocument.parsed(bytes, limits: models.limits)
        return .success(try Model.decode(document.root, policy: models.policy, profile: models.profile))
      } catch let failure as DecodingFailure {
        return .failure(DecodingFailure(failure.diagnostics.map(placed), omitted: failure.omitted))
      }
    }

    /// Returns the diagnostic with its offset in the whole input instead of the line.
    private func placed(_ diagnostic: Diagnostic) -> Diagnostic {
      var placed = diagnostic
      placed.location = diagnostic.location.map {
        SourceLocation(line: $0.line, column: $0.column, offset: $0.offset + offset)
      }
      return placed
    }
  }
}

extension JSONConvertible {
  /// Returns the models of newline-delimited JSON (NDJSON) from an asynchronous sequence of bytes, such as a
  /// download.
  ///
  /// Each model is decoded as soon as its line is complete.
  ///
  /// ```swift
  /// for try await result in Issue.models(inLinesOf: bytes) {
  ///   switch result {
  ///   case .success(let issue): …
  ///   case .failure(let failure): …   // all problems, with line and column
  ///   }
  /// }
  /// ```
  ///
  /// Blank lines are skipped. A line with malformed JSON or an invalid model produces one failure, and
  /// decoding continues with the next line. Memory is bounded by the longest line.
  ///
  /// - Parameters:
  ///   - bytes: The input; lines end with a line feed.
  ///   - policy: The decoding policy for each line.
  ///   - profile: The profile of the mapping to use.
  ///   - limits: The limits for each line.
  public static func models<Bytes: AsyncSequence>(
    inLinesOf bytes: Bytes, policy: DecodingPolicy = .strict, profile: String? = nil,
    limits: JSONLimits = .default
  ) -> some AsyncSequence<Result<Self, DecodingFailure>, any Error> where Bytes.Element == UInt8 {
    AsyncJSONModels(bytes: bytes, policy: policy, profile: profile, limits: limits)
  }
}
