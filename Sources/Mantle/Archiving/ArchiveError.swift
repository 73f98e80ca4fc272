/// Why a file cannot be read as an archive: data, put into words only when it is shown.
public struct ArchiveError: Error, Sendable, Hashable {
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
  /// Where in the (binary) file, from 0; nil where the whole is concerned.
  package let offset: Int?
  /// The object's number in the property list; nil where none is concerned.
  package let object: Int?

  package init(_ kind: Kind, offset: Int? = nil, object: Int? = nil) {
    self.kind = kind
    self.offset = offset
    self.object = object
  }
}

extension ArchiveError: DescribedError {
  public var description: String {
    var text = kind.description
    if let object { text += ", object \(object)" }
    if let offset { text += ", at byte \(offset)" }
    return text
  }
}

extension ArchiveError.Kind: CustomStringConvertible {
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
  /// The error in the shape all of decoding reports in.
  package var diagnostic: Diagnostic {
    if case .limit(let what) = kind { return Diagnostic(.error, .limit, detail: what) }
    return Diagnostic(.error, .archive, detail: description)
  }
}
