import Foundation
import TestSupport
import Testing

@testable import Mantle
@testable import MantleDocuments

/// How often a single mistake is found, in its place, and without false errors, over seeded random mistakes.
@Suite struct RepairRatesTests {
  /// A kind of mistake: the places where it is possible, and the edit.
  private struct Mistake {
    let name: String
    let edit: (Sample, inout SeededGenerator) -> (range: Range<Int>, replacement: String)?
  }

  /// A valid document and the ranges of its tokens.
  private struct Sample {
    let text: [UInt8]
    var tokens: [Range<Int>] = []

    init(_ string: String) {
      text = Array(string.utf8)
      var position = 0
      while position < text.count {
        let start = position
        switch text[position] {
        case ASCII.quote:
          position += 1
          while text[position] != ASCII.quote { position += text[position] == ASCII.backslash ? 2 : 1 }
          position += 1
        case 0x30...0x39, 0x2B...0x2B, 0x2D...0x2E, 0x41...0x5A, 0x61...0x7A:
          while position < text.count, ASCII.isWord(text[position]) || "+-.".utf8.contains(text[position]) {
            position += 1
          }
        default: position += 1
        }
        if !ASCII.isWhitespace(text[start]) { tokens.append(start..<position) }
      }
    }

    func first(_ token: Range<Int>) -> UInt8 { text[token.lowerBound] }

    func isKey(_ token: Range<Int>) -> Bool {
      first(token) == ASCII.quote && text[token.upperBound...].first { $0 != ASCII.space } == ASCII.colon
    }

    func random(_ bytes: String, _ random: inout SeededGenerator) -> Range<Int>? {
      tokens.filter { bytes.utf8.contains(first($0)) }.randomElement(using: &random)
    }

    func string(isKey: Bool, _ random: inout SeededGenerator) -> Range<Int>? {
      tokens.filter { first($0) == ASCII.quote && self.isKey($0) == isKey && $0.count > 3 }
        .randomElement(using: &random)
    }

    func content(_ token: Range<Int>) -> String {
      String(decoding: text[(token.lowerBound + 1)..<(token.upperBound - 1)], as: UTF8.self)
    }
  }

  private static func without(_ name: String, _ bytes: String) -> Mistake {
    Mistake(name: name) { sample, random in sample.random(bytes, &random).map { ($0, "") } }
  }

  private static func twice(_ name: String, _ bytes: String) -> Mistake {
    Mistake(name: name) { sample, random in
      sample.random(bytes, &random).map {
        ($0.upperBound..<$0.upperBound, String(decoding: sample.text[$0], as: UTF8.self))
      }
    }
  }

  private static func inString(_ name: String, isKey: Bool = false, _ edit: @escaping (String) -> String)
    -> Mistake
  {
    Mistake(name: name) { sample, random in
      sample.string(isKey: isKey, &random).map { ($0, edit(sample.content($0))) }
    }
  }

  private static func before(_ name: String, _ bytes: String, _ added: String) -> Mistake {
    Mistake(name: name) { sample, random in
      sample.random(bytes, &random).map { ($0.lowerBound..<$0.lowerBound, added) }
    }
  }

  private static func inPlace(_ name: String, _ bytes: String, _ others: [String]) -> Mistake {
    Mistake(name: name) { sample, random in
      sample.random(bytes, &random).map { ($0, others.randomElement(using: &random) ?? "") }
    }
  }

  private static var mistakes: [Mistake] {
    [
      without("comma missing", ","), without("colon missing", ":"), without("closing bracket missing", "}]"),
      without("opening bracket missing", "{["), twice("comma twice", ","), twice("colon twice", ":"),
      twice("closing bracket twice", "}]"), twice("opening bracket twice", "{["),
      before("trailing comma", "}]", ","), inPlace("bracket of the other kind", "}", ["]"]),
      inPlace("list closed as object", "]", ["}"]),
      inPlace("wrong character for comma", ",", [".", ";", "-"]),
      inPlace("wrong character for colon", ":", ["=", ";", "."]),
      inString("first quote missing") { $0 + "\"" }, inString("last quote missing") { "\"" + $0 },
      inString("first quote of key missing", isKey: true) { $0 + "\"" },
      inString("last quote of key missing", isKey: true) { "\"" + $0 },
      inString("single quotes") { "'" + $0.replacing("'", with: "") + "'" },
      inString("unquoted key", isKey: true) { $0 }, inString("typographic quotes") { "“" + $0 + "”" },
      inString("quotes inside") { "\"" + $0.prefix(2) + "\"x y\"" + $0.dropFirst(2) + "\"" },
      inString("line break inside") { "\"" + $0.prefix(2) + "\n" + $0.dropFirst(2) + "\"" },
      inString("invalid escape") { "\"" + $0.prefix(2) + "\\q" + $0.dropFirst(2) + "\"" },
      inString("first quote twice") { "\"\"" + $0 + "\"" },
      inPlace("Python literal", "ntf", ["None", "True", "False"]),
      inPlace("NaN or undefined", "ntf0123456789-", ["NaN", "undefined", "Infinity"]),
      inPlace("unquoted text", "ntf", ["open", "in progress", "a-b"]),
      before("comment", "{[,}]\"", "/* note */"), before("line comment", "{[,}]\"", "// note\n"),
      before("stray word", "\"{[", "foo "), before("stray sign", "\"{[,}]", "@"),
      Mistake(name: "cut off") { sample, random in
        let place = Int.random(in: 2..<sample.text.count - 1, using: &random)
        return (place..<sample.text.count, "")
      },
      Mistake(name: "swapped tokens") { sample, random in
        let pairs = zip(sample.tokens, sample.tokens.dropFirst()).filter {
          sample.first($0) != sample.first($1)
        }
        guard let (one, two) = pairs.randomElement(using: &random) else { return nil }
        let parts = [two, one.upperBound..<two.lowerBound, one].map {
          String(decoding: sample.text[$0], as: UTF8.self)
        }
        return (one.lowerBound..<two.upperBound, parts.joined())
      },
      Mistake(name: "text before") { _, _ in (0..<0, "10:01 INFO response:\n") },
      Mistake(name: "text after") { sample, _ in (sample.text.count..<sample.text.count, "\nDone in 3 ms.\n")
      },
    ]
  }

