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

extension Int: JSONKeyConvertible {
  /// The digits as they are written: `01` and `+1` are other keys than `1`.
  public init?(jsonKey: String) {
    guard let value = Int(jsonKey), String(value) == jsonKey else { return nil }
    self = value
  }

  public var jsonKey: String { String(self) }
}

extension JSONKeyConvertible where Self: RawRepresentable, RawValue == String {
  public init?(jsonKey: String) {
    self.init(rawValue: jsonKey)
    guard rawValue.isExactly(jsonKey) else { return nil }
  }

  public var jsonKey: String { rawValue }
}
