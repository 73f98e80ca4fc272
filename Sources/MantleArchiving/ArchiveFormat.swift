import Mantle
import MantlePlatform

/// The two forms of a property list in which archives are stored: binary and XML.
///
/// ```swift
/// let xml = try Archive.encode(issue, as: .xml)
/// ```
///
/// Decoding detects the form.
public enum ArchiveFormat: String, Sendable, Hashable, CaseIterable {
  /// The binary form, `bplist00`, which the original Mantle writes.
  case binary
  /// The XML form, which is readable for people.
  case xml

  /// Detects the form of a file by its contents; nil if it is neither form.
  package init?(sniffing bytes: [UInt8]) {
    if bytes.starts(with: BinaryPropertyListReader.magic) {
      self = .binary
    } else if bytes.prefix(256).drop(while: Self.isSkipped).first == UInt8(ascii: "<"),
      // The document type or the first element belongs to a property list, rather than to an HTML page.
      String(decoding: bytes.prefix(1024), as: UTF8.self).contains("plist")
    {
      self = .xml
    } else {
      return nil
    }
  }

  /// Returns whether a byte is skipped before the form of a file is detected: whitespace, or part of a UTF-8 byte order
  /// mark.
  private static func isSkipped(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0xEF || byte == 0xBB || byte == 0xBF
  }
}

extension ArchiveGraph {
  /// Parses a binary or XML archive.
  ///
  /// - Parameter isPlainAllowed: whether the file may be any other property list.
  /// - Throws: an ``ArchiveError`` if the bytes are not a property list, if they are damaged,
  ///   or if they are not a keyed archive.
  /// - Complexity: O(*n*) in time and memory for all inputs, where *n* is the number of
  ///   bytes.
  package init(reading bytes: [UInt8], isPlainAllowed: Bool = false) throws(ArchiveError) {
    guard let format = ArchiveFormat(sniffing: bytes) else { throw ArchiveError(.notAPropertyList) }
    let list =
      switch format {
      case .binary: try BinaryPropertyListReader.read(bytes)
      case .xml: try XMLPropertyListReader.read(bytes)
      }
    let budget = ArchiveBudget.reading(fileOf: bytes.count)
    self = try KeyedArchiveReader.read(list, budget, isPlainAllowed: isPlainAllowed)
  }

  /// Returns the bytes of the archive as a file, with all objects that are reachable from ``top``. The same graph always gives
  /// the same bytes.
  ///
  /// - Throws: an ``ArchiveError`` if the XML form cannot represent the contents. The binary
  ///   form can represent all archives.
  package func bytes(_ format: ArchiveFormat = .binary) throws(ArchiveError) -> [UInt8] {
    let list = try KeyedArchiveWriter.propertyList(of: self)
    return switch format {
    case .binary: list.binary
    case .xml: try XMLPropertyListWriter.write(list, budget: .content(of: self))
    }
  }
}
