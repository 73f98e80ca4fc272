import Mantle

extension RecordList {
  /// Returns the key paths of the lists of objects in an object and its descendants, in the form of their
  /// elements: `orders[]`.
  package static func lists(in bytes: JSONBytes) -> [JSONKeyPath] {
    guard case .object(let start) = JSONLayout.detect(bytes) else { return [] }
    return lists(in: bytes, at: start, JSONKeyPath(), depth: 0)
  }

  private static let deepest = 3

  private static func lists(
    in bytes: JSONBytes, at offset: Int, _ way: JSONKeyPath, depth: Int
  ) -> [JSONKeyPath] {
    switch bytes.children(at: offset) {
    case let elements? where bytes[offset] == UInt8(ascii: "["):
      return JSONChildIndex(bytes, elements).first().map { bytes[$0.value.lowerBound] } == UInt8(ascii: "{")
        ? [way.appending(.each)] : []
    case let members? where depth <= deepest:
      let index = JSONChildIndex(bytes, members)
      return index.all.flatMap { child -> [JSONKeyPath] in
        guard let key = child.key.flatMap({ try? JSONDocument(parsing: bytes, in: $0) })?.root.displayText
        else {
          return []
        }
        return lists(in: bytes, at: child.value.lowerBound, way.appending(.key(key)), depth: depth + 1)
      }
    default: return []
    }
  }
}
