/// A type with a form of its own in archives: the leaf Foundation would write, or a model's object.
///
/// Every other type that a property may have goes through its transformer's JSON: an enum is archived as its
/// text, not as a number that a new case would shift (catalogue SD-15).
public protocol ArchiveConvertible: SendableMetatype {
  /// Adds the value to the archive; ``ArchiveReference/null`` stands for nil.
  func archive(to encoder: ArchiveEncoder) throws -> ArchiveReference

  /// - Throws: an ``ArchiveProblem`` when the object is of another kind.
  static func unarchive(_ reference: ArchiveReference, from decoder: ArchiveDecoder) throws -> Self

  /// Whether reading a value either succeeds without a remark or throws: true only for types that hold no
  /// other values. False unless declared.
  static var isArchiveLeaf: Bool { get }
}

extension ArchiveConvertible {
  @inlinable public static var isArchiveLeaf: Bool { false }
}

/// Why one value cannot be read from an archive, or put into one: what would have been right and what is there.
public struct ArchiveProblem: Error, Sendable, Hashable {
  public var code: Diagnostic.Code
  public var expected: String?
  public var found: String?
  public var detail: String?

  public init(
    _ code: Diagnostic.Code = .typeMismatch, expected: String? = nil, found: String? = nil, detail: String? = nil
  ) {
    self.code = code
    self.expected = expected
    self.found = found
    self.detail = detail
  }
}

extension ArchiveProblem: CustomStringConvertible {
  public var description: String {
    let words = [expected.map { "expected \($0)" }, found.map { "found \($0)" }, detail]
    return words.compactMap { $0 }.joined(separator: ", ")
  }
}
