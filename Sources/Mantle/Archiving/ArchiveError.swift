/// The error for a file that cannot be read as an archive, or written as one.
public struct ArchiveError: Error, Sendable, Hashable {
  /// The kind of error. Messages are created only when the error is displayed.
  package enum Kind: Sendable, Hashable {
    /// The bytes are neither a binary nor an XML property list.
    case notAPropertyList
    /// The property list carries no keyed archive; the word names what is missing or wrong.
    case notAKeyedArchive(String)
    /// A `bplist` version this reader does not know.
    case unsupportedVersion(String)
    /// The trailer, the offset table or an object lies outside the file.
    case outOfBounds(String)
    /// An object with a marker or a width that is not defined.
    case invalidObject(String)
    /// A number that fits neither a signed nor an unsigned 64-bit integer.
    case integerOutOfRange
    /// A reference to an object that is not in the file.
    case danglingReference(UInt64)
    /// Objects that claim more bytes, together, than the file has.
    case overlappingObjects
    /// A file over a limit of the reader.
    case limit(String)
    /// Text that is no XML property list; the words say what is wrong.
    case xml(String)
    /// A value that the requested form cannot hold.
    case notRepresentable(String)
  }

  package let kind: Kind
  /// The byte offset in the binary file; nil if the error concerns the whole file.
  package let offset: Int?
  /// The number of the object in the property list; nil if the error concerns no single
  /// object.
  package let object: Int?

  /// Creates an error.
  package init(_ kind: Kind, offset: Int? = nil, object: Int? = nil) {
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
  /// The message without the location.
  package var description: String {
    switch self {
    case .notAPropertyList: "not a property list"
    case .notAKeyedArchive(let what): "not a keyed archive: \(what)"
    case .unsupportedVersion(let version): "unsupported property list version \(version)"
    case .outOfBounds(let what): "damaged property list: \(what) lies outside the file"
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
