import Mantle
@testable import MantleDefinitions
import Testing

/// Two values become one.
@Suite struct JSONMergingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let older: String
    let newer: String
    let merged: String
    /// The members of the property `a` of the model `A` in the definition; nil for no definition.
    var property: String?
    var keepsForNull = false

    var testDescription: String { "\(newer) over \(older) \(property ?? "")" }
  }

  @Test(.timeLimit(.minutes(5))) func longListsAreMergedInLinearTime() throws {
    let text = "[" + (0..<30_000).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
    let list = try JSONDocument(text).root
    #expect(try JSONMerging(nil, keys: ["id"]).merge(list, over: list) == Array(text.utf8))
  }

  static let cases: [Case] = [
    Case(older: #"{"a":1,"b":2}"#, newer: #"{"b":3,"c":4}"#, merged: #"{"a":1,"b":3,"c":4}"#),
    Case(older: #"{"a":{"x":1.0,"y":2}}"#, newer: #"{"a":{"y":1e2}}"#, merged: #"{"a":{"x":1.0,"y":1e2}}"#),
    Case(older: #"{"a":1}"#, newer: #"{"a":null}"#, merged: #"{"a":null}"#),
    Case(older: #"{"a":1}"#, newer: #"{"a":null}"#, merged: #"{"a":1}"#, keepsForNull: true),
    Case(older: "[1,2]", newer: "[3]", merged: "[3]"),
    Case(
      older: #"[{"id":1,"a":1,"b":1},{"id":2}]"#, newer: #"[{"id":3},{"id":1,"a":2}]"#,
      merged: #"[{"id":1,"a":2,"b":1},{"id":2},{"id":3}]"#),
    Case(
      older: #"[{"id":1},{"id":"1"}]"#, newer: #"[{"id":"1","a":1}]"#, merged: #"[{"id":1},{"id":"1","a":1}]"#
    ),
    // An element without a unique identity is kept, or appended unless there is an equal one.
    Case(
      older: #"[{"id":1},{"id":1}]"#, newer: #"[{"id":1,"a":2}]"#,
      merged: #"[{"id":1},{"id":1},{"id":1,"a":2}]"#),
    Case(
      older: #"[{"name":"d","p":"TCP"},{"name":"d","p":"UDP"},{"name":"e"}]"#,
      newer: #"[{"name":"e","x":1},{"name":"d","p":"UDP","n":9},{"name":"d","p":"TCP"}]"#,
      merged:
        #"[{"name":"d","p":"TCP"},{"name":"d","p":"UDP"},{"name":"e","x":1},{"name":"d","p":"UDP","n":9}]"#
    ),
    Case(
      older: #"[{"id":1,"a":1},{"a":2}]"#, newer: #"[{"id":1,"a":5},{"a":2},{"a":3}]"#,
      merged: #"[{"id":1,"a":5},{"a":2},{"a":3}]"#),
    Case(older: #"[{"a":2}]"#, newer: #"[{"id":1}]"#, merged: #"[{"a":2},{"id":1}]"#),
    Case(older: #"[{"id":1}]"#, newer: #"[{"a":2}]"#, merged: #"[{"id":1},{"a":2}]"#),
    Case(older: #"[{"id":1},{"id":1}]"#, newer: "[]", merged: #"[{"id":1},{"id":1}]"#),
    Case(
      older: #"[{"id":1,"a":0},{"id":2}]"#, newer: #"[{"id":1,"a":5},{"id":1,"b":7}]"#,
      merged: #"[{"id":1,"a":0},{"id":2},{"id":1,"a":5},{"id":1,"b":7}]"#),
    Case(older: "[]", newer: #"[{"id":1},{"id":1,"a":1}]"#, merged: #"[{"id":1},{"id":1,"a":1}]"#),
    // A name may be shared.
    Case(
      older: #"[{"name":"c","v":1}]"#, newer: #"[{"name":"c","v":1},{"name":"c","v":2}]"#,
      merged: #"[{"name":"c","v":1},{"name":"c","v":2}]"#),
    // A number is its value, not its spelling.
    Case(
      older: #"[{"id":10,"a":1}]"#, newer: #"[{"id":1.0e1,"b":1}]"#, merged: #"[{"id":1.0e1,"a":1,"b":1}]"#),
    Case(older: "[]", newer: #"[{"id":1}]"#, merged: #"[{"id":1}]"#),
    Case(older: #"{"é":1,"\u0061":2}"#, newer: #"{"a":3}"#, merged: #"{"é":1,"\u0061":3}"#),
    Case(
      older: #"{"a":1}"#, newer: #"{"a":2}"#, merged: #"{"a":1}"#,
      property: #""type":"integer","merge":"older""#),
    Case(
      older: #"{"a":null}"#, newer: #"{"a":2}"#, merged: #"{"a":2}"#,
      property: #""type":"integer?","merge":"older""#),
    Case(
      older: #"{"a":["x","y"]}"#, newer: #"{"a":["z","x"]}"#, merged: #"{"a":["x","y","z"]}"#,
      property: #""type":"[string]","merge":"union""#),
    Case(
      older: #"{"a":[{"id":1,"x":1}]}"#, newer: #"{"a":[{"id":1}]}"#, merged: #"{"a":[{"id":1}]}"#,
      property: #""type":"[json]","merge":"newer""#),
    Case(
      older: #"{"a":1,"b":1}"#, newer: #"{"a":2,"c":1}"#, merged: #"{"a":2,"c":1}"#,
      property: #""type":"integer","identity":true"#),
    Case(
      older: #"{"a":1,"b":1}"#, newer: #"{"a":1,"c":1}"#, merged: #"{"a":1,"b":1,"c":1}"#,
      property: #""type":"integer","identity":true"#),
    Case(
      older: #"{"m":{"a":1,"b":1}}"#, newer: #"{"m":{"a":2,"b":2}}"#, merged: #"{"m":{"a":1,"b":2}}"#,
      property: #""path":"m.a","type":"integer","merge":"older""#),
    Case(
      older: #"{"m":["x","y"]}"#, newer: #"{"m":["a","b"]}"#, merged: #"{"m":["x","b"]}"#,
      property: #""path":"m[0]","type":"string","merge":"older""#),
  ]

  @Test(arguments: cases) func mergingCombinesOlderAndNewerJSON(_ one: Case) throws {
    let definition = try one.property.map {
      try Definition(
        JSONBytes(#"{"mantle":1,"root":"A","models":[{"name":"A","properties":[{"name":"a",\#($0)}]}]}"#))
    }
    let merging = JSONMerging(definition, keys: ["id", "name"], keepsForNull: one.keepsForNull)
    let (older, newer) = (try JSONDocument(one.older).root, try JSONDocument(one.newer).root)
    #expect(
      String(decoding: try merging.merge(newer, over: older, as: definition?.root), as: UTF8.self)
        == one.merged)
    // What was merged once is not changed by merging it again.
    let again = try JSONDocument(one.merged).root
    #expect(
      String(decoding: try merging.merge(newer, over: again, as: definition?.root), as: UTF8.self)
        == one.merged)
  }

  /// An element without an identity is the same however it is written.
  @Test func equalElementsAreMergedOnce() throws {
    let merging = JSONMerging(nil, keys: ["id", "name"])
    let older = try JSONDocument(#"[{"name":"s"},{"a":1,"b":"é"}]"#).root
    let newer = try JSONDocument(#"[{"name":"s"},{"b":"\u00e9","a":1},{"b":"e","a":1}]"#).root
    #expect(
      String(decoding: try merging.merge(newer, over: older, as: nil), as: UTF8.self)
        == #"[{"name":"s"},{"a":1,"b":"\u00e9"},{"b":"e","a":1}]"#)
  }

  @Test func sequencesAreMergedIncrementally() throws {
    let merging = JSONMerging(nil, keys: ["id", "name"])
    let newer = try [#"{"name":"c","v":1}"#, #"{"name":"a","v":2}"#].map { try JSONDocument($0).root }
    var sequence = try #require(merging.sequence(of: newer))
    let lines = try [#"{"name":"a","w":1}"#, #"{"name":"b"}"#, "7"].map {
      try sequence.merge(over: try JSONDocument($0).root).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(lines == [#"{"name":"a","w":1,"v":2}"#, nil, nil])
    #expect(sequence.rest().map(\.rawText) == [#"{"name":"c","v":1}"#])
    #expect(merging.sequence(of: [try JSONDocument("1").root]) == nil)
  }

  /// Elements appended because their identity is not unique are reported once for each list.
  @Test(arguments: [
    (#"{"p":[{"id":1},{"id":1}]}"#, #"{"p":[{"id":1,"a":1},{"id":1}]}"#, ["id p[0]"]),
    (#"{"p":[{"id":1}]}"#, #"{"p":[{"id":1,"a":1},{"id":1,"a":2}]}"#, ["id p[0] p[1]"]),
    (#"[{"id":1},{"id":1}]"#, #"[{"id":1},{"id":2}]"#, []), (#"[{"id":1},{}]"#, #"[{"id":1},{"a":1}]"#, []),
  ])
  func elementsWithUnclearIdentityAreReported(_ older: String, _ newer: String, _ reports: [String]) throws {
    let found = Locked<[String]>([])
    let merging = JSONMerging(nil, keys: ["id", "name"]) { unpaired in
      let paths = unpaired.elements.map { "\($0.path)" }.joined(separator: " ")
      found.withLock { $0.append("\(unpaired.key ?? "") \(paths)") }
    }
    _ = try merging.merge(try JSONDocument(newer).root, over: try JSONDocument(older).root)
    #expect(found.withLock { $0 } == reports)
  }

  /// Each element of both lists is in the result: as it is, or with others merged into it.
  @Test(arguments: 0..<300)
  func mergingLosesNoElement(_ seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    func list() -> [String] {
      (0..<random(6)).map { _ in
        let members = ["id", "name", "v", "w"].filter { _ in random(4) > 0 }.map {
          #""\#($0)":\#(random(3))"#
        }
        return random(9) == 0 ? "7" : "{\(members.joined(separator: ","))}"
      }
    }
    // A list without any key is replaced.
    let key = [#"{"id":9}"#]
    let (older, newer) = (list() + key, list() + key)
    func root(_ list: [String]) throws -> JSONNode {
      try JSONDocument("[\(list.joined(separator: ","))]").root
    }
    let merging = JSONMerging(nil, keys: ["id", "name"])
    let merged = Array(
      try JSONDocument(merging.merge(try root(newer), over: try root(older))).root.elements)
    for node in try root(newer).elements {
      #expect(merged.contains { $0.contains(membersOf: node) }, "\(node.rawText) of \(newer) over \(older)")
    }
    for node in try root(older).elements {
      let isKept = merged.contains { other in
        node.kind != .object
          ? other.isEquivalent(to: node)
          : node.members.allSatisfy { other.find(JSONKeyPath([.key($0.key.displayText)])) != nil }
            && other["id"]?.rawText == node["id"]?.rawText
      }
      #expect(isKept, "\(node.rawText) of \(older) under \(newer)")
    }
    #expect(merged.count >= max(older.count, newer.count))
    let again = try merging.merge(try root(newer), over: try root(merged.map(\.rawText)))
    #expect(try JSONDocument(again).root.isEquivalent(to: root(merged.map(\.rawText))))
  }
}

extension JSONNode {
  fileprivate func contains(membersOf other: JSONNode) -> Bool {
    guard kind == .object, other.kind == .object else { return isEquivalent(to: other) }
    return other.members.allSatisfy { key, value in
      members.contains { $0.key.isEquivalent(to: key) && $0.value.isEquivalent(to: value) }
    }
  }
}
