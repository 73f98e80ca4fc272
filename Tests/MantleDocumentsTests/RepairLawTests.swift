import Foundation
import Mantle
import TestSupport
import Testing

@testable import MantleDocuments

/// Laws of the repair of random texts with up to four faults.
///
/// `MANTLE_FUZZ_ROUNDS=100000 swift test --filter RepairLawTests` tries more texts.
struct RepairLawTests {
  private static var rounds: Int {
    ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 200
  }

  private static func name(_ text: FaultyText) -> String { text.isLines ? "t.ndjson" : "t.json" }

  private static func bytes(_ text: String, isLines: Bool) -> JSONBytes {
    JSONBytes(Array(text.utf8), isNDJSON: isLines)
  }

  /// Whether two texts are the same values.
  private static func isSame(_ text: JSONBytes, _ other: String, isLines: Bool) -> Bool {
    guard isLines else { return JSONRepair.isSame(text, JSONBytes(other)) }
    let lines = text.text(0..<text.count).split(separator: "\n")
    let others = other.split(separator: "\n")
    return lines.count == others.count
      && zip(lines, others).allSatisfy { JSONRepair.isSame(JSONBytes(String($0)), JSONBytes(String($1))) }
  }

  @Test(arguments: [false, true])
  func certainFaultsAreFixedWithoutLoss(isLines: Bool) {
    for seed in 0..<Self.rounds {
      var random = SeededGenerator(seed: UInt64(seed))
      let text = FaultyText(&random, faults: FaultyText.certain, isLines: isLines)
      let fixing = JSONFixing(Self.bytes(text.text, isLines: isLines), name: Self.name(text))
      let isSure = fixing.changes.allSatisfy(\.isSure)
      #expect(isSure, "seed \(seed): \(text.text)")
      let isSame = fixing.text.map { Self.isSame($0, text.intactText, isLines: isLines) } ?? false
      #expect(isSame, "seed \(seed): \(text.text)")
    }
  }

  /// The text that is written without `--force` is the intended one, and all other text is strict JSON.
  @Test(arguments: [false, true])
  func fixedTextIsStrictJSON(isLines: Bool) {
    for seed in 0..<Self.rounds {
      var random = SeededGenerator(seed: UInt64(seed))
      let text = FaultyText(
        &random, faults: FaultyText.certain + FaultyText.structural, isLines: isLines)
      let fixing = JSONFixing(Self.bytes(text.text, isLines: isLines), name: Self.name(text))
      // Parts of a torn list are not written.
      guard let fixed = fixing.text else { continue }
      if !isLines { #expect((try? JSONDocument(parsing: fixed)) != nil, "seed \(seed): \(text.text)") }
      guard fixing.changes.allSatisfy(\.isSure) else { continue }
      #expect(Self.isSame(fixed, text.intactText, isLines: isLines), "seed \(seed): \(text.text)")
    }
  }

  /// The elements without faults are read as they are, and those with certain faults as they are meant.
  @Test(arguments: [false, true])
  func elementsNextToFaultsAreRead(isLines: Bool) throws {
    for seed in 0..<Self.rounds {
      var random = SeededGenerator(seed: UInt64(seed))
      let text = FaultyText(
        &random, faults: FaultyText.certain + FaultyText.structural, most: 1, isLines: isLines)
      let bytes = Self.bytes(text.text, isLines: isLines)
      let reading = TextReading(bytes, name: Self.name(text))
      let read = (reading.repaired ?? reading).bytes
      let found = read.text(0..<read.count).split(separator: "\n").map {
        $0.trimmingCharacters(in: [" ", ",", "\t"])
      }.filter { $0 != "[" && $0 != "]" }
      #expect(found.count == text.intact.count, "seed \(seed): \(text.text)\n\(found)")
      for (number, (element, intact)) in zip(found, text.intact).enumerated() {
        let isSame = JSONRepair.isSame(JSONBytes(element), JSONBytes(intact))
        let isRead = (try? JSONDocument(parsing: JSONBytes(element))) != nil
        #expect(isSame || text.faulty.contains(number) && !isRead, "seed \(seed): \(text.text)\n\(element)")
      }
    }
  }
}
