import MantlePlatform

/// A type that is one object of an archive: the leaf Foundation would write.
///
/// Models and collections have an ``ArchiveForm``. Every other type that a property may have goes through its
/// transformer's JSON: an enum is archived as its text, not as a number that a new case would shift.
protocol ArchiveConvertible: SendableMetatype {
  /// Adds the value to the archive; ``ArchiveReference/null`` stands for nil.
  func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference

  /// - Throws: a ``DecodingProblem`` when the object is of another kind.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Self
}

extension String: ArchiveConvertible {
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.string(self) }

  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> String {
    if case .string(let value) = decoder[reference] { return value }
    if let value = decoder.graph.attributedText(reference) { return value }
    throw decoder.mismatch(reference, expected: "string")
  }
}

extension Bool: ArchiveConvertible {
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.bool(self) }

  /// A boolean, or the number 0 or 1: the original's archives have both for the same property.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Bool {
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
  func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    if let value = Int64(exactly: self) { return encoder.builder.integer(value) }
    return encoder.builder.unsigned(UInt64(truncatingIfNeeded: self))
  }

  /// An integer in range, or a number without a fraction. Foundation keeps one object for equal numbers, so that
  /// 1 may stand as `true` and 4 as `4.0`.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Self {
    let value: Self? =
      switch decoder[reference] {
      case .integer(let value): Self(exactly: value)
      case .unsigned(let value): Self(exactly: value)
      case .bool(let value): value ? 1 : 0
      case .real(let value): Self(exactly: value)
      default: throw decoder.mismatch(reference, expected: "integer")
      }
    if case .real(let number) = decoder[reference], value == nil, number != number.rounded() {
      throw DecodingProblem(expected: "integer", found: "\(number), a number with a fraction")
    }
    guard let value else {
      throw DecodingProblem(
        .outOfRange, expected: "integer from \(Self.min) to \(Self.max)",
        found: decoder.graph.description(of: reference))
    }
    return value
  }
}

extension Double: ArchiveConvertible {
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.real(self) }

  /// Any number; one over 2⁵³ is rounded.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Double {
    switch decoder[reference] {
    case .real(let value): return value
    case .integer(let value): return Double(value)
    case .unsigned(let value): return Double(value)
    case .bool(let value): return value ? 1 : 0
    default:
      if let value = decoder.graph.decimal(reference) { return Double(DecimalText.text(value)) ?? .nan }
      throw decoder.mismatch(reference, expected: "number")
    }
  }
}

extension Float: ArchiveConvertible {
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.real(Double(self)) }

  /// Any number, rounded.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Float {
    Float(try Double.unarchive(reference, from: decoder))
  }
}

extension Date: ArchiveConvertible {
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.date(self) }

  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Date {
    guard case .date(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "date")
    }
    if let problem = value.archiveProblem { throw problem }
    return value
  }
}

extension Data: ArchiveConvertible {
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.data([UInt8](self)) }

  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Data {
    guard case .data(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "data")
    }
    try decoder.spend(value.count)
    return Data(value)
  }
}

extension UUID: ArchiveConvertible {
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.uuid(self) }

  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> UUID {
    guard case .uuid(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "UUID")
    }
    return value
  }
}

extension URL: ArchiveConvertible {
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.url(self) }

  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> URL {
    guard case .url = decoder[reference] else { throw decoder.mismatch(reference, expected: "URL") }
    guard let value = decoder.store.graph.objects.url(reference, depth: 0) else {
      throw DecodingProblem(.invalidValue, expected: "URL", found: "a text that is none")
    }
    try decoder.spend(value.relativeString.utf8.count)
    return value
  }
}
