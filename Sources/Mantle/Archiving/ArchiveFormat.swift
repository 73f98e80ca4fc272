import MantlePlatform

/// The two forms of a property list that archives come in.
public enum ArchiveFormat: String, Sendable, Hashable, CaseIterable {
  /// `bplist00`, what the original writes.
  case binary
  /// The XML form, which people can read.
  case xml

  /// The form of a file, by its content; nil when it is neither.
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

  /// Whether the document type or the first element is a property list's, and not that of an HTML page.
  private static func namesAList(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(1024), as: UTF8.self).contains("plist")
  }

  /// White space, and the bytes of a UTF-8 byte order mark.
  private static func isSkipped(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0xEF || byte == 0xBB || byte == 0xBF
  }
}

extension ArchiveGraph {
  /// Reads an archive in either form.
  ///
  /// - Throws: ``ArchiveError`` when the bytes are no property list, a damaged one, or not a keyed archive.
  /// - Complexity: O(length), in time and memory, whatever the bytes say.
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
      // Places in the converted form of an XML file would mislead.
      throw format == .binary ? error : ArchiveError(error.kind)
    }
  }

  /// The archive as a file: what can be reached from ``top``, each object once, the same bytes every time.
  ///
  /// - Throws: ``ArchiveError`` where XML cannot hold the content; the binary form holds everything.
  package func bytes(_ format: ArchiveFormat = .binary) throws(ArchiveError) -> [UInt8] {
    let binary =
      kind == .propertyList ? try PlainPropertyListWriter.write(self) : KeyedArchiveWriter.write(self)
    return format == .binary ? binary : try XMLPropertyListWriter.write(binary)
  }
}
