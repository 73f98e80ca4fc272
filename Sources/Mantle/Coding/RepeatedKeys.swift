/// A check for keys that occur more than once in an object, whether or not a model maps the keys.
///
/// Decoding uses the last of several members with equal keys; the values of the others are lost (RFC 8259 §4),
/// so the check reports a warning.
package enum RepeatedKeys {
  /// Returns a warning for each repeated key.
  ///
  /// - Parameter context: a context to reuse for several documents; nothing is recorded in it.
  package static func diagnostics(
    in document: JSONDocument, _ context: DecodingContext = DecodingContext(minimumSeverity: .error)
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
      // The key precedes its value.
      var warning = warning(
        at: JSONNode(document: document, index: member.value - 1).byteRange.lowerBound,
        paths.path(of: member.value), in: document.bytes)
      warning.hint = .firstKey(at: JSONNode(document: document, index: member.first - 1).location)
      return warning
    }
  }

  /// Returns the warning for one repeated key of an object.
  ///
  /// - Parameters:
  ///   - offset: the offset of the key.
  ///   - path: the path with the key as its last component.
  package static func warning(at offset: Int, _ path: JSONKeyPath, in bytes: JSONBytes) -> Diagnostic {
    let key = if case .key(let key) = path.components.last { key } else { "" }
    return Diagnostic(
      .warning, .duplicateKey, path: path, location: bytes.location(at: offset),
      detail: words(key))
  }

  package static func words(_ key: String) -> String {
    "the key `\(key)` is repeated here; the last value counts"
  }

  /// A set of the keys of an object that is read member by member, for finding repeated keys. The keys are
  /// stored as hashes for which collisions are practically impossible. At most one million keys are stored.
  package struct Seen: Sendable {
    private var hashes: Set<Int> = []
    private static let most = 1 << 20

    /// Creates an empty set of keys.
    package init() {}

    /// Adds a key of the object to the set.
    ///
    /// - Returns: whether the set already contained the key.
    package mutating func meets(_ key: String) -> Bool {
      let hash = ExactText(key).hashValue
      guard hashes.count < Self.most else { return hashes.contains(hash) }
      return !hashes.insert(hash).inserted
    }
  }
}

extension JSONCursor {
  /// Records a warning for each repeated key of an object. Does nothing if warnings are not recorded.
  @inlinable @inline(__always) func reportDuplicateKeys() {
    if context.minimumSeverity <= .warning, !hasDistinctKeys { reportDoubtfulKeys() }
  }

  /// Records a warning for each repeated key of an object whose keys may not be distinct.
  ///
  /// - Complexity: O(*n*) in the number of members.
  @inline(never) @usableFromInline func reportDoubtfulKeys() {
    guard context.claimKeys(of: index) else { return }
    forEachRepeatedMember { key, value, first in
      var problem = DecodingProblem(
        .duplicateKey, at: value.index, detail: RepeatedKeys.words(key.displayText))
      problem.relatedIndex = first.index
      context.record(.warning, problem, model: nil, property: nil)
    }
  }

  /// Calls a closure for each member of an object whose key occurred before. The closure receives the key, the
  /// value of the member and the first value with this key.
  ///
  /// - Complexity: O(*n*) in the number of members.
  func forEachRepeatedMember(_ body: (_ key: JSONCursor, _ value: JSONCursor, _ first: JSONCursor) -> Void) {
    var seen: [[UInt8]: Int] = [:]
    forEachMember { key, value in
      let text = key.textBytes
      if let first = seen[text] { body(key, value, at(first)) } else { seen[text] = value.index }
    }
  }

  /// The bytes of a string after resolving escapes: two strings are equal if and only if these bytes are
  /// equal.
  private var textBytes: [UInt8] { word.flag ? unescapedBytes(.kept) : Array(utf8) }

  private var displayText: String { Shortened.text(String(decoding: textBytes, as: UTF8.self)) }
}

extension JSONCursor {
  /// Whether all keys of an object are known to be distinct.
  ///
  /// The result is false in doubt: for keys with escapes, for many keys, and for keys with the same length
  /// and the same first and last eight bytes. The check is designed for typical objects of models, which have
  /// no duplicates.
  @inlinable var hasDistinctKeys: Bool {
    guard self.is(.object) else { return false }
    return DistinctKeys.areDistinct(in: self, slots: next &- index <= 32 ? 32 : DistinctKeys.slots)
  }
}

/// A fast check for distinct keys, which compares hashes of short prefixes and suffixes.
@usableFromInline enum DistinctKeys {
  /// The maximum number of keys of an object that the check supports. The hash table has twice as many slots,
  /// so that probing stays short.
  private static var limit: Int { 64 }
  @inlinable static var slots: Int { 128 }

  /// Returns whether all keys of an object are known to be distinct.
  ///
  /// - Parameter slots: a power of two greater than the number of checked keys.
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
        // Zero marks a free slot. The multiplication mixes every bit into the top bits.
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
