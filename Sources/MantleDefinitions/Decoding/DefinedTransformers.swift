import Mantle
import MantlePlatform

/// The factory of the transformers for definition types, which it builds from the library's own
/// transformers.
struct DefinedTransformers {
  /// The mappings of the models that types can refer to, by name.
  let slots: [String: MappingSlot]

  /// Returns the transformer of a definition type. A null value becomes nil.
  func transformer(_ type: DefinedType) -> JSONTransformer<DefinedValue?> {
    switch type {
    case .string: wrap(.natural, DefinedValue.string)
    case .boolean: wrap(.natural, DefinedValue.boolean)
    case .integer: wrap(.natural, DefinedValue.integer)
    case .unsigned: wrap(.natural, DefinedValue.unsigned)
    case .sized(let width): sized(width)
    case .double: wrap(.natural, DefinedValue.double)
    case .decimal: wrap(.natural, DefinedValue.decimal)
    case .instant: wrap(.iso8601, DefinedValue.date)
    case .date(let pattern): wrap(pattern.transformer, DefinedValue.date)
    case .url: wrap(.natural, DefinedValue.url)
    case .uuid(let lowercase): wrap(lowercase ? .lowercaseUUID : .natural, DefinedValue.uuid)
    case .enumeration(let cases, let unknown):
      wrap(unknown == .keep ? .openCases(cases) : .closedCases(cases), DefinedValue.string)
    case .transformed(let named): predefined(named)
    case .json: wrap(.natural, DefinedValue.json)
    case .model(let name): model(name)
    case .array(let element): wrap(transformer(element).array, DefinedValue.array)
    case .set(let element): wrap(transformer(element).unordered, DefinedValue.array)
    case .dictionary(let value): wrap(transformer(value).dictionary, DefinedValue.dictionary)
    case .optional(let type): transformer(type).nullable()
    case .oneOf(let types): union(types)
    }
  }

  /// Converts a transformer of Swift values to a transformer of ``DefinedValue``.
  ///
  /// - Parameters:
  ///   - base: the transformer of the values.
  ///   - store: the case of ``DefinedValue`` that holds the values.
  ///   - content: returns the Swift value of the case; nil for a value that it does not hold.
  private func wrap<Value: Sendable>(
    _ base: JSONTransformer<Value>, _ store: @escaping @Sendable (Value) -> DefinedValue,
    content: @escaping @Sendable (DefinedValue) -> Value? = { $0.content as? Value }
  ) -> JSONTransformer<DefinedValue?> {
    base.converted {
      store($0)
    } _: { value in
      guard let inner = value.flatMap(content) else {
        throw TransformError(
          expected: "a value of the property's type", found: value.map { "\($0)" } ?? "nil")
      }
      return inner
    }
  }

  /// Returns the transformer of whole numbers of a fixed width, stored as `Int64`.
  private func sized(_ width: IntegerWidth) -> JSONTransformer<DefinedValue?> {
    func integer<Value: JSONConvertible & FixedWidthInteger & Sendable>(
      _: Value.Type
    ) -> JSONTransformer<DefinedValue?> {
      wrap(JSONTransformer<Value>.natural) {
        .integer(Int64($0))
      } content: {
        ($0.content as? Int64).flatMap(Value.init(exactly:))
      }
    }
    return integer(width.type)
  }

  /// Returns the transformer for a name that definition files can use, such as `unixSeconds`.
  private func predefined(_ named: DefinedTransformer) -> JSONTransformer<DefinedValue?> {
    switch named {
    case .unixSeconds: wrap(.unixSeconds, DefinedValue.date)
    case .unixMilliseconds: wrap(.unixMilliseconds, DefinedValue.date)
    case .unixMicroseconds: wrap(.unixMicroseconds, DefinedValue.date)
    case .unixSecondsString: wrap(.unixSecondsString, DefinedValue.date)
    case .unixMillisecondsString: wrap(.unixMillisecondsString, DefinedValue.date)
    case .unixMicrosecondsString: wrap(.unixMicrosecondsString, DefinedValue.date)
    case .iso8601Day: wrap(.iso8601Day, DefinedValue.date)
    case .integerString: wrap(.integerString, DefinedValue.integer)
    case .decimalString: wrap(.decimalString, DefinedValue.decimal)
    case .doubleString: wrap(.doubleString, DefinedValue.double)
    case .boolString: wrap(.boolString, DefinedValue.boolean)
    case .zeroOrOne: wrap(.zeroOrOne, DefinedValue.boolean)
    case .absoluteURL: wrap(.absoluteURL, DefinedValue.url)
    case .lenientURL: wrap(.lenientURL, DefinedValue.url)
    case .base64: wrap(.base64, DefinedValue.data)
    case .base64URL: wrap(.base64URL, DefinedValue.data)
    case .hex: wrap(.hex, DefinedValue.data)
    }
  }

  /// Returns the transformer of a model; that of any JSON value if the definition has no such
  /// model.
  private func model(_ name: String) -> JSONTransformer<DefinedValue?> {
    guard let slot = slots[name] else { return transformer(.json) }
    return wrap(slot.transformer(named: name), DefinedValue.record) { value in
      (value.content as? Record).flatMap { slot.models.contains($0.model) ? $0 : nil }
    }
  }

