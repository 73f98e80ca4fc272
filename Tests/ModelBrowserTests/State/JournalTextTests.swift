import Foundation
import Mantle
import TestSupport
import Testing

@testable import MantleFiles
@testable import ModelBrowser
/// What a journal says, and by what it knows the text it belongs to.
@Suite(.ownFolders) struct JournalTextTests {
  @Test func incompleteJournalIsRejected() throws {
    let fingerprint = try #require(FileFingerprint(path: "/"))
    let splices = [JSONSplice(1..<4, with: Array("\"é\n\"".utf8)), JSONSplice(20..<20, with: [])]
    let contents: [Journal.Content] = [
      .changes(of: TextMark(size: 20, hash: .max), splices), .text(Array("[1, \"ü\"]\n".utf8)),
    ]
    for content in contents {
      let journal = Journal(
        file: "/a \"b\".json", fingerprint, content, includes: ["a", "b"])
      #expect(Journal(reading: JSONBytes(journal.bytes)) == journal)
      for length in 0..<journal.bytes.count - 1 {
        #expect(Journal(reading: JSONBytes(Array(journal.bytes.prefix(length)))) == nil)
      }
    }
    for wrong in ["[1, 2]", "{}\n{}\n", #"{"mantle":"unsaved edits"}"# + "\n{\"end\":0}\n"] {
      #expect(Journal(reading: JSONBytes(wrong)) == nil)
    }
  }

  /// Another byte, wherever it is in a text of which every byte counts, makes another text.
  @Test func textMarkDistinguishesTexts() throws {
    let text = Array(Samples.issues.utf8)
    func mark(_ bytes: [UInt8], _ splices: [JSONSplice] = []) throws -> TextMark {
      try TextMark(SplicedBytes(JSONBytes(bytes), splices: splices))
    }
    let mark1 = try mark(text)
    for index in stride(from: 0, to: text.count, by: 37) {
      var other = text
      other[index] ^= 1
      #expect(try mark(other) != mark1)
      #expect(try mark(other, [JSONSplice(index..<index + 1, with: [text[index]])]) == mark1)
    }
    // Of a large text parts count, the same whether they come from splices or not.
    let large = [UInt8](repeating: 0x20, count: TextMark.wholeUpTo * 2)
    let splices = (0..<9).map {
      JSONSplice($0 * 900_000..<$0 * 900_000 + 10, with: [UInt8](repeating: 0x31, count: 5000))
    }
    #expect(try mark(large, splices) == mark(JSONBytes(large).applying(splices)))
    #expect(try mark(large, splices) != mark(large))
  }

  /// The changes since any moment turn the text of that moment into the text now.
  @Test(arguments: 0..<40) func changesTransformEarlierTextIntoCurrentText(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    var source = DocumentSource(JSONBytes(random.array()), name: "t")
    source.largestRecord = [1, 40, 1 << 20].randomElement(using: &random.generator) ?? 1
    var session = Session(source)
    session.press("zR")
    let moves = [
      "jdd", "jjo<Enter><Esc>", "ja<Enter><Esc>", "j]m", "5je^U\"ü\"<Enter>", "jdn", "Gdd", "3j", "u", "kk",
    ]
    var then = (text: session.text, splices: [JSONSplice]())
    for _ in 0..<30 {
      session.press(moves.randomElement(using: &random.generator) ?? "j")
      let now = session.browser.currentText.splices
      let difference = try SpliceDifference(base: source.bytes, earlier: then.splices, later: now).splices()
      let text = try JSONBytes(then.text).applying(difference)
      #expect(String(decoding: text, as: UTF8.self) == session.text)
      for splice in difference { #expect(String(validating: splice.replacement, as: UTF8.self) != nil) }
      if Bool.random(using: &random.generator) { then = (session.text, now) }
    }
  }

  /// Any splices at all: those that are refused one by one are refused here, and the changes between others lead from one
  /// text to the other.
  @Test func randomSplicesAreAppliedOrRefused() throws {
    var random = SeededGenerator(seed: 1)
    let base = JSONBytes("[1, 22, \"üü\", 4444]")
    func splices() -> [JSONSplice] {
      (0..<Int.random(in: 0..<5, using: &random)).map { _ in
        let start = Int.random(in: 0..<base.count + 2, using: &random)
        let length = Int.random(in: 0..<5, using: &random)
        return JSONSplice(start..<start + length, with: Array("ü,\"x".utf8.prefix(length)))
      }
    }
    var made = 0
    for _ in 0..<2000 {
      let (earlier, later) = (splices(), splices())
      let difference = SpliceDifference(base: base, earlier: earlier, later: later)
      guard let old = try? base.applying(earlier), let new = try? base.applying(later) else {
        #expect(throws: JSONSpliceError.self) { try difference.splices() }
        continue
      }
      #expect(try JSONBytes(old).applying(difference.splices()) == new)
      made += 1
    }
    #expect((200..<1800).contains(made))
  }
}
