import Mantle

extension EditedPlace: Storable {
  func store(in bytes: inout StoredBytes) {
    bytes.add(outer.steps)
    bytes.add(path)
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    self.init(outer: RowID.root.child(at: try bytes.next()), path: try bytes.next())
  }
}

extension RowID {
  fileprivate func child(at steps: [Step]) -> RowID { steps.reduce(self) { $0.child($1) } }
}

extension RowID.Step: Storable {
  func store(in bytes: inout StoredBytes) {
    switch self {
    case .child(let child):
      bytes.addByte(0)
      bytes.add(child)
    case .inserted(let serial):
      bytes.addByte(1)
      bytes.add(serial)
    case .index(let index):
      bytes.addByte(2)
      bytes.add(index)
    }
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    switch try bytes.nextByte() {
    case 0: self = .child(try bytes.next())
    case 1: self = .inserted(try bytes.next())
    case 2: self = .index(try bytes.next())
    default: throw StoredBytes.Damaged()
    }
  }
}

extension JSONKeyPath.Component: Storable {
  func store(in bytes: inout StoredBytes) {
    switch self {
    case .key(let key):
      bytes.addByte(0)
      bytes.add(key)
    case .index(let index):
      bytes.addByte(1)
      bytes.add(index)
    case .each: bytes.addByte(2)
    }
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    switch try bytes.nextByte() {
    case 0: self = .key(try bytes.next())
    case 1: self = .index(try bytes.next())
    case 2: self = .each
    default: throw StoredBytes.Damaged()
    }
  }
}

extension PlaceChange: Storable {
  func store(in bytes: inout StoredBytes) {
    func add(_ number: UInt8, _ place: EditedPlace) {
      bytes.addByte(number)
      bytes.add(place)
    }
    switch self {
    case .inserted(let list, let index):
      add(0, list)
      bytes.add(index)
    case .removed(let list, let index):
      add(1, list)
      bytes.add(index)
    case .moved(let list, let from, let to):
      add(2, list)
      bytes.add(from)
      bytes.add(to)
    case .permuted(let list, let targets):
      add(3, list)
      bytes.add(targets)
    case .renamed(let object, let from, let to):
      add(4, object)
      bytes.add(from)
      bytes.add(to)
    case .relocated(let from, let to):
      add(5, from)
      bytes.add(to)
    case .replaced(let old, let new):
      add(6, EditedPlace(outer: old, path: []))
      bytes.add(EditedPlace(outer: new, path: []))
    }
  }

  init(from bytes: inout StoredBytes) throws(StoredBytes.Damaged) {
    let number = try bytes.nextByte()
    let place: EditedPlace = try bytes.next()
    switch number {
    case 0: self = .inserted(into: place, at: try bytes.next())
    case 1: self = .removed(from: place, at: try bytes.next())
    case 2: self = .moved(within: place, from: try bytes.next(), to: try bytes.next())
    case 3: self = .permuted(within: place, try bytes.next())
    case 4: self = .renamed(within: place, from: try bytes.next(), to: try bytes.next())
    case 5: self = .relocated(from: place, to: try bytes.next())
    case 6: self = .replaced(place.outer, by: (try bytes.next() as EditedPlace).outer)
    default: throw StoredBytes.Damaged()
    }
  }
}
