extension JSONTransformer where Value == Bool {
  /// JSON `true` or `false`; everything else is an error.
  public static var bool: JSONTransformer { natural.named("bool") }

  /// JSON `true` or `false`, or the number 0 or 1, which leaves a note. Written as `true` or `false`.
  ///
  /// Every other number is an error, as are texts.
  public static var boolOrNumber: JSONTransformer {
    JSONTransformer(
      "boolOrNumber", shape: .boolean,
      decode: { json in
        json.is(.number) ? try json.zeroOrOne(expected: "boolean, 0 or 1") : try Bool.decode(json)
      },
      encode: { $1.bool($0) })
  }

  /// The number 0 or 1, read and written; each leaves a note. `true` and `false` are errors.
  public static var zeroOrOne: JSONTransformer {
    JSONTransformer(
      "zeroOrOne", shape: .boolean, decode: { try $0.zeroOrOne(expected: "0 or 1") },
      encode: { $1.integer($0 ? 1 : 0) })
  }

  /// The text `true` or `false`, read and written; each leaves a note.
  public static var boolText: JSONTransformer { boolText(true: "true", false: "false") }

  /// One of two texts, letter by letter, e.g. `.boolText(true: "yes", false: "no")`.
  ///
  /// - Parameters:
  ///   - yes: what `true` is written as.
  ///   - no: what `false` is written as.
  ///   - also: further texts that are read and never written.
  public static func boolText(
    true yes: String, false no: String, also: [String: Bool] = [:]
  ) -> JSONTransformer {
    let words = also.merging([yes: true, no: false]) { $1 }
    let expected = ([yes, no] + also.keys.sorted()).asAlternatives
    return JSONTransformer(
      "boolText", shape: .boolean,
      decode: { json in
        guard json.is(.string) else { throw json.mismatch(expected: expected) }
        guard let value = words[try json.string()] else {
          throw json.mismatch(expected: expected, code: .invalidValue)
        }
        json.context.note(.coercion, "the text is read as \(value)", at: json)
        return value
      },
      encode: { $1.string($0 ? yes : no) })
  }
}

extension JSONCursor {
  fileprivate func zeroOrOne(expected: String) throws -> Bool {
    guard self.is(.number) else { throw mismatch(expected: expected) }
    guard let number = try? Int.decode(self), number == 0 || number == 1 else {
      throw mismatch(expected: expected, code: .invalidValue)
    }
    context.note(.coercion, "the number is read as \(number == 1)", at: self)
    return number == 1
  }
}
