import Foundation

/// Definition files whose texts try to become code, the same for the same seed.
struct HostileDefinition {
  private var generator: Fuzzer
  private let isTame: Bool
  private var texts = 0

  /// - Parameter isTame: whether each text is a plain word instead, in a definition that is the same otherwise.
  init(seed: UInt64, isTame: Bool) {
    generator = Fuzzer(seed: seed, corpus: [], tokens: [])
    self.isTame = isTame
  }

  private static let pieces = [
    "\r", "\r\n", "\n", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}", "\0", "\u{1B}", "\u{202E}",
    "public let pwned = system(\"id\")", "import Evil", "}", "{", "*/", "/*", "//", "\"", "\\", "\"\"\"",
    "#\"",
    "\"#", "\\(system(\"id\"))", "`", "; func f() {}", "extension Int {}", "$0", "@main struct M {}", "😀",
    "é",
    "#if os(Linux)", "#endif", "#sourceLocation(file: \"a\", line: 1)", "\\u{d}", "\u{FEFF}", "\u{FFFE}",
    "self", "class", ")", "]", ",", ":", " ", "x", "\u{301}", "\u{200D}",
  ]

  private mutating func text() -> String {
    var text = (0..<(1 + generator.below(6))).map { _ in generator.pick(Self.pieces) }.joined()
    text.unicodeScalars.append(Unicode.Scalar(UInt32(generator.below(0x3000))) ?? "?")
    texts += 1
    return isTame ? "t\(texts)" : text + "\(texts)"
  }

  private static let names = [
    "id", "self", "Self", "init", "class", "Type", "Any", "default", "rawValue", "await", "async", "repeat",
    "inout", "any", "some", "each", "copy", "consume", "borrowing", "sending", "isolated", "nonisolated",
    "actor",
    "macro", "operator", "precedencegroup", "Protocol", "protocol", "get", "set", "willSet", "weak",
    "unowned",
    "lazy", "final", "indirect", "mutating", "package", "open", "then", "yield", "discard", "unsafe", "_x",
    "ñ",
    "名前", "a1", "associatedtype", "throws", "rethrows", "where", "is", "as", "in", "nil", "true", "super",
    "then_",
    "module", "dynamic", "convenience", "required", "override", "optional", "prefix", "postfix", "infix",
    "left",
    "none", "left", "right", "extension", "typealias", "subscript", "deinit", "fallthrough", "defer", "guard",
  ]

  /// A definition file with texts in every member that takes one.
  mutating func file() -> String {
    let properties = (0..<(1 + generator.below(6))).map { number in property(number) }
    let cluster =
      member("documentation", text()) + #","cluster":{"by":\#(json("k" + text())),"models":{"#
      + #"\#(json(text())):"A",\#(json(text())):"A"}}"#
    let archive =
      #"{"class":\#(json(text())),"superclasses":[\#(json(text()))],"version":1,"migrations":[{"from":0,"#
      + #""note":\#(json(text())),"rename":{\#(json(text())):\#(json(text()))},"remove":[\#(json(text()))],"#
      + #""split":{\#(json(text())):{"by":\#(json(text())),"into":[\#(json(text()))]}},"#
      + #""join":{\#(json(text())):{"of":[\#(json(text()))],"with":\#(json(text()))}},"#
      + #""values":{\#(json(text())):{\#(json(text())):\#(json(text()))}},"#
      + #""defaults":{\#(json(text())):\#(json(text()))}}]}"#
    return #"""
      {"mantle":1,"root":"[A]","models":[
       {"name":"A",\#(member("documentation", text())),"archive":\#(archive),
        "profiles":{\#(json(text())):{"p0":\#(json("q" + text()))}},
        "properties":[\#(properties.joined(separator: ",\n"))]},
       {"name":"B",\#(cluster)}]}
      """#
  }

  private mutating func property(_ number: Int) -> String {
    let word = generator.pick(Self.names)
    let name = number == 0 ? "p0" : number == 1 ? word : word + "\(number)"
    var members = [
      member("name", name), member("path", "\(number)" + text()), member("documentation", text()),
      #""notes":[\#(json(text())),\#(json(text()))]"#, #""aliases":[\#(json("b\(number)" + text()))]"#,
    ]
    if generator.chance(30) { members.append(member("archiveKey", text())) }
    if generator.chance(30) { members.append(member("column", text()) + #","indexed":true"#) }
    switch generator.below(5) {
    case 0:
      let value = json(text())
      members.append(#""type":"string","default":\#(value),"oneOf":[\#(value)]"#)
    case 1:
      members.append(#""type":"enum","cases":[\#(json(text())),\#(json(text())),\#(json(text()))]"#)
      if generator.chance(50) { members.append(#""unknown":"refuse""#) }
    case 2: members.append(#""type":"date(yyyy-MM-dd'\#(generator.pick(["T", "//", "}", ";"]))')""#)
    case 3: members.append(#""type":"[string | integer]?","default":[1,\#(json(text()))]"#)
    default: members.append(#""type":"json?","default":{\#(json(text())):\#(json(text()))}"#)
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private func member(_ name: String, _ text: String) -> String { "\"\(name)\":\(json(text))" }

  private func json(_ text: String) -> String {
    let bytes = try? JSONEncoder().encode(text)
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}

extension Fuzzer {
  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
