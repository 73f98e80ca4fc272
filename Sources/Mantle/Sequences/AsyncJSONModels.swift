/// An asynchronous sequence of the models of an input that arrives in chunks. The input is divided into parts:
/// lines or elements.
private struct AsyncJSONModels<Chunks: AsyncSequence, Model: JSONConvertible>: AsyncSequence
where Chunks.Element: Sequence<UInt8> {
  let chunks: Chunks
  let splitter: StreamSplitter
  /// The decoding options for each line or element. Their limit of bytes also bounds the memory for one of
  /// them.
  let options: DecodingOptions

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    private var chunks: Chunks.AsyncIterator
    private var bytes: Chunks.Element.Iterator?
    private var splitter: StreamSplitter
    private let models: AsyncJSONModels
    private var isAtEnd = false
    private var index = 0

    fileprivate init(_ models: AsyncJSONModels) {
      self.models = models
      splitter = models.splitter
      chunks = models.chunks.makeAsyncIterator()
    }

    /// Decodes the next line or element that is not blank; returns nil at the end of the input.
    ///
    /// - Throws: The errors of the underlying sequence; a ``MappingError`` if the definition of the mapping
    ///   is invalid.
    mutating func next() async throws -> JSONModelSequence<Model>.Element? {
      while !isAtEnd {
        guard let part = try await nextPart(), let report = try report(part) else { continue }
        defer { index += 1 }
        return JSONModelSequence<Model>.Element(
          index: index, range: part.start.offset..<part.start.offset + part.bytes.count, report: report)
      }
      return nil
    }

    /// Returns the model or the problems of a line or element; nil for a blank line.
    private func report(_ part: StreamSplitter.Part) throws -> DecodingReport<Model>? {
      if let problem = part.problem { return failure(.missing, part, problem) }
      if part.isTooLong {
        let unit = part.path.isEmpty ? "a line" : "an element"
        return failure(.limit, part, "\(unit) of more than \(models.options.limits.bytes) bytes")
      }
      let isBlank = part.path.isEmpty && part.bytes.allSatisfy { ASCII.isWhitespace($0) }
      return isBlank ? nil : try model(of: part)
    }

    /// Returns the next complete line or element. Returns nil if no part is complete and another chunk of the
    /// input was read, and if no part is left at the end of the input.
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
      -> DecodingReport<Model>
    {
      DecodingReport(
        value: nil,
        diagnostics: [Diagnostic(.error, code, path: part.path, location: part.start, detail: detail)])
    }

    /// Decodes a line or element, and locates its problems in the whole input.
    private func model(of part: StreamSplitter.Part) throws -> DecodingReport<Model> {
      let bytes = JSONBytes(count: part.bytes.count, linesBefore: part.start.line - 1) {
        $0.copyBytes(from: part.bytes)
      }
      let document: JSONDocument
      do throws(JSONSyntaxError) {
        document = try JSONDocument(parsing: bytes, limits: models.options.limits, basePath: part.path)
      } catch {
        let problem = error.diagnostic(in: bytes, basePath: part.path)
        return DecodingReport(value: nil, diagnostics: [placed(problem, in: part)])
      }
      let report: DecodingReport<Model> = try ElementOptions(decoding: models.options).report(document)
      return DecodingReport(
        value: report.value, diagnostics: report.diagnostics.map { placed($0, in: part) },
        omittedCount: report.omittedCount, presentProperties: report.presentProperties)
    }

    /// Returns a diagnostic of a line or element with its location in the whole input.
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
  /// for try await element in Issue.elements(ofLines: bytes) {
  ///   switch element.result {
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
  ///   - options: The decoding options and limits for each line.
  public static func elements<Bytes: AsyncSequence>(ofLines bytes: Bytes, options: DecodingOptions = .strict)
    -> some AsyncSequence<JSONModelSequence<Self>.Element, any Error> where Bytes.Element == UInt8
  {
    AsyncJSONModels(
      chunks: bytes.map { CollectionOfOne($0) },
      splitter: StreamSplitter(path: nil, limit: options.limits.bytes), options: options)
  }

  /// Returns the models of an array that arrives in chunks, such as `Data` or the buffers of a network library.
  ///
  /// Each model is decoded as soon as its element is complete. Input after the array is not read.
  ///
  /// ```swift
  /// for try await element in Issue.elements(of: chunks, at: "data.items") { try show(element.result.get()) }
  /// ```
  ///
  /// An element with malformed JSON or an invalid model produces one failure, and decoding continues after the
  /// next comma of the array. An input that lacks the array or ends inside the array produces a failure at its
  /// end. Memory is bounded by the largest element. For a sequence of single bytes, pass
  /// `bytes.map { CollectionOfOne($0) }`.
  ///
  /// - Parameters:
  ///   - chunks: The input, divided at any bytes.
  ///   - path: The keys that lead to the array; empty for an input that is an array.
  ///   - options: The decoding options and limits for each element.
  public static func elements<Chunks: AsyncSequence>(
    of chunks: Chunks, at path: JSONKeyPath = "", options: DecodingOptions = .strict
  ) -> some AsyncSequence<JSONModelSequence<Self>.Element, any Error>
  where Chunks.Element: Sequence<UInt8> {
    let keys = path.components.compactMap { step -> String? in
      switch step {
      case .key(let key): key
      case .index(let index): "\(index)"
      case .each: nil
      }
    }
    return AsyncJSONModels(
      chunks: chunks, splitter: StreamSplitter(path: keys, limit: options.limits.bytes), options: options)
  }
}
