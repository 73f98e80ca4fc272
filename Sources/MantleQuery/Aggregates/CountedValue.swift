import Mantle

/// A value in the forms in which accumulators take it.
struct CountedValue {
  let found: FoundValue
  /// The place in the order of values; empty if no accumulator compares.
  let order: OrderKey
  /// The bytes that only identical values have; empty if no accumulator distinguishes values.
  let identity: OrderKey
  /// The number or the date; `.nothing` for all others, and if no accumulator measures.
  let measure: ComparedValue

  init(_ found: FoundValue, for needs: ValueNeeds) {
    self.found = found
    var (order, identity) = (OrderKey(), OrderKey())
    if needs.contains(.order) { order.append(found) }
    if needs.contains(.identity) { identity.append(identityOf: found) }
    (self.order, self.identity) = (order, identity)
    measure = needs.contains(.measure) ? found.measure : .nothing
  }
}

/// The forms of a value that accumulators need, each of which takes time.
struct ValueNeeds: OptionSet, Sendable {
  let rawValue: UInt8

  static let order = ValueNeeds(rawValue: 1)
  static let identity = ValueNeeds(rawValue: 2)
  static let measure = ValueNeeds(rawValue: 4)
}

extension FoundValue {
  fileprivate var measure: ComparedValue {
    switch self {
    case .value(.node(let node), let property):
      switch node.kind {
      case .number, .string: ComparedValue(node, as: property)
      case .true, .false, .null, .array, .object: .nothing
      }
    case .value(.number(let number), _): .number(ComparedNumber(Int(number)))
    default: .nothing
    }
  }
}

extension OrderKey {
  /// A hash of the bytes that is the same in every process.
  var fingerprint: UInt64 {
    bytes.withUnsafeBytes { bytes in
      var hash = UInt64(bytes.count)
      var offset = 0
      while offset < bytes.count {
        var word: UInt64 = 0
        if offset + 8 <= bytes.count {
          word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        } else {
          for byte in bytes[offset...] { word = word << 8 | UInt64(byte) }
        }
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        hash = product.high ^ product.low &+ word
        offset += 8
      }
      let product = (hash ^ 0xD6E8_FEB8_6659_FD93).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
      return product.high ^ product.low
    }
  }
}
