import TestSupport
import Testing

@testable import Mantle
@testable import MantleDocuments

/// JSON Patch (RFC 6902), and the law that a difference applied to the first text gives the second one.
@Suite struct JSONPatchTests {
  private func applied(_ patch: [UInt8], to text: String) throws -> String {
    let target = try JSONDocument(text)
    return try JSONPatch.apply(JSONDocument(patch).root, to: target.root).root.rawText
  }

  /// The examples of RFC 6902, appendix A, with others.
  static let examples: [(text: String, patch: String, result: String?)] = [
    (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#, #"{"foo":"bar","baz":"qux"}"#),
    (
      #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
      #"{"foo":["bar","qux","baz"]}"#
    ),
    (#"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#),
    (#"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#, #"{"foo":["bar","baz"]}"#),
    (#"{"baz":"qux"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#, #"{"baz":"boo"}"#),
    (
      #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
      #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
      #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
    ),
    (#"{"a":[1,2,3,4]}"#, #"[{"op":"move","from":"/a/1","path":"/a/3"}]"#, #"{"a":[1,3,4,2]}"#),
    (
      #"{"baz":"qux","a":["a",2,"c"]}"#, #"[{"op":"test","path":"/a/1","value":2.0}]"#,
      #"{"baz":"qux","a":["a",2,"c"]}"#
    ),
    (#"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#, nil),
    (
      #"{"foo":"bar"}"#, #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
      #"{"foo":"bar","child":{"grandchild":{}}}"#
    ),
    (
      #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#,
      #"{"foo":"bar","baz":"qux"}"#
    ),
    (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#, nil),
    (#"{"/":9,"~1":10}"#, #"[{"op":"replace","path":"/~01","value":11}]"#, #"{"/":9,"~1":11}"#),
    (#"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc"]}]"#, #"{"foo":["bar",["abc"]]}"#),
    (#"{"a":[1]}"#, #"[{"op":"add","path":"/a/3","value":2}]"#, nil),
    (#"{"a":[1]}"#, #"[{"op":"add","path":"/a/01","value":2}]"#, nil),
    (#"{"a":[1]}"#, #"[{"op":"remove","path":"/a/-"}]"#, nil),
    (#"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#, nil),
    (#"{"a":{"b":1}}"#, #"[{"op":"copy","from":"/a","path":"/a/b"}]"#, #"{"a":{"b":{"b":1}}}"#),
    (#"{"a":1}"#, #"[{"op":"replace","path":"","value":[2]}]"#, "[2]"),
    (#"{"a":1}"#, #"[{"op":"replace","path":"/b","value":[2]}]"#, nil),
    (#"{"a":1}"#, #"[{"op":"remove","path":""}]"#, nil), (#"{"a":1}"#, #"[{"op":"fly","path":"/a"}]"#, nil),
    (#"{"a":1}"#, #"[{"op":"add","path":"a","value":1}]"#, nil),
    (#"{"a":1}"#, #"[{"op":"add","path":"/a"}]"#, nil),
    (#"{"a":1,"a":2,"b":3}"#, #"[{"op":"remove","path":"/a"}]"#, #"{"b":3}"#),
    (
      #"{"a":1,"b":2}"#, #"[{"op":"remove","path":"/a"},{"op":"add","path":"/a","value":3}]"#,
      #"{"b":2,"a":3}"#
    ),
    (
      #"{"a":1,"b":2}"#, #"[{"op":"move","from":"/a","path":"/c"},{"op":"remove","path":"/b"}]"#, #"{"c":1}"#
    ),
    (#"{"a":1}"#, #"[{"op":"remove","path":"/a"},{"op":"remove","path":"/a"}]"#, nil),
    (#"{"a":1}"#, "[]", #"{"a":1}"#),
    // Merge patches (RFC 7396).
    (#"{"a":"b","b":{"c":1}}"#, #"{"a":"c","b":{"c":null}}"#, #"{"a":"c","b":{}}"#),
    (#"{"a":1}"#, "[1]", "[1]"),
  ]

  /// A list with a malformed operation is a malformed JSON Patch, and no merge patch that replaces the whole value.
  @Test(arguments: [
    #"[{"op": "add", "path": "/z", "value": 1}, {"path": "/y", "value": 1}]"#,
    #"[{"Op": "remove", "path": "/a"}]"#,
    #"[{"op": "remove", "path": "/a"}, 1]"#,
  ])
  func malformedPatchesAreRejected(_ patch: String) throws {
    #expect(throws: JSONPatch.Failure.self) { try applied(Array(patch.utf8), to: #"{"a": 1}"#) }
  }

  @Test(arguments: examples) func appliesPatches(_ text: String, _ patch: String, _ result: String?) throws {
    guard let result else {
      #expect(throws: JSONPatch.Failure.self) { try applied(Array(patch.utf8), to: text) }
      return
    }
    #expect(try JSONRepair.isSame(JSONBytes(applied(Array(patch.utf8), to: text)), JSONBytes(result)))
  }

  @Test(.timeLimit(.minutes(5))) func manyMembersAreAddedAndRemovedInLinearTime() throws {
    let keys = (0..<30_000).map { "key\($0)" }
    let additions = keys.map { #"{"op":"add","path":"/\#($0)","value":1}"# }
    let removals = keys.map { #"{"op":"remove","path":"/\#($0)"}"# }
    let patch = "[" + (additions + removals).joined(separator: ",") + "]"
    #expect(try applied(Array(patch.utf8), to: #"{"a":0}"#) == #"{"a":0}"#)
  }

  @Test func patchOfDifferenceProducesTheNewDocument() throws {
    var random = SeededGenerator(seed: 6902)
    var compared = 0
    for round in 0..<2000 {
      let before = RandomVersions.text(&random)
      let after = random.chance(50) ? RandomVersions.text(&random) : RandomVersions.edited(before, &random)
      guard let new = try? JSONDocument(after) else { continue }
      let old = try JSONDocument(before)
      for isMerge in [true, false] {
        let arrays: JSONDifference.ArrayMatching =
          isMerge ? .whole : .elements(keys: JSONDifference.usualKeys)
        guard let difference = JSONDifference(from: old.root, to: new.root, arrays: arrays) else { continue }
        // Such a merge patch would be read as a JSON Patch.
        if isMerge, difference.firstNullInPatch != nil || JSONPatch.isJSONPatch(new.root) { continue }
        let patch = isMerge ? difference.mergePatch : difference.jsonPatch
        let patched = try applied(patch, to: before)
        let isSame = JSONRepair.isSame(JSONBytes(patched), JSONBytes(after))
        #expect(isSame, "\(round): \(before) → \(after): \(String(decoding: patch, as: UTF8.self))")
        compared += 1
      }
    }
    #expect(compared > 1000)
  }

  @Test func patchesOfListsMoveInsertAndRemove() throws {
    var random = SeededGenerator(seed: 69)
    for _ in 0..<500 {
      let elements = RandomVersions.elements(random.below(9), &random)
      let after = "[\(RandomVersions.edited(elements, &random).joined(separator: ","))]"
      let before = "[\(elements.joined(separator: ","))]"
      let difference = JSONDifference(
        from: try JSONDocument(before).root, to: try JSONDocument(after).root,
        arrays: .elements(keys: JSONDifference.usualKeys))
      guard let difference else { continue }
      let patched = try applied(difference.jsonPatch, to: before)
      #expect(JSONRepair.isSame(JSONBytes(patched), JSONBytes(after)), "\(before) → \(after): \(patched)")
    }
  }

  @Test(arguments: [
    ("[1,2,3]", "[3,1,2]", true), (#"{"a":[{"x":[1,2]},2]}"#, #"{"a":[2,{"x":[2,1]}]}"#, true),
    ("[1,2,2]", "[1,1,2]", false),
    (#"[{"id":1,"t":["a","b"]},{"id":2}]"#, #"[{"id":2},{"id":1,"t":["b","a"]}]"#, true),
    (#"[{"id":1,"t":1},{"id":2}]"#, #"[{"id":2},{"id":1,"t":2}]"#, false), ("[1]", "[1,1]", false),
  ])
  func differenceMayIgnoreElementOrder(_ a: String, _ b: String, _ isSame: Bool) throws {
    let difference = JSONDifference(
      from: try JSONDocument(a).root, to: try JSONDocument(b).root,
      arrays: .elements(keys: JSONDifference.usualKeys, inAnyOrder: true))
    #expect((difference == nil) == isSame)
  }
}

/// Elements of different identities that are counterparts.
@Suite struct CounterpartTests {
  /// Elements 4 and 1, and 2 and 5, are equal but for their keys; only one of these pairs keeps the order.
  @Test func matchedElementsKeepTheirRelativeOrder() throws {
    let before = try JSONDocument(#"[{"id":4,"v":2},{"id":2,"v":0},{"id":0,"v":9}]"#)
    let after = try JSONDocument(#"[{"id":3,"v":7},{"id":5,"v":0},{"id":1,"v":2}]"#)
    let bytes = try before.bytes.applying(before.root.splices(toEqual: after.root))
    #expect(try JSONDocument(bytes).root.isEquivalent(to: after.root))
  }
}
