/// An asynchronous sequence of the models of a text that arrives in chunks.
private struct AsyncJSONModels<Chunks: AsyncSequence, Model: JSONConvertible>: AsyncSequence
where Chunks.Element: Sequence<UInt8> {
  let chunks: Chunks
  let splitter: StreamSplitter
  let policy: DecodingPolicy
  let profile: String?
  /// The limits for each part; ``JSONLimits/bytes`` also bounds the memory for a part.
  let limits: JSONLimits

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    private var chunks: Chunks.AsyncIterator
    private var bytes: Chunks.Element.Iterator?
    private var splitter: StreamSplitter
    private let models: AsyncJSONModels
    private var isAtEnd = false

    fileprivate init(_ models: AsyncJSONModels) {
      self.models = models
      splitter = models.splitter
      chunks = models.chunks.makeAsyncIterator()
    }

    /// Returns the model or the problems of the next part that is not blank; nil at the end.
    ///
    /// - Throws: The errors of the underlying sequence; a ``MappingError`` if the definition of the mapping
    ///   is invalid.
    mutating func next() async throws -> Result<Model, DecodingFailure>? {
      while !isAtEnd {
        guard let part = try await nextPart() else { continue }
        if let problem = part.problem { return .failure(failure(.missing, part, problem)) }
        if part.isTooLong {
          let detail =
            "\(part.path.isEmpty ? "a line" : "an element") of more than \(models.limits.bytes) bytes"
          return .failure(failure(.limit, part, detail))
        }
        let isBlank = part.path.isEmpty && part.bytes.allSatisfy { ASCII.isWhitespace($0) }
        if !isBlank { return try model(of: part) }
      }
      return nil
    }

    /// Returns the next part that is complete; nil if there may be more of the text.
    private mutating func nextPart() async throws -> StreamSplitter.Part? {
      while let byte = bytes?.next() {
        if let part = splitter.take(byte) { return part }
      }
      bytes = try await chunks.next()?.makeIterator()
      guard bytes == nil else { return nil }
      isAtEnd = true
      return splitter.finish()
    }

    private func failure(_ code: Diagnostic.Code, _ part: StreamSplitter.Part, _ detail: String)
      -> DecodingFailure
    {
      DecodingFailure([
        Diagnostic(.error, code, path: part.path, location: part.start, detail: detail)
      ])
    }

    /// Decodes one part and locates its problems in the whole text.
    private func model(of part: StreamSplitter.Part) throws -> Result<Model, DecodingFailure> {
      let bytes = JSONBytes(count: part.bytes.count, linesBefore: part.start.line - 1) {
        $0.copyBytes(from: part.bytes)
      }
      let document: JSONDocument
      do throws(JSONSyntaxError) {
        document = try JSONDocument(parsing: bytes, limits: models.limits, basePath: part.path)
      } catch {
        let problem = error.diagnostic(in: bytes, basePath: part.path)
        return .failure(DecodingFailure([placed(problem, in: part)]))
      }
      return try decode(document, part)
    }

    private func decode(_ document: JSONDocument, _ part: StreamSplitter.Part) throws
      -> Result<Model, DecodingFailure>
    {
      do {
        return .success(try Model.decode(document.root, policy: models.policy, profile: models.profile))
      } catch let failure as DecodingFailure {
        let problems = failure.diagnostics.map { placed($0, in: part) }
        return .failure(DecodingFailure(problems, omitted: failure.omitted))
      }
    }

    /// Returns the diagnostic with its place in the whole text instead of the part.
    private func placed(_ diagnostic: Diagnostic, in part: StreamSplitter.Part) -> Diagnostic {
      var placed = diagnostic
      placed.location = diagnostic.location.map {
        let columns = $0.line == part.start.line ? part.start.column - 1 : 0
        return SourceLocation(
          line: $0.line, column: $0.column + columns, offset: $0.offset + part.start.offset)
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
    AsyncJSONModels(
      chunks: bytes.map { CollectionOfOne($0) }, splitter: StreamSplitter(path: nil, limit: limits.bytes),
      policy: policy, profile: profile, limits: limits)
  }

  /// Returns the models of an array that arrives in chunks, such as `Data` or the buffers of a network library.
  ///
  /// Each model is decoded as soon as its element is complete. What follows the array is not read.
  ///
  /// ```swift
  /// for try await result in Issue.models(in: chunks, at: "data.items") { try show(result.get()) }
  /// ```
  ///
  /// An element with malformed JSON or an invalid model produces one failure, and decoding continues after
  /// the next comma of the array. A text without the array, or that ends in it, produces a failure at its
  /// end. Memory is bounded by the largest element. For a sequence of single bytes, pass
  /// `bytes.map { CollectionOfOne($0) }`.
  ///
  /// - Parameters:
  ///   - chunks: The input, divided anywhere.
  ///   - path: The keys that lead to the array; empty for a text that is an array.
  ///   - policy: The decoding policy for each element.
  ///   - profile: The profile of the mapping to use.
  ///   - limits: The limits for each element.
  public static func models<Chunks: AsyncSequence>(
    in chunks: Chunks, at path: JSONKeyPath = "", policy: DecodingPolicy = .strict, profile: String? = nil,
    limits: JSONLimits = .default
  ) -> some AsyncSequence<Result<Self, DecodingFailure>, any Error> where Chunks.Element: Sequence<UInt8> {
    let keys = path.components.compactMap { step -> String? in
      switch step {
      case .key(let key): key
      case .index(let index): "\(index)"
      case .each: nil
      }
    }
    return AsyncJSONModels(
      chunks: chunks, splitter: StreamSplitter(path: keys, limit: limits.bytes), policy: policy,
      profile: profile, limits: limits)
  }
}
