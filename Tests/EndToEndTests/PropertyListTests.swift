import Foundation
import Testing

/// Plain property lists and archives on the command line: every writer keeps the form of the file.
struct PropertyListTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static let formats: [PropertyListSerialization.PropertyListFormat] = [.binary, .xml]

  private static var content: [String: Any] {
    ["name": "x", "when": Date(timeIntervalSinceReferenceDate: 60), "blob": Data([0, 1]), "n": 1, "r": 2.0]
  }

  private func list(
    _ name: String, _ content: [String: Any] = content,
    as format: PropertyListSerialization.PropertyListFormat = .xml
  ) throws -> String {
    try scratch.file(
      name, [UInt8](try PropertyListSerialization.data(fromPropertyList: content, format: format, options: 0))
    )
  }

  private func read(_ name: String) throws -> (NSDictionary, PropertyListSerialization.PropertyListFormat) {
    var format = PropertyListSerialization.PropertyListFormat.openStep
    let list = try PropertyListSerialization.propertyList(
      from: Data(try scratch.bytes(name)), options: [], format: &format)
    return (try #require(list as? NSDictionary), format)
  }

  /// Numbers of Swift equal those of a list only once they have been in one themselves.
  private func isEqual(_ found: NSDictionary, _ expected: [String: Any]) throws -> Bool {
    let data = try PropertyListSerialization.data(fromPropertyList: expected, format: .binary, options: 0)
    let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    return found.isEqual(try #require(list as? NSDictionary))
  }

  private func mantle(_ words: String...) throws -> Executable.Outcome {
    try Executable.outcome(of: MantleBinary.url(), words, input: nil)
  }

  @Test(arguments: formats) func mergingKeepsPropertyListFormat(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let base = try list("a.plist", as: format)
    let newer = try list("b.plist", ["name": "y", "added": Date(timeIntervalSinceReferenceDate: 1)])
    let outcome = try mantle("merge", base, newer, "--output", base)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    var expected = Self.content
    (expected["name"], expected["added"]) = ("y", Date(timeIntervalSinceReferenceDate: 1))
    let (found, foundFormat) = try read("a.plist")
    #expect(try isEqual(found, expected) && foundFormat == format, "\(found)")
  }

  @Test func editsRefuseOutputInAnotherFormat() throws {
    let json = try scratch.file("a.json", #"{"a":1}"#)
    for words in [["merge", json, json], ["set", json, "a", "2"]] {
      for output in ["o.plist", "o.xml", "o.archive"] {
        let outcome = try Executable.outcome(
          of: MantleBinary.url(), words + ["--output", scratch.path(output)], input: nil)
        #expect(outcome.status == 2 && outcome.errors.contains("mantle convert"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path(output)))
      }
    }
    let outcome = try mantle("set", try list("a.plist"), "n", "2", "--output", scratch.path("o.json"))
    #expect(outcome.status == 0)
    #expect(scratch.text("o.json").contains(#""n":2"#))
  }

  @Test(arguments: formats) func setKeepsPropertyListFormat(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let file = try list("a.plist", as: format)
    for (place, value) in [("n", "5"), ("when", "2001-01-01T00:00:09Z"), ("blob", "AQ=="), ("new", "x")] {
      let outcome = try mantle("set", file, place, value)
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    }
    let (found, foundFormat) = try read("a.plist")
    let expected: [String: Any] = [
      "name": "x", "when": Date(timeIntervalSinceReferenceDate: 9), "blob": Data([1]), "n": 5, "r": 2.0,
      "new": "x",
    ]
    #expect(try isEqual(found, expected) && foundFormat == format, "\(found)")
    let before = try scratch.bytes("a.plist")
    for (place, value) in [("when", "soon"), ("n", "null"), ("name", "null"), ("other", "null")] {
      let outcome = try mantle("set", file, place, value)
      #expect(outcome.status == 1 && outcome.errors.contains("not changed"), "\(outcome.errors)")
    }
    #expect(try scratch.bytes("a.plist") == before)
  }

  /// A keyed archive keeps its classes, and an inline number stays inline.
  @Test func archivesKeepTheirClasses() throws {
    let file = try scratch.file("s.plist", Self.settings)
    #expect(try mantle("set", file, "n", "8").status == 0)
    let newer = try scratch.file("n.json", #"{"x":2.5}"#)
    #expect(try mantle("merge", file, newer, "--output", file).status == 0)
    let text = scratch.text("s.plist")
    #expect(text.contains("<integer>8</integer>") && text.contains("<real>2.5</real>"))
    #expect(text.contains("<string>App.Settings</string>"))
    let (list, _) = try read("s.plist")
    let objects = try #require(list["$objects"] as? [Any])
    #expect((objects[1] as? [String: Any])?["n"] as? Int == 8)
    #expect(objects.count == 3)
  }

  private static let settings = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key>
    <integer>100000</integer><key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict>
    </dict><key>$objects</key><array><string>$null</string><dict><key>$class</key><dict><key>CF$UID</key>
    <integer>2</integer></dict><key>x</key><real>1.5</real><key>n</key><integer>-7</integer></dict><dict>
    <key>$classname</key><string>App.Settings</string><key>$classes</key><array><string>App.Settings</string>
    <string>NSObject</string></array></dict></array></dict></plist>
    """#.utf8.map { $0 }

  @Test(arguments: [
    ("o.plist", [], false), ("o.xml", [], false), ("o", ["--to", "plist"], false),
    ("o.plist", ["--to", "xml-plist"], false),
    ("o.archive", [], true), ("o.plist", ["--to", "archive"], true),
  ])
  func conversionOfJSONWritesPlainLists(_ name: String, _ options: [String], _ isArchive: Bool) throws {
    let json = try scratch.file("a.json", #"{"a":[1,2.5,true],"d":"2024-01-01T00:00:00Z"}"#)
    let outcome = try Executable.outcome(
      of: MantleBinary.url(), ["convert", json, scratch.path(name)] + options, input: nil)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let (found, _) = try read(name)
    #expect((found["$archiver"] != nil) == isArchive)
    #expect(isArchive || found["d"] as? String == "2024-01-01T00:00:00Z")
    let null = try mantle("convert", try scratch.file("n.json", #"{"a":[null]}"#), scratch.path("n.plist"))
    #expect(null.status == 1 && null.errors.contains("a property list cannot hold null"), "\(null.errors)")
    #expect(null.errors.contains("a[0]"))
  }

  /// Models are archived, unless the option asks for plain values.
  @Test func conversionOfModelsWritesArchives() throws {
    let issues = SampleData.url("issues.json").path
    #expect(try mantle("convert", issues, scratch.path("a.plist")).status == 0)
    #expect(try read("a.plist").0["$archiver"] != nil)
    let again = try mantle("convert", scratch.path("a.plist"), scratch.path("b.xml"), "--quiet")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try read("b.xml").0["$archiver"] != nil)
    let plain = try mantle("convert", issues, "-", "--to", "plist", "--model", "Issue")
    #expect(plain.status == 2 && plain.errors.contains("--format archive"))
  }

  @Test(arguments: formats) func conversionOfPlainListsKeepsTheirTypes(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let file = try list("a.plist", as: format)
    for (name, other) in [("o.plist", PropertyListSerialization.PropertyListFormat.binary), ("o.xml", .xml)] {
      let outcome = try mantle("convert", file, scratch.path(name))
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
      let (found, foundFormat) = try read(name)
      #expect(try isEqual(found, Self.content) && foundFormat == other, "\(found)")
    }
    #expect(try mantle("convert", file, scratch.path("o.archive")).status == 0)
    #expect(
      try mantle("convert", scratch.path("o.archive"), "-", "--to", "json").output.contains(
        "\"blob\": \"AAE=\""))
    let plain = try mantle("convert", scratch.path("o.archive"), scratch.path("p.plist"), "--to", "plist")
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(try isEqual(try read("p.plist").0, Self.content))
  }

  @Test func modelsAreInferredFromPropertyLists() throws {
    let outcome = try mantle("infer", try list("a.plist"), "--as", "swift")
    #expect(outcome.status == 0 && outcome.output.contains("when: Date"), "\(outcome)")
  }

  @Test(arguments: [
    "{\n  Name = \"Swift Compiler\";\n  List = (a, b);\n}\n", "/* x */\n\"KEY\" = \"value\";\n",
    "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n}\n", "{ \"a b\" = {}; }",
  ])
  func openStepListsAreRead(_ text: String) throws {
    let file = try scratch.file("a.plist", text)
    #expect(try mantle("check", file).status == 0)
    let (expected, _) = try read("a.plist")
    #expect(try mantle("convert", file, scratch.path("b.plist"), "--format", "xml-plist").status == 0)
    let (found, _) = try read("b.plist")
    #expect(found.isEqual(expected), "\(found)")
  }

  @Test func openStepListsAreEditedAsXML() throws {
    let file = try scratch.file("a.plist", "{ name = \"A\"; list = (1, \"b c\"); }")
    #expect(try mantle("get", file, "list[1]").output == "\"b c\"\n")
    #expect(try mantle("set", file, "name", "B").status == 0)
    #expect(scratch.text("a.plist").contains("<string>B</string>"))
  }

  /// A file of strings becomes XML with its comments.
  @Test func commentsOfOpenStepListsAreKept() throws {
    let file = try scratch.file(
      "a.strings", "/* The title -- of the window */\n\"title\" = \"A\"; // short\n\"b\" = \"c\";\n")
    #expect(try mantle("set", file, "title", "B").status == 0)
    let text = scratch.text("a.strings")
    #expect(
      text.contains("<!-- The title - - of the window -->") && text.contains("<!-- short-->"), "\(text)")
    #expect(try mantle("get", file, "title").output == "\"B\"\n")
  }

  /// An edit of an XML property list changes the bytes of the value only.
  @Test func commentsOfPropertyListsAreKept() throws {
    let text =
      "<?xml version=\"1.0\"?>\n<plist><dict>\n<!-- keep -->\n<key>V</key><integer>0x10</integer>\n<key>r</key>\n<real>1.50</real>\n</dict></plist>\n"
    let file = try scratch.file("a.plist", text)
    #expect(try mantle("set", file, "V", "8").status == 0)
    #expect(scratch.text("a.plist") == text.replacing("0x10", with: "8"))
    #expect(try mantle("delete", file, "r").status == 0)
    let rest = text.replacing("0x10", with: "8").replacing("\n<key>r</key>\n<real>1.50</real>", with: "")
    #expect(scratch.text("a.plist") == rest)
  }

  @Test(arguments: [
    ("{\n  a = 1;\n  b = 2\n}", "4:1: error: the OpenStep property list needs `;` here"),
    ("{ a = (1 2); }", "1:10: error: the OpenStep property list needs `,` or `)` here"),
    ("{ a = \"x; }", "1:12: error: the OpenStep property list needs the closing quote of the string here"),
    ("{ a = <0fb>; }", "1:12: error: the OpenStep property list needs two digits for each byte here"),
    ("{ a = 1; } x", "1:12: error: the OpenStep property list needs the end of the text here"),
    ("{ a = 1;", "1:9: error: the OpenStep property list needs more input here"),
  ])
  func openStepSyntaxErrorsHaveAPosition(_ text: String, _ message: String) throws {
    let outcome = try mantle("get", try scratch.file("a.plist", text), "a")
    #expect(outcome.status == 2 && outcome.errors.contains("a.plist:\(message)"), "\(outcome.errors)")
  }

  /// Braces and equals signs of other languages are something else.
  @Test(arguments: ["{a=1, b=2}", "{ \"a\" => 1; }", "a = 1;\nb = 2;\n", "{\"a\": 1}; x = 2;"])
  func otherLanguagesAreNotOpenStepLists(_ text: String) throws {
    let outcome = try mantle("check", try scratch.file("a.json", text))
    #expect(!outcome.output.contains("OpenStep"), "\(outcome.output)")
  }
}
