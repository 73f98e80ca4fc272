extension JSONTransformer {
  /// The transformer for an optional, with null and absence decoded as nil.
  @inlinable public var optional: JSONTransformer<Value?> {
    // Not inlined, so that the code exists once for each type and not for each property.
    @inline(never) get {
      let decode = decode
      var reverse: JSONWriting<Value?>?
      if let write = writing?.write {
        reverse = JSONWriting(write: { value, writer in
          if case .none = JSONWriting<Value?>.value(at: value).pointee { return writer.null() }
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

  /// The transformer for every element of an array. Problems of an element carry its path.
  ///
  /// ```swift
  /// let days = JSONTransformer<Date>.iso8601Day.array  // ["2026-01-02", "2026-01-03"]
  /// ```
  @inlinable public var array: JSONTransformer<[Value]> {
    let decode = decode
    var reverse: JSONWriting<[Value]>?
    if let write = writing?.write {
      reverse = JSONWriting(write: { values, writer in
        writer.beginArray()
        try JSONWriting<[Value]>.value(at: values).pointee.withUnsafeBufferPointer { values in
          guard let first = values.baseAddress else { return }
          for position in 0..<values.count {
            writer.element()
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

  /// The transformer for every value of an object with arbitrary keys.
  ///
  /// If a key is repeated, its last value is used. Keys are written in sorted order.
  public var dictionary: JSONTransformer<[String: Value]> {
    JSONTransformer<[String: Value]>(
      name.map { "[String: \($0)]" }, shape: .dictionary(shape),
      decode: { [decode] in try $0.decodeDictionary(decode) },
      writing: encode.map { encode in
        JSONWriting { values, writer in
          writer.beginObject()
          for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            writer.key(key)
            try encode(value, &writer)
          }
          writer.endObject()
        }
      },
      valueForAbsentKey: { nil }, traits: dictionaryTraits)
  }

  /// The traits of ``optional``.
  @usableFromInline var optionalTraits: TransformerTraits<Value?> { traits.optional }
}
