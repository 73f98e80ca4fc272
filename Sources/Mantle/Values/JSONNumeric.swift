import MantlePlatform

/// A type whose JSON is a number; text stands for it only where a transformer says so.
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
