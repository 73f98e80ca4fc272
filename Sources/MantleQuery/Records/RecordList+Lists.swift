import Mantle

extension RecordList {
  /// Returns the key paths of the lists of objects in an object and its descendants, in the form of their
  /// elements: `orders[]`. Without lists, objects of several objects are lists of these.
  package static func lists(in bytes: JSONBytes) -> [JSONKeyPath] {
    guard case .object(let start) = JSONLayout.detect(bytes) else { return [] }
    let lists = lists(in: bytes, at: start, JSONKeyPath(), depth: 0, areMaps: false)
    return lists.isEmpty ? Self.lists(in: bytes, at: start, JSONKeyPath(), depth: 0, areMaps: true) : lists
  }

  private static let deepest = 3

  private static func lists(
    in bytes: JSONBytes, at offset: Int, _ way: JSONKeyPath, depth: Int, areMaps: Bool
  ) -> [JSONKeyPath] {
    switch bytes.children(at: offset) {
    case let elements? where bytes[offset] == UInt8(ascii: "["):
      // A repaired text has `?` in place of an unreadable element.
      let first = JSONChildIndex(bytes, elements).all.lazy.map { bytes[$0.value.lowerBound] }
        .first { $0 != UInt8(ascii: "?") }
      return first == UInt8(ascii: "{") ? [way.appending(.each)] : []
    case let members? where depth <= deepest:
      let all = Array(JSONChildIndex(bytes, members).all)
      let isMap = all.count > 1 && all.allSatisfy { bytes[$0.value.lowerBound] == UInt8(ascii: "{") }
      if areMaps, isMap { return [way.appending(.each)] }
      return all.flatMap { child -> [JSONKeyPath] in
        guard let key = child.key.flatMap({ try? JSONDocument(parsing: bytes, in: $0) })?.root.displayText
        else {
          return []
        }
        return lists(
          in: bytes, at: child.value.lowerBound, way.appending(.key(key)), depth: depth + 1, areMaps: areMaps)
      }
    default: return []
    }
  }
}
