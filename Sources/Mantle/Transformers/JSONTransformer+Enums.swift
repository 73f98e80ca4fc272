extension JSONTransformer where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// An enum by its raw texts. A text that is none of them is an error naming it and the cases.
  ///
  ///     let states = JSONTransformer<State>.cases  // "open", "closed"; others are errors
  ///     let tolerant = JSONTransformer<State>.cases(unknown: .unclear)  // others are .unclear, with a note
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
      writing: JSONWriting(write: { $1.string(JSONWriting<Value>.value(at: $0).pointee.rawValue) }))
  }

  /// As ``cases``, with a case that stands for every unknown text. The text itself is not kept: writing such a
  /// value gives the fallback's own text (``OpenCase`` keeps it). Each use of the fallback leaves a note.
  public static func cases(unknown fallback: Value) -> JSONTransformer {
    let strict = JSONTransformer.cases
    let all = Array(Value.allCases)
    let table = CaseTable(all.map(\.rawValue))
    return JSONTransformer(
      "cases", shape: strict.shape,
      decode: { json in
        guard json.is(.string), (try? json.string()) != nil else { return try strict.decode(json) }
        let index = table.find(json)
        if index >= 0 { return all[index] }
        json.context.note(.unknownCase, "unknown case; \"\(fallback.rawValue)\" took its place", at: json)
        return fallback
      },
      encode: strict.encode)
  }
}

extension JSONTransformer
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue: FixedWidthInteger & JSONConvertible {
  /// An enum by its raw numbers. A number that is none of them is an error naming it.
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

  /// As ``numberedCases``, with a case that stands for every unknown number. The number itself is not kept (use
  /// ``OpenCase`` for that), and each use of the fallback leaves a note.
  public static func numberedCases(unknown fallback: Value) -> JSONTransformer {
    let strict = JSONTransformer.numberedCases
    return JSONTransformer(
      "numbered cases", shape: .integer,
      decode: { json in
        if let value = Value(rawValue: try Value.RawValue.decode(json)) { return value }
        json.context.note(.unknownCase, "unknown case; \(fallback.rawValue) took its place", at: json)
        return fallback
      },
      encode: strict.encode)
  }
}

/// The texts of an enum's cases, found by perfect hash.
@usableFromInline final class CaseTable: @unchecked Sendable {
  @usableFromInline let texts: [String]
  @usableFromInline let table: KeyTable

  @usableFromInline init(_ texts: [String]) {
    self.texts = texts
    table = KeyTable(texts)
  }

  deinit { table.deallocate(count: texts.count) }

  @inlinable func find(_ json: JSONCursor) -> Int {
    let word = json.word
    if word.flag { return findEscaped(json) }
    return table.find(json.bytes + word.offset, word.payload)
  }

  @inline(never) @usableFromInline func findEscaped(_ json: JSONCursor) -> Int {
    guard let text = try? json.string() else { return -1 }
    return texts.firstIndex { $0.isExactly(text) } ?? -1
  }
}
