/// One entry of the node table: 8 bytes that say what a value is and where it stands.
///
/// Layout, from the lowest bit: offset of the value's first byte (32), payload (28), flag (1), kind (3).
/// The offset counts from the first byte of the document. For strings it is the byte after the opening
/// quote and the payload is the length between the quotes; for numbers the payload is the length of the
/// text; for containers it is the number of nodes in the subtree, the container's own included, so the
/// next sibling is `index + payload`. The flag marks strings with escapes and numbers with a fraction or
/// an exponent. Object members are two consecutive entries, the key (a string node) and the value.
@frozen @usableFromInline struct NodeWord {
  @usableFromInline let bits: UInt64

  @inlinable @inline(__always) init(bits: UInt64) { self.bits = bits }

  @inlinable @inline(__always) init(_ kind: JSONKind, offset: Int, payload: Int, flag: Bool = false) {
    bits =
      UInt64(UInt32(truncatingIfNeeded: offset))
      | UInt64(UInt32(truncatingIfNeeded: payload)) << 32
      | (flag ? 1 << 60 : 0)
      | UInt64(kind.rawValue) << 61
  }

  /// The largest payload; a string of this length or more stores it and is measured again when read.
  @inlinable @inline(__always) static var payloadLimit: Int { 0x0fff_ffff }

  /// The largest offset: one document spans at most 4 GiB. Larger files are read element by element.
  @inlinable @inline(__always) static var offsetLimit: Int { 0xffff_ffff }

  @inlinable @inline(__always) var kindCode: UInt8 { UInt8(truncatingIfNeeded: bits >> 61) }
  @inlinable @inline(__always) var offset: Int { Int(bits & 0xffff_ffff) }
  @inlinable @inline(__always) var payload: Int { Int(bits >> 32 & 0x0fff_ffff) }
  @inlinable @inline(__always) var flag: Bool { bits >> 60 & 1 != 0 }
}
