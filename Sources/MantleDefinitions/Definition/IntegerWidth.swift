import Mantle

/// The whole numbers of a size, as Swift's `Int32` has them.
package enum IntegerWidth: String, Sendable, Hashable, CaseIterable {
  case int8, int16, int32, uint8, uint16, uint32

  /// The numbers there are.
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
