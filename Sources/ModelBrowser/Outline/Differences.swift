import Mantle

extension JSONDifference {
  /// Keys that tell the elements of lists apart where nothing else is said.
  package static let usualKeys = ["id", "uuid", "_id", "key", "number", "name", "path", "url"]
}

/// What a save would change, value by value.
struct Differences {
  struct Entry: Hashable {
    /// Where the value is now; where it was, if it is gone.
    let path: JSONKeyPath
    /// The JSON as it was and as it is; nil where there was or is nothing.
    let before: String?
    let after: String?
    /// Where the value was, if it was moved.
    var origin: JSONKeyPath?
    var isMoved = false
  }

  private(set) var entries: [Entry] = []

  /// How one text differs from another, by the values and not by how they are written; values after each other are
  /// elements of a list.
  init(from before: JSONBytes, to after: JSONBytes) throws(JSONSyntaxError) {
    let old = try JSONDocument(parsing: before.valuesAsArray ?? before).root
    let new = try JSONDocument(parsing: after.valuesAsArray ?? after).root
    let difference = JSONDifference(from: old, to: new, arrays: .elements(keys: JSONDifference.usualKeys))
    entries = (difference?.parts ?? []).map { part in
      let origin = part.movedFrom.map { JSONKeyPath(part.path.components.dropLast() + [.index($0)]) }
      return Entry(
        path: part.path, before: part.before?.rawText, after: part.after?.rawText, origin: origin,
        isMoved: origin != nil)
    }
  }

  init() {}

  static let most = 10_000

  /// Compares two texts of one value.
  mutating func compare(_ before: [UInt8]?, _ after: [UInt8]?, at path: JSONKeyPath) {
    let (old, new) = (before.flatMap(Self.read), after.flatMap(Self.read))
    guard let old, let new, let before, let after else {
      return add(
        path, before.map { String(decoding: $0, as: UTF8.self) },
        after.map { String(decoding: $0, as: UTF8.self) })
    }
    compare(old.root, new.root, path, depth: 0)
    if let repair = old.repair, new.repair == nil {
      addMended(repair, at: path)
    } else if old.repair != nil || new.repair != nil, entries.isEmpty, before != after {
      addOther(before, after, at: path)
    }
  }

  /// A text as JSON, and how it was mended to be that.
  private static func read(_ bytes: [UInt8]) -> (root: JSONNode, repair: JSONRepair?)? {
    let bytes = JSONBytes(bytes)
    if let document = try? JSONDocument(parsing: bytes) { return (document.root, nil) }
    let repair = JSONRepair(bytes)
    guard !repair.isForeign, let document = try? JSONDocument(parsing: repair.text) else { return nil }
    return (document.root, repair)
  }

  /// The mistakes of a text that is JSON now.
  private mutating func addMended(_ repair: JSONRepair, at path: JSONKeyPath) {
    for region in repair.regions.prefix(max(0, Self.most - entries.count)) {
      let text = repair.original.text(region.range)
      add(path, "\(text)   (\(region.words))", String(decoding: region.replacement, as: UTF8.self))
    }
  }

  /// The part in which two texts differ that were read as the same values.
  private mutating func addOther(_ before: [UInt8], _ after: [UInt8], at path: JSONKeyPath) {
    let front = zip(before, after).prefix { $0 == $1 }.count
    let back = zip(before[front...].reversed(), after[front...].reversed()).prefix { $0 == $1 }.count
    func part(_ text: [UInt8]) -> String { String(decoding: text[front..<text.count - back], as: UTF8.self) }
    add(path, part(before), part(after))
  }

  private mutating func compare(_ old: JSONNode, _ new: JSONNode, _ path: JSONKeyPath, depth: Int) {
    guard entries.count < Self.most, old.rawBytes != new.rawBytes else { return }
    guard old.kind == new.kind, depth < 200 else { return add(path, old.rawText, new.rawText) }
    switch old.kind {
    case .object: compareMembers(old, new, path, depth)
    case .array: compareElements(old, new, path, depth)
    default: add(path, old.rawText, new.rawText)
    }
  }

  private mutating func compareMembers(_ old: JSONNode, _ new: JSONNode, _ path: JSONKeyPath, _ depth: Int) {
    addOrder(old.members.map(\.key.displayText), new.members.map(\.key.displayText), at: path)
    for (key, value) in old.members {
      let key = key.displayText
      let path = path.appending(key: key)
      if let other = new[key] {
        compare(value, other, path, depth: depth + 1)
      } else {
        add(path, value.rawText, nil)
      }
    }
    for (key, value) in new.members where old[key.displayText] == nil {
      add(path.appending(key: key.displayText), nil, value.rawText)
    }
  }

  /// The members that both objects have, where they stand in another order.
  private mutating func addOrder(_ old: [String], _ new: [String], at path: JSONKeyPath) {
    let common = Set(old).intersection(new)
    let (before, after) = (old.filter(common.contains), new.filter(common.contains))
    guard before != after else { return }
    func words(_ keys: [String]) -> String { "{ \(keys.map { "\($0): …" }.joined(separator: ", ")) }" }
    add(path, words(before), words(after))
  }

  private mutating func compareElements(_ old: JSONNode, _ new: JSONNode, _ path: JSONKeyPath, _ depth: Int) {
    let (old, new) = (Array(old.elements), Array(new.elements))
    for pair in ElementAlignment(old, new).pairs where entries.count < Self.most {
      switch pair {
      case .changed(let from, let to):
        compare(old[from], new[to], path.appending(index: to), depth: depth + 1)
      case .moved(let from, let to):
        addMove(path.appending(index: to), from: path.appending(index: from), new[to].rawText)
      case .removed(let index): add(path.appending(index: index), old[index].rawText, nil)
      case .inserted(let index): add(path.appending(index: index), nil, new[index].rawText)
      }
    }
  }

  /// - Parameter origin: where it was; nil where that is not known.
  mutating func addMove(_ path: JSONKeyPath, from origin: JSONKeyPath?, _ value: String) {
    guard origin != path else { return }
    entries.append(Entry(path: path, before: value, after: value, origin: origin, isMoved: true))
  }

  private mutating func add(_ path: JSONKeyPath, _ before: String?, _ after: String?) {
    entries.append(Entry(path: path, before: before, after: after))
  }

  /// What was changed, in a few words: `2 changes: [0].title, [3].state`.
  var words: String {
    guard !entries.isEmpty else { return "no value changed, only how they are written" }
    let shown = entries.prefix(3).map { entry in
      entry.path.isEmpty ? "all of it" : entry.origin.map { "\($0) → \(entry.path)" } ?? "\(entry.path)"
    }
    return "\(Words.count(entries.count, "change")): \(shown.joined(separator: ", "))"
      + (entries.count > shown.count ? ", …" : "")
  }
}
