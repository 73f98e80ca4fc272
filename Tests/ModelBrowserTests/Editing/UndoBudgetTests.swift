import Foundation
import Mantle
import Testing

@testable import ModelBrowser

/// Undo has no limit, and each step takes little memory.
///
/// `MANTLE_EDITS=1000000 swift test --filter UndoBudgetTests` makes as many edits.
@Suite(.ownFolders) struct UndoBudgetTests {
  private static let edits = ProcessInfo.processInfo.environment["MANTLE_EDITS"].flatMap { Int($0) }

  /// However many edits there are, all of them are undone and redone.
  @Test func thousandsOfEditsAreUndoneAndRedone() {
    let count = Self.edits ?? 3000
    var history = EditHistory()
    let children = (0..<100).map {
      ChildID(JSONChild(key: nil, value: $0 * 200..<$0 * 200 + 198, ordinal: $0))
    }
    func text(_ number: Int) -> String { "{\"title\": \"edit \(number)\", \"number\": \(number % 10)}" }
    for number in 0..<count {
      let child = children[number % children.count]
      let place = EditedPlace(outer: RowID.root.child(.child(child)), path: [.key("title")])
      let part = EditStep.Part(
        kind: .changed, place: place, origin: place, path: "[\(number % children.count)].title",
        before: "edit \(number - 100)", after: "edit \(number)")
      _ = history.perform(
        EditStep([part]), [.value(child): .text(RecordText(Array(text(number).utf8)))])
    }
    #expect(history.done.count == count)
    for number in (0..<count).reversed() {
      let child = children[number % children.count]
      #expect(history.retrace(undone: true)?.leading?.after == "edit \(number)")
      let earlier = number - children.count
      #expect(
        history.overlay[.value(child)] == (earlier < 0 ? nil : .text(RecordText(Array(text(earlier).utf8)))))
    }
    #expect(history.overlay.slots.isEmpty && !history.isModified)
    for _ in 0..<count { _ = history.retrace(undone: false) }
    for (index, child) in children.enumerated() {
      let last = count - children.count + index
      #expect(history.overlay[.value(child)] == .text(RecordText(Array(text(last).utf8))))
    }
  }

  private func session(_ text: String, largestRecord: Int) -> Session {
    var source = DocumentSource(JSONBytes(text), name: "t.json", models: [])
    source.largestRecord = largestRecord
    return Session(source)
  }

  /// Edits of every kind are undone and redone one by one.
  @Test(arguments: [1, 1 << 20]) func editsOfEveryKindAreUndoneAndRedone(largestRecord: Int) throws {
    let text = #"[{"a": 1, "b": {"ü.\"x": "text"}}, {"a": 2, "c": [1, 2, 3]}, {"a": 3}]"#
    var session = session(text, largestRecord: largestRecord)
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
    #expect(texts.count > 30)
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

  /// The size of an undo step is independent of the size of its record.
  @Test func undoStepsStoreOnlyDifferences() throws {
    let list = "[" + (0..<2000).map { #"{"number": \#($0)}"# }.joined(separator: ", ") + "]"
    func bytes(_ session: Session) -> [Int] {
      session.browser.document.history.done.flatMap(\.changes).map { change in
        switch change.other {
        case .content(let content): content?.insertions.reduce(0) { $0 + $1.value.count } ?? 0
        case .bytes(let difference): difference.replacement.count
        case .insertions(let difference): difference.replacement.reduce(0) { $0 + $1.value.count }
        }
      }
    }
    var edited = session(list, largestRecord: 1 << 20)
    edited.press("ggjlj")
    for number in 0..<100 { edited.press("e^U\(number)<Enter>") }
    #expect(bytes(edited).count > 90 && bytes(edited).dropFirst().allSatisfy { $0 < 10 })
    var inserted = session(list, largestRecord: 24)
    inserted.press("ggjyy")
    for _ in 0..<100 { inserted.press("p") }
    #expect(bytes(inserted).count > 90 && bytes(inserted).allSatisfy { $0 < 20 })
  }
}
