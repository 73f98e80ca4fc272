extension UInt64 {
  /// The values of eight ASCII digits, one in each byte; nil if any byte is not a digit.
  @inlinable @inline(__always) var eightDigits: UInt64? {
    let digits = self ^ 0x3030_3030_3030_3030
    // A byte above 9 has one of its upper four bits set, or the addition sets one.
    return (digits | (digits &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0 == 0 ? digits : nil
  }
}
