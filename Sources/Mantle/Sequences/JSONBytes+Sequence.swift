import TextCells

extension JSONBytes {
  /// Returns the container whose children are the elements of a sequence of models.
  ///
  /// - Parameters:
  ///   - path: The path of an array in the document; empty for the document itself.
  ///   - form: The layout of the elements, which is used only for an empty path.
  /// - Throws: A ``DecodingFailure`` if there is no array at the path.
  /// - Complexity: O(*n*) for a path, where *n* is the number of bytes before the array.
  func sequence(at path: JSONKeyPath, form: JSONSequenceForm) throws -> JSONChildren {
    let start = min(JSONScanner.skipWhitespace(base, markLength, count), count)
    if path.components.isEmpty {
      switch form.resolved(in: self) {
      case .array: return .array(at: try array(at: start, path))
      case .concatenated: return .concatenated(in: start..<count)
      case .lines, .automatic: return .lines(in: start..<count)
      }
    }
    let places = JSONPlaceFinder(self)
    var place = start
    var passed = JSONKeyPath()
    for component in path.components {
      guard let child = places.child(component, of: place)?.value.lowerBound else {
        throw failure(.missing, at: place, passed, expected: "a value at `\(path)`", found: found(at: place))
      }
      place = child
      passed.components.append(component)
    }
    return .array(at: try array(at: place, path))
  }

  /// Checks that the value at an offset is an array, and returns the offset.
  ///
  /// - Throws: A ``DecodingFailure`` for any other value.
  private func array(at place: Int, _ path: JSONKeyPath) throws -> Int {
    guard self[place] == ASCII.openBracket else {
      throw failure(.typeMismatch, at: place, path, expected: "array", found: found(at: place))
    }
    return place
  }

  private func found(at place: Int) -> String {
    switch self[place] {
    case _ where place >= count: "end of input"
    case ASCII.openBrace: "object"
    case ASCII.openBracket: "array"
    default: "`\(Shortened.text(text(place..<min(place + 64, count)).sanitized))`"
    }
  }

  private func failure(
    _ code: Diagnostic.Code, at place: Int, _ path: JSONKeyPath, expected: String, found: String
  ) -> DecodingFailure {
    DecodingFailure([
      Diagnostic(
        .error, code, path: path, location: location(at: place), expected: expected, found: found)
    ])
  }
}

extension JSONBytes {
  /// The values of a document with several top-level values (NDJSON), as one array; nil if there is at most
  /// one value.
  ///
  /// Line breaks are preserved, so each value keeps its line number.
  ///
  /// - Complexity: O(*n*) time and memory, where *n* is the number of bytes.
  package var valuesAsArray: JSONBytes? {
    let values = JSONChildIndex(self, .concatenated(in: markLength..<count))
    guard var child = values.first().map(values.measured) else { return isNDJSON ? JSONBytes("[]") : nil }
    guard isNDJSON || values.next(after: child) != nil else { return nil }
    var text: [UInt8] = [ASCII.openBracket] + slice(markLength..<child.value.upperBound)
    while let next = values.next(after: child).map(values.measured) {
      text.append(ASCII.comma)
      text += slice(child.value.upperBound..<next.value.upperBound)
      child = next
    }
    return JSONBytes(text + [ASCII.closeBracket])
  }
}

/// The layout of the models in an input.
///
/// ```swift
/// let lines = try User.elements(of: bytes, form: .lines)
/// ```
public enum JSONSequenceForm: Sendable, Hashable {
  /// The layout that the beginning of the input suggests: ``lines`` if at least two values are on separate
  /// lines, ``array`` for one array, otherwise ``concatenated``.
  case automatic
  /// One top-level array.
  case array
  /// One value on each line (NDJSON); blank lines are ignored. A malformed line does not affect the next
  /// line.
  case lines
  /// Values that follow each other with or without white space between them.
  case concatenated
}

extension JSONSequenceForm {
  /// Returns the layout of an input; ``automatic`` is resolved by inspecting the beginning.
  func resolved(in bytes: JSONBytes) -> JSONSequenceForm {
    guard self == .automatic else { return self }
    return switch JSONLayout.detect(bytes) {
    case .array: .array
    case .lines, .empty: .lines
    case .object, .scalar, .concatenated: .concatenated
    }
  }
}
