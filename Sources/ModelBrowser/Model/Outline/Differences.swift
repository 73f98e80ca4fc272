import Mantle
import MantleDocuments

/// The unsaved changes, value by value.
struct Differences {
  /// A difference between the saved and the current document at one key path.
  struct Entry: Hashable {
    /// The kind of a difference.
    enum Kind: Hashable {
      /// The value was inserted, removed or changed.
      case value
      /// The value was moved to another place.
      case moved
      /// Many elements of a list were reordered, or the members of an object, whose keys are listed in `before` and
      /// `after`. The associated value is the number of children with a noun.
      case reordered(String)
    }

    /// The current path of the value, or its former path if it was removed.
    let path: JSONKeyPath
    /// The former and the current JSON; nil if there was or is no value.
    let before: String?
    let after: String?
    /// The former path of a value that was moved; nil for every other difference.
    var origin: JSONKeyPath?
    var kind = Kind.value
    /// The offset of the value in the current text; nil if the value was removed or was not parsed.
    var offset: Int?
  }

  private(set) var entries: [Entry] = []

  static let most = 10_000

  /// Adds the differences between two texts of one value; nil is the text of an absent value.
  mutating func compare(_ before: [UInt8]?, _ after: [UInt8]?, at path: JSONKeyPath) {
    compare(before, before.flatMap(Self.read), after, after.flatMap(Self.read), at: path)
  }

  /// Adds the differences between two texts of one value, which are already parsed.
  mutating func compare(
    _ before: [UInt8]?, _ old: Reading?, _ after: [UInt8]?, _ new: Reading?, at path: JSONKeyPath
  ) {
    guard let old, let new, let before, let after else {
      return add(
        path, before.map { String(decoding: $0, as: UTF8.self) },
        after.map { String(decoding: $0, as: UTF8.self) })
    }
    let known = entries.count
    compare(old.root, new.root, path, depth: 0)
    if let repair = old.repair { addMended(repair, old.root, asIn: new.repair, at: path, besides: known) }
    if old.repair != nil || new.repair != nil, entries.count == known, before != after {
      addOther(before, after, at: path)
    }
  }

  /// The root value of a parsed text, and the repair of the text; the repair is nil for valid JSON.
  typealias Reading = (root: JSONNode, repair: JSONRepair?)

  static func read(_ bytes: [UInt8]) -> Reading? {
    let bytes = JSONBytes(bytes)
    if let document = try? JSONDocument(parsing: bytes) { return (document.root, nil) }
    let repair = JSONRepair(bytes)
    guard !repair.isForeign, let document = try? JSONDocument(parsing: repair.text) else { return nil }
    return (document.root, repair)
  }

  /// Adds the syntax errors that were repaired, except those in changed values.
  ///
  /// - Parameter known: the number of entries that were added before this comparison.
  private mutating func addMended(
    _ repair: JSONRepair, _ root: JSONNode, asIn now: JSONRepair?, at path: JSONKeyPath, besides known: Int
  ) {
    var left = (now?.mistakes ?? []).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let changed = Set(entries[known...].map(\.path.components))
    for (region, mistake) in zip(repair.regions, repair.mistakes) where entries.count < Self.most {
      if let count = left[mistake], count > 0 {
        left[mistake] = count - 1
        continue
      }
      // Finding the place of each of many mistakes would take quadratic time.
      let place =
        repair.regions.count > Self.maximumPlaced
        ? path
        : Self.path(
          of: region.isRow ? region.container : region.range.lowerBound, in: repair, root, at: path)
      if (0...place.components.count).contains(where: { changed.contains(Array(place.components.prefix($0))) }
      ) {
        continue
      }
      let text = repair.original.text(region.range)
      add(place, "\(text)   (\(region.words))", String(decoding: region.replacement, as: UTF8.self))
    }
  }

  private static let maximumPlaced = 200

  /// Returns the path of the innermost value at an offset of a text that was repaired.
  private static func path(
    of offset: Int?, in repair: JSONRepair, _ root: JSONNode, at path: JSONKeyPath
  ) -> JSONKeyPath {
    guard let offset else { return path }
    let place = repair.place(of: offset)
    var (node, path) = (root, path)
    // A missing closing quote is reported at the end of the value.
    func holdsPlace(_ range: Range<Int>) -> Bool { (range.lowerBound...range.upperBound).contains(place) }
    while let index = node.childRanges.firstIndex(where: holdsPlace) {
      if node.kind == .object {
        let member = Array(node.members)[index]
        (node, path) = (member.value, path.appending(key: member.key.displayText))
      } else {
        (node, path) = (Array(node.elements)[index], path.appending(index: index))
      }
    }
    return path
  }

