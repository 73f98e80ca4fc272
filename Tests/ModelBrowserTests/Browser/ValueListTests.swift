import Mantle
import Testing

@testable import ModelBrowser

/// The values that a property has, in how many elements each.
struct ValueListTests {
  private static let cities = #"""
    [{"city": "Rome", "n": 3, "tags": ["a", "b"]}, {"city": "Oslo", "n": 10, "tags": []},
    {"city": "Rome", "n": 2.5}, {"city": null, "n": 3, "tags": ["b", "b"]}]
    """#

  /// In a list read whole, in a large one, and in lines.
  private static func sessions(columns: Int = 100) -> [Session] {
    let lines = String(cities.dropFirst().dropLast()).replacing("}, {", with: "}\n{")
      .replacing("},\n{", with: "}\n{")
    return [(cities, 1 << 20), (cities, 60), (lines, 1 << 20)].map { text, size in
      var source = DocumentSource(JSONBytes(text), name: "test.json")
      source.largestRecord = size
      return Session(source, columns: columns)
    }
  }

  @Test(arguments: [
    ([1, 2], "median 1.5"), ([66500, 90250], "median 78375"), ([1, 2, 3], "median 2"),
    ([1, 1, 1, 9], "median 1"), ([1, 1, 3, 3], "median 2"), ([4, 1, 3, 2], "median 2.5"),
  ])
  func theMedianOfAnEvenNumberOfValuesIsAMean(numbers: [Int], words: String) {
    var session = Session("[" + numbers.map { "{\"n\": \($0)}" }.joined(separator: ",") + "]", columns: 100)
    session.press(":values n<Enter>")
    #expect(session.screen.contains(words), "\(session.screen)")
  }

  @Test func sharesAreRounded() {
    let elements = (0..<12).map { "{\"a\": \"\($0 < 2 ? "x" : "y")\"}" }
    var session = Session("[" + elements.joined(separator: ",") + "]", columns: 100)
    session.press(":values a<Enter>")
    #expect(session.screen.contains("17 %  x") && session.screen.contains("83 %  y"), "\(session.screen)")
  }

  private func list(_ session: Session) -> [String] {
    Array(session.lines.drop { !$0.hasPrefix(" values") }.prefix { !$0.hasPrefix(" test.json") })
      .filter { !$0.isEmpty }
  }

  @Test(arguments: [
    (
      ":values city<Enter>",
      [
        " values: 3 · by count", "▾ city in 4 elements  3", "    2   50 %  Rome", "    1   25 %  Oslo",
        "    1   25 %  null",
      ]
    ),
    (
      ":values n<Enter>s",
      [
        " values: 3", "▾ n in 4 elements; 2.5 to 10, mean 4.625, median 3  3", "    1   25 %  2.5",
        "    2   50 %  3", "    1   25 %  10",
      ]
    ),
    (
      ":frequency tags<Enter>",
      [
        " values: 4 · by count", "▾ tags in 4 elements  4", "    2   50 %  b", "    1   25 %  a",
        "    1   25 %  []", "    1   25 %  absent",
      ]
    ),
    // Of what the cursor is on, and of what is shown only.
    (
      ":goto [1].city<Enter>gV",
      [
        " values: 3 · by count", "▾ city in 4 elements  3", "    2   50 %  Rome", "    1   25 %  Oslo",
        "    1   25 %  null",
      ]
    ),
    (
      "&n=3<Enter>:values city<Enter>",
      [
        " values: 2 · by count", "▾ city in 2 elements  2", "    1   50 %  Rome", "    1   50 %  null",
      ]
    ),
  ])
  func valuesAreCounted(keys: String, lines: [String]) {
    for var session in Self.sessions() {
      session.press(keys)
      #expect(list(session) == lines)
    }
  }

  /// Enter shows the elements with a value; another value takes its place, and Esc shows all again.
  @Test func aValueIsAFilter() {
    for var session in Self.sessions() {
      session.press(":goto [1].city<Enter>gV<Enter>")
      #expect(session.message == #"2 elements with city = "Rome"  (Esc shows all)"#)
      #expect(session.cursorPath == "[2].city")
      session.press("gl")
      #expect(list(session).count == 5)
      session.press("jj<Enter>")
      #expect(session.message == "1 element with city = null  (Esc shows all)")
      #expect(session.cursorPath == "[3].city")
    }
  }

  /// Where the cursor is on no property, one is asked for.
  @Test func aNameIsAskedFor() {
    for var session in Self.sessions() {
      session.press("jgV")
      #expect(session.lines.last == ":values")
      session.press("city<Enter>")
      #expect(list(session).count == 5)
    }
  }

  /// Edits count, inserted elements too.
  @Test func editsAreCounted() {
    for var session in Self.sessions() {
      session.press(":goto [1].city<Enter>ccRome<Enter>:goto [0]<Enter>yyp:values city<Enter>")
      #expect(
        list(session).dropFirst() == ["▾ city in 5 elements  2", "    4   80 %  Rome", "    1   20 %  null"])
    }
  }

  /// Numbers beyond those of the machine are what they are.
  @Test func largeNumbersAreExact() {
    var session = Session(#"[{"n": 1e400}, {"n": 9007199254740993}, {"n": 9007199254740992}]"#, columns: 100)
    session.press(":values n<Enter>s")
    #expect(
      list(session) == [
        " values: 3", "▾ n in 3 elements; 9007199254740992 to 1e400  3", "    1   33 %  9007199254740992",
        "    1   33 %  9007199254740993", "    1   33 %  1e400",
      ])
  }

  @Test func datesSayHowFarTheyGo() {
    var session = Session(#"[{"at": "2024-05-01"}, {"at": "2025-01-01T10:00:00Z"}]"#, columns: 100)
    session.press(":values at<Enter>")
    #expect(session.screen.contains("at in 2 elements; 2024-05-01 to 2025-01-01T10:00:00Z"))
  }

  @Test(arguments: [
    ("7", ":values x<Enter>", "There is no list here"),
    (#"[{"city": 1}]"#, ":values cty<Enter>", #"no property or key "cty""#),
    (#"[{"city": 1}]"#, ":values a b<Enter>", "this is no name"),
  ])
  func whatCannotBeCountedSaysWhy(json: String, keys: String, words: String) {
    var session = Session(json, columns: 100)
    session.press(keys)
    #expect(session.message.hasPrefix(words), "\(session.message)")
  }

  /// Keys with any signs, and values in lists of lists.
  @Test(arguments: [
    (#"[{"a b.c": 1}, {"a b.c": 2}]"#, "gV", #"a\ b\.c in 2 elements"#),
    (#"[{"a": [{"b": 1}, {"b": 2}]}, {"a": []}]"#, ":goto [0].a[1].b<Enter>gV", "a.b in 2 elements"),
    ("[[1, 2], [3]]", ":goto [0][1]<Enter>gV", "$value in 2 elements; 1 to 3, mean 2, median 2"),
  ])
  func namesAreThoseOfFilters(json: String, keys: String, title: String) {
    var session = Session(json, columns: 100)
    session.press("jlj" + keys)
    #expect(session.screen.contains("▾ " + title), "\(session.message)")
    session.press("<Enter>")
    #expect(session.message.contains(" element"), "\(session.message)")
  }

  /// A list of plain values is counted from any of them.
  @Test func elementsThemselvesAreCounted() {
    var session = Session(#"["a", "b", "a"]"#, columns: 100)
    session.press("jgV")
    #expect(list(session).dropFirst(2) == ["    2   67 %  a", "    1   33 %  b"])
    session.press("<Enter>")
    #expect(session.message == #"2 elements with $value = "a"  (Esc shows all)"#)
  }
}
