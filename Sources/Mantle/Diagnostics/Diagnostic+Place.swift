extension Diagnostic {
  /// The location of a diagnostic, whose line and column are computed on demand.
  enum Place: Sendable {
    /// A location whose line and column are already computed.
    case known(SourceLocation)
    /// A byte offset far into an input, for which line and column are computed on demand.
    case offset(Int, in: JSONBytes)

    /// Computes the line and column now if few bytes need to be scanned for it; otherwise stores the offset
    /// and the input.
    init(_ offset: Int, in bytes: JSONBytes) {
      let isNear = offset - bytes.countedLinesEnd < Self.fewBytes
      self = isNear ? .known(bytes.location(at: offset)) : .offset(offset, in: bytes)
    }

    /// The maximum number of bytes whose lines are counted immediately, which takes less than a millisecond.
    private static var fewBytes: Int { 1 << 22 }

    /// The location of the diagnostic, with line and column.
    ///
    /// - Complexity: O(offset) for a large input whose lines have not been counted.
    var location: SourceLocation {
      switch self {
      case .known(let location): location
      case .offset(let offset, let bytes): bytes.location(at: offset)
      }
    }
  }
}

extension [Diagnostic] {
  /// The diagnostics of the array whose severity is ``Diagnostic/Severity/error``.
  package var errors: [Diagnostic] { filter { $0.severity == .error } }

  /// Whether any diagnostic of the array is an error.
  package var hasErrors: Bool { contains { $0.severity == .error } }

  /// The diagnostics sorted by their byte offsets in the input. Diagnostics at the same offset keep their
  /// order, and those without a location are sorted as if they were at the start.
  package var inOrderOfText: [Diagnostic] {
    enumerated().sorted {
      ($0.element.location?.offset ?? 0, $0.offset) < ($1.element.location?.offset ?? 0, $1.offset)
    }.map(\.element)
  }
}

extension JSONSyntaxError {
  /// Returns the error as a diagnostic, with its line and column in the input.
  ///
  /// - Parameters:
  ///   - bytes: The input that was parsed.
  ///   - basePath: The path of the parsed text in a larger document.
  /// - Complexity: O(``offset``) if the input ends too early, because the message locates the unclosed
  ///   container.
  package func diagnostic(in bytes: JSONBytes, basePath: JSONKeyPath = JSONKeyPath()) -> Diagnostic {
    var details: [String] = []
    func add(_ what: String, _ offset: Int) {
      details.append("\(what) at \(bytes.location(at: offset))")
    }
    if let string { add("the string begins", string) }
    if code == .unexpectedEnd, let container {
      add(bytes[container] == ASCII.openBrace ? "object opened" : "array opened", container)
    }
    let detail = details.isEmpty ? nil : details.joined(separator: ", ")
    return Diagnostic(
      .error, isLimit ? .limit : .syntax, path: basePath, expected: expected, found: found, detail: detail,
      hint: isLimit ? "is a value nested inside itself by mistake?" : nil
    ).placed(at: offset, in: bytes)
  }
}
