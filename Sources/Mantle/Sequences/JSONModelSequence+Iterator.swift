import TextCells

extension JSONModelSequence {
  /// An iterator that decodes the elements of a sequence one at a time. It must not be shared between threads.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let reader: ElementReader<Model>
    @usableFromInline var index = 0
    @usableFromInline var last: Range<Int>?
    /// Whether the element that was returned last is malformed JSON.
    @usableFromInline var endsInError = false
    private var isAtEnd = false

    init(_ sequence: JSONModelSequence) { reader = ElementReader(sequence) }

    // Inlinable so that the method is specialized for the model: otherwise a tenth of the time is spent on
    // generic metadata.
    /// Decodes the next element; nil at the end of the input. An invalid element is returned as an element
    /// without a value.
    @inlinable public mutating func next() -> Element? {
      guard let place = reader.parser.parse(after: last) else { return nextWithEverything() }
      let element = reader.element(reader.parser.run, place, index: index)
      last = element.range
      index += 1
      endsInError = false
      return element
    }

    /// Decodes the next element with all of its diagnostics, on the slower path for malformed elements and for
    /// options that require more than values.
    @usableFromInline mutating func nextWithEverything() -> Element? {
      guard !isAtEnd else { return nil }
      guard let range = reader.parser.child(after: last)?.value else {
        isAtEnd = true
        return endsInError ? nil : reader.problemAtEnd(after: last, index: index)
      }
      let element = reader.element(range, index: index)
      last = range
      index += 1
      endsInError = element.isSyntaxError
      return element
    }
  }
}

/// A reader that decodes the elements of a sequence of models one at a time.
@usableFromInline struct ElementReader<Model: JSONConvertible>: Sendable {
  @usableFromInline let parser: ElementParser
  /// The path of the array that contains the elements. In the path of an element, the element's index follows
  /// it.
  private let path: JSONKeyPath

  init(_ sequence: JSONModelSequence<Model>) {
    parser = ElementParser(sequence.bytes, sequence.children, sequence.options)
    path = sequence.path
  }

  private var bytes: JSONBytes { parser.bytes }
  private var options: ElementOptions { parser.options }

  @inlinable func element(_ range: Range<Int>, index: Int) -> JSONModelSequence<Model>.Element {
    guard parser.parse(range) else { return withEverything(range, index) }
    return element(parser.run, 0, index: index)
  }

  /// Decodes an element of a parsed batch.
  ///
  /// - Parameters:
  ///   - run: The batch.
  ///   - place: The index of the element in the batch.
  ///   - index: The index of the element in the sequence.
  @inlinable func element(
    _ run: ParsedRun, _ place: Int, index: Int
  ) -> JSONModelSequence<Model>.Element {
    let range = run.places[place]
    let json = parser.cursor(run, place)
    return withExtendedLifetime((parser, run)) {
      do {
        return JSONModelSequence<Model>.Element(
          index: index, range: range, report: DecodingReport(value: try Model.decode(json)))
      } catch {
        return failed(error, json, range, index: index)
      }
    }
  }

  /// Returns an element whose decoding threw an error, as an element with all of its problems and without a
  /// value.
  ///
  /// - Parameter json: The cursor at the element.
  @usableFromInline func failed(
    _ error: any Error, _ json: JSONCursor, _ range: Range<Int>, index: Int
  ) -> JSONModelSequence<Model>.Element {
    defer { parser.startAgain() }
    return element(range, index) { throw json.failure(from: error, in: $0) }
  }

  /// Decodes an element with all of its diagnostics, as the options require.
  @usableFromInline func withEverything(_ range: Range<Int>, _ index: Int) -> JSONModelSequence<Model>.Element
  {
    element(range, index) {
      try Model.report($0.root, options: options.decoding)
    }
  }

  /// Parses the element in a range and decodes it with `body`. Thrown errors become diagnostics of the
  /// returned element.
  private func element(
    _ range: Range<Int>, _ index: Int, _ body: (JSONDocument) throws -> DecodingReport<Model>
  ) -> JSONModelSequence<Model>.Element {
    .init(
      index: index, range: range,
      report: decoded(range, JSONKeyPath(path.components + [.index(index)]), body))
  }

  /// Parses the bytes in a range as a document and decodes the document with `body`. Thrown errors become
  /// diagnostics of the returned report.
  ///
  /// - Parameter path: The path of the element.
  private func decoded(
    _ range: Range<Int>, _ path: JSONKeyPath, _ body: (JSONDocument) throws -> DecodingReport<Model>
  ) -> DecodingReport<Model> {
    do {
      return try body(JSONDocument(parsing: bytes, in: range, limits: options.limits, basePath: path))
    } catch let error as JSONSyntaxError {
      return failed(syntax(error, path))
    } catch let failure as DecodingFailure {
      return DecodingReport(value: nil, diagnostics: failure.diagnostics, presentProperties: [])
    } catch {
      return failed(
        Diagnostic(
          .error, .invalidValue, path: path, location: bytes.location(at: range.lowerBound),
          detail: String(describing: error), underlying: error))
    }
  }

  private func failed(_ diagnostic: Diagnostic) -> DecodingReport<Model> {
    DecodingReport(value: nil, diagnostics: [diagnostic], presentProperties: [])
  }

  /// Returns a syntax error as a diagnostic. If content follows an element of an array, the expected content
  /// becomes a comma or closing bracket.
  private func syntax(_ error: JSONSyntaxError, _ path: JSONKeyPath) -> Diagnostic {
    var diagnostic = error.diagnostic(in: bytes, basePath: path)
    if error.code == .trailingContent, case .array = parser.children.children {
      diagnostic.expected = "',' or ']' after an element"
    }
    return diagnostic
  }

  /// Returns a failed element if the array of the sequence is not closed correctly or if content follows it;
  /// nil if the end of the input is valid.
  func problemAtEnd(after last: Range<Int>?, index: Int) -> JSONModelSequence<Model>.Element? {
    guard case .array(let open) = parser.children.children else { return nil }
    let close = parser.skipWhitespace(last?.upperBound ?? open + 1)
    if bytes[close] != ASCII.closeBracket || close >= bytes.count {
      return problem(
        at: close, index, expected: last == nil ? "a value or ']'" : "',' or ']' after an element")
    }
    let rest = parser.skipWhitespace(close + 1)
    guard path.components.isEmpty, rest < bytes.count else { return nil }
    return problem(at: rest, index, expected: "end of input")
  }

  private func problem(at offset: Int, _ index: Int, expected: String) -> JSONModelSequence<Model>.Element {
    let found = bytes.text(offset..<min(offset + 1, bytes.count))
    let diagnostic = Diagnostic(
      .error, .syntax, path: JSONKeyPath(path.components + [.index(index)]),
      location: bytes.location(at: offset), expected: expected,
      found: offset >= bytes.count ? "end of input" : "'\(found.sanitized)'")
    return .init(index: index, range: offset..<offset, report: failed(diagnostic))
  }
}
