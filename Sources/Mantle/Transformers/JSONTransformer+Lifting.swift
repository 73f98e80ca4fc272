extension JSONTransformer {
  /// The transformer with null and absence standing for nil.
  @inlinable public var optional: JSONTransformer<Value?> {
    // Once for each type, not for each property.
    @inline(never) get {
      let decode = decode
      var reverse: JSONWriting<Value?>?
      if let write = writing?.write {
        reverse = JSONWriting(write: { value, writer in
          if case .none = JSONWriting<Value?>.value(at: value).pointee { return writer.null() }
          // A wrapped value stands at the place of its optional (the layout of enums with one payload).
          try write(value, &writer)
        })
      }
      let readsNull = if case .optional = shape { true } else { false }
      return JSONTransformer<Value?>(
        name, shape: .optional(shape), decode: { $0.isNull && !readsNull ? nil : try decode($0) },
        writing: reverse, valueForAbsentKey: { .some(nil) }, traits: optionalTraits)
    }
  }

  /// The transformer for every element of an array. An element's problem carries its own path.
  ///
  ///     let days = JSONTransformer<Date>.iso8601Day.array  // ["2026-01-02", "2026-01-03"]
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

  /// The transformer for every value of an object with arbitrary keys. Of duplicate keys the last counts.
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

  @usableFromInline var optionalTraits: TransformerTraits<Value?> { traits.optional }
}
