import Mantle
import TestSupport
import Testing

@testable import MantleDocuments

/// Edits here and changes of the file come together, and what both changed is listed.
@Suite struct ThreeWayMergeTests {
  /// A list of objects with ids, in one of several layouts.
  struct List: Equatable {
    var objects: [Int: [String: String]]
    var order: [Int]

    static func random(_ random: inout SeededGenerator) -> List {
      let order = Array(1...1 + random.below(6))
      let objects = order.map { id in
        (id, Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, Self.value(&random)) }))
      }
      return List(objects: Dictionary(uniqueKeysWithValues: objects), order: order)
    }

    static let keys = ["a", "b", "c", "d"]

    static func value(_ random: inout SeededGenerator) -> String {
      random.pick(["1", "\"x\"", "[1, 2]", "{\"k\": true}", "null", String(random.below(1000))])
    }

    /// Changes some of it; new elements have ids from a number on.
    mutating func change(_ times: Int, ids: Int, reorders: Bool, _ random: inout SeededGenerator) {
      for time in 0..<times {
        let id = order.isEmpty ? nil : random.pick(order)
        switch (random.below(8), id) {
        case (0, let id?):
          order.removeAll { $0 == id }
          objects[id] = nil
        case (1, _):
          order.insert(ids + time, at: random.below(order.count + 1))
          objects[ids + time] = ["a": Self.value(&random)]
        case (2, let id?): objects[id]?[random.pick(Self.keys)] = nil
        case (3, let id?): objects[id]?["n\(ids)"] = Self.value(&random)
        case (4, _) where reorders: order.shuffle(using: &random)
        case (_, let id?): objects[id]?[random.pick(Self.keys)] = Self.value(&random)
        default: break
        }
      }
    }

    func text(layout: Int) -> String {
      let (gap, colon) = layout == 0 ? (",", ":") : layout == 1 ? (", ", ": ") : (",\n    ", ": ")
      let texts = order.map { id in
        let members = (objects[id] ?? [:]).sorted { $0.key < $1.key }.map {
          "\"\($0.key)\"\(colon)\($0.value)"
        }
        return "{" + (["\"id\"\(colon)\(id)"] + members).joined(separator: gap) + "}"
      }
      return layout == 3
        ? texts.map { $0.replacing("\n    ", with: "") + "\n" }.joined()
        : "[" + texts.joined(separator: ",\n  ") + "]\n"
    }

    init(objects: [Int: [String: String]], order: [Int]) { (self.objects, self.order) = (objects, order) }

    /// Reads a text as the list.
    init(_ text: String, isLines: Bool) throws {
      self.init(objects: [:], order: [])
      let bytes = JSONBytes(text)
      let array = isLines ? bytes.valuesAsArray : nil
      guard text.contains("{") else { return }
      let root = try JSONDocument(parsing: array ?? bytes).root
      for object in root.kind == .array ? Array(root.elements) : [root] {
        let id = Int(object["id"]?.rawText ?? "") ?? -1
        order.append(id)
        let members = object.members.map { ($0.key.displayText, $0.value.rawText) }.filter { $0.0 != "id" }
        objects[id] = Dictionary(members) { _, last in last }
      }
    }
  }

  private static func merge(_ base: String, _ edited: String, _ file: String) throws -> (
    String, [MergeConflict]
  ) {
    let merge = try ThreeWayMerge(base: JSONBytes(base), edited: JSONBytes(edited), file: JSONBytes(file))
    let text = String(decoding: try JSONBytes(file).applying(merge.splices), as: UTF8.self)
    return (text, merge.conflicts)
  }

  /// The rule for one value, and whether it is a conflict.
  private static func rule<Value: Equatable>(_ base: Value?, _ mine: Value?, _ theirs: Value?) -> (
    Value?, Bool
  ) {
    if mine == base || mine == theirs { return (theirs, false) }
    if theirs == base { return (mine, false) }
    return (mine ?? theirs, true)
  }

  @Test("An element with an edited key keeps its place next to inserted and changed elements")
  func elementWithEditedKeyKeepsItsPlace() throws {
    let base = #"[{"id":1,"a":"x"},{"id":2,"a":"y"}]"#
    for (file, merged) in [
      (#"[{"id":0},{"id":1,"a":"x"},{"id":2,"a":"y"}]"#, #"[{"id":0},{"id":9,"a":"x"},{"id":2,"a":"y"}]"#),
      (#"[{"id":1,"a":"z"},{"id":0},{"id":2,"a":"y"}]"#, #"[{"id":9,"a":"z"},{"id":0},{"id":2,"a":"y"}]"#),
      (#"[{"id":2,"a":"y"},{"id":1,"a":"x"}]"#, #"[{"id":2,"a":"y"},{"id":9,"a":"x"}]"#),
    ] {
      let (text, conflicts) = try Self.merge(base, base.replacing(#""id":1"#, with: #""id":9"#), file)
      #expect(text == merged)
      #expect(conflicts.isEmpty)
    }
  }

  @Test(arguments: UInt64(0)..<400) func mergeAppliesEveryEditOrReportsAConflict(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let layout = Int(seed % 4)
    let base = List.random(&random)
    var (mine, theirs) = (base, base)
    mine.change(random.below(6), ids: 100, reorders: false, &random)
    theirs.change(random.below(6), ids: 200, reorders: true, &random)
    // A single line is one value, whatever its id is.
    guard layout != 3 || [base, mine, theirs].contains(where: { $0.order.count != 1 }) else { return }
    let fileLayout = layout == 3 ? 3 : random.below(3)
    let (text, conflicts) = try Self.merge(
      base.text(layout: layout), mine.text(layout: layout), theirs.text(layout: fileLayout))
    let merged = try List(text, isLines: layout == 3)

    var expected = 0
    for id in Set(base.order + mine.order + theirs.order) {
      let (old, new, other) = (base.objects[id], mine.objects[id], theirs.objects[id])
      guard let old, let new, let other else {
        let (object, isConflict) = Self.rule(old, new, other)
        #expect(merged.objects[id] == object, "\(id) in \(text)")
        expected += isConflict ? 1 : 0
        continue
      }
      for key in Set(old.keys).union(new.keys).union(other.keys) {
        let (value, isConflict) = Self.rule(old[key], new[key], other[key])
        #expect(merged.objects[id]?[key] == value, "\(id).\(key) in \(text)")
        expected += isConflict ? 1 : 0
      }
    }
    #expect(conflicts.count == expected, "\(conflicts)")
    #expect(merged.order.count == Set(merged.order).count)
    // A conflict is named by its place in the merged text.
    guard !conflicts.isEmpty else { return }
    let bytes = JSONBytes(text)
    let root = try JSONDocument(parsing: (layout == 3 ? bytes.valuesAsArray : nil) ?? bytes).root
    for conflict in conflicts {
      let found = root.kind == .array || layout != 3 ? root.find(conflict.path) : root
      #expect(found?.rawText == conflict.edited ?? conflict.file, "\(conflict) in \(text)")
    }
  }

  @Test(arguments: UInt64(0)..<60) func mergeKeepsOneSidedChangesByteForByte(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let base = List.random(&random)
    var changed = base
    changed.change(5, ids: 100, reorders: true, &random)
    let (old, new) = (base.text(layout: Int(seed % 3)), changed.text(layout: Int(seed / 3 % 3)))
    #expect(try Self.merge(old, new, old) == (new, []))
    #expect(try Self.merge(old, old, new) == (new, []))
    #expect(try Self.merge(old, new, new) == (new, []))
  }

  @Test(arguments: [
    // A new order is taken as a whole.
    ("[1, 2, 3]", "[3, 1, 2]", "[1, 2, 3, 4]", "[3, 1, 2]", 1),
    (#"{"a": 1, "b": 2}"#, #"{"b": 2, "a": 1}"#, #"{"a": 1, "b": 3}"#, #"{"b": 2, "a": 1}"#, 1),
    // The same done on both sides is done once.
    ("[1]", "[1, 2]", "[1, 2, 3]", "[1, 2, 3]", 0), ("1", "2", "2", "2", 0), ("1", "2", "3", "2", 1),
    ("", "1", "2", "1\n2", 0), ("{}", #"{"a": 1}"#, #"{"a": 2}"#, #"{"a": 1}"#, 1),
    ("{\"n\": 1}\n", "{\"n\": 2}\n", "{\"n\": 1}\n{\"n\": 3}\n", "{\"n\": 2}\n{\"n\": 3}\n", 0),
  ])
  func mergeReportsConflictingValues(
    base: String, edited: String, file: String, merged: String, conflicts: Int
  ) throws {
    let result = try Self.merge(base, edited, file)
    #expect(result.0 == merged)
    #expect(result.1.count == conflicts)
  }

  @Test func mergeRejectsMalformedJSON() {
    #expect(throws: JSONSyntaxError.self) { try Self.merge("[1]", "[2]", "[1, ") }
  }
}

func == (a: (String, [MergeConflict]), b: (String, [MergeConflict])) -> Bool { a.0 == b.0 && a.1 == b.1 }
