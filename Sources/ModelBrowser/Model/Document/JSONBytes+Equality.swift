import Mantle
import MantlePlatform

extension JSONBytes {
  func isEqual(to other: JSONBytes) -> Bool { count == other.count && begins(with: other) }

  /// - Complexity: O(the size of the other text).
  func begins(with other: JSONBytes) -> Bool {
    guard count >= other.count else { return false }
    return withBytes(in: 0..<other.count) { start in
      other.withBytes(in: 0..<other.count) { whole in
        guard let a = start.baseAddress, let b = whole.baseAddress else { return true }
        return memcmp(a, b, whole.count) == 0
      }
    }
  }
}
