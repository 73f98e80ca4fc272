import Mantle
import Testing

@testable import ModelBrowser

/// What may be absent, and is, stands in a group of its own, and moves in and out of it.
struct AbsentPropertiesTests {
  private func session(_ text: String) -> Session {
    var session = Session(text, columns: 100, rows: 30)
    session.press(":model Label<Enter>")
    return session
  }

  /// The names in front of the rows, the cursor's marked.
  private func names(_ session: Session) -> [String] {
    session.rows.dropFirst().compactMap { row in
      let words = row.dropFirst(3).split(separator: " ").filter { $0 != "▾" && $0 != "▸" }
      return words.first.map { (row.hasPrefix(">") ? "> " : "") + $0 }
    }
  }

  @Test func absentGroupNamesItsProperties() {
    let session = session(#"{"name": "bug", "color": "red"}"#)
    #expect(names(session) == ["name", "color", "absent"])
    #expect(session.rows[3].contains("▸ absent (3)  id  details  isDefault"))
  }

  @Test func absentGroupOpensOnlyExplicitly() {
    for keys in ["zR", "z9", "ggzO", "zRGzoggzMzR"] {
      var session = session(#"{"name": "bug", "color": "red"}"#)
      session.press(keys)
      #expect(names(session).suffix(1) == ["absent"], "\(keys)")
    }
    for keys in ["zRGzo", "GzO", "Gl", "zR:goto id<Enter>"] {
      var session = session(#"{"name": "bug", "color": "red"}"#)
      session.press(keys)
      #expect(session.rows.contains { $0.contains("isDefault") && !$0.contains("details") }, "\(keys)")
    }
  }

  @Test func completeObjectHidesTheAbsentGroup() {
    let text = #"{"id": 1, "name": "bug", "color": null, "description": "", "default": true}"#
    #expect(names(session(text)) == ["id", "name", "color", "details", "isDefault"])
  }

  @Test func missingRequiredPropertyStaysVisible() {
    let session = session(#"{"name": "bug"}"#)
    #expect(names(session) == ["name", "color", "absent"])
    #expect(session.rows.contains { $0.hasPrefix(" ✗") && $0.contains("color") && $0.contains("absent") })
  }

  @Test func setPropertyMovesToItsPlace() {
    var session = session(#"{"name": "bug", "color": "red", "default": true}"#)
    session.press("Gljj")
    #expect(names(session) == ["name", "color", "isDefault", "absent", "id", "> details"])
    session.press("eold<Enter>")
    #expect(names(session) == ["name", "color", "> details", "isDefault", "absent", "id"])
    #expect(session.text == #"{"name": "bug", "color": "red", "default": true, "description": "old"}"#)
    session.press("u")
    #expect(names(session) == ["name", "color", "isDefault", "absent", "id", "> details"])
  }

  @Test func settingLastAbsentPropertyRemovesTheGroup() {
    var session = session(#"{"id": 1, "name": "bug", "color": "red", "default": true, "other": 1}"#)
    session.press(":goto description<Enter>")
    #expect(names(session) == ["id", "name", "color", "isDefault", "absent", "> details", "unmapped"])
    session.press("eold<Enter>")
    #expect(names(session) == ["id", "name", "color", "> details", "isDefault", "unmapped"])
  }

  @Test func deletedPropertyMovesIntoAbsentGroup() {
    var session = session(#"{"name": "bug", "color": "red", "description": "old", "default": true}"#)
    session.press("3jdd")
    #expect(names(session) == ["name", "color", "> isDefault", "absent"])
    session.press("u")
    #expect(names(session) == ["name", "color", "> details", "isDefault", "absent"])
  }

  /// Folds are known by positions that do not move.
  @Test func editKeepsOpenFolds() {
    var session = Session(Samples.issues, columns: 100, rows: 40)
    session.press("jl/labels<Enter>l")
    #expect(session.rows.contains { $0.contains("▾ labels") })
    session.press(":goto [0].body<Enter>dd")
    #expect(session.text.contains("bug") && !session.text.contains("It crashes"))
    #expect(session.rows.contains { $0.contains("▾ labels") })
    #expect(session.rows.filter { $0.contains("▾") }.count == 3)
  }

  @Test func absentGroupRefusesEdits() {
    var session = session(#"{"name": "bug", "color": "red"}"#)
    session.press("Ge")
    #expect(session.message == "Not editable: open it, and edit the properties inside")
    session.press("dd")
    #expect(session.message == "This cannot be deleted here")
    session.press("o")
    #expect(session.message == "There is no list or object here to insert into")
    session.press("dn")
    #expect(session.message == "There is no value here")
  }

  @Test func paneListsAbsentProperties() {
    var session = session(#"{"name": "bug", "color": "red"}"#)
    session.resize(rows: 30, columns: 140)
    session.press("G")
    #expect(session.screen.contains("Properties of Label that are absent"))
    #expect(session.screen.contains("details: String?"))
    session.press("ljj")
    #expect(session.screen.contains("Label.details: String?"))
    #expect(session.screen.contains("value        absent"))
  }

  /// The raw view has nothing there: the object it would be in is the nearest.
  @Test func rawViewRoundTripKeepsAbsentGroup() {
    var session = session(#"{"name": "bug", "color": "red"}"#)
    session.press("Gljjgr")
    #expect(session.rows.first?.hasPrefix("> ") == true)
    session.press("gr")
    #expect(names(session).contains("absent"))
  }
}
