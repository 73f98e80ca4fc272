import Foundation
import Mantle
import MantleFiles
import TestSupport
import Testing

@testable import MantleDocuments
@testable import ModelBrowser

/// A malformed text is read in the same way at every size.
@Suite(.ownFolders) struct LargeDamageTests {
  /// The kinds of damage in one of several elements.
  static let kinds: [(name: String, from: String, to: String)] = [
    ("opening quote missing", #": "used""#, #": used""#),
    ("closing quote missing", #": "used""#, #": "used"#),
    ("quote inside a string", "used", #"us"ed"#),
    ("bracket missing", #"]}"#, "]"),
    ("inner bracket missing", #"u"}"#, #"u""#),
    ("inner bracket of a list missing", #""b"]"#, #""b""#),
    ("quote of a key missing", #""owner""#, #"owner""#),
    ("surplus bracket", #""b"]}"#, #""b"]}}"#),
    ("surplus bracket of a list", #""b"]}"#, #""b"]}]"#),
    ("opening bracket missing", #"{"id": 3"#, #""id": 3"#),
    ("missing comma", #","tags""#, #""tags""#),
    ("missing colon", #""status": "#, #""status" "#),
    ("comment with a quote", #""id": 3"#, "// 5\" wide\n\"id\": 3"),
  ]

  private static func text(_ damage: (name: String, from: String, to: String)) -> String {
    let elements = (0..<8).map { number in
      #"{"id": \#(number), "status": "used","owner": {"name": "u"},"tags": ["a", "b"]}"#
    }
    var text = elements
    text[3] = text[3].replacingOccurrences(of: damage.from, with: damage.to)
    #expect(text[3] != elements[3], "\(damage.name)")
    return "[\n" + text.joined(separator: ",\n") + "\n]\n"
  }

  /// A session that parses texts up to some size when they are opened, and values up to some size as a whole.
  private static func session(_ text: String, size: Int) -> Session {
    var source = DocumentSource(JSONBytes(text), name: "t.json")
    (source.maximumParsedOnOpening, source.largestRecord) = (size, max(1, size))
    return Session(source, columns: 100, rows: 40)
  }

  @Test(arguments: kinds)
  func largeDamagedTextIsRepairedLikeSmallText(_ damage: (name: String, from: String, to: String)) throws {
    let text = Self.text(damage)
    let fixed = try #require(JSONFixing(JSONBytes(text), name: "t.json").text)
    let json = fixed.text(0..<fixed.count)
    let (small, large) = (Self.session(text, size: 1 << 22), Self.session(text, size: 0))
    #expect(small.screen == large.screen, "\(damage.name)")
    for session in [small, large] {
      var session = session
      session.press(":fix<Enter>q")
      #expect(session.text == json, "\(damage.name)")
      #expect(throws: Never.self) { try JSONDocument(parsing: JSONBytes(session.text)) }
      #expect(session.browser.findings.errors == 0, "\(damage.name)")
    }
  }

  @Test func partialFixKeepsRemainingErrors() throws {
    for size in [0, 1 << 22] {
      var session = Self.session(#"[{"a": 1}, {"b": {{ title }} }, {"c": [1,]}]"#, size: size)
      session.press(":fix<Enter>q")
      #expect((try? JSONDocument(parsing: JSONBytes(session.text))) == nil)
      #expect(session.browser.findings.errors > 0)
    }
  }

  /// Random faults are read, repaired and saved in the same way at every size, and as by the commands.
  ///
  /// `MANTLE_FUZZ_ROUNDS=10000 swift test --filter LargeDamageTests` tries more texts.
  @Test func recordSizeDoesNotAffectRandomRepairs() throws {
    let rounds = ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 60
    for seed in 0..<rounds {
      var random = SeededGenerator(seed: UInt64(seed))
      let text = FaultyText(&random, faults: FaultyText.certain + FaultyText.structural)
      let bytes = JSONBytes(text.text)
      // A torn list is several values.
      guard JSONFixing(bytes, name: "t.json").text != nil else { continue }
      let (small, large) = (Self.session(text.text, size: 1 << 22), Self.session(text.text, size: 0))
      #expect(small.screen == large.screen, "seed \(seed): \(text.text)")
      for session in [small, large] {
        try expectSameElements(session, bytes, seed)
        expectSameFixes(session, bytes, seed)
      }
    }
  }

  /// The elements that commands can read are those of the browser.
  private func expectSameElements(_ session: Session, _ bytes: JSONBytes, _ seed: Int) throws {
    let reading = TextReading(bytes, name: "t.json")
    let text = (reading.repaired ?? reading).bytes
    let start = try #require(JSONLayout.detect(text).children(in: text))
    let elements = JSONChildIndex(text, start).all.map { text.text($0.value) }
    let outline = session.browser.outline
    let rows = outline.childRows(of: outline.root).filter { $0.mistake == nil }
    #expect(rows.count == elements.count, "seed \(seed): \(bytes.text(0..<bytes.count))")
    for (row, element) in zip(rows, elements) {
      guard let read = try? JSONDocument(element), let node = row.node else { continue }
      #expect(node.isEquivalent(to: read.root), "seed \(seed): \(element)")
    }
  }

  /// `:fix` makes the changes of `fix`, or some of them that mean the same.
  private func expectSameFixes(_ session: Session, _ bytes: JSONBytes, _ seed: Int) {
    var session = session
    session.press(":fix<Enter>")
    let isWhole = !session.message.contains("left")
    session.press("q")
    let fixed = JSONFixing(bytes, name: "t.json").text
    if isWhole {
      #expect(session.text == fixed?.text(0..<(fixed?.count ?? 0)), "seed \(seed)")
    } else {
      let meant = JSONRepair(JSONBytes(session.text)).text
      #expect(fixed.map { JSONRepair.isSame(meant, $0) } ?? true, "seed \(seed)")
    }
    let isJSON = (try? JSONDocument(parsing: JSONBytes(session.text))) != nil
    let status = session.status
    #expect(
      isJSON || !status.contains("no errors") || status.contains("warning"), "seed \(seed): \(status)")
  }
}
