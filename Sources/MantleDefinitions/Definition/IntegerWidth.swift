import Mantle

/// The width of a whole number, corresponding to an integer type of Swift such as `Int32`.
package enum IntegerWidth: String, Sendable, Hashable, CaseIterable {
  /// The type of Swift with the same name.
  case int8, int16, int32, uint8, uint16, uint32

  /// The Swift type.
  var type: any (FixedWidthInteger & JSONConvertible & Sendable).Type {
    switch self {
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    }
  }

  /// The representable numbers.
  var range: ClosedRange<Int64> { type.values }
}

extension FixedWidthInteger {
  /// The representable numbers of a type of at most 32 bits.
  fileprivate static var values: ClosedRange<Int64> { Int64(min)...Int64(max) }
}
