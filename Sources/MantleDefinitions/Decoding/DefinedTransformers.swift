import Mantle
import MantlePlatform

/// The factory of the transformers for definition types, which it builds from the library's own
/// transformers.
struct DefinedTransformers {
  /// The models that types can refer to, by name.
  let slots: [String: MappingSlot]

  /// Returns the transformer of a type. A null value becomes nil.
  func transformer(_ type: DefinedType) -> JSONTransformer<DefinedValue?> {
    switch type {
    case .string: wrap(.natural, .string)
    case .boolean: wrap(.natural, .boolean)
    case .integer: wrap(.natural, .integer)
    case .unsigned: wrap(.natural, .unsigned)
    case .sized(let width): sized(width)
    case .double: wrap(.natural, .double)
    case .decimal: wrap(.natural, .decimal)
    case .instant: wrap(.iso8601, .date)
    case .date(let pattern): wrap(pattern.transformer, .date)
    case .url: wrap(.natural, .url)
    case .uuid(let lowercase): wrap(lowercase ? .lowercaseUUID : .natural, .uuid)
    case .enumeration(let cases, let unknown):
      wrap(unknown == .keep ? .openCases(cases) : .closedCases(cases), .string)
    case .transformed(let named): predefined(named)
    case .json: wrap(.natural, .json)
    case .model(let name): model(name)
    case .array(let element): wrap(transformer(element).array, .array)
    case .set(let element): wrap(transformer(element).unordered, .array)
    case .dictionary(let value): wrap(transformer(value).dictionary, .dictionary)
    case .optional(let type): transformer(type).nullable()
    case .oneOf(let types): union(types)
    }
  }

  /// Returns a transformer of one kind of values as a transformer of ``DefinedValue``.
  ///
  /// - Parameters:
  ///   - base: the transformer of the values.
  ///   - kind: the case of ``DefinedValue`` that holds the values.
  private func wrap<Value>(
    _ base: JSONTransformer<Value>, _ kind: DefinedValue.Kind<Value>
  ) -> JSONTransformer<DefinedValue?> {
    base.converted {
      kind.wrap($0)
    } _: { value in
      guard let inner = value.flatMap(kind.unwrap) else {
        throw TransformError(
          expected: "a value of the property's type", found: value.map { "\($0)" } ?? "nil")
      }
      return inner
    }
  }

  /// Returns the transformer of whole numbers of a fixed width, stored as `Int64`.
  private func sized(_ width: IntegerWidth) -> JSONTransformer<DefinedValue?> {
    func integer<Value: JSONConvertible & FixedWidthInteger>(_: Value.Type) -> JSONTransformer<DefinedValue?>
    {
      let kind = DefinedValue.Kind<Int64>.integer
      return wrap(
        JSONTransformer<Value>.natural,
        DefinedValue.Kind(
          wrap: { kind.wrap(Int64($0)) }, unwrap: { kind.unwrap($0).flatMap(Value.init(exactly:)) }))
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

  /// Returns a predefined transformer.
  private func predefined(_ named: DefinedTransformer) -> JSONTransformer<DefinedValue?> {
    switch named {
    case .unixSeconds: wrap(.unixSeconds, .date)
    case .unixMilliseconds: wrap(.unixMilliseconds, .date)
    case .unixMicroseconds: wrap(.unixMicroseconds, .date)
    case .unixSecondsText: wrap(.unixSecondsText, .date)
    case .unixMillisecondsText: wrap(.unixMillisecondsText, .date)
    case .unixMicrosecondsText: wrap(.unixMicrosecondsText, .date)
    case .iso8601Day: wrap(.iso8601Day, .date)
    case .integerText: wrap(.integerText, .integer)
    case .decimalText: wrap(.decimalText, .decimal)
    case .doubleText: wrap(.doubleText, .double)
    case .boolText: wrap(.boolText, .boolean)
    case .zeroOrOne: wrap(.zeroOrOne, .boolean)
    case .absoluteURL: wrap(.absoluteURL, .url)
    case .lenientURL: wrap(.lenientURL, .url)
    case .base64: wrap(.base64, .data)
    case .base64URL: wrap(.base64URL, .data)
    case .hex: wrap(.hex, .data)
    }
  }

  /// Returns the transformer of a model; that of any JSON value if the definition has no such
  /// model.
  private func model(_ name: String) -> JSONTransformer<DefinedValue?> {
    guard let slot = slots[name] else { return transformer(.json) }
    let kind = DefinedValue.Kind<Record>(wrap: DefinedValue.record) {
      if case .record(let record) = $0, slot.models.contains(record.model) { record } else { nil }
    }
    return wrap(slot.transformer(named: name), kind)
  }

  /// Returns the transformer of a union. It decodes a value as the first type that accepts the
  /// kind of the value; among models, as the first whose required keys are all present.
  private func union(_ types: [DefinedType]) -> JSONTransformer<DefinedValue?> {
    // If only one type can be an object, it accepts every object, so that its own diagnostics
    // describe the problems.
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

  /// Whether a type accepts the kind of a value; for a model, also whether the required keys are
  /// present.
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

  /// Whether an object has the first key of every required property of a model.
  private func hasRequiredKeys(of name: String, _ json: JSONCursor) -> Bool {
    let required = slots[name]?.description.properties.filter(\.isRequired) ?? []
    return required.allSatisfy { property in
      guard case .key(let key)? = property.keyPaths.first?.components.first else { return true }
      return json.member(key) != nil
    }
  }
}

extension JSONTransformer<DefinedValue?> {
  /// The transformer that distinguishes null from an absent key: null becomes
  /// ``DefinedValue/json(_:)``, and an absent key becomes nil.
  var keepingNull: JSONTransformer {
    field.converted { field -> DefinedValue? in
      switch field {
      case .absent: nil
      case .null: DefinedValue.null
      case .value(let value): value
      }
    } _: { value in
      guard let value else { return .absent }
      return value.isNull ? .null : .value(value)
    }
  }
}

extension DefinedType {
  /// Whether values of the type can be JSON objects.
  fileprivate var mayBeObject: Bool {
    switch self {
    case .model, .dictionary: true
    default: false
    }
  }
}

extension ValueShape {
  /// Whether the shape describes an object, a list or a dictionary, and so has contents to
  /// display.
  fileprivate var isContainer: Bool {
    switch self {
    case .model, .array, .dictionary: true
    case .optional(let inner): inner.isContainer
    default: false
    }
  }
}

extension DatePattern {
  /// The transformer of dates in this form, with an example in its messages.
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
