import Mantle
import MantlePlatform

extension DefinedValue {
  /// The values of one case: how they are put into it, and got out of it again.
  struct Kind<Value>: Sendable {
    let wrap: @Sendable (Value) -> DefinedValue
    /// Nil for a value of another kind.
    let unwrap: @Sendable (DefinedValue) -> Value?
  }
}

extension DefinedValue.Kind<String> {
  static var string: Self {
    Self(wrap: DefinedValue.string) { if case .string(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<Bool> {
  static var boolean: Self {
    Self(wrap: DefinedValue.boolean) { if case .boolean(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<Int64> {
  static var integer: Self {
    Self(wrap: DefinedValue.integer) { if case .integer(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<UInt64> {
  static var unsigned: Self {
    Self(wrap: DefinedValue.unsigned) { if case .unsigned(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<Double> {
  static var double: Self {
    Self(wrap: DefinedValue.double) { if case .double(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<Decimal> {
  static var decimal: Self {
    Self(wrap: DefinedValue.decimal) { if case .decimal(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<Date> {
  static var date: Self {
    Self(wrap: DefinedValue.date) { if case .date(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<URL> {
  static var url: Self {
    Self(wrap: DefinedValue.url) { if case .url(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<UUID> {
  static var uuid: Self {
    Self(wrap: DefinedValue.uuid) { if case .uuid(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<Data> {
  static var data: Self {
    Self(wrap: DefinedValue.data) { if case .data(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<JSONValue> {
  static var json: Self {
    Self(wrap: DefinedValue.json) { if case .json(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<[DefinedValue?]> {
  static var array: Self {
    Self(wrap: DefinedValue.array) { if case .array(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue.Kind<[String: DefinedValue?]> {
  static var dictionary: Self {
    Self(wrap: DefinedValue.dictionary) { if case .dictionary(let value) = $0 { value } else { nil } }
  }
}

extension DefinedValue {
  /// Null that is told from an absent key.
  static let null = (try? JSONValue("null")).map(DefinedValue.json)

  /// Whether it is null that is told from an absent key, or any JSON that is null.
  var isNull: Bool { if case .json(let value) = self { value.node.isNull } else { false } }
}
