import Testing

@testable import Mantle

/// Edits of containers change what they say, keep the style of their surroundings and nothing else: in a parsed
/// document and in a text of any size that is not parsed.
@Suite struct ContainerEditingTests {
  static let insertions: [(text: String, position: Int, result: String)] = [
    // Compact, spaced, empty.
    ("[]", 0, "[9]"), ("[ ]", 0, "[9]"), ("[1]", 0, "[9,1]"), ("[1]", 1, "[1,9]"),
    ("[1,2]", 1, "[1,9,2]"), ("[1,2]", 2, "[1,2,9]"), ("[1, 2]", 1, "[1, 9, 2]"), ("[1, 2]", 2, "[1, 2, 9]"),
    ("[ 1, 2 ]", 0, "[ 9, 1, 2 ]"), ("[ 1, 2 ]", 2, "[ 1, 2, 9 ]"), ("[ 1 ]", 1, "[ 1, 9 ]"),
    // One on a line.
    ("[\n  1,\n  2\n]", 1, "[\n  1,\n  9,\n  2\n]"), ("[\n  1\n]", 1, "[\n  1,\n  9\n]"),
    ("[\n  1\n]", 0, "[\n  9,\n  1\n]"), ("[\r\n\t1\r\n]", 1, "[\r\n\t1,\r\n\t9\r\n]"),
    // Commas at the front, blank lines, neighbors that differ.
    ("[1\n, 2\n, 3]", 2, "[1\n, 2\n, 9\n, 3]"), ("[1\n, 2\n, 3]", 3, "[1\n, 2\n, 3\n, 9]"),
    ("[1,\n\n  2]", 2, "[1,\n\n  2,\n\n  9]"), ("[1, 2,\n3]", 2, "[1, 2,\n9,\n3]"),
    // Nested.
    ("[[1, 2], [3]]", 1, "[[1, 2], 9, [3]]"), ("[\n  [\n    1\n  ]\n]", 1, "[\n  [\n    1\n  ],\n  9\n]"),
    ("[\"],[\", {\"a\": \"}\"}]", 2, "[\"],[\", {\"a\": \"}\"}, 9]"),
  ]

  @Test(arguments: insertions) func insertingKeepsTheFormatting(
    _ text: String, _ position: Int, _ result: String
  ) throws {
    let root = try JSONDocument(text).root
    let splice = try #require(root.insertingElement(Array("9".utf8), at: position))
    #expect(try text.applying([splice]) == result)
    let lazily = try Self.edit(text, .array(at: 0)) { editor, children in
      editor.insert(Array("9".utf8), after: position > 0 ? children[position - 1] : nil)
    }
    #expect(lazily == result)
    #expect(root.insertingElement(Array("9".utf8), at: root.count + 1) == nil)
    #expect(root.insertingElement(Array("9".utf8), at: -1) == nil)
  }