  /// Adds the range in which two texts of equal values differ.
  private mutating func addOther(_ before: [UInt8], _ after: [UInt8], at path: JSONKeyPath) {
    let part = ListDifference(from: before, to: after)
    add(
      path, String(decoding: before[part.range], as: UTF8.self),
      String(decoding: part.replacement, as: UTF8.self))
  }

  private mutating func compare(_ old: JSONNode, _ new: JSONNode, _ path: JSONKeyPath, depth: Int) {
    guard entries.count < Self.most, old.rawBytes != new.rawBytes else { return }
    guard old.kind == new.kind, depth < 200 else { return add(path, old, new) }
    switch old.kind {
    case .object: compareMembers(old, new, path, depth)
    case .array: compareElements(old, new, path, depth)
    default: add(path, old, new)
    }
  }

  private mutating func compareMembers(_ old: JSONNode, _ new: JSONNode, _ path: JSONKeyPath, _ depth: Int) {
    let alignment = Alignment(membersOf: old, new)
    let (before, after) = (Array(old.members), Array(new.members))
    func place(of member: (key: JSONNode, value: JSONNode)) -> JSONKeyPath {
      path.appending(key: member.key.displayText)
    }
    let origins = alignment.origins.compactMap(\.self)
    if !alignment.moved.isEmpty {
      let keys = after.indices.filter { alignment.origins[$0] != nil }.map { after[$0].key.displayText }
      addOrder(of: origins.sorted().map { before[$0].key.displayText }, to: keys, at: path)
    }
    let targets = Dictionary(
      uniqueKeysWithValues: alignment.origins.enumerated().compactMap { to, from in from.map { ($0, to) } })
    for (index, member) in before.enumerated() {
      if let other = targets[index] {
        compare(member.value, after[other].value, place(of: member), depth: depth + 1)
      } else {
        add(place(of: member), member.value, nil)
      }
    }
    for (index, member) in after.enumerated() where alignment.origins[index] == nil {
      add(place(of: member), nil, member.value)
    }
  }

  /// Adds an entry for the common members of two objects whose order differs.
  private mutating func addOrder(of old: [String], to new: [String], at path: JSONKeyPath) {
    entries.append(
      Entry(
        path: path, before: old.joined(separator: ", "), after: new.joined(separator: ", "),
        kind: .reordered(Words.count(new.count, "key"))))
  }

  private mutating func compareElements(_ old: JSONNode, _ new: JSONNode, _ path: JSONKeyPath, _ depth: Int) {
    let (old, new) = (Array(old.elements), Array(new.elements))
    let alignment = Alignment(elementsOf: old, new)
    let isOrder = alignment.moved.count > Self.maximumMoves
    if isOrder { addOrder(of: new.count, at: path) }
    var removed = alignment.removed[...]
    for (to, from) in alignment.origins.enumerated() where entries.count < Self.most {
      let isMoved = alignment.moved.contains(to)
      while !isMoved, let index = removed.first, index < from ?? 0 {
        add(path.appending(index: removed.removeFirst()), old[index], nil)
      }
      let here = path.appending(index: to)
      if isMoved, !isOrder, let from {
        addMove(here, from: path.appending(index: from), new[to].rawText)
      }
      if let from { compare(old[from], new[to], here, depth: depth + 1) } else { add(here, nil, new[to]) }
    }
    for index in removed where entries.count < Self.most {
      add(path.appending(index: index), old[index], nil)
    }
  }

  /// Adds the move of a value to another path.
  ///
  /// - Parameter origin: the former path; nil if it is unknown.
  mutating func addMove(_ path: JSONKeyPath, from origin: JSONKeyPath?, _ value: String) {
    guard origin != path else { return }
    entries.append(Entry(path: path, before: value, after: value, origin: origin, kind: .moved))
  }

  /// The maximum number of moves that are listed individually for one list; more moves count as one reordering.
  static let maximumMoves = 3

  mutating func addOrder(of count: Int, at path: JSONKeyPath) {
    let words = Words.count(count, "element")
    entries.append(Entry(path: path, before: nil, after: nil, kind: .reordered(words)))
  }

