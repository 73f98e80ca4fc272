import Mantle
import MantlePlatform

/// Makes the transformers of a definition's types out of the library's own.
struct DefinedTransformers {
  let slots: [String: MappingSlot]

  func transformer(_ type: DefinedType) -> JSONTransformer<DefinedValue?> {
    switch type {
    case .string:
      wrap(.natural, DefinedValue.string) { if case .string(let value) = $0 { value } else { nil } }
    case .boolean:
      wrap(.natural, DefinedValue.boolean) { if case .boolean(let value) = $0 { value } else { nil } }
    case .integer:
      wrap(.natural, DefinedValue.integer) { if case .integer(let value) = $0 { value } else { nil } }
    case .unsigned:
      wrap(.natural, DefinedValue.unsigned) { if case .unsigned(let value) = $0 { value } else { nil } }
    case .sized(let width): sized(width)
    case .double:
      wrap(.natural, DefinedValue.double) { if case .double(let value) = $0 { value } else { nil } }
    case .decimal:
      wrap(.natural, DefinedValue.decimal) { if case .decimal(let value) = $0 { value } else { nil } }
    case .instant: wrap(.iso8601, DefinedValue.date) { if case .date(let value) = $0 { value } else { nil } }
    case .date(let pattern):
      wrap(pattern.transformer, DefinedValue.date) { if case .date(let value) = $0 { value } else { nil } }
    case .url: wrap(.natural, DefinedValue.url) { if case .url(let value) = $0 { value } else { nil } }
    case .uuid(let lowercase):
      wrap(lowercase ? .lowercaseUUID : .natural, DefinedValue.uuid) {
        if case .uuid(let value) = $0 { value } else { nil }
      }
    case .enumeration(let cases, let unknown):
      wrap(unknown == .keep ? .openCases(cases) : .closedCases(cases), DefinedValue.string) {
        if case .string(let value) = $0 { value } else { nil }
      }
    case .transformed(let named): predefined(named)
    case .json: wrap(.natural, DefinedValue.json) { if case .json(let value) = $0 { value } else { nil } }
    case .model(let name): model(name)
    case .array(let element):
      wrap(transformer(element).array, DefinedValue.array) {
        if case .array(let value) = $0 { value } else { nil }
      }
    case .set(let element):
      wrap(transformer(element).unordered, DefinedValue.array) {
        if case .array(let value) = $0 { value } else { nil }
      }
    case .dictionary(let value):
      wrap(transformer(value).dictionary, DefinedValue.dictionary) {
        if case .dictionary(let value) = $0 { value } else { nil }
      }
    case .optional(let type): transformer(type).nullable()
    case .oneOf(let types): union(types)
    }
  }

  private func wrap<Value>(
    _ base: JSONTransformer<Value>, _ wrap: @escaping @Sendable (Value) -> DefinedValue,
    _ unwrap: @escaping @Sendable (DefinedValue) -> Value?
  ) -> JSONTransformer<DefinedValue?> {
    base.converted {
      wrap($0)
    } _: { value in
      guard let inner = value.flatMap(unwrap) else {
        throw TransformError(
          expected: "a value of the property's type", found: value.map { "\($0)" } ?? "nil")
      }
      return inner
    }
  }

  private func sized(_ width: IntegerWidth) -> JSONTransformer<DefinedValue?> {
    func integer<Value: JSONConvertible & FixedWidthInteger>(_: Value.Type) -> JSONTransformer<DefinedValue?>
    {
      wrap(JSONTransformer<Value>.natural) {
        .integer(Int64($0))
      } _: {
        if case .integer(let value) = $0 { Value(exactly: value) } else { nil }
      }
    }
    return switch width {
    case .int8: integer(Int8.self)
    case .int16: integer(Int16.self)
    case .int32: integer(Int32.self)
    case .uint8: integer(UInt8.self)
    case .uint16: integer(UInt16.self)
    case .uint32: integer(UInt32.self)
    }
  }

