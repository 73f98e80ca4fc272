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
