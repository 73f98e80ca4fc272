import MantlePlatform

/// A type that can be the key of a JSON object.
public protocol JSONKeyConvertible: Hashable {
  /// Nil for a key that is no value of the type, or not written as ``jsonKey`` would write it.
  init?(jsonKey: String)
  /// The key the value is written as.
  var jsonKey: String { get }
}

extension String: JSONKeyConvertible {
  public init?(jsonKey: String) { self = jsonKey }
  public var jsonKey: String { self }
}

extension JSONKeyConvertible where Self: LosslessStringConvertible {
  /// The text as it is written: `01` and `+1` are other keys than `1`.
  public init?(jsonKey: String) {
    guard let value = Self(jsonKey), value.description.isExactly(jsonKey) else { return nil }
    self = value
  }

  public var jsonKey: String { description }
}

extension Int: JSONKeyConvertible {}
extension Int8: JSONKeyConvertible {}
extension Int16: JSONKeyConvertible {}
extension Int32: JSONKeyConvertible {}
extension Int64: JSONKeyConvertible {}
extension UInt: JSONKeyConvertible {}
extension UInt8: JSONKeyConvertible {}
extension UInt16: JSONKeyConvertible {}
extension UInt32: JSONKeyConvertible {}
extension UInt64: JSONKeyConvertible {}
extension Bool: JSONKeyConvertible {}
extension Character: JSONKeyConvertible {}

extension UUID: JSONKeyConvertible {
  /// The text in capitals or not, which is not kept.
  public init?(jsonKey: String) { self.init(uuidString: jsonKey) }
  public var jsonKey: String { uuidString }
}

extension JSONKeyConvertible where Self: RawRepresentable, RawValue: JSONKeyConvertible {
  /// The case whose raw value is exactly the key; nil where there is none.
  public init?(jsonKey: String) {
    guard let raw = RawValue(jsonKey: jsonKey) else { return nil }
    self.init(rawValue: raw)
    guard rawValue.jsonKey.isExactly(raw.jsonKey) else { return nil }
  }

  public var jsonKey: String { rawValue.jsonKey }
}
