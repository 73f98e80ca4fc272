import Mantle

/// The original locations of the values in an edited document.
package struct ValueOrigins: Sendable {
  /// The origins of the elements, by the path of the array, for each array whose elements were inserted, removed or moved.
  package var elements: [JSONKeyPath: ElementOrigins] = [:]
  /// The former keys of members whose key changed: by the path of the object, then by the present key. The former key of an
  /// inserted member is nil.
  package var keys: [JSONKeyPath: [String: String?]] = [:]
  /// The paths of the values whose text was replaced, so that the origins of their contents are unknown.
  package var rewritten: Set<JSONKeyPath> = []

  /// Creates the origins of the values in an unchanged document.
  package init() {}

  /// Returns the origins of a list's elements; nil if they are unknown.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  func elements(of path: [JSONKeyPath.Component]) -> ElementOrigins? {
    areKnown(inside: path) ? elements[JSONKeyPath(path)] ?? ElementOrigins(nil) : nil
  }

  /// Returns the former keys of those members of an object whose key changed.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  func formerKeys(in path: [JSONKeyPath.Component]) -> [String: String?] {
    areKnown(inside: path) ? keys[JSONKeyPath(path)] ?? [:] : [:]
  }

  /// Returns whether the origins of a value's contents are known, because neither the value nor an
  /// ancestor was replaced.
  private func areKnown(inside path: [JSONKeyPath.Component]) -> Bool {
    guard !rewritten.isEmpty else { return true }
    return !(0...path.count).contains { rewritten.contains(JSONKeyPath(Array(path.prefix($0)))) }
  }
}

/// The original indices of the elements in an edited list.
package struct ElementOrigins: Hashable, Sendable {
  /// The original index of each element, which is nil for an inserted element. The whole value is nil if the list was
  /// not changed.
  private let origins: [Int?]?

  /// Creates the origins of a list from the original index of each element; nil for an unchanged list.
  package init(_ origins: [Int?]?) { self.origins = origins }

  /// The original index of an element or of the element it was copied from; nil for an
  /// inserted element.
  subscript(index: Int) -> Int? {
    guard let origins else { return index }
    return origins.indices.contains(index) ? origins[index] : nil
  }
}
