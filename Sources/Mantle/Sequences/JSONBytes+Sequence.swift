extension JSONBytes {
  /// Where the elements of a sequence are.
  ///
  /// - Throws: a ``DecodingFailure`` where there is no array at the path.
  func sequence(at path: JSONKeyPath, form: JSONSequenceForm) throws -> JSONChildren {
    let start = min(JSONScanner.skipWhitespace(base, textStart, count), count)
    if path.components.isEmpty {
      switch form.resolved(in: self) {
      case .array: return .array(at: try array(at: start, path))
      case .concatenated: return .concatenated(in: start..<count)
      case .lines, .automatic: return .lines(in: start..<count)
      }
    }
    var place = start
    var passed = JSONKeyPath()
    for component in path.components {
      guard let child = child(component, of: place) else {
        throw failure(.missing, at: place, passed, expected: "a value at `\(path)`", found: found(at: place))
      }
      place = child
      passed.components.append(component)
    }
    return .array(at: try array(at: place, path))
  }

  private func array(at place: Int, _ path: JSONKeyPath) throws -> Int {
    guard self[place] == ASCII.openBracket else {
      throw failure(.typeMismatch, at: place, path, expected: "array", found: found(at: place))
    }
    return place
  }

  /// Where a child of the container at an offset stands, found without parsing; of duplicate keys the last.
  private func child(_ component: JSONKeyPath.Component, of place: Int) -> Int? {
    switch (component, self[place]) {
    case (.key(let key), ASCII.openBrace):
      let index = JSONChildIndex(self, .object(at: place))
      return index.last { child in child.key.map { isKey($0, key) } ?? false }
    case (.index(let position), ASCII.openBracket):
      let index = JSONChildIndex(self, .array(at: place))
      return index.last { $0.ordinal == position }
    default: return nil
    }
  }

  private func isKey(_ range: Range<Int>, _ key: String) -> Bool {
    (try? JSONDocument(parsing: self, in: range).root.stringValue) == key
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

extension JSONChildIndex {
  /// Where the last child with a property begins.
  fileprivate func last(where isMeant: (JSONChild) -> Bool) -> Int? {
    var found: Int?
    var child = first()
    while let current = child {
      if isMeant(current) { found = current.value.lowerBound }
      child = next(after: current)
    }
    return found
  }
}