  private static let issue =
    #"{"id":17,"title":"It works, mostly: yes","open":true,"labels":[{"name":"bug","color":"f00"},{"name":"help wanted","color":"0f0"}],"user":{"login":"ann","site":null,"url":"https://x.org/{/id}"},"score":-1.5e3,"tags":["a b","c","d-e"],"place":[[10.5,50],[10,51.25]],"next":{}}"#

  private static let samples: [Sample] = {
    let spread = issue.replacing(",\"", with: ", \"").replacing("\":", with: "\": ")
    let lines = ["[\(issue),\(issue)]", issue].map(spreading)
    return ([issue, "[\(issue),\(issue),\(issue)]", spread] + lines).map(Sample.init)
  }()

  /// Returns a text with each member and element on a line of its own.
  private static func spreading(_ text: String) -> String {
    var (depth, isInString, lines) = (0, false, "")
    for character in text {
      if character == "\"" { isInString.toggle() }
      let line = { "\n" + String(repeating: "  ", count: depth) }
      switch character {
      case "{" where !isInString, "[" where !isInString:
        depth += 1
        lines += "\(character)\(line())"
      case "}" where !isInString, "]" where !isInString:
        depth -= 1
        lines += "\(line())\(character)"
      case "," where !isInString: lines += ",\(line())"
      case ":" where !isInString: lines += ": "
      default: lines.append(character)
      }
    }
    return lines
  }

  private static let rounds = 20

  /// The rates of each kind of mistake in percent: exactly one report; a report within three bytes of the edit; the document
  /// as before; and the false reports for each hundred mistakes.
  private static func rates() throws -> String {
    var lines: [String] = []
    var sums = [0, 0, 0, 0, 0]
    for mistake in mistakes {
      var random = SeededGenerator(seed: 46)
      var counts = [0, 0, 0, 0, 0]
      for sample in samples {
        let whole = try JSONDocument(parsing: JSONBytes(sample.text))
        for _ in 0..<rounds {
          guard let (range, replacement) = mistake.edit(sample, &random) else { continue }
          let text = Array(
            sample.text[..<range.lowerBound] + replacement.utf8 + sample.text[range.upperBound...])
          guard (try? JSONDocument(parsing: JSONBytes(text))) == nil else { continue }
          let repair = JSONRepair(JSONBytes(text))
          let reported = repair.regions.indices.filter(repair.isReported).map { repair.regions[$0] }
          let near = range.lowerBound - 3...range.lowerBound + replacement.utf8.count + 3
          counts[0] += 1
          counts[1] += reported.count == 1 ? 1 : 0
          counts[2] += reported.contains { near.contains($0.offset) } ? 1 : 0
          let isSame = (try? JSONDocument(parsing: repair.text))?.root.isEquivalent(to: whole.root) ?? false
          counts[3] += isSame ? 1 : 0
          counts[4] += max(0, reported.count - 1)
        }
      }
      lines.append(line(mistake.name, counts))
      for index in sums.indices { sums[index] += counts[index] }
    }
    return (lines + [line("all", sums)]).joined(separator: "\n") + "\n"
  }

  private static func line(_ name: String, _ counts: [Int]) -> String {
    let rates = counts.dropFirst().map { String((200 * $0 + counts[0]) / (2 * max(1, counts[0]))) }
    let columns = zip(["one", "place", "same", "false"], rates).map { "\($0) \($1)" }
    return ([name] + columns).joined(separator: " · ")
  }

  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Golden/RepairRates.txt")

  @Test func repairRatesMatchTheRecordedRates() throws {
    let found = try Self.rates()
    if ProcessInfo.processInfo.environment["MANTLE_UPDATE_GOLDEN"] != nil {
      try found.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    #expect(try found == String(contentsOf: Self.file, encoding: .utf8))
  }
}
