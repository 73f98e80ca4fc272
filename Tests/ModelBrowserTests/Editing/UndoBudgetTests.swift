import Foundation
import Mantle
import Testing

@testable import ModelBrowser

/// Undo has no limit, and its memory has one.
///
/// `MANTLE_EDITS=1000000 swift test --filter UndoBudgetTests` makes so many edits.
@Suite(.ownFolders) struct UndoBudgetTests {
  private static let edits = ProcessInfo.processInfo.environment["MANTLE_EDITS"].flatMap { Int($0) }

  /// However many edits there are, those in memory take no more than the budget, and all others come back.
  @Test func manyEditsStayWithinTheBudget() {
    let (count, budget) = Self.edits.map { ($0, EditStack.usualBudget) } ?? (3000, 1 << 16)
    var history = EditHistory(budget: budget)
    let children = (0..<100).map {
      ChildID(JSONChild(key: nil, value: $0 * 200..<$0 * 200 + 198, ordinal: $0))
    }
    func taken(_ stack: EditStack) -> Int { stack.recent.reduce(0) { $0 + $1.size } }
    func text(_ number: Int) -> String { "{\"title\": \"edit \(number)\", \"number\": \(number % 10)}" }
    for number in 0..<count {
      let child = children[number % children.count]
      let place = EditedPlace(outer: RowID.root.child(.child(child)), path: [.key("title")])
      let part = EditStep.Part(
        kind: .changed, place: place, origin: place, path: "[\(number % children.count)].title",
        before: "edit \(number - 100)", after: "edit \(number)")
      _ = history.perform(
        EditStep(part), [(slot: .value(child), content: .bytes(Array(text(number).utf8)))])
    }
    #expect(history.done.count == count && history.done.recent.count < count)
    #expect(taken(history.done) <= budget)
    for number in (0..<count).reversed() {
      let child = children[number % children.count]
      #expect(history.undo()?.leading?.after == "edit \(number)")
      let earlier = number - children.count
      #expect(
        history.overlay[.value(child)] == (earlier < 0 ? nil : .bytes(Array(text(earlier).utf8))))
    }
    #expect(history.overlay.slots.isEmpty && !history.isModified)
    #expect(taken(history.undone) <= budget)
    for _ in 0..<count { _ = history.redo() }
    for (index, child) in children.enumerated() {
      let last = count - children.count + index
      #expect(history.overlay[.value(child)] == .bytes(Array(text(last).utf8)))
    }
  }

  private func session(_ text: String, largestRecord: Int, budget: Int) -> Session {
    var source = DocumentSource(JSONBytes(text), name: "t.json", models: [])
    source.largestRecord = largestRecord
    source.undoBudget = budget
    return Session(source)
  }

  /// Edits of every kind; the last ones are in memory, all others on disk.
  @Test(arguments: [1, 1 << 20]) func allStepsComeBackFromDisk(largestRecord: Int) throws {
    let text = #"[{"a": 1, "b": {"ü.\"x": "text"}}, {"a": 2, "c": [1, 2, 3]}, {"a": 3}]"#
    var session = session(text, largestRecord: largestRecord, budget: 3000)
    session.press("zR")
    let edits = [
      ":goto [0].a<Enter>e^U10<Enter>", "e^U100<Enter>", ":goto [1].a<Enter>dd", ":goto [2]<Enter>yyp", "p",
      "K", ":goto [0].b<Enter>yy:goto [1]<Enter>p", ":goto [1].c[0]<Enter>J",
      ":goto [1].c<Enter>:sort<Enter>",
      ":goto [0].b<Enter>:rename d<Enter>", ":goto [2]<Enter>dd", "ggjjdd",
    ]
    var texts = [session.text]
    for _ in 0..<6 {
      for edit in edits {
        session.press(edit + "<Esc>")
        if session.text != texts.last { texts.append(session.text) }
      }
    }
    let history = session.browser.document.history
    #expect(history.done.count == texts.count - 1)
    #expect(history.done.recent.count < 12 && texts.count > 30)
    for expected in texts.dropLast().reversed() {
      session.press("u")
      #expect(session.text == expected)
    }
    #expect(session.message.contains("undone"))
    for expected in texts.dropFirst() {
      session.press("^R")
      #expect(session.text == expected)
    }
    session.press("999u")
    #expect(session.text == text)
  }

  /// What a step holds does not grow with the record it is in, nor with what was inserted there before.
  @Test func stepsHoldWhatDiffers() throws {
    let list = "[" + (0..<2000).map { #"{"number": \#($0)}"# }.joined(separator: ", ") + "]"
    var edited = session(list, largestRecord: 1 << 20, budget: 1 << 20)
    edited.press("ggjlj")
    for number in 0..<100 { edited.press("e^U\(number)<Enter>") }
    #expect(edited.browser.document.history.done.recent.allSatisfy { $0.size < 2000 })
    var inserted = session(list, largestRecord: 24, budget: 1 << 20)
    inserted.press("ggjyy")
    for _ in 0..<100 { inserted.press("p") }
    #expect(inserted.browser.document.history.done.recent.allSatisfy { $0.size < 3000 })
  }

  /// Where no disk takes the oldest steps, they stay in memory.
  @Test func aFullDiskLosesNoStep() throws {
    var session = session("[1, 2, 3]", largestRecord: 1 << 20, budget: 3000)
    FileCalls.withFault({ _, _ in .fail(ENOSPC) }) {
      session.press("ggj")
      for number in 0..<50 { session.press("e^U\(number)<Enter>") }
      session.press("99u")
    }
    #expect(session.text == "[1, 2, 3]")
    session.press("99^R")
    #expect(session.text == "[49, 2, 3]")
  }
}
