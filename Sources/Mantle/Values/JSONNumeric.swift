import MantlePlatform

/// A type that is encoded as a JSON number; a number in a string is accepted only with a
/// transformer such as ``JSONTransformer/integerText``.
public protocol JSONNumeric: JSONConvertible {}

extension Int: JSONNumeric {}
extension Int8: JSONNumeric {}
extension Int16: JSONNumeric {}
extension Int32: JSONNumeric {}
extension Int64: JSONNumeric {}
extension UInt: JSONNumeric {}
extension UInt8: JSONNumeric {}
extension UInt16: JSONNumeric {}
extension UInt32: JSONNumeric {}
extension UInt64: JSONNumeric {}
extension Double: JSONNumeric {}
extension Float: JSONNumeric {}
extension Decimal: JSONNumeric {}
