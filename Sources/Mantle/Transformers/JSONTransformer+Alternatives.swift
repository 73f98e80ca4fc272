extension JSONTransformer {
  /// Returns a transformer that decodes a value with the first of two transformers that accepts it.
  ///
  /// ```swift
  /// Property(\.sentAt, "sent_at", .iso8601.or(.unixSeconds))
  /// ```
  ///
  /// A value that the other transformer decodes adds a note. The first transformer encodes; a value that it
  /// cannot encode is encoded by the other one, provided that the first does not decode the result.
  ///
  /// If both transformers reject the value itself, it has one error, which names both expected forms.
  public func or(_ other: JSONTransformer) -> JSONTransformer {
    var traits = TransformerTraits<Value>.none(whyIrreversible: self.traits.whyIrreversible)
    traits.isNilWhenAbsent = self.traits.isNilWhenAbsent
    traits.isAbsent = self.traits.isAbsent
    traits.words = self.traits.words
    traits.expected = "\(expectation) or \(other.expectation)"
    return JSONTransformer(
      [self, other].map { $0.name ?? $0.expectation }.joined(separator: " or "), shape: shape,
      decode: { try $0.decode(first: self, or: other) },
      writing: encode.map { encode in
        JSONWriting { value, writer in
          let start = writer.count
          do { try encode(value, &writer) } catch {
            writer.truncate(to: start)
            try other.encode?(value, &writer)
            if writer.count > start, !accepts(writer.bytes(since: start)) { return }
            writer.truncate(to: start)
            throw error
          }
        }
      },
      valueForAbsentKey: valueForAbsentKey, traits: traits)
  }

  /// Returns whether this transformer can decode the JSON that the other one has written. Returns true for
  /// text that is not valid JSON, so that it is not written.
  private func accepts(_ json: [UInt8]) -> Bool {
    guard let document = try? JSONDocument(parsing: JSONBytes(json), limits: JSONLimits(depth: .max)) else {
      return true
    }
    let context = DecodingContext(minimumSeverity: .error)
    return document.root.withCursor(context) { (try? decode($0)) != nil }
  }

  /// Returns the transformer of arrays whose elements use a transformer. It equals ``array``, but as an
  /// argument, `.array(.iso8601)`, it needs no type.
  ///
  /// ```swift
  /// Property(\.dates, "dates", .array(.iso8601))  // ["2011-04-22T13:33:48Z"]
  /// ```
  public static func array<Element>(_ element: JSONTransformer<Element>) -> JSONTransformer
  where Value == [Element] { element.array }

  /// Returns the transformer of dictionaries whose values use a transformer. It equals ``dictionary``, but as
  /// an argument it needs no type.
  ///
  /// ```swift
  /// Property(\.datesByName, "dates", .dictionary(.iso8601Day))  // {"due": "2011-04-22"}
  /// ```
  public static func dictionary<Element>(_ value: JSONTransformer<Element>) -> JSONTransformer
  where Value == [String: Element] { value.dictionary }
}

extension JSONCursor {
  /// Decodes the value with the first of two transformers that accepts it.
  ///
  /// - Throws: one problem that names both expected forms if both transformers reject the value itself;
  ///   otherwise the problem of the second transformer.
  fileprivate func decode<Value>(
    first: JSONTransformer<Value>, or second: JSONTransformer<Value>
  ) throws -> Value {
    let mark = context.mark
    do { return try first.decode(self) } catch let error {
      if error is MappingError { throw error }
      _ = context.fail(since: mark)
      do {
        let value = try second.decode(self)
        context.forgetCaught(since: mark)
        if context.mark == mark {
          context.note(.coercion, "decoded as \(second.name ?? second.expectation)", at: self)
        }
        return value
      } catch let other as DecodingProblem {
        guard let error = error as? DecodingProblem, let wanted = error.expected, let or = other.expected,
          (error.nodeIndex, other.nodeIndex) == (index, index)
        else { throw other }
        throw mismatch(
          expected: "\(wanted) or \(or)", code: error.code == other.code ? error.code : .invalidValue)
      }
    }
  }
}
