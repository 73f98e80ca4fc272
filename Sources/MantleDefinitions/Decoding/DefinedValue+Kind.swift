import Mantle
import MantlePlatform

extension DefinedValue {
  /// The conversion between a Swift type and the case of ``DefinedValue`` that holds it.
  struct Kind<Value>: Sendable {
    /// Stores a Swift value in its case.
    let wrap: @Sendable (Value) -> DefinedValue
    /// Returns the Swift value; nil if the case is another one.
    let unwrap: @Sendable (DefinedValue) -> Value?
  }
}

extension DefinedValue.Kind<String> {
  /// The case for strings and enumerations.
  static var string: Self {
    Self(wrap: DefinedValue.string) { if case .string(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<Bool> {
  /// The case for booleans.
  static var boolean: Self {
    Self(wrap: DefinedValue.boolean) { if case .boolean(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<Int64> {
  /// The case for signed whole numbers.
  static var integer: Self {
    Self(wrap: DefinedValue.integer) { if case .integer(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<UInt64> {
  /// The case for unsigned whole numbers.
  static var unsigned: Self {
    Self(wrap: DefinedValue.unsigned) { if case .unsigned(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<Double> {
  /// The case for floating-point numbers.
  static var double: Self {
    Self(wrap: DefinedValue.double) { if case .double(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<Decimal> {
  /// The case for decimal numbers.
  static var decimal: Self {
    Self(wrap: DefinedValue.decimal) { if case .decimal(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<Date> {
  /// The case for dates.
  static var date: Self {
    Self(wrap: DefinedValue.date) { if case .date(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<URL> {
  /// The case for URLs.
  static var url: Self {
    Self(wrap: DefinedValue.url) { if case .url(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<UUID> {
  /// The case for UUIDs.
  static var uuid: Self {
    Self(wrap: DefinedValue.uuid) { if case .uuid(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<Data> {
  /// The case for bytes.
  static var data: Self {
    Self(wrap: DefinedValue.data) { if case .data(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<JSONValue> {
  /// The case for any JSON value.
  static var json: Self {
    Self(wrap: DefinedValue.json) { if case .json(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<[DefinedValue?]> {
  /// The case for lists and sets.
  static var array: Self {
    Self(wrap: DefinedValue.array) { if case .array(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<[String: DefinedValue?]> {
  /// The case for dictionaries.
  static var dictionary: Self {
    Self(wrap: DefinedValue.dictionary) { if case .dictionary(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue {
  /// The value for null in properties that distinguish it from an absent key.
  static let null = (try? JSONValue("null")).map(DefinedValue.json)

  /// Whether the value is null, explicitly stored as JSON.
  var isNull: Bool { if case .json(let value) = self { value.node.isNull } else { false } }
}
