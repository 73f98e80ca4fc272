import Mantle

/// The error for a file that cannot be read as an archive, or written as one.
///
/// ```swift
/// do {
///   _ = try Archive.decode(Issue.self, from: archiveBytes)
/// } catch let error as ArchiveError {
///   print(error)
/// }
/// ```
///
/// A readable archive whose contents are not the expected model is a `DecodingFailure` instead.
public struct ArchiveError: Error, Sendable, Hashable {
  /// The kind of an archive error. Messages are created only when the error is displayed.
  enum Kind: Sendable, Hashable {
    /// The bytes are neither a binary nor an XML property list.
    case notAPropertyList
    /// The property list is not a keyed archive, because the given part is missing or wrong.
    case notAKeyedArchive(String)
    /// The version of the `bplist` format is not supported.
    case unsupportedVersion(String)
    /// The trailer, the offset table or an object exceeds the file.
    case outOfBounds(String)
    /// The marker or width of an object is undefined.
    case invalidObject(String)
    /// An integer exceeds both signed and unsigned 64-bit integers.
    case integerOutOfRange
    /// A reference leads to an object that does not exist in the file.
    case danglingReference(UInt64)
    /// The objects overlap: together they have more bytes than the file.
    case overlappingObjects
    /// The file exceeds a limit of the reader, such as the maximum nesting.
    case limit(String)
    /// The text is not an XML property list, for the given reason.
    case xml(String)
    /// The requested form, binary or XML, cannot represent a value.
    case notRepresentable(String)
  }

  /// The kind of error, such as a dangling reference.
  let kind: Kind
  /// The byte offset in the binary file; nil if the error concerns the whole file.
  let offset: Int?
  /// The number of the object in the property list; nil if the error concerns no single
  /// object.
  package let object: Int?

  /// Creates an archive error, with its location in the file if it is known.
  init(_ kind: Kind, offset: Int? = nil, object: Int? = nil) {
    self.kind = kind
    self.offset = offset
    self.object = object
  }
}

extension ArchiveError: DescribedError {
  /// The message, with the object and the offset if they are known.
  public var description: String {
    var text = kind.description
    if let object { text += ", object \(object)" }
    if let offset { text += ", at byte \(offset)" }
    return text
  }
}

extension ArchiveError.Kind: CustomStringConvertible {
  /// The message of the error without its location.
  var description: String {
    switch self {
    case .notAPropertyList: "not a property list"
    case .notAKeyedArchive(let what): "not a keyed archive: \(what)"
    case .unsupportedVersion(let version): "unsupported property list version \(version)"
    case .outOfBounds(let what): "damaged property list: \(what) is outside the file"
    case .invalidObject(let what): "damaged property list: \(what)"
    case .integerOutOfRange: "integer beyond 64 bits"
    case .danglingReference(let number): "reference to missing object \(number)"
    case .overlappingObjects: "damaged property list: objects overlap"
    case .limit(let what): "over the limit: \(what)"
    case .xml(let reason): "invalid XML property list: \(reason)"
    case .notRepresentable(let what): "not representable: \(what)"
    }
  }
}

extension ArchiveError {
  /// The error as a diagnostic, for reports together with decoding errors.
  package var diagnostic: Diagnostic {
    if case .limit(let what) = kind { return Diagnostic(.error, .limit, detail: what) }
    return Diagnostic(.error, .archive, detail: description)
  }
}
