import Mantle
import MantlePlatform

/// The two forms of a property list in which archives are stored.
public enum ArchiveFormat: String, Sendable, Hashable, CaseIterable {
  /// The binary form, `bplist00`, which the original Mantle writes.
  case binary
  /// The XML form, which is readable for people.
  case xml

  /// Detects the form of a file by its contents; nil if it is neither form.
  package init?(sniffing bytes: [UInt8]) {
    if bytes.starts(with: BinaryPropertyList.magic) {
      self = .binary
    } else if bytes.prefix(256).drop(while: Self.isSkipped).first == UInt8(ascii: "<"), Self.namesAList(bytes)
    {
      self = .xml
    } else {
      return nil
    }
  }

  /// Whether the document type or the first element belongs to a property list, rather than
  /// to an HTML page.
  private static func namesAList(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(1024), as: UTF8.self).contains("plist")
  }

  /// Whether the byte is whitespace or part of a UTF-8 byte order mark.
  private static func isSkipped(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0xEF || byte == 0xBB || byte == 0xBF
  }
}

extension ArchiveGraph {
  /// Parses an archive in either form.
  ///
  /// - Throws: an ``ArchiveError`` if the bytes are not a property list, if they are damaged,
  ///   or if they are not a keyed archive.
  /// - Complexity: O(*n*) in time and memory for all inputs, where *n* is the number of
  ///   bytes.
  package init(reading bytes: [UInt8]) throws(ArchiveError) {
    try self.init(reading: bytes, isPlainAllowed: false)
  }

  /// Reads an archive or, where that is allowed, any other property list, in either form.
  package init(reading bytes: [UInt8], isPlainAllowed: Bool) throws(ArchiveError) {
    guard let format = ArchiveFormat(sniffing: bytes) else { throw ArchiveError(.notAPropertyList) }
    let list = try BinaryPropertyList(format == .binary ? bytes : try XMLPropertyListReader.binary(bytes))
    do throws(ArchiveError) {
      let isPlain = isPlainAllowed ? try !KeyedArchiveReader.isKeyedArchive(list) : false
      self = isPlain ? try KeyedArchiveReader.readPlain(list) : try KeyedArchiveReader.read(list)
    } catch {
      // Offsets in the converted form of an XML file would be misleading.
      throw format == .binary ? error : ArchiveError(error.kind)
    }
  }

  /// Returns the archive as a file, with all objects that are reachable from ``top``. The
  /// same graph always gives the same bytes.
  ///
  /// - Throws: an ``ArchiveError`` if the XML form cannot represent the contents. The binary
  ///   form can represent all archives.
  package func bytes(_ format: ArchiveFormat = .binary) throws(ArchiveError) -> [UInt8] {
    let (table, top) = try KeyedArchiveWriter.table(of: self)
    switch format {
    case .binary: return table.binary(top: top)
    case .xml: return try XMLPropertyListWriter.write(table, top: top, budget: .content(of: self))
    }
  }
}
