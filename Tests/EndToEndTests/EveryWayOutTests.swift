import Foundation
import Testing

/// Whatever is in names, keys, values, archives, definitions and words of the command line: what the program says about it is
/// text that a terminal only shows, and no line of it is another's.
@Suite struct EveryWayOutTests {
  private static let corpus: [(name: String, bytes: [UInt8])] = [
    ("controls", Array(1..<32)), ("DEL", [0x7F]),
    ("a window title", Array("\u{1B}]0;pwned\u{7}\u{1B}[2J".utf8)),
    ("C1 as characters", Array("\u{9B}5m\u{9D}0;x\u{9C}\u{85}".utf8)), ("C1 as bytes", [0x9B, 0x35, 0x6D]),
    ("bidi", Array("\u{202E}gnp\u{2066}\u{200F}\u{61C}".utf8)),
    ("invisible", Array("\u{200B}\u{FEFF}\u{AD}\u{2060}\u{E0061}\u{2028}".utf8)),
    ("a pile of marks", Array(("x" + String(repeating: "\u{301}", count: 10_000)).utf8)),
    ("bytes that are no UTF-8", [0xFF, 0xFE, 0xC3]),
    ("lines", Array("a\nforged.json:1:1: error: x\n::error file=x::y\r::warning::z".utf8)),
  ]

  /// What a terminal would obey, or not show; tabs and line feeds are the program's own.
  private static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA: false
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF,
      0xE0000...0xE007F:
      true
    default: false
    }
  }

  private static func misdeeds(_ bytes: Data) -> [String] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return ["bytes that are no UTF-8"] }
    var found = text.unicodeScalars.filter(isHostile).prefix(3).map { "U+\(String($0.value, radix: 16))" }
    if text.contains(String(repeating: "\u{301}", count: 40)) { found.append("a pile of marks") }
    let starts = ["forged.json:1:1", "::error file=x::y", "::warning::z"]
    found += text.split(separator: "\n").filter { line in starts.contains { line.hasPrefix($0) } }.map(
      String.init)
    return found
  }

  /// A JSON string of the bytes, as far as JSON can hold them.
  private static func string(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = [0x22]
    let isText = String(validating: bytes, as: UTF8.self) != nil
    for byte in bytes {
      if isText, byte < 0x20 {
        text +=
          Array("\\u00".utf8) + Array((byte < 0x10 ? "0" : "").utf8) + Array(String(byte, radix: 16).utf8)
      } else {
        text.append(byte)
      }
    }
    return text + [0x22]
  }

  /// A text with something in the place of each `@@`.
  private static func filled(_ template: String, _ bytes: [UInt8]) -> [UInt8] {
    let parts = template.components(separatedBy: "@@").map { Array($0.utf8) }
    return Array(parts.joined(separator: bytes))
  }

  private static let json = [
    "key.json": #"{@@:[{@@:1,"number":@@,"title":"x"}],"b":{@@:[@@]}}"#,
    "broken.json": "{@@:1,,@@:[1 2],@@",
    "lines.ndjson": "{@@:1}\n@@ @@\n{\"a\":@@}\n",
    "root.json": "@@",
    "a.model.json": #"{"mantle":1,"root":@@,"models":[{"name":@@,"properties":[{"name":@@,"type":@@}]}]}"#,
    "schema.json": #"{"type":"object","title":@@,"properties":{@@:{"type":@@}},"required":[@@]}"#,
  ]
  private static let archives = [
    "a.archive":
      "<?xml version=\"1.0\"?><plist><dict><key>$version</key><integer>@@</integer><key>@@</key></dict></plist>",
    "b.archive": "bplist@@0000000000",
  ]

  /// Files with the bytes everywhere.
  private static func files(_ bytes: [UInt8], in scratch: Scratch) throws -> [String] {
    var paths: [String] = []
    for (name, template) in json { paths.append(try scratch.file(name, filled(template, string(bytes)))) }
    for (name, template) in archives { paths.append(try scratch.file(name, filled(template, bytes))) }
    let issue = try String(contentsOf: SampleData.url("issue.json"), encoding: .utf8)
    paths.append(
      try scratch.file("issue.json", filled(issue.replacing(#""open""#, with: "@@"), string(bytes))))
    if let name = String(validating: bytes.prefix(200), as: UTF8.self) {
      let name = name.replacing("/", with: "")
      paths.append(try scratch.file(name, "[1,,2]"))
      // Its model is called like it.
      paths.append(try scratch.file(name + ".json", #"{"a":1}"#))
    }
    return paths
  }

  /// What puts a report on standard output.
  private static func reports(_ file: String, _ word: String) -> [[String]] {
    let forms = ["text", "json", "github", "sarif", "junit"]
    var calls: [[String]] = forms.map { ["check", "--format", $0, file] }
    calls += ["--model", "--at", "--allow"].map { ["check", $0, word, file] }
    calls.append(["infer", file, "--as", "table"])
    calls.append(["models", "--models", file])
    return calls
  }

  /// What puts data there, as it is.
  private static func conversions(_ file: String, _ word: String) -> [[String]] {
    [
      ["infer", file], ["convert", file, "-", "--to", "json"], ["convert", file, "\(file).archive"],
      ["get", file, word], ["set", file, word, word], ["diff", file, "\(file)-\(word)"],
      ["merge", file, file],
      ["diff", file, SampleData.url("issue.json").path], ["filter", word, file],
      ["filter", "title=\(word)", file], ["schema", file], ["schema", "import", file], [file],
    ]
  }

  @Test(arguments: corpus) func outputContainsNoControlBytes(_ name: String, _ bytes: [UInt8]) throws {
    let scratch = try Scratch()
    let program = try MantleBinary.url()
    let word = String(decoding: bytes.prefix(200), as: UTF8.self).replacing("\u{FFFD}", with: "")
    let files = try Self.files(bytes, in: scratch)
    let others: [[String]] = ["explain", "models", "help", "completion"].map { [$0, word] }
    let reports = files.flatMap { Self.reports($0, word) } + others + [["--\(word)"], [word]]
    for words in reports + files.flatMap({ Self.conversions($0, word) }) {
      let outcome = try Executable.outcome(of: program, words)
      let what = Comment(rawValue: "\(name): \(words.map { String($0.prefix(60)) })")
      #expect((0...2).contains(outcome.status), what)
      #expect(Self.misdeeds(outcome.errorBytes) == [], what)
      if reports.contains(words) { #expect(Self.misdeeds(outcome.outputBytes) == [], what) }
    }
  }
}
