import Mantle

/// The width of a whole number, corresponding to an integer type of Swift such as `Int32`.
package enum IntegerWidth: String, Sendable, Hashable, CaseIterable {
  /// The type of Swift with the same name.
  case int8, int16, int32, uint8, uint16, uint32

  /// The representable numbers.
  package var range: ClosedRange<Int64> {
    switch self {
    case .int8: Int64(Int8.min)...Int64(Int8.max)
    case .int16: Int64(Int16.min)...Int64(Int16.max)
    case .int32: Int64(Int32.min)...Int64(Int32.max)
    case .uint8: 0...Int64(UInt8.max)
    case .uint16: 0...Int64(UInt16.max)
    case .uint32: 0...Int64(UInt32.max)
    }
  }

  /// The name of the Swift type.
  var swiftType: String {
    switch self {
    case .int8: "Int8"
    case .int16: "Int16"
    case .int32: "Int32"
    case .uint8: "UInt8"
    case .uint16: "UInt16"
    case .uint32: "UInt32"
    }
  }
}
