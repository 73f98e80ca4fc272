/// A trie of the keys that properties are decoded from, compiled once per mapping: the keys of one object
/// level, with a subtrie for every key that paths pass through.
///
/// One pass over an object fills a table with one slot for each path: 0 for a missing value, node index + 1 for
/// a value, and -(node index + 1) if the path is blocked by a value that is not an object.
@usableFromInline final class KeyTrie: @unchecked Sendable {
  @usableFromInline let table: KeyTable
  @usableFromInline let targets: UnsafeMutablePointer<Target>
  let keyCount: Int

  /// The properties that are decoded from one key of the trie or from keys below it.
  @usableFromInline struct Target {
    /// The slot of the property decoded from this key, usually the only one; -1 for none.
    @usableFromInline var slot: Int32
    /// Whether several properties are decoded from the key, or some from keys in its value.
    @usableFromInline var isFurther: Bool
    var moreSlots: [Int32]
    var nested: Unmanaged<KeyTrie>?
    var nestedSlots: [Int32]
  }

  /// Creates a trie of key paths.
  ///
  /// - Parameter paths: for each slot, the keys that lead from the object to the value.
  convenience init(_ paths: [[String]]) {
    self.init(paths.enumerated().map { (slot: Int32($0.offset), keys: $0.element[...]) })
  }

  private init(_ paths: [(slot: Int32, keys: ArraySlice<String>)]) {
    var order: [ExactText] = []
    var groups: [ExactText: [(slot: Int32, keys: ArraySlice<String>)]] = [:]
    for path in paths {
      guard let key = path.keys.first.map({ ExactText($0) }) else { continue }
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append((path.slot, path.keys.dropFirst()))
    }
    keyCount = order.count
    table = KeyTable(order.map(\.text))
    targets = .allocate(capacity: order.count + 1)
    for (index, key) in order.enumerated() {
      let group = groups[key] ?? []
      let ending = group.filter { $0.keys.isEmpty }.map(\.slot)
      let deeper = group.filter { !$0.keys.isEmpty }
      (targets + index).initialize(
        to: Target(
          slot: ending.first ?? -1, isFurther: ending.count > 1 || !deeper.isEmpty,
          moreSlots: Array(ending.dropFirst()),
          nested: deeper.isEmpty ? nil : Unmanaged.passRetained(KeyTrie(deeper)),
          nestedSlots: deeper.map(\.slot)))
    }
  }

  deinit {
    for index in 0..<keyCount { targets[index].nested?.release() }
    targets.deinitialize(count: keyCount)
    targets.deallocate()
    table.deallocate(count: keyCount)
  }

  /// Finds the values at all paths of the trie in one pass over an object, and stores them in the slots. Of
  /// several members with equal keys, the last is used.
  @inlinable @inline(__always)
  func locate(_ object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>) {
    var index = object.index &+ 1
    let end = object.next
    while index < end {
      let key = object.nodes[index]
      let value = object.at(index &+ 1)
      let found =
        key.flag ? findEscaped(object.at(index)) : table.find(object.bytes + key.offset, key.payload)
      if found >= 0 { fill(targets + found, value, slots) }
      index = value.next
    }
  }

  @inlinable @inline(__always)
  func fill(_ target: UnsafeMutablePointer<Target>, _ value: JSONCursor, _ slots: UnsafeMutablePointer<Int32>)
  {
    let slot = Int(target.pointee.slot)
    if slot >= 0 { slots[slot] = Int32(truncatingIfNeeded: value.index &+ 1) }
    if target.pointee.isFurther { fillFurther(target, value, slots) }
  }

  @inline(never) @usableFromInline
  func fillFurther(
    _ target: UnsafeMutablePointer<Target>, _ value: JSONCursor, _ slots: UnsafeMutablePointer<Int32>
  ) {
    for slot in target.pointee.moreSlots { slots[Int(slot)] = Int32(truncatingIfNeeded: value.index &+ 1) }
    guard let nested = target.pointee.nested else { return }
    // A null in place of an object is an explicit null for every path through it; any other value that is not
    // an object blocks the path.
    for slot in target.pointee.nestedSlots {
      let position = Int32(truncatingIfNeeded: value.index &+ 1)
      slots[Int(slot)] = value.is(.object) ? 0 : value.isNull ? position : -position
    }
    guard value.is(.object) else { return }
    value.reportDuplicateKeys()
    nested._withUnsafeGuaranteedRef { $0.locate(value, slots) }
  }

  /// Returns the index in ``targets`` of a key that has escapes, compared after resolving them; -1 if the trie
  /// does not have the key.
  @inline(never) @usableFromInline func findEscaped(_ key: JSONCursor) -> Int {
    (try? key.string()).map { find($0) } ?? -1
  }

  /// Returns the index in ``targets`` of a key of the object level; -1 if the trie does not have the key.
  func find(_ text: String) -> Int {
    let padded = Array(text.utf8) + [UInt8](repeating: 0, count: 16)
    let count = text.utf8.count
    return padded.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { table.find($0, count) } ?? -1
    }
  }
}