  /// Returns the transformer of a union. It decodes a value as the first type that accepts the kind of the value; among several
  /// models, as the model that fits best.
  private func union(_ types: [DefinedType]) -> JSONTransformer<DefinedValue?> {
    // If only one type can be an object, it accepts every object, so that its own diagnostics
    // describe the problems.
    let isOnlyObject = types.count { $0.kinds == [.object] } == 1
    let models = types.compactMap { if case .model(let name) = $0 { name } else { nil } }
    let candidates = types.map { type in
      (
        transformer: transformer(type),
        takes: { @Sendable (json: JSONCursor) -> Bool in
          if isOnlyObject, type.kinds == [.object] { return json.kind == .object }
          if case .model(let name) = type {
            return json.kind == .object && best(of: models, for: json) == name
          }
          return self.takes(type, json)
        }
      )
    }
    let containers = candidates.filter { $0.transformer.shape.isContainer }
    let shape: ValueShape =
      containers.count == 1
      ? containers[0].transformer.shape : .other(types.map(\.text).joined(separator: " or "))
    return .first(of: candidates, shape: shape)
  }

  /// Returns the model of an object among several: the first one whose required keys are present and whose properties accept the
  /// kinds of the values; otherwise the first one whose required keys are present; nil if there is none.
  func best(of models: [String], for object: JSONCursor) -> String? {
    var fitting: String?
    for model in models where hasRequiredKeys(of: model, object) {
      if acceptsValues(of: object, as: model) { return model }
      fitting = fitting ?? model
    }
    return fitting
  }

  /// Returns whether the properties of a model accept the values of an object, as far as their kinds and the permitted
  /// values tell. Nested models are not decoded, because that could take exponential time.
  private func acceptsValues(of object: JSONCursor, as model: String) -> Bool {
    slots[model]?.properties.allSatisfy { property in
      guard let key = property.keyPath.onlyKey, let value = object.member(key) else { return true }
      return accepts(property.type, value)
        && property.rules.oneOf?.contains { (try? JSONValue.decode(value)) == $0 } != false
    } ?? true
  }

  private func accepts(_ type: DefinedType, _ value: JSONCursor) -> Bool {
    switch type {
    case .enumeration(let cases, .refuse):
      value.kind == .string && (try? value.string()).map(cases.contains) == true
    case .optional(let inner): value.kind == .null || accepts(inner, value)
    case .oneOf(let types): types.contains { accepts($0, value) }
    default: takes(type, value)
    }
  }

  /// Returns whether a type accepts the kind of a value; for a whole number, also its range; for a model, also whether the
  /// required keys are present.
  func takes(_ type: DefinedType, _ json: JSONCursor) -> Bool {
    switch type {
    case .integer: json.kind == .number && (try? Int64.decode(json)) != nil
    case .unsigned: json.kind == .number && (try? UInt64.decode(json)) != nil
    case .sized(let width):
      json.kind == .number && (try? Int64.decode(json)).map(width.range.contains) == true
    case .model(let name):
      if let property = slots[name]?.wrapped {
        takes(property.type, json)
      } else {
        json.kind == .object && hasRequiredKeys(of: name, json)
      }
    case .optional(let inner): json.kind == .null || takes(inner, json)
    case .oneOf(let types): types.contains { takes($0, json) }
    default: type.kinds.contains(json.kind)
    }
  }

  /// Returns whether an object has all required properties of a model: for each of them, the first key of its
  /// key path.
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
  /// The transformer of dates in the form of the pattern, with an example in its messages.
  var transformer: JSONTransformer<Date> {
    let example = text(of: Date(timeIntervalSince1970: 1_303_479_228)) ?? text
    let expected = "date like `\(example)`"
    return JSONTransformer<Date>(
      "date(\(text))", shape: .date,
      decode: { try $0.text(expected: expected, date) },
      encode: { date, writer in
        guard let text = text(of: date) else {
          throw TransformError(expected: "date of the years 1 to 9999", found: DateWords.describe(date))
        }
        writer.writeString(text)
      }
    )
    .expecting(expected).worded(DateWords.describe, parse: DateWords.parse)
  }
}

extension DefinedValue {
  /// The Swift value that the enum case wraps.
  var content: any Sendable {
    switch self {
    case .string(let value): value
    case .boolean(let value): value
    case .integer(let value): value
    case .unsigned(let value): value
    case .double(let value): value
    case .decimal(let value): value
    case .date(let value): value
    case .url(let value): value
    case .uuid(let value): value
    case .data(let value): value
    case .json(let value): value
    case .record(let value): value
    case .array(let value): value
    case .dictionary(let value): value
    }
  }

  /// The value for null in properties that distinguish it from an absent key.
  static let null = (try? JSONValue(json: "null")).map(DefinedValue.json)

  /// Whether the value is a null that is explicitly stored as JSON.
  var isNull: Bool { if case .json(let value) = self { value.node.isNull } else { false } }
}
