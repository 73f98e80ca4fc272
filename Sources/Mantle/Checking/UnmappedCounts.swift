/// How often each key that nothing maps occurs, over any number of objects.
///
/// One walk over an object looks every key up by its bytes, in a table that belongs to its place in the model, so that
/// counting costs about as much as decoding. The number of different paths is bounded: from then on, new ones are
/// counted together.
final class UnmappedCounts {
  private var list: [Checker.Summary.UnmappedCount] = []
  private var roots: [String: Level] = [:]
  private let context = DecodingContext(leastSeverity: .error)

  private static let mostPaths = 1 << 16

  /// What is known about the keys of the objects at one place.
  private final class Level {
    let path: JSONKeyPath
    var entries = KeyBytesTable<Entry>()
    /// Some property reads the object itself, or its keys by their number: nothing is left over.
    var readsEverything = false

    init(_ path: JSONKeyPath) { self.path = path }
  }

  private enum Entry {
    /// A property reads the whole value, which may hold models.
    case whole(Shape?)
    /// Properties read parts of the value.
    case parts(Level)
    /// Nothing reads it: its place in the list.
    case unmapped(Int)
  }

  /// A shape with the levels of the models in it, which are made when one is met.
  private final class Shape {
    let shape: ValueShape
    let path: JSONKeyPath
    var levels: [String: Level] = [:]
    lazy var inner = makeInner()

    init(_ shape: ValueShape, _ path: JSONKeyPath) {
      self.shape = shape
      self.path = path
    }

    private func makeInner() -> Shape? {
      switch shape {
      case .optional(let wrapped): Shape(wrapped, path)
      case .array(let element), .dictionary(let element): Shape(element, path.appending(.each))
      default: nil
      }
    }
  }

  /// What was counted since the last call, in the order of the first occurrence.
  func take() -> [Checker.Summary.UnmappedCount] {
    defer { for index in list.indices { list[index].count = 0 } }
    return list.filter { $0.count > 0 }
  }

  /// Counts the keys of an object, and of the models inside it.
  ///
  /// - Parameter path: where the object is, indices as `[]`.
  func add(_ model: ModelDescription, _ object: JSONNode, at path: JSONKeyPath) {
    let level = roots[model.name] ?? makeLevel(model, path)
    roots[model.name] = level
    let document = object.document
    object.withCursor(context) { count($0, level, document) }
  }

  private func count(_ object: JSONCursor, _ level: Level, _ document: JSONDocument) {
    guard !level.readsEverything else { return }
    object.forEachMember { key, value in
      guard let entry = level.entries.find(key.utf8) else { return addUnmapped(key, level) }
      switch entry {
      case .whole(let shape): if let shape { count(value, shape, document) }
      case .parts(let inner): count(value, inner, document)
      case .unmapped(let place): list[place].count += 1
      }
    }
  }

  private func count(_ value: JSONCursor, _ shape: Shape, _ document: JSONDocument) {
    switch shape.shape {
    case .model(let reference):
      let node = JSONNode(document: document, index: value.index)
      guard value.is(.object), let model = reference.description(for: node) else { return }
      let level = shape.levels[model.name] ?? makeLevel(model, shape.path)
      shape.levels[model.name] = level
      count(value, level, document)
    case .optional: if let inner = shape.inner { count(value, inner, document) }
    case .array: if let inner = shape.inner { value.forEachElement { count($0, inner, document) } }
    case .dictionary: if let inner = shape.inner { value.forEachMember { count($1, inner, document) } }
    default: break
    }
  }

  /// A key seen here for the first time: mapped under another spelling, or not mapped.
  private func addUnmapped(_ key: JSONCursor, _ level: Level) {
    let text = (try? key.string()) ?? key.numberText ?? "\u{fffd}"
    if key.word.flag, let known = level.entries.find(Array(text.utf8)) {
      level.entries.insert(known, for: key.utf8)
      return
    }
    let isFull = list.count >= Self.mostPaths
    let path = isFull ? JSONKeyPath([.key("…")]) : level.path.appending(.key(text))
    if isFull, list.last?.path == path {
      list[list.count - 1].count += 1
      return
    }
    list.append((path, 1))
    if !isFull { level.entries.insert(.unmapped(list.count - 1), for: key.utf8) }
  }

  private func makeLevel(_ model: ModelDescription, _ path: JSONKeyPath) -> Level {
    let level = Level(path)
    for property in model.properties {
      for keyPath in property.keyPaths { insert(keyPath.components[...], property.shape, in: level) }
    }
    return level
  }

  private func insert(_ path: ArraySlice<JSONKeyPath.Component>, _ shape: ValueShape, in level: Level) {
    guard case .key(let key) = path.first else {
      level.readsEverything = true
      return
    }
    let rest = path.dropFirst()
    let bytes = Array(key.utf8)
    let inner = level.path.appending(.key(key))
    guard case .key = rest.first else {
      // What an array component leads to is read through it; the keys beside it are the model's business.
      level.entries.insert(.whole(rest.isEmpty && shape.holdsModels ? Shape(shape, inner) : nil), for: bytes)
      return
    }
    switch level.entries.find(bytes) {
    case .whole: return
    case .parts(let parts): insert(rest, shape, in: parts)
    default:
      let parts = Level(inner)
      level.entries.insert(.parts(parts), for: bytes)
      insert(rest, shape, in: parts)
    }
  }
}

extension ValueShape {
  /// Whether models are somewhere inside.
  fileprivate var holdsModels: Bool {
    switch self {
    case .model: true
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.holdsModels
    default: false
    }
  }
}
