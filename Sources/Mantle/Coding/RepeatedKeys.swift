/// Finds keys that an object has more than once, whether a model looks for them or not.
///
/// Of equal keys the last one counts, and what the others say is lost on whoever reads the text: a warning.
package enum RepeatedKeys {
  /// - Parameter context: nothing is recorded in it; one for many documents saves making it.
  package static func diagnostics(
    in document: JSONDocument, _ context: DecodingContext = DecodingContext(leastSeverity: .error)
  ) -> [Diagnostic] {
    var repeated: [(value: Int, first: Int)] = []
    document.root.withCursor(context) { root in
      var index = 0
      while index < document.nodeCount {
        let value = root.at(index)
        if value.is(.object), !value.hasDistinctKeys {
          value.forEachRepeatedMember { _, member, first in repeated.append((member.index, first.index)) }
        }
        index += 1
      }
    }
    var paths = PathWalk(document)
    return repeated.sorted { $0.value < $1.value }.map { member in
      // The key stands before its value.
      var warning = warning(
        at: JSONNode(document: document, index: member.value - 1).byteRange.lowerBound,
        paths.path(of: member.value), in: document.bytes)
      warning.hint = .firstKey(at: JSONNode(document: document, index: member.first - 1).location)
      return warning
    }
  }

  /// - Parameters:
  ///   - offset: where the key stands.
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

extension JSONCursor {
  /// Puts the keys of an object that stand in it more than once on record; nothing happens where
  /// warnings are not wanted.
  @inlinable @inline(__always) func reportDuplicateKeys() {
    if context.leastSeverity <= .warning, !hasDistinctKeys { reportDoubtfulKeys() }
  }

  /// - Complexity: linear in the number of members.
  @inline(never) @usableFromInline func reportDoubtfulKeys() {
    guard context.looksAtKeys(of: index) else { return }
    forEachRepeatedMember { key, value, first in
      var problem = DecodingProblem(
        .duplicateKey, at: value.index, detail: RepeatedKeys.words(key.displayText))
      problem.relatedIndex = first.index
      context.record(.warning, problem, model: nil, property: nil)
    }
  }

  /// Visits the members of an object whose key stands in it before, each with the first value of the key; of equal keys
  /// the last one counts.
  ///
  /// - Complexity: O(members).
  func forEachRepeatedMember(_ body: (_ key: JSONCursor, _ value: JSONCursor, _ first: JSONCursor) -> Void) {
    var seen: [[UInt8]: JSONCursor] = [:]
    forEachMember { key, value in
      let text = key.textBytes
      if let first = seen[text] { body(key, value, first) } else { seen[text] = value }
    }
  }

  /// A string's bytes with its escapes resolved: two strings are the same text exactly if these are equal.
  private var textBytes: [UInt8] { word.flag ? unescapedBytes(.kept) : Array(utf8) }

  private var displayText: String { Shortened.text(String(decoding: textBytes, as: UTF8.self)) }
}

extension JSONCursor {
  /// Whether an object's keys are certainly all different.
  ///
  /// Says false in doubt: for keys with escapes, for many keys, and for keys that agree in length and in their
  /// first and last eight bytes. It is for objects as models have them, of which most have no duplicates.
  @inlinable var hasDistinctKeys: Bool {
    guard self.is(.object) else { return false }
    return DistinctKeys.areDistinct(in: self, slots: next &- index <= 32 ? 32 : DistinctKeys.slots)
  }
}

@usableFromInline enum DistinctKeys {
  /// How many keys are looked at, at most; twice as many slots keep the search for a free one short.
  private static var limit: Int { 64 }
  @inlinable static var slots: Int { 128 }

  /// - Parameter slots: a power of two, greater than the number of keys that are looked at.
  @inline(never) @usableFromInline static func areDistinct(in object: JSONCursor, slots: Int) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: slots) { seen in
      seen.initialize(repeating: 0)
      var index = object.index &+ 1
      let end = object.next
      var count = 0
      while index < end {
        let key = object.nodes[index]
        count &+= 1
        if key.flag || count > limit { return false }
        let bytes = object.bytes + key.offset
        let hash = KeyTable.hash(
          KeyTable.firstWord(bytes, key.payload), KeyTable.lastWord(bytes, key.payload), key.payload)
        // Zero stands for a free slot. The multiplication brings every bit's influence to the top.
        let print = hash &* 0x9e37_79b9_7f4a_7c15 | 1
        var slot = Int(truncatingIfNeeded: print &>> 57) & (slots &- 1)
        while seen[slot] != 0 {
          if seen[slot] == print { return false }
          slot = (slot &+ 1) & (slots &- 1)
        }
        seen[slot] = print
        index = object.at(index &+ 1).next
      }
      return true
    }
  }
}
