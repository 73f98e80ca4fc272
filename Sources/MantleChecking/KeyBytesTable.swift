import Mantle

/// A dictionary whose keys are JSON keys, compared by their bytes in the JSON text without decoding them.
struct KeyBytesTable<Value> {
  /// The keys in the table with their values, by the hash of the key.
  private var entries: [UInt64: [(key: [UInt8], value: Value)]] = [:]

  /// Returns the value for a key; nil if the table does not contain the key.
  func find(_ key: some Collection<UInt8>) -> Value? {
    entries[hashOfKeyBytes(key)]?.first { $0.key.elementsEqual(key) }?.value
  }

  /// Sets the value for a key, which replaces an existing value.
  mutating func insert(_ value: Value, for key: some Collection<UInt8>) {
    entries[hashOfKeyBytes(key), default: []].removeAll { $0.key.elementsEqual(key) }
    entries[hashOfKeyBytes(key), default: []].append((Array(key), value))
  }
}

/// The initial value of the hashes of keys, which is random so that no input can contain many keys with equal hashes.
private let hashSeed = UInt64.random(in: .min ... .max)

/// Returns the hash of a key's bytes (FNV-1a), which is much faster than hashing the decoded string.
func hashOfKeyBytes(_ key: some Sequence<UInt8>) -> UInt64 {
  key.reduce(hashSeed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
}
