import Mantle
import TestSupport
import Testing

@testable import ModelBrowser

/// Comparing with another file, taking what it has, and merging it.
@Suite struct ComparisonTests {
  /// The forms of a file with a list in it, and whether its elements are read one by one.
  typealias Form = (name: String, front: String, separator: String, back: String, isLazy: Bool)
  static let forms: [Form] = [
    ("a.json", "[", ", ", "]", false), ("a.json", "{\"n\": 1, \"list\": [\n  ", ",\n  ", "\n]}\n", false),
    ("a.ndjson", "", "\n", "\n", true), ("a.json", "[\n", ",\n", "\n]\n", true),
    ("a.json", "{\"n\": 1, \"list\": [", ",", "]}", true),
  ]

  private func session(_ text: String, _ name: String, isLazy: Bool) -> Session {
    var source = DocumentSource(JSONBytes(text), name: name, models: [], inference: Inferring())
    if isLazy { source.largestRecord = 100 }
    return Session(source, columns: 100, rows: 30)
  }

  /// A list and another version of it.
  private func versions(of form: Form, _ random: inout SeededGenerator) -> (a: String, b: String) {
    let own = RandomVersions.elements(random.below(8) + 2, &random)
    func text(_ elements: [String]) -> String {
      form.front + elements.joined(separator: form.separator) + form.back
    }
    return (text(own), text(RandomVersions.edited(own, &random)))
  }

  private func values(_ text: String) throws -> JSONNode {
    let isArray = text.hasPrefix("[") || text.hasPrefix("{\"n\"")
    return try Comparison.read(JSONBytes(text), isList: !isArray)
  }

  @Test(arguments: forms.indices) func adoptingAllDifferencesYieldsTheOtherFile(_ form: Int) throws {
    let form = Self.forms[form]
    var random = SeededGenerator(seed: 7)
    let folder = try Folder()
    for round in 0..<60 {
      let (a, b) = versions(of: form, &random)
      var session = session(a, form.name, isLazy: form.isLazy)
      let file = try folder.file("b-\(form.name)", b)
      session.press(":compare \(file)<Enter>")
      let isSame = try values(a).isEquivalent(to: values(b))
      #expect(isSame == session.message.hasSuffix("the same values"), "\(round) \(session.screen)")
      guard !isSame else { continue }
      session.press("O")
      #expect(try values(session.text).isEquivalent(to: values(b)), "\(round) \(a) → \(b): \(session.text)")
      // And back, by undo byte for byte, or from the first file.
      let back = try folder.file("a-\(form.name)", a)
      session.press(":compare \(back)<Enter>O")
      #expect(try values(session.text).isEquivalent(to: values(a)), "\(round) \(b) → \(a): \(session.text)")
      session.press("99u")
      #expect(session.text == a)
    }
  }

