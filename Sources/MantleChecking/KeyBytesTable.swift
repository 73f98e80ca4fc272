import Mantle

/// A hash table over the bytes of keys as they are in the text.
struct KeyBytesTable<Value> {
  /// An entry of the hash table.
  private struct Slot {
    var hash: UInt64 = 0
    /// The index of the value; negative in a free slot.
    var place = -1
    /// The offset of the key in the bytes of all keys.
    var start = 0
    var count = 0
  }

  /// The bytes of all keys.
  private var text: [UInt8] = []
  private var values: [Value] = []
  /// The slots, whose number is a power of two and at least twice the number of keys.
  private var slots = [Slot](repeating: Slot(), count: 32)

  /// Returns the value of a key; nil if there is none.
  func find(_ key: UnsafeBufferPointer<UInt8>) -> Value? {
    place(of: key, Self.hash(key)).map { values[$0] }
  }

  /// Returns the value of a key; nil if there is none.
  func find(_ key: [UInt8]) -> Value? { key.withUnsafeBufferPointer { find($0) } }

  /// Sets the value of a key.
  mutating func insert(_ value: Value, for key: UnsafeBufferPointer<UInt8>) {
    let hash = Self.hash(key)
    if let place = place(of: key, hash) {
      values[place] = value
      return
    }
    put(Slot(hash: hash, place: values.count, start: text.count, count: key.count))
    text += key
    values.append(value)
    if values.count * 2 > slots.count { grow() }
  }

  /// Sets the value of a key.
  mutating func insert(_ value: Value, for key: [UInt8]) {
    key.withUnsafeBufferPointer { insert(value, for: $0) }
  }

  private func place(of key: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int? {
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[index].place >= 0 {
      let slot = slots[index]
      if slot.hash == hash, slot.count == key.count,
        text[slot.start..<slot.start + slot.count].elementsEqual(key)
      {
        return slot.place
      }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func put(_ slot: Slot) {
    var index = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
    while slots[index].place >= 0 { index = (index + 1) & (slots.count - 1) }
    slots[index] = slot
  }

  private mutating func grow() {
    let filled = slots.filter { $0.place >= 0 }
    slots = [Slot](repeating: Slot(), count: slots.count * 2)
    for slot in filled { put(slot) }
  }

  /// Returns the hash of a key, computed from words of eight bytes. The last two words may
  /// overlap.
  private static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(key)
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    func mix(_ word: UInt64) { hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15 }
    guard bytes.count >= 8 else {
      mix(bytes.reduce(0) { $0 << 8 | UInt64($1) })
      return hash ^ hash >> 32
    }
    for start in stride(from: 0, through: bytes.count - 8, by: 8) {
      mix(bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      hash ^= hash >> 32
    }
    mix(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
    return hash ^ hash >> 32
  }
}
