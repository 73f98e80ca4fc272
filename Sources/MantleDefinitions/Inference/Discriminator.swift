import Mantle

/// The text in an object that may say which of several models it is.
enum Discriminator {
  /// The keys that such texts have, the likeliest first: what other keys decide by chance is none.
  static let keys: [KnownText] = [
    "type", "kind", "@type", "_type", "$type", "__typename", "resourceType", "event", "object", "event_type",
    "eventType", "message_type", "messageType", "cell_type", "output_type", "op", "reason", "action",
    "method", "t", "Type",
    "object_type", "objectType", "node_type", "nodeType", "item_type", "itemType", "entity_type",
    "entityType",
    "element_type", "elementType", "content_type", "contentType",
    "node", "shape", "variant", "tag", "role", "category",
  ].map { KnownText($0) }

  /// How long the keys with a first byte are, a bit for each length: it tells nearly all other keys from them.
  private static let lengthsByFirstByte: [UInt16] = keys.reduce(into: Array(repeating: 0, count: 256)) {
    $0[Int($1.bytes[0])] |= 1 << $1.bytes.count
  }

  /// The member of an object with such a key and a word for its value.
  ///
  /// - Returns: the key's number and the value; of several, the one with the likeliest key.
  static func find(in object: JSONCursor) -> (key: Int, value: JSONCursor)? {
    let lengths = lengthsByFirstByte
    var best: (key: Int, value: JSONCursor)?
    object.forEachMember { key, value in
      guard value.kind == .string else { return }
      // With an escape it is looked at in any case.
      let text = key.scalarBytes
      let mayBeOne = text.count < 16 && text.first.map { lengths[Int($0)] >> text.count & 1 == 1 } ?? false
      guard mayBeOne || key.isFlagged, let rank = key.withTextAndEnds(number), rank < best?.key ?? keys.count
      else { return }
      if isWord(value) { best = (rank, value) }
    }
    return best
  }

  private static func number(_ key: UnsafeBufferPointer<UInt8>, _ ends: TextEnds) -> Int? {
    keys.firstIndex { $0.equals(key, ends) }
  }

  /// Whether a value is a text that looks like the name of something.
  static func isWord(_ value: JSONCursor) -> Bool { value.kind == .string && value.withText(isWord) }

  /// Whether a text looks like the name of something.
  private static func isWord(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first, text.count <= TextEvidence.longestCase else { return false }
    return isLetter(first)
      && text.allSatisfy {
        isLetter($0) || $0 &- 0x30 <= 9 || $0 == 0x2D || $0 == 0x2E || $0 == 0x3A || $0 == 0x2F
      }
  }

  /// A letter, an underscore, or a part of a character beyond ASCII.
  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte >= 0x80
  }
}
