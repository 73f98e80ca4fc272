extension JSONTransformer {
  /// The transformer for optionals of the values, which decodes null and an absent key as nil.
  ///
  /// ```swift
  /// let due = JSONTransformer<Date>.iso8601.optional  // JSONTransformer<Date?>
  /// ```
  ///
  /// A property needs it only in collections, such as `.array(JSONTransformer<Date>.iso8601.optional)` for a
  /// list with null elements: an optional property accepts the transformer of its wrapped type.
  @inlinable public var optional: JSONTransformer<Value?> {
    // Not inlined, so that the code exists once for each type and not for each property.
    @inline(never) get {
      let decode = decode
      var reverse: JSONWriting<Value?>?
      if let write = writing?.write {
        reverse = JSONWriting(write: { value, writer in
          if case .none = JSONWriting<Value?>.value(at: value).pointee { return writer.writeNull() }
          // Swift stores the payload of an optional at the address of the optional itself.
          try write(value, &writer)
        })
      }
      let readsNull = if case .optional = shape { true } else { false }
      return JSONTransformer<Value?>(
        name, shape: .optional(shape), decode: { $0.isNull && !readsNull ? nil : try decode($0) },
        writing: reverse, valueForAbsentKey: { .some(nil) }, traits: optionalTraits)
    }
  }

  /// The transformer for arrays whose elements use this transformer.
  ///
  /// ```swift
  /// let days = JSONTransformer<Date>.iso8601Day.array  // ["2026-01-02", "2026-01-03"]
  /// ```
  ///
  /// Null and every other value that is not an array are errors. An invalid element is an error with the path
  /// of the element; ``Property/lossy()`` drops it instead.
  @inlinable public var array: JSONTransformer<[Value]> {
    let decode = decode
    var reverse: JSONWriting<[Value]>?
    if let write = writing?.write {
      reverse = JSONWriting(write: { values, writer in
        writer.beginArray()
        try JSONWriting<[Value]>.value(at: values).pointee.withUnsafeBufferPointer { values in
          guard let first = values.baseAddress else { return }
          for position in 0..<values.count {
            writer.beginElement()
            try write(UnsafeRawPointer(first + position), &writer)
          }
        }
        writer.endArray()
      })
    }
    return JSONTransformer<[Value]>(
      name.map { "[\($0)]" }, shape: .array(shape), decode: { try $0.decodeArray(decode) }, writing: reverse,
      valueForAbsentKey: { nil }, traits: arrayTraits)
  }

  /// The transformer for dictionaries whose values use this transformer. In JSON they are objects with
  /// arbitrary keys.
  ///
  /// If a key is repeated, its last value is used. Keys are written in sorted order.
  ///
  /// ```swift
  /// let days = JSONTransformer<Date>.iso8601Day.dictionary  // {"due": "2026-01-02"}
  /// ```
  public var dictionary: JSONTransformer<[String: Value]> { dictionary(by: String.self) }

  /// Returns the transformer for dictionaries whose values use this transformer, and whose keys are converted
  /// between JSON keys and `Key`.
  func dictionary<Key: JSONKeyConvertible>(by _: Key.Type) -> JSONTransformer<[Key: Value]> {
    JSONTransformer<[Key: Value]>(
      name.map { "[String: \($0)]" }, shape: .dictionary(shape),
      decode: { [decode] in try $0.decodeDictionary(Key.self, decode) },
      writing: encode.map { encode in
        JSONWriting { values, writer in
          writer.beginObject()
          for (key, value) in values.map({ ($0.jsonKey, $1) }).sorted(by: { $0.0 < $1.0 }) {
            writer.writeKey(key)
            try encode(value, &writer)
          }
          writer.endObject()
        }
      },
      valueForAbsentKey: { nil }, traits: dictionaryTraits(by: Key.self))
  }

  /// The traits of the transformer that ``optional`` returns.
  @usableFromInline var optionalTraits: TransformerTraits<Value?> { traits.optional }
}

extension JSONTransformer where Value: Hashable & SendableMetatype {
  /// The transformer for sets whose elements use this transformer. In JSON they are arrays; equal elements
  /// become one.
  var set: JSONTransformer<Set<Value>> {
    JSONTransformer<Set<Value>>(
      name.map { "[\($0)]" }, shape: .array(shape), decode: { [decode] in Set(try $0.decodeArray(decode)) },
      writing: encode.map { encode in
        JSONWriting { values, writer in
          var texts: [[UInt8]] = []
          for value in values {
            var inner = JSONWriter(capacity: 64)
            inner.context = writer.context
            inner.ancestors = writer.ancestors
            try encode(value, &inner)
            texts.append(inner.finish())
          }
          texts.sort { $0.lexicographicallyPrecedes($1) }
          writer.beginArray()
          for text in texts {
            writer.beginElement()
            writer.writeRawJSON(text)
          }
          writer.endArray()
        }
      },
      valueForAbsentKey: { nil },
      traits: TransformerTraits<Set<Value>>(
        isNilWhenAbsent: false, isAbsent: nil, each: nil, members: nil, expected: nil, words: nil,
        inner: reading, whyIrreversible: traits.whyIrreversible))
  }
}

extension JSONTransformer {
  /// The transformer for values in a ``Field``, which distinguishes an absent key from null.
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
          if case .value(let value) = field { try encode(value, &writer) } else { writer.writeNull() }
        }
      },
      valueForAbsentKey: { .absent }, traits: traits)
  }
}
