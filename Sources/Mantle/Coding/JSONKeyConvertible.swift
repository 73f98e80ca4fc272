import MantlePlatform

/// A type that can be the key of a JSON object.
///
/// Dictionaries with such keys are decoded from and encoded as JSON objects, for example `[UUID: Int]`.
///
/// Strings, integers, UUIDs, characters and enums with such raw values conform.
///
/// ```swift
/// let counts = try [Int: String].decode(json: #"{"1": "one", "2": "two"}"#)
/// let text = try counts.json()  // {"1":"one","2":"two"}
/// ```
///
/// A key that the type cannot represent is an error, such as `"01"` for an integer.
public protocol JSONKeyConvertible: Hashable, SendableMetatype {
  /// Creates a value from a key; nil if the key is not valid or differs from the output of ``jsonKey``.
  init?(jsonKey: String)
  /// The key that represents the value in JSON.
  var jsonKey: String { get }
}

extension String: JSONKeyConvertible {
  /// Creates a string that equals a JSON key.
  public init?(jsonKey: String) { self = jsonKey }
  /// The string itself.
  public var jsonKey: String { self }
}

extension JSONKeyConvertible where Self: LosslessStringConvertible {
  /// Creates an integer, a boolean or a character from its canonical text: `01` and `+1` are not accepted for
  /// 1.
  ///
  /// ```swift
  /// let number = Int(jsonKey: "7")  // 7
  /// let none = Int(jsonKey: "007")  // nil
  /// ```
  public init?(jsonKey: String) {
    guard let value = Self(jsonKey), value.description.isExactly(jsonKey) else { return nil }
    self = value
  }

  /// The description of the value: an integer in decimal, `true` or `false`, or the character.
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
  /// Creates a UUID from its text; the case of the letters is accepted but not preserved.
  public init?(jsonKey: String) { self.init(uuidString: jsonKey) }
  /// The text of the UUID in upper case.
  public var jsonKey: String { uuidString }
}

extension JSONKeyConvertible where Self: RawRepresentable, RawValue: JSONKeyConvertible {
  /// Creates the case whose raw value equals the key; nil if there is none.
  public init?(jsonKey: String) {
    guard let raw = RawValue(jsonKey: jsonKey) else { return nil }
    self.init(rawValue: raw)
    guard rawValue.jsonKey.isExactly(raw.jsonKey) else { return nil }
  }

  /// The JSON key for the raw value of the case.
  public var jsonKey: String { rawValue.jsonKey }
}
