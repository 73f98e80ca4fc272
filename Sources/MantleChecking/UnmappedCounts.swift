import Mantle

/// The number of occurrences of each unmapped key in any number of objects.
///
/// Each object is traversed once. Each key is looked up by its bytes in the table of the keys that the model has at the
/// path of the object (a `Level`). The tables refer to each other by indices, because reference counting for each key
/// would take a quarter of the time. The number of distinct paths is limited; further paths are counted together.
package struct UnmappedCounts {
  private var list: [Checker.Summary.UnmappedCount] = []
  private var levels: [Level] = []
  private var shapes: [Shape] = []
  private var roots: [String: Int] = [:]
  private let context = DecodingContext(minimumSeverity: .error)

  private static let maximumPaths = 1 << 16

  /// The table of the keys that occurred or are mapped in the objects at one path.
  private struct Level {
    let path: JSONKeyPath
    var entries = KeyBytesTable<Entry>()
    /// The entries of the elements that properties decode by index; empty if the values at the path are not decoded as
    /// lists.
    var elements: [Int: Entry] = [:]
    /// Whether a property decodes the object at the path itself, so that all of its keys are mapped.
    var readsEverything = false
    /// The paths of each property that has several: only the first path that exists in an object is decoded.
    var alternatives: [[JSONKeyPath]] = []
    /// The paths of properties that existed but were not decoded, with the indices of their counts.
    var ignored: [JSONKeyPath: Int] = [:]
  }

  /// The entry of a key in a table, which determines how the value under the key is counted.
  private enum Entry {
    /// A property decodes the whole value, which contains no models, so that nothing is counted.
    case whole
    /// A property decodes the whole value, and the unmapped keys of the models in it are counted. The associated value
    /// is the index of its shape.
    case models(Int)
    /// Properties decode parts of the value, and the unmapped keys in it are counted. The associated value is the index
    /// of its level.
    case parts(Int)
    /// No property decodes the value, so that the key is counted as unmapped. The associated value is the index of the
    /// count.
    case unmapped(Int)
  }

  /// The shape of a value that may contain models, with the path of the value.
  private struct Shape {
    let kind: Kind
    let path: JSONKeyPath
    /// The indices of the levels of the models that occurred in values of the shape, by model name.
    var levels: [String: Int] = [:]

    /// The position of the models in a value: the value itself, or its elements or members.
    enum Kind {
      case model(ModelReference)
      /// The value is always the same model. The associated value is the index of the model's level.
      case fixed(Int)
      case array(Int)
      case dictionary(Int)
      case nothing
    }
  }

  /// Creates counts before any object is counted.
  package init() {}

  /// Returns the numbers of unmapped keys since the last call, in the order of the first occurrence, and resets them to
  /// zero.
  package mutating func take() -> [Checker.Summary.UnmappedCount] {
    defer { for index in list.indices { list[index].count = 0 } }
    return list.filter { $0.count > 0 }
  }

  /// Counts the unmapped keys of an object that is decoded as a model, and of the models inside the object.
  ///
  /// - Parameter path: the path of the object, with `[]` for indices.
  package mutating func add(_ model: ModelDescription, _ object: JSONNode, at path: JSONKeyPath) {
    // A value whose model has no properties, such as a map of numbers, has no unmapped keys.
    if model.isPlain { return }
    let level = roots[model.name] ?? makeLevel(model, path)
    roots[model.name] = level
    let document = object.document
    object.withCursor(context) { count($0, level, document) }
  }

  private mutating func count(_ object: JSONCursor, _ level: Int, _ document: JSONDocument) {
    guard !levels[level].readsEverything else { return }
    if !levels[level].elements.isEmpty, object.is(.array) { return countElements(object, level, document) }
    object.forEachMember { key, value in
      guard let entry = levels[level].entries.find(key.utf8) else { return addUnmapped(key, level) }
      count(value, entry, document)
    }
    for paths in levels[level].alternatives where object.is(.object) {
      for found in paths.ignored(in: JSONNode(document: document, index: object.index)) {
        let place = levels[level].ignored[found.path] ?? append(levels[level].path.appending(found.path))
        levels[level].ignored[found.path] = place
        list[place].count += 1
      }
    }
  }

  private mutating func count(_ value: JSONCursor, _ entry: Entry, _ document: JSONDocument) {
    switch entry {
    case .whole: return
    case .models(let shape): countModels(value, shape, document)
    case .parts(let inner): count(value, inner, document)
    case .unmapped(let place): list[place].count += 1
    }
  }

  /// Counts the elements of a list in which properties decode elements by index. All other elements are unmapped and
  /// counted under one path.
  private mutating func countElements(_ array: JSONCursor, _ level: Int, _ document: JSONDocument) {
    var number = 0
    array.forEachElement { value in
      if let entry = levels[level].elements[number] {
        count(value, entry, document)
      } else {
        let entry = levels[level].elements[-1] ?? .unmapped(append(levels[level].path.appending(.each)))
        levels[level].elements[-1] = entry
        count(value, entry, document)
      }
      number += 1
    }
  }

  /// Adds a count of zero for a path and returns its index. If there are too many paths, the result is the index of one
  /// count that all further paths share.
  private mutating func append(_ path: JSONKeyPath) -> Int {
    let isFull = list.count >= Self.maximumPaths
    let path = isFull ? JSONKeyPath([.key("…")]) : path
    if !isFull || list.last?.path != path { list.append((path, 0)) }
    return list.count - 1
  }

  private mutating func countModels(_ value: JSONCursor, _ shape: Int, _ document: JSONDocument) {
    switch shapes[shape].kind {
    case .fixed(let level): count(value, level, document)
    case .model(let reference):
      guard value.is(.object) else { return }
      let node = JSONNode(document: document, index: value.index)
      guard let model = reference.description(for: node) else { return }
      let level: Int
      if let known = shapes[shape].levels[model.name] {
        level = known
      } else {
        level = makeLevel(model, shapes[shape].path)
        shapes[shape].levels[model.name] = level
      }
      if reference.isFixed { shapes[shape] = Shape(kind: .fixed(level), path: shapes[shape].path) }
      count(value, level, document)
    case .array(let element): value.forEachElement { countModels($0, element, document) }
    case .dictionary(let element): value.forEachMember { countModels($1, element, document) }
    case .nothing: break
    }
  }

  /// Counts a key that occurs for the first time: an unmapped key, or a mapped key that is written with escapes.
  private mutating func addUnmapped(_ key: JSONCursor, _ level: Int) {
    let text = (try? key.string()) ?? key.numberText ?? "\u{fffd}"
    if key.word.flag, let known = levels[level].entries.find(Array(text.utf8)) {
      levels[level].entries.insert(known, for: key.utf8)
      return
    }
    let isFull = list.count >= Self.maximumPaths
    let place = append(levels[level].path.appending(.key(text)))
    list[place].count += 1
    if !isFull { levels[level].entries.insert(.unmapped(place), for: key.utf8) }
  }

  // MARK: - Tables

  private mutating func makeLevel(_ model: ModelDescription, _ path: JSONKeyPath) -> Int {
    let level = addLevel(path)
    for property in model.properties {
      for keyPath in property.keyPaths { insert(keyPath.components[...], property.shape, in: level) }
      if property.hasAlternatives { levels[level].alternatives.append(property.keyPaths) }
    }
    for discriminator in model.discriminators { insert(discriminator.components[...], .string, in: level) }
    return level
  }

  private mutating func addLevel(_ path: JSONKeyPath) -> Int {
    levels.append(Level(path: path))
    return levels.count - 1
  }

  private mutating func insert(
    _ path: ArraySlice<JSONKeyPath.Component>, _ shape: ValueShape, in level: Int
  ) {
    guard let component = path.first, component != .each else {
      levels[level].readsEverything = true
      return
    }
    let rest = path.dropFirst()
    let inner = levels[level].path.appending(component)
    let isRead = rest.isEmpty || rest.first == .each
    guard !isRead else {
      let entry = rest.isEmpty && shape.holdsModels ? Entry.models(add(shape, inner)) : .whole
      return set(entry, component, in: level)
    }
    switch entry(component, in: level) {
    case .whole, .models: return
    case .parts(let parts): insert(rest, shape, in: parts)
    default:
      let parts = addLevel(inner)
      set(.parts(parts), component, in: level)
      insert(rest, shape, in: parts)
    }
  }

  private func entry(_ component: JSONKeyPath.Component, in level: Int) -> Entry? {
    switch component {
    case .key(let key): levels[level].entries.find(Array(key.utf8))
    case .index(let number): levels[level].elements[number]
    case .each: nil
    }
  }

  private mutating func set(_ entry: Entry, _ component: JSONKeyPath.Component, in level: Int) {
    switch component {
    case .key(let key): levels[level].entries.insert(entry, for: Array(key.utf8))
    case .index(let number): levels[level].elements[number] = entry
    case .each: break
    }
  }

  /// Adds the shape of a value at a path, and returns the index of the shape.
  private mutating func add(_ shape: ValueShape, _ path: JSONKeyPath) -> Int {
    let kind: Shape.Kind
    switch shape {
    case .optional(let wrapped): return add(wrapped, path)
    case .model(let reference): kind = .model(reference)
    case .array(let element): kind = .array(add(element, path.appending(.each)))
    case .dictionary(let element): kind = .dictionary(add(element, path.appending(.each)))
    default: kind = .nothing
    }
    shapes.append(Shape(kind: kind, path: path))
    return shapes.count - 1
  }
}
