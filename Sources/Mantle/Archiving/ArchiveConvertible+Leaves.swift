import Foundation

extension String: ArchiveConvertible {
  public func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.string(self) }

  public static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> String {
    guard case .string(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "string")
    }
    return value
  }
}

extension Bool: ArchiveConvertible {
  public func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.bool(self) }

  /// A boolean, or the number 0 or 1: the original's archives have both for the same property.
  public static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Bool {
    switch decoder[reference] {
    case .bool(let value): return value
    case .integer(0), .real(0): return false
    case .integer(1), .real(1): return true
    default: throw decoder.mismatch(reference, expected: "boolean")
    }
  }
}

extension Int: ArchiveConvertible {}
extension Int8: ArchiveConvertible {}
extension Int16: ArchiveConvertible {}
extension Int32: ArchiveConvertible {}
extension Int64: ArchiveConvertible {}
extension UInt: ArchiveConvertible {}
extension UInt8: ArchiveConvertible {}
extension UInt16: ArchiveConvertible {}
extension UInt32: ArchiveConvertible {}
extension UInt64: ArchiveConvertible {}

extension ArchiveConvertible where Self: FixedWidthInteger {
  public func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    if let value = Int64(exactly: self) { return encoder.builder.integer(value) }
    return encoder.builder.unsigned(UInt64(truncatingIfNeeded: self))
  }

  /// An integer in range, or a real without a fraction. Foundation keeps one object for equal numbers, so that
  /// 1 may stand as `true` and 4 as `4.0`.
  public static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Self {
    let value: Self? =
      switch decoder[reference] {
      case .integer(let value): Self(exactly: value)
      case .unsigned(let value): Self(exactly: value)
      case .bool(let value): value ? 1 : 0
      case .real(let value): Self(exactly: value)
      default: throw decoder.mismatch(reference, expected: "integer")
      }
    guard let value else {
      throw ArchiveProblem(
        .outOfRange, expected: "integer from \(Self.min) to \(Self.max)",
        found: decoder.graph.description(of: reference))
    }
    return value
  }
}

extension Double: ArchiveConvertible {
  public func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.real(self) }

  /// Any number; one over 2⁵³ is rounded.
  public static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Double {
    switch decoder[reference] {
    case .real(let value): return value
    case .integer(let value): return Double(value)
    case .unsigned(let value): return Double(value)
    case .bool(let value): return value ? 1 : 0
    default: throw decoder.mismatch(reference, expected: "number")
    }
  }
}

extension Float: ArchiveConvertible {
  public func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.real(Double(self)) }

  /// Any number, rounded.
  public static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Float {
    Float(try Double.unarchive(reference, from: decoder))
  }
}

extension Date: ArchiveConvertible {
  public func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.date(self) }

  public static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Date {
    guard case .date(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "date")
    }
    return value
  }
}

extension Data: ArchiveConvertible {
  public func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.data([UInt8](self)) }

  public static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Data {
    guard case .data(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "data")
    }
    return Data(value)
  }
}

extension UUID: ArchiveConvertible {
  public func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.uuid(self) }

  public static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> UUID {
    guard case .uuid(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "UUID")
    }
    return value
  }
}

extension URL: ArchiveConvertible {
  public func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.url(self) }

  public static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> URL {
    guard case .url = decoder[reference] else { throw decoder.mismatch(reference, expected: "URL") }
    guard let value = decoder.store.graph.objects.url(reference, depth: 0) else {
      throw ArchiveProblem(.invalidValue, expected: "URL", found: "a text that is none")
    }
    return value
  }
}
