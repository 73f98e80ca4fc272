extension JSONTransformer where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// A transformer for enums with string raw values. A string that is not a case is an error, which lists the
  /// cases.
  ///
  /// ```swift
  /// let states = JSONTransformer<State>.cases  // "open", "closed"; other strings are errors
  /// let tolerant = JSONTransformer<State>.cases(unknown: .unclear)  // other strings become .unclear
  /// ```
  ///
  /// An enum that conforms to ``JSONConvertible`` needs no transformer and has the same JSON. The error for
  /// an unknown string has the code ``Diagnostic/Code/unknownCase`` and suggests the nearest case.
  @inlinable public static var cases: JSONTransformer {
    let all = Array(Value.allCases)
    let table = CaseTable(all.map(\.rawValue))
    return JSONTransformer(
      "cases", shape: .enumeration(table.texts),
      decode: { json in
        guard json.is(.string) else {
          throw json.mismatch(expected: table.texts.asAlternatives, hint: json.hint(among: table.texts))
        }
        let index = table.find(json)
        if index >= 0 { return all[index] }
        throw json.unknownCase(of: Value.self)
      },
      writing: JSONWriting(write: { $1.writeString(JSONWriting<Value>.value(at: $0).pointee.rawValue) }))
  }

  /// Returns a transformer like ``cases`` that decodes every unknown string as a fallback case.
  ///
  /// The unknown string is lost: encoding writes the string of the fallback. Use ``OpenCase`` to preserve it.
  /// Each use of the fallback adds a note.
  ///
  /// ```swift
  /// Property(\.state, "state", .cases(unknown: .unclear))
  /// ```
  public static func cases(unknown fallback: Value) -> JSONTransformer {
    cases.replacingUnknown(by: fallback, written: "\"\(fallback.rawValue)\"")
  }
}

extension JSONTransformer
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue: FixedWidthInteger & JSONConvertible {
  /// A transformer for enums with integer raw values. A number that is not a case is an error.
  ///
  /// ```swift
  /// enum Priority: Int, CaseIterable { case low, high }
  /// let priority = try JSONTransformer<Priority>.numberedCases.forward(json: "1")  // high
  /// ```
  ///
  /// A string is a type mismatch, also if it contains a number.
  public static var numberedCases: JSONTransformer {
    JSONTransformer(
      "numbered cases", shape: .integer,
      decode: { json in
        let raw = try Value.RawValue.decode(json)
        guard let value = Value(rawValue: raw) else { throw json.unknownCase(of: Value.self) }
        return value
      },
      encode: { try $0.rawValue.encode(to: &$1) })
  }

  /// Returns a transformer like ``numberedCases`` that decodes every unknown number as a fallback case.
  ///
  /// The unknown number is lost; use ``OpenCase`` to preserve it. Each use of the fallback adds a note.
  ///
  /// ```swift
  /// enum Priority: Int, CaseIterable { case low, high }
  /// let lenient = JSONTransformer<Priority>.numberedCases(unknown: .low)
  /// let priority = try lenient.forward(json: "7")  // low
  /// ```
  public static func numberedCases(unknown fallback: Value) -> JSONTransformer {
    numberedCases.replacingUnknown(by: fallback, written: "\(fallback.rawValue)")
  }
}

extension JSONTransformer {
  /// Returns a transformer that decodes an unknown case as `fallback` and records a note.
  ///
  /// - Parameter words: the fallback as it is spelled in the note.
  fileprivate func replacingUnknown(by fallback: Value, written words: String) -> JSONTransformer
  where Value: Sendable {
    JSONTransformer(
      name, shape: shape,
      decode: { [decode] json in
        do { return try decode(json) } catch let problem as DecodingProblem where problem.code == .unknownCase
        {
          // A string with half of a surrogate pair is malformed, not an unknown case.
          if json.is(.string) { _ = try json.string() }
          json.context.note(.unknownCase, "unknown case; \(words) was used instead", at: json)
          return fallback
        }
      },
      writing: writing)
  }
}

/// The strings of an enum's cases, with a perfect hash table for their lookup. Unchecked because the table is
/// immutable after its creation.
@usableFromInline final class CaseTable: @unchecked Sendable {
  /// The string of each case, in the order of the enum's cases.
  @usableFromInline let texts: [String]
  /// The hash table of the strings.
  @usableFromInline let table: KeyTable

  /// Creates the table.
  ///
  /// - Parameter texts: the strings of all cases.
  @usableFromInline init(_ texts: [String]) {
    self.texts = texts
    table = KeyTable(texts)
  }

  deinit { table.deallocate(count: texts.count) }

  /// Returns the index of the case that a JSON string names; -1 if there is none.
  ///
  /// - Parameter json: A cursor at a string.
  @inlinable func find(_ json: JSONCursor) -> Int {
    let word = json.word
    if word.flag { return findEscaped(json) }
    return table.find(json.bytes + word.offset, word.payload)
  }

  /// Returns the index of the case that a JSON string with escapes names; -1 if there is none.
  @inline(never) @usableFromInline func findEscaped(_ json: JSONCursor) -> Int {
    guard let text = try? json.string() else { return -1 }
    return texts.firstIndex { $0.isExactly(text) } ?? -1
  }
}
