import Foundation

/// The two forms of a property list that archives come in.
public enum ArchiveFormat: String, Sendable, Hashable, CaseIterable {
  case binary
  case xml

  /// The form of a file, by its content; nil when it is neither.
  public init?(sniffing bytes: [UInt8]) {
    if bytes.starts(with: BinaryPropertyList.magic) {
      self = .binary
    } else if let first = bytes.prefix(256).drop(while: Self.isSkipped).first, first == UInt8(ascii: "<") {
      self = .xml
    } else {
      return nil
    }
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
  public init(reading bytes: [UInt8]) throws(ArchiveError) {
    switch ArchiveFormat(sniffing: bytes) {
    case .binary: self = try KeyedArchiveReader.read(bytes)
    case .xml: self = try Self.reading(xml: bytes)
    case nil: throw ArchiveError(.notAPropertyList)
    }
  }

  /// The archive as a file: what can be reached from ``top``, each object once, the same bytes every time.
  ///
  /// - Throws: ``ArchiveError`` where XML cannot hold the content; the binary form holds everything.
  public func bytes(_ format: ArchiveFormat = .binary) throws(ArchiveError) -> [UInt8] {
    let binary = KeyedArchiveWriter.write(self)
    return format == .binary ? binary : try XMLPropertyListWriter.write(binary)
  }

  /// Places in the converted file would mislead, so errors of the second step carry none.
  private static func reading(xml bytes: [UInt8]) throws(ArchiveError) -> ArchiveGraph {
    let binary = try XMLPropertyListReader.binary(bytes)
    do {
      return try KeyedArchiveReader.read(binary)
    } catch {
      throw ArchiveError(error.kind)
    }
  }
}
