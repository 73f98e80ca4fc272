/// Sixteen bytes that are processed as one vector.
///
/// The operations here are written in the form that compiles to single vector instructions: both operands of
/// a comparison are concrete vectors and the type of the mask is explicit, because a scalar operand selects a
/// generic overload with a loop. Masks are converted to integers by shifting and narrowing because there is
/// no "move mask" operation.
@usableFromInline typealias ByteBlock = SIMD16<UInt8>
/// The result of comparing the bytes of a block: all bits of a lane are ones if its byte matches, otherwise
/// zeros.
@usableFromInline typealias ByteMask = SIMDMask<SIMD16<Int8>>

extension UnsafePointer<UInt8> {
  /// Returns the sixteen bytes at an offset, which must be readable.
  @inlinable @inline(__always) func block(at offset: Int) -> ByteBlock {
    UnsafeRawPointer(self + offset).loadUnaligned(as: ByteBlock.self)
  }

  /// Returns whether the 64 bytes at an offset, which must be readable, are all white space in JSON.
  @inline(__always) func isWhitespaceFor64(at offset: Int) -> Bool {
    let front: ByteMask = block(at: offset).isWhitespace .& block(at: offset &+ 16).isWhitespace
    let back: ByteMask = block(at: offset &+ 32).isWhitespace .& block(at: offset &+ 48).isWhitespace
    let all: ByteMask = front .& back
    let halves = unsafeBitCast(all, to: SIMD2<UInt64>.self)
    return halves[0] & halves[1] == ~0
  }

  /// Returns the four bytes at an offset, which must be readable, in memory order.
  @inlinable @inline(__always) func word(at offset: Int) -> UInt32 {
    UnsafeRawPointer(self + offset).loadUnaligned(as: UInt32.self)
  }
}

extension ByteBlock {
  /// Returns a mask of the lanes of this block that contain the given byte.
  @inlinable @inline(__always) func equals(_ byte: UInt8) -> ByteMask {
    self .== ByteBlock(repeating: byte)
  }

  /// A mask of the lanes of this block that contain white space in JSON.
  @inline(__always) var isWhitespace: ByteMask {
    equals(ASCII.space) .| equals(ASCII.lineFeed) .| equals(ASCII.carriageReturn) .| equals(ASCII.tab)
  }

  /// Returns a mask of the lanes that contain a non-ASCII byte or an ASCII byte below a bound. Non-ASCII bytes
  /// are negative when interpreted as signed numbers.
  @inlinable @inline(__always) func isBelowOrNonASCII(_ bound: Int8) -> ByteMask {
    unsafeBitCast(self, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: bound)
  }
}

/// Converts a mask to an integer with four bits for each lane, the first lane in the lowest bits. The index of
/// the first matching lane is `trailingZeroBitCount >> 2`.
@inlinable @inline(__always) func quarters(_ mask: ByteMask) -> UInt64 {
  let pairs = unsafeBitCast(mask, to: SIMD8<UInt16>.self) &>> SIMD8<UInt16>(repeating: 4)
  return unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: pairs), to: UInt64.self)
}

/// Converts a mask to an integer with one bit for each lane, the first lane in the lowest bit.
@inlinable @inline(__always) func bits(_ mask: ByteMask) -> UInt64 {
  let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  let low = ((halves[0] & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
  let high = ((halves[1] & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
  return low | high &<< 8
}