  /// Replaces each pair of a removed and an equal inserted value by a move to another list or object, or to another key.
  mutating func joinMoves() {
    var gone: [[UInt8]: [Int]] = [:]
    for (index, entry) in entries.enumerated() where entry.kind == .value && entry.after == nil {
      if let value = entry.before { gone[Self.compact(value), default: []].append(index) }
    }
    guard !gone.isEmpty else { return }
    var joined: Set<Int> = []
    for (index, entry) in entries.enumerated() where entry.kind == .value && entry.before == nil {
      guard let value = entry.after else { continue }
      let key = Self.compact(value)
      guard let place = gone[key]?.firstIndex(where: { entries[$0].path.canBecome(entry.path) }),
        let origin = gone[key]?.remove(at: place)
      else { continue }
      joined.insert(origin)
      entries[index] = Entry(
        path: entry.path, before: value, after: value, origin: entries[origin].path, kind: .moved)
    }
    entries = entries.enumerated().filter { !joined.contains($0.offset) }.map(\.element)
  }

  /// Returns a value without insignificant white space, for comparison.
  private static func compact(_ value: String) -> [UInt8] {
    (try? JSONDocument(value)).map { JSONFormatter.compact.format($0.root) } ?? Array(value.utf8)
  }

  private mutating func add(_ path: JSONKeyPath, _ before: JSONNode?, _ after: JSONNode?) {
    entries.append(
      Entry(
        path: path, before: before?.rawText, after: after?.rawText, offset: after?.byteRange.lowerBound))
  }

  private mutating func add(_ path: JSONKeyPath, _ before: String?, _ after: String?) {
    entries.append(Entry(path: path, before: before, after: after))
  }

  /// A short summary of the differences: `2 changes: [0].title, [3].state`.
  var words: String {
    guard !entries.isEmpty else { return "no value changed, only the formatting" }
    let shown = entries.prefix(3)
    return "\(count(of: "change")): \(shown.map(\.places).joined(separator: ", "))"
      + (entries.count > shown.count ? ", …" : "")
  }

  /// Returns the number of differences with a noun, as "at least" once the limit is reached.
  func count(of noun: String) -> String {
    (entries.count < Self.most ? "" : "at least ") + Words.count(entries.count, noun)
  }
}

extension Differences.Entry {
  /// The path as text, or both paths of a value that was moved: `[9] → [0]`.
  var places: String {
    let place = path.isEmpty ? "all of it" : "\(path)"
    switch kind {
    case .value: return place
    case .moved: return origin.map { "\($0) → \(path)" } ?? place
    case .reordered(let children): return "\(place): \(children) in another order"
    }
  }

  /// Whether the entry is only a change of order.
  var isOrder: Bool { if case .reordered = kind { true } else { false } }

  /// Whether the value was only moved to another key of the same object.
  var isRenamed: Bool {
    guard kind == .moved, let origin, case .key? = path.components.last, case .key? = origin.components.last
    else { return false }
    return path.components.dropLast() == origin.components.dropLast()
  }
}

extension JSONKeyPath {
  /// Returns whether a value that was removed from this path may have been moved to the other path: the paths have
  /// the same last key or the same parent, or one of them ends with an index.
  fileprivate func canBecome(_ other: JSONKeyPath) -> Bool {
    guard case .key(let key)? = components.last, case .key(let otherKey)? = other.components.last else {
      return true
    }
    return key == otherKey || components.dropLast() == other.components.dropLast()
  }
}

extension JSONRepair {
  /// The descriptions of the text's mistakes, in order, which are compared with those of another text.
  var mistakes: [String] { regions.map { mistake($0) } }

  func mistake(_ region: DamagedRegion) -> String {
    "\(region.cause.rawValue) \(original.text(region.range))"
  }
}

extension Outline {
  /// The edits since the last save, in the order of the text.
  var differences: Differences { UnsavedChildren(raw).differences }

  /// A short summary of the unsaved changes; nil if computing it would delay the save.
  var changeWords: String? {
    let bytes = document.history.unsaved.reduce(0) { sum, unsaved in
      if case .value(let child) = unsaved.slot { sum + child.child.value.count } else { sum }
    }
    guard document.isModified, document.history.unsaved.count <= 1000, bytes <= 1 << 21 else { return nil }
    return differences.words
  }
}
