import Foundation
import TestSupport
import Testing

@testable import ModelBrowser

/// Deletions in the browser take the comments of a member with it, and no others.
///
/// `MANTLE_FUZZ_ROUNDS=10000 swift test --filter CommentLawTests` tries more texts.
@Suite(.ownFolders) struct CommentLawTests {
  @Test func deletionRemovesOnlyCommentsOfTheValue() {
    let rounds = ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 60
    for seed in 0..<rounds {
      var random = SeededGenerator(seed: UInt64(seed))
      let object = CommentedObject(&random)
      let number = random.below(object.children.count)
      var expected = object
      var session = Session(object.text, name: "t.jsonc")
      session.press(":goto \(object.children[number].key)<Enter>")
      guard object.children.count > 1 else { continue }
      expected.children.remove(at: number)
      session.press("dd")
      #expect(session.text == expected.text, "seed \(seed): \(object.text)")
    }
  }
}
