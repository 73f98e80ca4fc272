import Mantle
@testable import MantleDefinitions
import Testing

@testable import ModelBrowser

/// What is in a list, or under any keys, is shown and typed as what its model says, as properties are.
struct TypedElementTests {
  private static let text = #"""
    {"days":["31.12.2023",null],"times":[1700000000],"states":["open"],"flags":[0],"counts":[1,2],"by":{"x":"9.50"},"names":["a"]}
    """#

  private func session() throws -> Session {
    let definition = """
      {"mantle":1,"root":"T","models":[{"name":"T","properties":[
        {"name":"days","type":"[date(dd.MM.yyyy)?]","mutable":true},{"name":"times","type":"[unixSeconds]","mutable":true},
        {"name":"states","type":"[enum]","cases":["open","closed"],"unknown":"refuse","mutable":true},{"name":"flags","type":"[zeroOrOne]","mutable":true},
        {"name":"counts","type":"[integer]","mutable":true},{"name":"by","type":"{decimalString}","mutable":true},
        {"name":"names","type":"[string]","mutable":true}]}]}
      """
    let models = DefinedModels(try Definition(JSONBytes(definition)))
    return Session(Self.text, models: models.descriptions, columns: 100, rows: 30)
  }

  static let edits: [(place: String, keys: String, before: String, after: String)] = [
    ("days[0]", "cc2024-03-01<Enter>", #""31.12.2023""#, #""01.03.2024""#),
    ("days[0]", "cc+1d<Enter>", #""31.12.2023""#, #""01.01.2024""#),
    ("days[0]", "^A", #""31.12.2023""#, #""01.01.2024""#),
    ("days[0]", "ccnever<Enter><Esc>", "", ""),
    ("days[1]", "cc2024-03-01<Enter>", "null", #""01.03.2024""#),
    ("times[0]", "cc2024-03-01T00:00:00Z<Enter>", "1700000000", "1709251200"),
    ("times[0]", "^A", "1700000000", "1700086400"),
    ("states[0]", "ejc<Enter>", #""open""#, #""closed""#),
    ("states[0]", "~", #""open""#, #""closed""#),
    ("flags[0]", "~", "[0]", "[1]"),
    ("flags[0]", "et<Enter>", "[0]", "[1]"),
    ("counts[1]", "ccmany<Enter><Esc>", "", ""),
    ("counts[1]", "cc1.5<Enter><Esc>", "", ""),
    ("counts[1]", "cc30<Enter>", "1,2", "1,30"),
    ("by.x", "cc12.25<Enter>", #""9.50""#, #""12.25""#),
    ("names[0]", "ccb<Enter>", #""a""#, #""b""#),
    // New ones too.
    ("days[1]", "o2024-03-01<Enter>", "null]", #"null,"01.03.2024"]"#),
    ("flags[0]", "otrue<Enter>", "[0]", "[0,1]"),
    ("counts[1]", "o7<Enter>", "1,2", "1,2,7"),
    ("counts[1]", "omany<Enter><Esc>", "", ""),
    ("states[0]", "o<Enter>", #"["open"]"#, #"["open","open"]"#),
  ]

  @Test(arguments: edits) func elementsAreEditedInTheirElementType(
    _ place: String, _ keys: String, _ before: String, _ after: String
  ) throws {
    var session = try session()
    session.press(":goto \(place)<Enter>\(keys)")
    #expect(session.text == Self.text.replacing(before, with: after, maxReplacements: 1), "\(session.screen)")
  }

  @Test func elementsAreShownInTheirElementType() throws {
    var session = try session()
    session.press(":goto days[0]<Enter>")
    #expect(session.lines.contains { $0.contains("2023-12-31") }, "\(session.screen)")
    session.press(":goto times[0]<Enter>")
    #expect(session.lines.contains { $0.contains("2023-11-14T22:13:20Z") }, "\(session.screen)")
  }
}
