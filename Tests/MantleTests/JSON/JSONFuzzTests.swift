import Foundation
import TestSupport
import Testing

@testable import Mantle
@testable import MantleChecking

/// The parser and a slow reference agree on what is JSON, also on texts that almost are; and a check of them ends.
///
/// `MANTLE_FUZZ_ROUNDS=1000000 swift test -c release -Xswiftc -enable-testing --filter JSONFuzzTests` tries a million.
@Suite struct JSONFuzzTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 1600

  @Test(arguments: UInt64(1)...40) func parserAgreesWithTheReference(seed: UInt64) {
    var random = RandomJSON(seed: seed)
    for _ in 0..<Self.rounds / 40 {
      let text = Array(random.value().utf8)
      #expect(ReferenceValidator.accepts(text))
      #expect(Self.parses(text), "\(String(decoding: text, as: UTF8.self))")
      let mutated = Self.mutate(text, &random.generator)
      #expect(
        Self.parses(mutated) == ReferenceValidator.accepts(mutated),
        "\(String(decoding: mutated, as: UTF8.self))")
      let summary = Checker(JSONBytes(mutated), places: []).run { _ in true }
      if !Self.parses(mutated), case .array = JSONLayout.detect(JSONBytes(mutated)) {
        #expect(summary.errors > 0, "\(String(decoding: mutated, as: UTF8.self))")
      }
    }
  }

  /// Every prefix of a valid text is refused or valid, and never read beyond.
  @Test(arguments: UInt64(100)...108) func parserAgreesWithTheReferenceOnPrefixes(seed: UInt64) {
    var random = RandomJSON(seed: seed)
    let text = Array(random.array(elements: 4).utf8.prefix(300))
    for length in 0...text.count {
      let prefix = Array(text[..<length])
      #expect(Self.parses(prefix) == ReferenceValidator.accepts(prefix))
    }
  }

  private static func parses(_ bytes: [UInt8]) -> Bool { (try? JSONDocument(bytes)) != nil }

  private static func mutate(_ text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var text = text
    for _ in 0...generator.below(2) {
      let position = generator.below(text.count + 1)
      let byte =
        generator.chance(70)
        ? generator.pick(Array("{}[],:\"\\ue01.-+tfn \n".utf8)) : UInt8(generator.below(256))
      switch generator.below(4) {
      case 0: text.insert(byte, at: position)
      case 1 where position < text.count: text[position] = byte
      case 2 where position < text.count: text.remove(at: position)
      default: text.removeSubrange(position..<min(text.count, position + generator.below(20)))
      }
    }
    return text
  }
}
