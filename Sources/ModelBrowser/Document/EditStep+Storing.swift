import Mantle

// What is kept of steps on disk: all of it, part by part, in the order it is declared.

extension EditStep: Storable {
  func store(in bytes: inout StoredBytes) {
    bytes.add(parts)
    bytes.add(changes)
    bytes.add(summary)
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    self.init(parts: try bytes.next(), changes: try bytes.next())
    summary = try bytes.next()
  }
}

extension EditStep.Part: Storable {
  func store(in bytes: inout StoredBytes) {
    bytes.add(kind)
    bytes.add(place)
    bytes.add(origin)
    bytes.add(path)
    bytes.add(before)
    bytes.add(after)
    bytes.add(shifts)
    bytes.add(source)
    bytes.add(rewritten)
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    self.init(
      kind: try bytes.next(), place: try bytes.next(), origin: try bytes.next(), path: try bytes.next(),
      before: try bytes.next(), after: try bytes.next(), shifts: try bytes.next(), source: try bytes.next(),
      rewritten: try bytes.next())
  }
}

extension EditStep.Part.Kind: Storable {
  private static let plain: [Self] = [.changed, .inserted, .deleted, .mended]

  func store(in bytes: inout StoredBytes) {
    switch self {
    case .moved(let target):
      bytes.addByte(100)
      bytes.add(target)
    case .renamed(let key):
      bytes.addByte(101)
      bytes.add(key)
    case .sorted(let key):
      bytes.addByte(102)
      bytes.add(key)
    default: bytes.addByte(UInt8(Self.plain.firstIndex(of: self) ?? 0))
    }
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    switch try bytes.nextByte() {
    case 100: self = .moved(to: try bytes.next())
    case 101: self = .renamed(to: try bytes.next())
    case 102: self = .sorted(by: try bytes.next())
    case let number where Int(number) < Self.plain.count: self = Self.plain[Int(number)]
    default: throw StoredBytes.Damaged()
    }
  }
}

extension EditStep.Change: Storable {
  func store(in bytes: inout StoredBytes) {
    bytes.add(slot)
    switch other {
    case .content(let content):
      bytes.addByte(0)
      bytes.add(content)
    case .bytes(let difference):
      bytes.addByte(1)
      bytes.add(difference)
    case .insertions(let difference):
      bytes.addByte(2)
      bytes.add(difference)
    }
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    let slot: Overlay.Slot = try bytes.next()
    switch try bytes.nextByte() {
    case 0: self.init(slot, .content(try bytes.next()))
    case 1: self.init(slot, .bytes(try bytes.next()))
    case 2: self.init(slot, .insertions(try bytes.next()))
    default: throw StoredBytes.Damaged()
    }
  }
}

extension ListDifference: Storable where Element: Storable {
  func store(in bytes: inout StoredBytes) {
    bytes.add(range)
    bytes.add(replacement)
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    self.init(range: try bytes.next(), replacement: try bytes.next())
  }
}

// MARK: - The overlay

extension Overlay.Slot: Storable {
  func store(in bytes: inout StoredBytes) {
    switch self {
    case .value(let child):
      bytes.addByte(0)
      bytes.add(child)
    case .gap(let gap):
      bytes.addByte(1)
      bytes.add(gap.container)
      bytes.add(gap.after)
    }
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    switch try bytes.nextByte() {
    case 0: self = .value(try bytes.next())
    case 1: self = .gap(Overlay.Gap(container: try bytes.next(), after: try bytes.next()))
    default: throw StoredBytes.Damaged()
    }
  }
}

extension Overlay.Content: Storable {
  func store(in bytes: inout StoredBytes) {
    switch self {
    case .text(let text):
      bytes.addByte(0)
      bytes.add(text.bytes)
    case .removed(let container):
      bytes.addByte(1)
      bytes.add(container)
    case .inserted(let insertions):
      bytes.addByte(2)
      bytes.add(insertions)
    }
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    switch try bytes.nextByte() {
    case 0: self = .bytes(try bytes.next())
    case 1: self = .removed(container: try bytes.next())
    case 2: self = .inserted(try bytes.next())
    default: throw StoredBytes.Damaged()
    }
  }
}

extension Overlay.Insertion: Storable {
  func store(in bytes: inout StoredBytes) {
    bytes.add(serial)
    bytes.add(key)
    bytes.add(value)
    bytes.add(origin)
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    self.init(
      serial: try bytes.next(), key: try bytes.next(), value: try bytes.next(), origin: try bytes.next())
  }
}

extension ChildID: Storable {
  func store(in bytes: inout StoredBytes) {
    bytes.add(child.key)
    bytes.add(child.value)
    bytes.add(child.ordinal)
    bytes.add(child.isMeasured)
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    self.init(
      JSONChild(
        key: try bytes.next(), value: try bytes.next(), ordinal: try bytes.next(),
        isMeasured: try bytes.next()))
  }
}