  @Test(arguments: forms.indices) func adoptingAllDifferencesInAnyOrderYieldsTheOtherFile(_ form: Int) throws
  {
    let form = Self.forms[form]
    var random = SeededGenerator(seed: 8)
    let folder = try Folder()
    for round in 0..<40 {
      let (a, b) = versions(of: form, &random)
      var session = session(a, form.name, isLazy: form.isLazy)
      let file = try folder.file("b-\(form.name)", b)
      session.press(":compare \(file)<Enter>")
      var steps = 0
      while case .listing = session.browser.mode, steps < 100 {
        session.press("g" + String(repeating: "j", count: random.below(12)) + "o")
        steps += 1
      }
      #expect(
        try values(session.text).isEquivalent(to: values(b)), "\(round) \(a) → \(b): \(session.text)")
      session.press("99u")
      #expect(session.text == a)
    }
  }

  /// Equal values keep their bytes, in records and in lists that are read element by element.
  @Test(arguments: [false, true]) func adoptingDifferencesKeepsBytesOfEqualValues(isLazy: Bool) throws {
    let text = "[ {\"id\" :1, \"a\": 1.0},\n  {\"id\" :2, \"a\": 2.0},\n  {\"id\" :3, \"a\": 3.0} ]\n"
    let folder = try Folder()
    let file = try folder.file("b.json", #"[{"id":3,"a":3},{"id":1,"a":5}]"#)
    var session = session(text, "a.json", isLazy: isLazy)
    session.press(":compare \(file)<Enter>O")
    #expect(
      session.text == "[ {\"id\" :3, \"a\": 3.0},\n  {\"id\" :1, \"a\": 5} ]\n", "\(session.text)")
  }

  @Test func comparisonListsDifferences() throws {
    let folder = try Folder()
    let file = try folder.file("b.json", #"[{"id":1,"t":"x","u":2},{"id":3}]"#)
    var session = session(#"[{"id":1,"t":"y","s":1},{"id":2}]"#, "a.json", isLazy: false)
    session.press(":compare \(file)<Enter>")
    let screen = session.screen
    for words in ["▾ ~ [0]  3", "~ t", "\"y\"", "│ \"x\"", "- s", "+ u", "+ [1]", "- [1]"] {
      #expect(screen.contains(words), "\(words): \(screen)")
    }
    // One property, then the whole element on the line of its group.
    session.press("o")
    #expect(session.text == #"[{"id":1,"t":"x","s":1},{"id":2}]"#, "\(session.text)")
    session.press("u")
    #expect(session.text == #"[{"id":1,"t":"y","s":1},{"id":2}]"#)
    #expect(session.screen.contains("differences: 5"), "\(session.screen)")
    session.press("go")
    #expect(session.text == #"[{"id":1,"t":"x","u":2},{"id":2}]"#, "\(session.text)")
    // What was taken is among the unsaved changes, where it is taken back one by one.
    session.press("qgc")
    #expect(session.screen.contains("changes: 3"), "\(session.screen)")
    // An edit elsewhere is compared, too, once the list is shown again.
    session.press("qgg:goto [1].id<Enter>e^U3<Enter>")
    session.press(":compare \(file)<Enter>")
    #expect(session.message.hasSuffix("the same values"), "\(session.screen)")
  }

  /// The lines of an element, whatever is added, removed or changed in it, are below one heading.
  @Test func elementIsAdoptedWithAllItsDifferences() throws {
    let folder = try Folder()
    let file = try folder.file("b.json", #"[{"id":1,"a":1,"b":1,"c":1,"d":0},{"id":2}]"#)
    var session = session(#"[{"id":1,"d":1,"e":1,"f":1},{"id":2,"x":1}]"#, "a.json", isLazy: false)
    session.press(":compare \(file)<Enter>")
    #expect(session.screen.contains("▾ ~ [0]  6"), "\(session.screen)")
    session.press("go")
    #expect(session.text == #"[{"id":1,"d":0,"a":1,"b":1,"c":1},{"id":2,"x":1}]"#, "\(session.text)")
  }

  /// A value of the document that is kept is no longer in the list, which help and other screens return to.
  @Test func keptDifferencesLeaveTheList() throws {
    let folder = try Folder()
    let file = try folder.file("b.json", #"{"a": 1, "b": 1, "c": 1}"#)
    var session = session(#"{"a": 2, "b": 2, "c": 2}"#, "a.json", isLazy: false)
    session.press(":compare \(file)<Enter>x")
    #expect(session.screen.contains("differences: 2"), "\(session.screen)")
    session.press("<F1>q")
    #expect(session.screen.contains("differences: 2"), "\(session.screen)")
    session.press("ox")
    #expect(session.text == #"{"a": 2, "b": 1, "c": 2}"#)
    #expect(session.message == "No more differences")
    session.press("<Esc>j")
    #expect(session.browser.comparison == nil)
  }

  @Test func editUpdatesListOfDifferences() throws {
    let folder = try Folder()
    let file = try folder.file("b.json", #"{"a": 1, "b": 1}"#)
    var session = session(#"{"a": 2, "b": 2}"#, "a.json", isLazy: false)
    session.press(":compare \(file)<Enter><Enter>e^U3<Enter>gl")
    #expect(session.screen.contains("3") && session.screen.contains("differences: 2"), "\(session.screen)")
    session.press("O")
    #expect(session.text == #"{"a": 1, "b": 1}"#)
  }

  @Test(arguments: forms.indices) func mergeMatchesCommandLine(_ form: Int) throws {
    let form = Self.forms[form]
    var random = SeededGenerator(seed: 9)
    let folder = try Folder()
    for _ in 0..<30 {
      let (a, b) = versions(of: form, &random)
      var session = session(a, form.name, isLazy: form.isLazy)
      session.press(":merge \(try folder.file("b-\(form.name)", b))<Enter>")
      let merged = try JSONDocument(
        Inferring().merged(values(b), over: values(a), isList: false, readAs: nil)
      ).root
      #expect(try values(session.text).isEquivalent(to: merged), "\(a) + \(b): \(session.text)")
      if !form.isLazy {
        let bytes = JSONBytes(a)
        let written = try bytes.applying(JSONDocument(parsing: bytes).root.splices(toEqual: merged))
        #expect(session.text == String(decoding: written, as: UTF8.self))
      }
      session.press("<Esc><Esc>99u")
      #expect(session.text == a)
    }
  }

  /// A merged member of an indented object is indented, whether the object is read whole or not.
  @Test(arguments: [false, true]) func mergedMembersAreIndented(isLazy: Bool) throws {
    let folder = try Folder()
    let list = "  \"list\": [\n    {\n      \"id\": 1\n    }\n  ]"
    let file = try folder.file("b.json", #"{"k": {"deep": {"x": 1}}, "list": [{"id": 2}]}"#)
    var session = session("{\n\(list),\n  \"m\": 1\n}\n", "a.json", isLazy: isLazy)
    if isLazy {
      var source = DocumentSource(
        JSONBytes("{\n\(list),\n  \"m\": 1\n}\n"), name: "a.json", models: [], inference: Inferring())
      source.largestRecord = 20
      session = Session(source, columns: 100, rows: 30)
    }
    session.press(":merge \(file)<Enter>")
    #expect(
      session.text.contains("\n  \"k\": {\n    \"deep\": {\n      \"x\": 1\n    }\n  }"), "\(session.text)")
    #expect(session.text.contains("\n    {\n      \"id\": 2\n    }"), "\(session.text)")
  }

  /// The elements of a replaced list are conflicts, also if the newer list has no element in their place.
  @Test(arguments: [("[]", 2), ("[2]", 1), ("[2,1]", 0), ("[5,6]", 2), ("[1,2,3]", 0), ("null", 1)])
  func droppedElementsAreConflicts(newer: String, count: Int) throws {
    let folder = try Folder()
    let file = try folder.file("b.json", #"{"t":\#(newer),"s":"x"}"#)
    var session = session(#"{"t":[1,2],"s":"x"}"#, "a.json", isLazy: false)
    session.press(":merge \(file)<Enter>")
    #expect(session.text == #"{"t":\#(newer),"s":"x"}"#)
    #expect(count == 0 || session.screen.contains("differences: \(count) · "), "\(session.screen)")
    #expect(count > 0 || session.message.contains("no conflicts"), "\(session.message)")
  }

  @Test func mergeConflictsAreListedAndReverted() throws {
    let folder = try Folder()
    let file = try folder.file("b.json", #"[{"id":1,"t":"x"},{"id":3}]"#)
    var session = session(#"[{"id":1,"t":"y","s":1},{"id":2}]"#, "a.json", isLazy: false)
    session.press(":merge \(file)<Enter>")
    #expect(session.text == #"[{"id":1,"t":"x","s":1},{"id":2},{"id":3}]"#)
    #expect(session.screen.contains("differences: 1 · a.json │ before the merge"), "\(session.screen)")
    session.press("o")
    #expect(session.text == #"[{"id":1,"t":"y","s":1},{"id":2},{"id":3}]"#)
    session.press("u")
    let plain = try folder.file("c.json", #"[{"id":4}]"#)
    session.press("u:merge \(plain)<Enter>")
    #expect(
      session.message.hasPrefix("merged ") && session.message.contains("no conflicts"), "\(session.message)")
    session.press(":merge \(plain)<Enter>")
    #expect(session.message.hasSuffix("has no new values"), "\(session.message)")
  }
}
