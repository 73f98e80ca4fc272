extension JSONTransformer {
  /// The transformer for a ``Field``, which distinguishes an absent key from null.
  ///
  /// ```swift
  /// let due = JSONTransformer<Date>.iso8601.field  // JSONTransformer<Field<Date>>
  /// ```
  ///
  /// A property needs it only in a chain: `Property(\.due, "due", .iso8601)` accepts a property of the type
  /// `Field<Date>`.
  public var field: JSONTransformer<Field<Value>> {
    var traits = TransformerTraits<Field<Value>>.none
    traits.isAbsent = Field<Value>.absence?.isAbsent
    traits.words = self.traits.words.map { words in
      words.converted(describe: { $0.value.map(words.describe) ?? "null" }) { .value($0) }
    }
    traits.origin = self.traits.origin.map { value -> TransformerOrigin in { $0.field(Value.self, of: value) }
    }
    return JSONTransformer<Field<Value>>(
      name, shape: .optional(.optional(shape)),
      decode: { [decode] in $0.isNull ? .null : .value(try decode($0)) },
      writing: encode.map { encode in
        JSONWriting { field, writer in
          if case .value(let value) = field { try encode(value, &writer) } else { writer.null() }
        }
      },
      valueForAbsentKey: { .absent }, traits: traits)
  }
}
