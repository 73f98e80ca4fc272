/// One object of a binary property list, its content still in the file.
enum PropertyListObject: Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer over `Int64.max`, which the format keeps in 16 bytes.
  case unsigned(UInt64)
  case real(Double)
  /// Seconds since 2001-01-01 00:00 UTC.
  case date(Double)
  case data(Range<Int>)
  case ascii(Range<Int>)
  /// Big-endian UTF-16, two bytes a unit.
  case utf16(Range<Int>)
  case uid(UInt64)
  case array(PropertyListReferences)
  case set(PropertyListReferences)
  case dictionary(keys: PropertyListReferences, values: PropertyListReferences)
}

/// A run of object references in the file.
struct PropertyListReferences: Equatable {
  let start: Int
  let count: Int
}
