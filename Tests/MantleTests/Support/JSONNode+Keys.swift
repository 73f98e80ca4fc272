@testable import Mantle

extension JSONNode {
  /// The keys that come again later in the object, which decoding ignores.
  var overriddenKeys: [JSONNode] {
    var last: [[UInt8]: JSONNode] = [:]
    for (key, _) in members { last[key.decodedBytes] = key }
    return members.map(\.key).filter { last[$0.decodedBytes] != $0 }
  }
}
