import Mantle
import MantlePlatform

/// A type whose values are archived as single objects, in the form that Foundation uses for such values.
///
/// Models and collections have an ``ArchiveForm``. All other types are archived as the JSON
/// of their transformer; for example, an enum is archived as its string, which remains valid
/// when cases are added.
protocol ArchiveConvertible: SendableMetatype {
  /// Adds the value to an archive, and returns the reference to its object. ``ArchiveReference/null`` represents nil.
  func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference

  /// Decodes a value of the type from an archived object.
  ///
  /// - Throws: a ``DecodingProblem`` if the object is of another kind.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Self
}

extension String: ArchiveConvertible {
  /// Adds the string to the archive as an object, and returns the reference to the object.
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.string(self) }

  /// Decodes a string, or the text of an `NSAttributedString`.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> String {
    if case .string(let value) = decoder[reference] { return value }
    if let value = decoder.graph.attributedText(reference) { return value }
    throw decoder.mismatch(reference, expected: "string")
  }
}

extension Bool: ArchiveConvertible {
  /// Adds the boolean to the archive as an object, and returns the reference to the object.
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.add(.bool(self)) }

  /// Decodes a boolean, or the number 0 or 1, because archives of the original Mantle may contain either for the same property.
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
  /// Adds the integer to the archive as an object, and returns the reference to the object.
  func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    let value = Int64(exactly: self).map { .integer($0) } ?? ArchiveValue.unsigned(UInt64(clamping: self))
    return encoder.builder.add(value)
  }

  /// Decodes an integer in the range of the type, or a number without a fraction.
  ///
  /// Foundation shares one object among equal numbers, so 1 may be archived as `true` and 4
  /// as `4.0`.
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
  /// Adds the number to the archive as an object, and returns the reference to the object.
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.add(.real(self)) }

  /// Decodes any number. Integers beyond 2⁵³ are rounded.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Double {
    if let value = decoder[reference].number { return value }
    if let value = decoder.graph.decimal(reference) { return Double(DecimalText.text(value)) ?? .nan }
    throw decoder.mismatch(reference, expected: "number")
  }
}

extension Float: ArchiveConvertible {
  /// Adds the number to the archive as a `Double`, and returns the reference to its object.
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.add(.real(Double(self))) }

  /// Decodes any number, rounded to the nearest `Float`.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Float {
    Float(try Double.unarchive(reference, from: decoder))
  }
}

extension Date: ArchiveConvertible {
  /// Adds the date to the archive as an object, and returns the reference to the object.
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.add(.date(self)) }

  /// Decodes an archived date of the years 1 to 9999.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Date {
    guard case .date(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "date")
    }
    if let problem = value.archiveProblem { throw problem }
    return value
  }
}

extension Data: ArchiveConvertible {
  /// Adds the bytes to the archive as an object, and returns the reference to the object.
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference {
    encoder.builder.append(.data([UInt8](self)))
  }

  /// Decodes archived data, and subtracts its size from the memory budget.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Data {
    guard case .data(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "data")
    }
    try decoder.spend(value.count)
    return Data(value)
  }
}

extension UUID: ArchiveConvertible {
  /// Adds the UUID to the archive as an object, and returns the reference to the object.
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.add(.uuid(self)) }

  /// Decodes an archived UUID.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> UUID {
    guard case .uuid(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "UUID")
    }
    return value
  }
}

extension URL: ArchiveConvertible {
  /// Adds the URL to the archive, with its base URL, and returns the reference to its object.
  func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.url(self) }

  /// Decodes an archived URL, with its base URL.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> URL {
    guard case .url = decoder[reference] else { throw decoder.mismatch(reference, expected: "URL") }
    guard let value = decoder.graph.url(reference) else {
      throw DecodingProblem(.invalidValue, expected: "URL", found: "a string that is not a URL")
    }
    try decoder.spend(value.relativeString.utf8.count)
    return value
  }
}
