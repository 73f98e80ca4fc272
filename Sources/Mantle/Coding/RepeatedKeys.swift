/// Finds keys that an object has more than once, where no model looks for them.
///
/// Of equal keys the last one counts, and what the others say is lost on whoever reads the text: a warning.
enum RepeatedKeys {
  /// - Parameter models: values whose models report their keys themselves.
  static func diagnostics(in document: JSONDocument, outside models: [JSONNode]) -> [Diagnostic] {
    var repeated: [Int] = []
    let ends = Dictionary(models.map { ($0.index, $0.endIndex) }) { first, _ in first }
    document.root.withCursor(DecodingContext(collects: false)) { root in
      var index = 0
      while index < document.nodeCount {
        if let end = ends[index] {
          index = end
          continue
        }
        let value = root.at(index)
        if value.is(.object), !value.hasDistinctKeys {
          value.forEachRepeatedMember { _, member in repeated.append(member.index) }
        }
        index += 1
      }
    }
    var paths = PathWalk(document)
    return repeated.sorted().map { index in
      warning(
        at: JSONNode(document: document, index: index).byteRange.lowerBound, paths.path(of: index),
        in: document.bytes)
    }
  }

  /// - Parameters:
  ///   - offset: where the value stands.
  ///   - path: with the key as its last component.
  static func warning(at offset: Int, _ path: JSONKeyPath, in bytes: JSONBytes) -> Diagnostic {
    let key = if case .key(let key) = path.components.last { key } else { "" }
    return Diagnostic(
      .warning, .duplicateKey, path: path, location: bytes.location(at: offset),
      detail: words(key))
  }

  static func words(_ key: String) -> String { "the key `\(key)` stands here again; the last one counts" }

  /// The keys met so far of an object that is read member by member, as hashes of which two of different keys are not
  /// equal in the lifetime of anything; from a million on, new ones are not remembered.
  struct Seen {
    private var hashes: Set<Int> = []
    private static let most = 1 << 20

    /// - Returns: whether the key was met before.
    mutating func meets(_ key: String) -> Bool {
      let hash = ExactText(key).hashValue
      guard hashes.count < Self.most else { return hashes.contains(hash) }
      return !hashes.insert(hash).inserted
    }
  }
}
