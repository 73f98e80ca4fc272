import MantlePlatform

/// A type with a form of its own in archives: the leaf Foundation would write, or a model's object.
///
/// Every other type that a property may have goes through its transformer's JSON: an enum is archived as its
/// text, not as a number that a new case would shift.
package protocol ArchiveConvertible: SendableMetatype {
  /// Adds the value to the archive; ``ArchiveReference/null`` stands for nil.
  func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference

  /// - Throws: an ``ArchiveProblem`` when the object is of another kind.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Self

  /// Whether reading a value either succeeds without a remark or throws: true only for types that hold no
  /// other values. False unless declared.
  static var isArchiveLeaf: Bool { get }
}

extension ArchiveConvertible {
  package static var isArchiveLeaf: Bool { false }
}

/// Why one value cannot be read from an archive, or put into one: what would have been right and what is there.
package struct ArchiveProblem: Error, Sendable, Hashable {
  package var code: Diagnostic.Code
  package var expected: String?
  package var found: String?
  package var detail: String?

  package init(
    _ code: Diagnostic.Code = .typeMismatch, expected: String? = nil, found: String? = nil,
    detail: String? = nil
  ) {
    self.code = code
    self.expected = expected
    self.found = found
    self.detail = detail
  }
}

extension ArchiveProblem: DescribedError {
  package var description: String {
    let words = [expected.map { "expected \($0)" }, found.map { "found \($0)" }, detail]
    return words.compactMap { $0 }.joined(separator: ", ")
  }
}

/// A type whose values hold no other values.
package protocol ArchiveLeafConvertible: ArchiveConvertible {}

extension ArchiveLeafConvertible {
  package static var isArchiveLeaf: Bool { true }
}

extension String: ArchiveLeafConvertible {
  package func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.string(self) }

  package static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> String
  {
    if case .string(let value) = decoder[reference] { return value }
    if let value = decoder.graph.attributedText(reference) { return value }
    throw decoder.mismatch(reference, expected: "string")
  }
}

extension Bool: ArchiveLeafConvertible {
  package func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.bool(self) }

  /// A boolean, or the number 0 or 1: the original's archives have both for the same property.
  package static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Bool {
    switch decoder[reference] {
    case .bool(let value): return value
    case .integer(0), .real(0): return false
    case .integer(1), .real(1): return true
    default: throw decoder.mismatch(reference, expected: "boolean")
    }
  }
}

extension Int: ArchiveLeafConvertible {}
extension Int8: ArchiveLeafConvertible {}
extension Int16: ArchiveLeafConvertible {}
extension Int32: ArchiveLeafConvertible {}
extension Int64: ArchiveLeafConvertible {}
extension UInt: ArchiveLeafConvertible {}
extension UInt8: ArchiveLeafConvertible {}
extension UInt16: ArchiveLeafConvertible {}
extension UInt32: ArchiveLeafConvertible {}
extension UInt64: ArchiveLeafConvertible {}

extension ArchiveLeafConvertible where Self: FixedWidthInteger {
  package func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference {
    if let value = Int64(exactly: self) { return encoder.builder.integer(value) }
    return encoder.builder.unsigned(UInt64(truncatingIfNeeded: self))
  }

  /// An integer in range, or a number without a fraction. Foundation keeps one object for equal numbers, so that
  /// 1 may stand as `true` and 4 as `4.0`.
  package static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Self {
    let value: Self? =
      switch decoder[reference] {
      case .integer(let value): Self(exactly: value)
      case .unsigned(let value): Self(exactly: value)
      case .bool(let value): value ? 1 : 0
      case .real(let value): Self(exactly: value)
      default: throw decoder.mismatch(reference, expected: "integer")
      }
    if case .real(let number) = decoder[reference], value == nil, number != number.rounded() {
      throw ArchiveProblem(expected: "integer", found: "\(number), a number with a fraction")
    }
    guard let value else {
      throw ArchiveProblem(
        .outOfRange, expected: "integer from \(Self.min) to \(Self.max)",
        found: decoder.graph.description(of: reference))
    }
    return value
  }
}

extension Double: ArchiveLeafConvertible {
  package func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.real(self) }

  /// Any number; one over 2⁵³ is rounded.
  package static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Double
  {
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

extension Float: ArchiveLeafConvertible {
  package func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.real(Double(self)) }

  /// Any number, rounded.
  package static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Float {
    Float(try Double.unarchive(reference, from: decoder))
  }
}

extension Date: ArchiveLeafConvertible {
  package func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.date(self) }

  package static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Date {
    guard case .date(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "date")
    }
    if let problem = value.archiveProblem { throw problem }
    return value
  }
}

extension Data: ArchiveLeafConvertible {
  package func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.data([UInt8](self)) }

  package static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Data {
    guard case .data(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "data")
    }
    try decoder.spend(value.count)
    return Data(value)
  }
}

extension UUID: ArchiveLeafConvertible {
  package func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.uuid(self) }

  package static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> UUID {
    guard case .uuid(let value) = decoder[reference] else {
      throw decoder.mismatch(reference, expected: "UUID")
    }
    return value
  }
}

extension URL: ArchiveLeafConvertible {
  package func archive(to encoder: ArchiveEncoder) -> ArchiveReference { encoder.builder.url(self) }

  package static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> URL {
    guard case .url = decoder[reference] else { throw decoder.mismatch(reference, expected: "URL") }
    guard let value = decoder.store.graph.objects.url(reference, depth: 0) else {
      throw ArchiveProblem(.invalidValue, expected: "URL", found: "a text that is none")
    }
    try decoder.spend(value.relativeString.utf8.count)
    return value
  }
}