  static let memberInsertions: [(text: String, position: Int, result: String)] = [
    ("{}", 0, #"{"k": 9}"#), (#"{"a":1}"#, 1, #"{"a":1,"k":9}"#), (#"{"a": 1}"#, 1, #"{"a": 1, "k": 9}"#),
    (#"{"a": 1, "b": 2}"#, 0, #"{"k": 9, "a": 1, "b": 2}"#),
    (#"{"a" :1,"b" :2}"#, 2, #"{"a" :1,"b" :2,"k" :9}"#),
    ("{\n\t\"a\" : 1\n}", 1, "{\n\t\"a\" : 1,\n\t\"k\" : 9\n}"),
  ]

  @Test(arguments: memberInsertions)
  func insertingMembersKeepsTheFormatting(_ text: String, _ position: Int, _ result: String) throws {
    let root = try JSONDocument(text).root
    let splice = try #require(root.insertingMember(key: "k", value: Array("9".utf8), at: position))
    #expect(try text.applying([splice]) == result)
    let lazily = try Self.edit(text, .object(at: 0)) { editor, children in
      editor.insert(
        Array("9".utf8), key: Array("\"k\"".utf8), after: position > 0 ? children[position - 1] : nil)
    }
    #expect(lazily == result)
  }

  /// What is empty, or has one element, takes after the object around it.
  static let nestedInsertions: [(text: String, result: String)] = [
    (#"{"a":{}}"#, #"{"a":{"k":9}}"#), (#"{"a": {}}"#, #"{"a": {"k": 9}}"#),
    (#"{"a" :{ }}"#, #"{"a" :{"k" :9}}"#),
    (#"{"a":["x"]}"#, #"{"a":["x",9]}"#), (#"{"a": ["x"]}"#, #"{"a": ["x", 9]}"#),
    (#"{"a": []}"#, #"{"a": [9]}"#),
    ("{\n  \"a\": [\n    1\n  ]\n}", "{\n  \"a\": [\n    1,\n    9\n  ]\n}"),
  ]

  @Test(arguments: nestedInsertions) func insertsInNestedContainers(_ text: String, _ result: String) throws {
    let inner = try #require(try JSONDocument(text).root["a"])
    let nine = Array("9".utf8)
    let splice =
      inner.kind == .array
      ? inner.insertingElement(nine, at: inner.count)
      : inner.insertingMember(key: "k", value: nine, at: inner.count)
    #expect(try text.applying([#require(splice)]) == result)
  }

  @Test func insertionIntoTheWrongContainerIsRejected() throws {
    let root = try JSONDocument(#"{"a": [1]}"#).root
    #expect(root.insertingElement([0x39], at: 0) == nil)
    #expect(root["a"]?.insertingMember(key: "k", value: [0x39], at: 0) == nil)
  }

  static let removals: [(text: String, position: Int, result: String)] = [
    ("[1]", 0, "[]"), ("[ 1 ]", 0, "[]"), ("[\n  1\n]", 0, "[]"), ("[1, 2]", 0, "[2]"), ("[1, 2]", 1, "[1]"),
    ("[\n  1,\n  2,\n  3\n]", 0, "[\n  2,\n  3\n]"), ("[\n  1,\n  2,\n  3\n]", 1, "[\n  1,\n  3\n]"),
    ("[\n  1,\n  2,\n  3\n]", 2, "[\n  1,\n  2\n]"), ("[1\n, 2\n, 3]", 1, "[1\n, 3]"),
    (#"{"a": 1, "b": [2], "c": 3}"#, 1, #"{"a": 1, "c": 3}"#), (#"{"a": 1}"#, 0, "{}"),
    (#"{"a": 1, "a": 2}"#, 0, #"{"a": 2}"#),
    // Blank lines around a removed line stay.
    ("[\n  1,\n\n  2,\n\n  3\n]", 1, "[\n  1,\n\n\n  3\n]"), ("[\n\n  1,\n  2\n]", 0, "[\n\n  2\n]"),
    ("[\r\n\t1,  \r\n\t2\t\r\n]", 1, "[\r\n\t1  \r\n]"), ("[\n1, 2,\n3]", 1, "[\n1,\n3]"),
    ("[\n1\n,2\n,3\n]", 0, "[\n2\n,3\n]"), ("[\n1,\n2, 3]", 1, "[\n1, 3]"),
    ("[\n  [\n    1\n  ],\n  2\n]", 0, "[\n  2\n]"),
  ]

  @Test(arguments: removals) func removingAChildRemovesItsComma(
    _ text: String, _ position: Int, _ result: String
  ) throws {
    let root = try JSONDocument(text).root
    let child = try #require(
      root.kind == .array ? root[position] : Array(root.members.map(\.value))[position])
    #expect(try text.applying(#require(child.parent).removing([child])) == result)
    let lazily = try Self.edit(text, root.kind == .array ? .array(at: 0) : .object(at: 0)) {
      $0.remove($1[position])
    }
    #expect(lazily == result)
  }

  /// Lines and values without commas between them; `-` removes, `+` inserts behind the position.
  static let sequences: [(text: String, edits: String, result: String)] = [
    ("{}\n[]\n", "-0", "[]\n"), ("{}\n[]\n", "-1", "{}\n"), ("{}\n[]\n", "+1", "{}\n[]\n9\n"),
    ("{}\r\n[]", "+1", "{}\r\n[]\r\n9"), ("{}\n", "+0", "{}\n9\n"), ("{}\n", "-0", ""),
    ("{}\n\n[]\n1\n", "-1", "{}\n\n1\n"), ("{}\n\n[]", "-1", "{}"), ("{}\n\n[]\n", "-0", "\n[]\n"),
    ("1 2", "+0", "1 9 2"),
    ("{}[]", "+0", "{}\n9\n[]"), ("{}\n[]\n1\n", "-0-1-2+2", "9\n"),
  ]

  @Test(arguments: sequences) func sequenceEditsAddNoCommas(_ text: String, _ edits: String, _ result: String)
    throws
  {
    let range = 0..<text.utf8.count
    let children: JSONChildren = text.contains("\n") ? .lines(in: range) : .concatenated(in: range)
    let edited = try Self.edit(text, children) { editor, children in
      var edits = edits[...]
      while let sign = edits.popFirst(), let position = edits.popFirst()?.wholeNumberValue {
        if sign == "-" {
          editor.remove(children[position])
        } else {
          editor.insert(Array("9".utf8), after: children[position])
        }
      }
    }
    #expect(edited == result)
  }

  /// Any set of removals and insertions at once gives exactly the expected children.
  @Test(arguments: UInt64(0)..<120) func randomEditsGiveExpectedChildren(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    let isObject = random.generator.chance(50)
    let size = random.generator.below(6)
    let text = isObject ? random.object(members: size) : random.array(elements: size)
    var expected: [String] = []
    let edited = try Self.edit(text, isObject ? .object(at: 0) : .array(at: 0)) { editor, children in
      for place in [nil] + children.map({ Optional($0) }) {
        if let place {
          if random.generator.chance(40) {
            editor.remove(place)
          } else {
            expected.append(JSONBytes(text).text(place.range))
          }
        }
        guard random.generator.chance(30) else { continue }
        for _ in 0...random.generator.below(2) {
          let (key, value) = (isObject ? "\"k\"" : nil, random.value(depth: 3))
          editor.insert(Array(value.utf8), key: key.map { Array($0.utf8) }, after: place)
          expected.append((key.map { $0 + ":" } ?? "") + value)
        }
      }
    }
    let root = try JSONDocument(edited).root
    #expect(
      root.children.map { Self.withoutColonSpace(root.document.bytes.text($0.range)) }
        == expected.map(Self.withoutColonSpace))
  }

  /// A member without the white space around its colon, where new members take after the first.
  private static func withoutColonSpace(_ member: String) -> String {
    guard let document = try? JSONDocument("{\(member)}"),
      let first = document.root.members.first(where: { _ in true })
    else { return member }
    return first.key.rawText + ":" + first.value.rawText
  }

  /// Edits of a text by structure alone.
  private static func edit(
    _ text: String, _ children: JSONChildren, _ edit: (inout JSONContainerEditor, [JSONChild]) throws -> Void
  ) throws -> String {
    let index = JSONChildIndex(JSONBytes(text), children)
    var editor = JSONContainerEditor(index)
    try edit(&editor, index.first().map { Array(sequence(first: $0) { index.next(after: $0) }) } ?? [])
    return try text.applying(editor.splices)
  }
}

extension String {
  fileprivate func applying(_ splices: [JSONSplice]) throws -> String {
    String(decoding: try JSONBytes(self).applying(splices), as: UTF8.self)
  }
}
