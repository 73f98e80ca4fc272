/// Sixteen bytes looked at together.
///
/// The spellings here are the ones that become single vector instructions: both sides of a comparison are
/// concrete vectors and the mask's type is written out (a scalar operand picks a generic overload that
/// loops), and masks turn into integers by shifting and narrowing, since there is no "move mask".
@usableFromInline typealias ByteBlock = SIMD16<UInt8>
@usableFromInline typealias ByteMask = SIMDMask<SIMD16<Int8>>

extension UnsafePointer<UInt8> {
  /// The sixteen bytes from here; they must be readable.
  @inlinable @inline(__always) func block(at offset: Int) -> ByteBlock {
    UnsafeRawPointer(self + offset).loadUnaligned(as: ByteBlock.self)
  }

  /// Whether the 64 bytes from here are white space in JSON; they must be readable.
  @inline(__always) func isWhitespaceFor64(at offset: Int) -> Bool {
    let front: ByteMask = block(at: offset).isWhitespace .& block(at: offset &+ 16).isWhitespace
    let back: ByteMask = block(at: offset &+ 32).isWhitespace .& block(at: offset &+ 48).isWhitespace
    let all: ByteMask = front .& back
    let halves = unsafeBitCast(all, to: SIMD2<UInt64>.self)
    return halves[0] & halves[1] == ~0
  }

  /// The four bytes from here in memory order; they must be readable.
  @inlinable @inline(__always) func word(at offset: Int) -> UInt32 {
    UnsafeRawPointer(self + offset).loadUnaligned(as: UInt32.self)
  }
}

extension ByteBlock {
  @inlinable @inline(__always) func equals(_ byte: UInt8) -> ByteMask {
    self .== ByteBlock(repeating: byte)
  }

  /// The bytes that are white space in JSON.
  @inline(__always) var isWhitespace: ByteMask {
    equals(ASCII.space) .| equals(ASCII.lineFeed) .| equals(ASCII.carriageReturn) .| equals(ASCII.tab)
  }

  /// Bytes below a bound of at most 0x80, and all non-ASCII bytes: as signed numbers those are negative.
  @inlinable @inline(__always) func isBelowOrNonASCII(_ bound: Int8) -> ByteMask {
    unsafeBitCast(self, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: bound)
  }
}

/// Four bits for each byte of a mask, the first byte lowest: `trailingZeroBitCount >> 2` is the first match.
@inlinable @inline(__always) func quarters(_ mask: ByteMask) -> UInt64 {
  let pairs = unsafeBitCast(mask, to: SIMD8<UInt16>.self) &>> SIMD8<UInt16>(repeating: 4)
  return unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: pairs), to: UInt64.self)
}

/// One bit for each byte of a mask, the first byte lowest.
@inlinable @inline(__always) func bits(_ mask: ByteMask) -> UInt64 {
  let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  let low = ((halves[0] & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
  let high = ((halves[1] & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
  return low | high &<< 8
}
