extension ArchiveGraph {
  /// Reads an archive in either form.
  ///
  /// - Throws: ``ArchiveError`` when the bytes are no property list, a damaged one, or not a keyed archive.
  /// - Complexity: O(length), in time and memory, whatever the bytes say.
  public init(reading bytes: [UInt8]) throws(ArchiveError) {
    switch ArchiveFormat(sniffing: bytes) {
    case .binary: self = try ArchiveReader.read(bytes)
    case .xml: self = try Self.reading(xml: bytes)
    case nil: throw ArchiveError(.notAPropertyList)
    }
  }

  /// The archive as a file: what can be reached from ``top``, each object once, the same bytes every time.
  ///
  /// - Throws: ``ArchiveError`` where XML cannot hold the content; the binary form holds everything.
  public func bytes(_ format: ArchiveFormat = .binary) throws(ArchiveError) -> [UInt8] {
    let binary = ArchiveWriter.write(self)
    return format == .binary ? binary : try XMLPropertyListWriter.write(binary)
  }

  /// Places in the converted file would mislead, so errors of the second step carry none.
  private static func reading(xml bytes: [UInt8]) throws(ArchiveError) -> ArchiveGraph {
    let binary = try XMLPropertyListReader.binary(bytes)
    do {
      return try ArchiveReader.read(binary)
    } catch {
      throw ArchiveError(error.kind)
    }
  }
}
