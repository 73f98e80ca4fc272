/// The models of lines that arrive one after the other.
private struct AsyncJSONModels<Bytes: AsyncSequence, Model: JSONConvertible>: AsyncSequence
where Bytes.Element == UInt8 {
  let bytes: Bytes
  let policy: DecodingPolicy
  let profile: String?
  let limits: JSONLimits

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Reads one line after another.
  struct Iterator: AsyncIteratorProtocol {
    private var bytes: Bytes.AsyncIterator
    private let models: AsyncJSONModels
    /// Lines, and the bytes in them, before the present one.
    private var lines = 0
    private var offset = 0
    private var isAtEnd = false

    fileprivate init(_ models: AsyncJSONModels) {
      self.models = models
      bytes = models.bytes.makeAsyncIterator()
    }

    /// - Throws: what the bytes throw; a ``MappingError`` when the mapping's definition is wrong.
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

    private func model(of line: [UInt8]) throws -> Result<Model, DecodingFailure> {
      do {
        let bytes = JSONBytes(line)
        let document = try JSONDocument.parsed(bytes, limits: models.limits, linesBefore: lines)
        return .success(try Model.decode(document.root, policy: models.policy, profile: models.profile))
      } catch let failure as DecodingFailure {
        return .failure(DecodingFailure(failure.diagnostics.map(placed), omitted: failure.omitted))
      }
    }

    private func placed(_ diagnostic: Diagnostic) -> Diagnostic {
      var placed = diagnostic
      placed.location = diagnostic.location.map {
        SourceLocation(line: $0.line + lines, column: $0.column, offset: $0.offset + offset)
      }
      return placed
    }
  }
}

extension JSONConvertible {
  /// The models of newline-delimited JSON (NDJSON) whose bytes arrive one after the other, such as a download's, each
  /// decoded when its line is complete.
  ///
  ///     for try await result in Issue.models(inLinesOf: bytes) {
  ///       switch result {
  ///       case .success(let issue): …
  ///       case .failure(let failure): …   // every problem with its line and column
  ///       }
  ///     }
  ///
  /// Empty lines are passed over. A line that is no JSON, or no model, is one failure; the rest goes on. Memory stays that
  /// of the longest line.
  public static func models<Bytes: AsyncSequence>(
    inLinesOf bytes: Bytes, policy: DecodingPolicy = .strict, profile: String? = nil,
    limits: JSONLimits = .default
  ) -> some AsyncSequence<Result<Self, DecodingFailure>, any Error> where Bytes.Element == UInt8 {
    AsyncJSONModels(bytes: bytes, policy: policy, profile: profile, limits: limits)
  }
}