  private func predefined(_ named: DefinedTransformer) -> JSONTransformer<DefinedValue?> {
    func date(_ transformer: JSONTransformer<Date>) -> JSONTransformer<DefinedValue?> {
      wrap(transformer, DefinedValue.date) { if case .date(let value) = $0 { value } else { nil } }
    }
    func data(_ transformer: JSONTransformer<Data>) -> JSONTransformer<DefinedValue?> {
      wrap(transformer, DefinedValue.data) { if case .data(let value) = $0 { value } else { nil } }
    }
    return switch named {
    case .unixSeconds: date(.unixSeconds)
    case .unixMilliseconds: date(.unixMilliseconds)
    case .unixMicroseconds: date(.unixMicroseconds)
    case .unixSecondsText: date(.unixSecondsText)
    case .unixMillisecondsText: date(.unixMillisecondsText)
    case .unixMicrosecondsText: date(.unixMicrosecondsText)
    case .iso8601Day: date(.iso8601Day)
    case .integerText:
      wrap(.integerText, DefinedValue.integer) { if case .integer(let value) = $0 { value } else { nil } }
    case .decimalText:
      wrap(.decimalText, DefinedValue.decimal) { if case .decimal(let value) = $0 { value } else { nil } }
    case .doubleText:
      wrap(.doubleText, DefinedValue.double) { if case .double(let value) = $0 { value } else { nil } }
    case .boolText:
      wrap(.boolText, DefinedValue.boolean) { if case .boolean(let value) = $0 { value } else { nil } }
    case .base64: data(.base64)
    case .base64URL: data(.base64URL)
    case .hex: data(.hex)
    }
  }

  /// A model that the definition does not have is any JSON.
  private func model(_ name: String) -> JSONTransformer<DefinedValue?> {
    guard let slot = slots[name] else { return transformer(.json) }
    return wrap(slot.transformer(named: name), DefinedValue.record) {
      if case .record(let record) = $0, slot.models.contains(record.model) { record } else { nil }
    }
  }

  /// A value is read as the first type that its kind may be; of several models, as the one whose required keys it has.
  private func union(_ types: [DefinedType]) -> JSONTransformer<DefinedValue?> {
    // What is wrong with the only type that may be an object is for that one to say.
    let isOnlyObject = types.count { $0.mayBeObject } == 1
    let candidates = types.map { type in
      (
        transformer: transformer(type),
        takes: { @Sendable json in
          isOnlyObject && type.mayBeObject ? json.kind == .object : self.takes(type, json)
        }
      )
    }
    let containers = candidates.filter { $0.transformer.shape.isContainer }
    let shape: ValueShape =
      containers.count == 1
      ? containers[0].transformer.shape : .other(types.map(\.text).joined(separator: " or "))
    return .first(of: candidates, shape: shape)
  }

  /// Whether a value is of the kind of a type; of a model, whether it has the keys that must be there.
  func takes(_ type: DefinedType, _ json: JSONCursor) -> Bool {
    switch type {
    case .string, .instant, .date, .url, .uuid, .enumeration: json.kind == .string
    case .transformed(let named): json.kind == (named.isNumber ? .number : .string)
    case .boolean: json.kind == .true || json.kind == .false
    case .integer: json.kind == .number && (try? Int64.decode(json)) != nil
    case .unsigned: json.kind == .number && (try? UInt64.decode(json)) != nil
    case .sized(let width):
      json.kind == .number && (try? Int64.decode(json)).map(width.range.contains) == true
    case .double, .decimal: json.kind == .number
    case .json: true
    case .array, .set: json.kind == .array
    case .dictionary: json.kind == .object
    case .model(let name): json.kind == .object && hasRequiredKeys(of: name, json)
    case .optional(let inner): json.kind == .null || takes(inner, json)
    case .oneOf(let types): types.contains { takes($0, json) }
    }
  }

  private func hasRequiredKeys(of name: String, _ json: JSONCursor) -> Bool {
    let required = slots[name]?.description.properties.filter(\.isRequired) ?? []
    return required.allSatisfy { property in
      guard case .key(let key)? = property.keyPaths.first?.components.first else { return true }
      return json.member(key) != nil
    }
  }
}

extension DefinedType {
  fileprivate var mayBeObject: Bool {
    switch self {
    case .model, .dictionary: true
    default: false
    }
  }
}

extension ValueShape {
  fileprivate var isContainer: Bool {
    switch self {
    case .model, .array, .dictionary: true
    case .optional(let inner): inner.isContainer
    default: false
    }
  }
}

extension DatePattern {
  var transformer: JSONTransformer<Date> {
    let example = text(of: Date(timeIntervalSince1970: 1_303_479_228)) ?? text
    let expected = "date like `\(example)`"
    return JSONTransformer<Date>(
      "date(\(text))", shape: .date,
      decode: { json in
        guard json.kind == .string else { throw json.mismatch(expected: expected) }
        guard let date = date(try json.string()) else {
          throw json.mismatch(expected: expected, code: .invalidValue)
        }
        return date
      },
      encode: { date, writer in
        guard let text = text(of: date) else {
          throw TransformError(expected: "date of the years 1 to 9999", found: DateWords.describe(date))
        }
        writer.string(text)
      }
    )
    .worded(DateWords.describe, parse: DateWords.parse)
  }
}
