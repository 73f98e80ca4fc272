import Testing

@testable import Mantle
@testable import MantleDocuments

/// A token that belongs nowhere is one mistake, in its place, and takes nothing with it.
@Suite struct StrayTokenTests {
  /// A text with the stray token, where it is marked by `‹` and `›`, and what it is taken for.
  struct Row: Sendable, CustomTestStringConvertible {
    let marked: String
    let cause: DamagedRegion.Cause

    init(_ marked: String, _ cause: DamagedRegion.Cause = .strayText) {
      (self.marked, self.cause) = (marked, cause)
    }

    var text: String { marked.replacing("‹", with: "").replacing("›", with: "") }
    var start: Int { marked.prefix { $0 != "‹" }.utf8.count }
    var without: String {
      String(marked.prefix { $0 != "‹" }) + String(marked.drop { $0 != "›" }.dropFirst())
    }
    var testDescription: String { marked }
  }

  private static let brackets: [Row] = [
    Row(#"{"x":1,"user":{"a":"q","b":‹}›"r","c":"s"},"y":2}"#, .surplusBracket),
    Row(#"{"m":‹]›"x","e":[{"r":1}],"d":"z"}"#, .surplusBracket),
    Row(#"{"a":"x","b":‹]›1,"c":2,"d":3}"#, .surplusBracket),
    Row(#"{"a":"x","b":‹}›{"c":2},"d":3}"#, .surplusBracket),
    Row(#"[{"a":‹]›true,"b":[1]},{"a":false,"b":[2]}]"#, .surplusBracket),
  ]

  private static let behindLists: [Row] = ["+ ", "@ ", "… ", "<br> ", "foo ", "-- x\n", "<!-- x -->"]
    .map {
      Row("{\"a\":[1],‹\($0)›\"b\":2,\"c\":3}")
    }

  private static let beforeValues: [Row] = ["+ ", "abc ", "&nbsp;", "-- c\n", "<!-- c -->", "@@ "].flatMap {
    [
      Row("{\"a\":‹\($0)›{\"x\":1},\"b\":2}"), Row("{\"a\":‹\($0)›[1],\"b\":2}"),
      Row("[{\"a\":1},‹\($0)›{\"a\":2}]"),
    ]
  }

  private static let beforeStrings: [Row] = ["...", "+", "@", "<br>"].map {
    Row("[\"a\", ‹\($0)›\"b\"]")
  }

  private static let spaces: [Row] = [
    Row("{\"a\"‹\u{A0}›:1,\"b\":2}", .otherSpace), Row("{\"b\":5‹\u{A0}›}", .otherSpace),
    Row("{\"a\":[1],‹\u{FEFF}›\"b\":2,\"c\":3}", .otherSpace), Row("[\"a\", ‹\u{200B}›\"b\"]", .otherSpace),
    Row("{\"a\":[{\"x\":1}]‹\u{0}›,\"b\":2}", .nulBytes), Row("[1‹# c›\n,2]", .comment),
    Row("{\"a\":1‹<!-- c -->›,\"b\":2}"), Row("{\"t\":\"x\" ‹<!-- c -->›,\"b\":2}"),
    Row("{\"t\":\"x\" ‹-- c›\n,\"b\":2}"), Row(#"{"a":1‹;›,"b":2}"#, .surplusComma),
    Row(#"["a", ‹;› "b"]"#, .surplusComma), Row(#"{"a":[1],‹;› "b":2,"c":3}"#, .surplusComma),
  ]

  @Test(arguments: brackets + behindLists + beforeValues + beforeStrings + spaces)
  func strayTokenIsOneError(_ row: Row) throws {
    let repair = JSONRepair(JSONBytes(row.text))
    let reported = repair.regions.indices.filter(repair.isReported).map { repair.regions[$0] }
    #expect(reported.map(\.cause) == [row.cause])
    #expect(reported.map(\.offset) == [row.start])
    let meant = try JSONDocument(row.without)
    #expect(try JSONDocument(parsing: repair.text).root.isEquivalent(to: meant.root))
  }

  /// Between any two tokens of a text, nearly always, and mostly nothing else is lost: a word may be the value that stands behind
  /// it, and a bracket may close.
  @Test(arguments: [
    ("+", 98, 93), ("@", 97, 83), ("…", 97, 84), ("...", 97, 84), ("<br>", 97, 83), ("&nbsp;", 97, 83),
    ("foo", 94, 79), ("`", 97, 83), ("-- x\n", 94, 98), ("<!-- x -->", 100, 100), ("/* x */", 100, 100),
    ("// x\n", 100, 100), ("<<<<<<< HEAD\n", 100, 100), ("\u{A0}", 100, 100), ("\u{FEFF}", 100, 100),
    ("\u{200B}", 100, 100), ("\0", 100, 100), ("]", 86, 91), ("}", 90, 94),
  ])
  func strayTokenIsMostlyOneErrorAnywhere(_ token: String, minimumSingle: Int, minimumRight: Int) throws {
    let text =
      #"{"id":1,"user":{"login":"a b","ok":true,"by":null},"tags":["x","y, z"],"list":[{"n":1.5,"e":[]},{"n":2,"e":[{"r":1}]}]}"#
    let whole = try JSONDocument(text)
    var (places, single, right) = (0, 0, 0)
    for space in ["", " "] {
      var (isInString, last) = (false, UInt8(0))
      for (offset, byte) in text.utf8.enumerated() {
        defer { last = byte }
        let isQuote = byte == ASCII.quote
        let isBoundary =
          !isInString && (isQuote || "{}[],:".utf8.contains(byte) || "{}[],:\"".utf8.contains(last))
        if isQuote { isInString.toggle() }
        guard isBoundary, offset > 0 else { continue }
        let slip =
          text.utf8.prefix(offset) + Array((space + token + space).utf8) + text.utf8.dropFirst(offset)
        let repair = JSONRepair(JSONBytes(Array(slip)))
        let reported = repair.regions.indices.filter(repair.isReported).map { repair.regions[$0] }
        places += 1
        let isSingle = reported.count == 1 && abs(reported[0].offset - offset) <= 1
        single += isSingle ? 1 : 0
        let isRight = (try? JSONDocument(parsing: repair.text))?.root.isEquivalent(to: whole.root) ?? false
        right += isRight ? 1 : 0
      }
    }
    #expect(places > 100)
    #expect(single * 100 >= places * minimumSingle, "\(single) of \(places)")
    #expect(right * 100 >= places * minimumRight, "\(right) of \(places)")
  }
}
