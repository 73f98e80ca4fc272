import Mantle

/// The search for the string in an object that may determine the object's model, as in `{ "type": "push" }`.
enum Discriminator {
  /// The usual keys of discriminating strings, most likely first. The list is fixed, because
  /// other strings may determine keys by chance.
  static let keys = [
    "type", "kind", "@type", "_type", "$type", "__typename", "resourceType", "event", "object", "event_type",
    "eventType", "message_type", "messageType", "cell_type", "output_type", "op", "reason", "action",
    "method", "t", "Type", "object_type", "objectType", "node_type", "nodeType", "item_type", "itemType",
    "entity_type", "entityType", "element_type", "elementType", "content_type", "contentType", "node",
    "shape", "variant", "tag", "role", "category",
  ]

  /// The usual keys of discriminating strings, as UTF-8.
  private static let bytes = keys.map { Array($0.utf8) }

  /// The lengths of the usual keys, by the first byte of the key, with one bit for each length. Testing the length
  /// excludes nearly all other keys quickly.
  private static let lengthsByFirstByte: [UInt16] = bytes.reduce(into: Array(repeating: 0, count: 256)) {
    $0[Int($1[0])] |= 1 << $1.count
  }

  /// Returns the member of an object that may determine its model: a member with a usual key and a word as its value.
  ///
  /// - Returns: the index of the key in ``keys``, and the node of the value; of several such members, the
  ///   one with the most likely key.
  static func find(in object: JSONCursor) -> (key: Int, node: Int)? {
    let lengths = lengthsByFirstByte
    var best: (key: Int, node: Int)?
    object.forEachMember { key, value in
      guard value.kind == .string else { return }
      // An escaped key is always compared, because its length differs from that of its text.
      let text = key.scalarBytes
      let mayBeOne = text.count < 16 && text.first.map { lengths[Int($0)] >> text.count & 1 == 1 } ?? false
      guard mayBeOne || key.isFlagged, let rank = key.withText({ bytes.firstIndex(where: $0.isSame) }),
        rank < best?.key ?? keys.count
      else { return }
      if isWord(value) { best = (rank, value.index) }
    }
    return best
  }

  /// Returns whether a value is a string that resembles a name.
  static func isWord(_ value: JSONCursor) -> Bool { value.kind == .string && value.withText(isWord) }

  /// Returns whether a string resembles a name: a letter, followed by letters, digits and `-./:`.
  private static func isWord(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first, text.count <= TextEvidence.longestCase else { return false }
    return isLetter(first)
      && text.allSatisfy {
        isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x3A || $0 == 0x2F
      }
  }

  /// Returns whether a byte is a letter, an underscore, or part of a non-ASCII character.
  private static func isLetter(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || byte == 0x5F || byte >= 0x80
  }
}
