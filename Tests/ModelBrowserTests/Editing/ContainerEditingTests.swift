import Mantle
import Testing

@testable import ModelBrowser

/// Containers edited as JSON, and how what is new is laid out.
struct ContainerEditingTests {
  private static let issue = """
    {
        "number": 14,
        "state": "open",
        "title": "Crash",
        "assignee": null,
        "labels": [
            {
                "name": "bug",
                "color": "d73a4a"
            }
        ],
        "user": {"login": "ada", "id": 1}
    }

    """

  private func open(_ text: String = Self.issue) -> Session {
    var session = Session(text, columns: 120, rows: 60)
    session.press(":model Issue<Enter>zR")
    return session
  }

  @Test func editingNullModelStartsWithTemplate() {
    var session = open()
    session.press("/assignee<Enter>e")
    #expect(session.lines.last == #"✓ {"login": "", "id": 0}  (Tab: a model of the file)"#)
    session.press("<Enter>")
    let object = "{\n        \"login\": \"\",\n        \"id\": 0\n    }"
    #expect(session.text == Self.issue.replacingFirst("null", with: object))
    session.press("u/assignee<Enter>e<Esc>")
    #expect(session.text == Self.issue)
  }

  @Test func aModelIsEditedAsJSON() {
    let text = Self.issue.replacingFirst("null", with: #"{"login": "bo", "id": 2}"#)
    var session = open(text)
    session.press("/assignee<Enter>e")
    #expect(session.lines.last == #"✓ {"login": "bo", "id": 2}  (Tab: a model of the file)"#)
    session.press("<Left>")
    session.type("0")
    session.press("<Enter>")
    #expect(session.text == text.replacingFirst("\"id\": 2", with: "\"id\": 20"))
  }

  /// The mark says what `e` does.
  @Test func rowMarksExactlyTheLockedProperties() {
    for text in [Self.issue, Samples.issues] {
      var session = Session(text, columns: 150, rows: 60)
      session.press(":set nodetail<Enter>jzR")
      for _ in 0..<60 {
        let row = session.rows.first { $0.hasPrefix(">") } ?? ""
        guard session.browser.cursor.property != nil else {
          session.press("j")
          continue
        }
        #expect(row.contains("⊘") == (session.browser.cursor.lock != nil), "\(row)")
        session.press("j")
      }
    }
  }

  @Test func rowShowsReadOnlyMarkNextToLongValue() {
    var session = Session(
      Samples.issues.replacingFirst("/issues/14\"", with: "/\(String(repeating: "long", count: 40))\""),
      columns: 50, rows: 30)
    session.press("jlj")
    #expect(session.rows.first { $0.hasPrefix(">") }.map { $0.hasPrefix("> ⊘") && $0.hasSuffix("…") } == true)
  }

  /// New elements and values follow the lines that are there.
  @Test(arguments: [
    // A model beside one that takes several lines.
    (
      "/labels<Enter>anew<Enter>ff0000<Enter>", "        }\n    ],",
      "        },\n        {\n            \"name\": \"new\",\n            \"color\": \"ff0000\"\n        }\n    ],"
    ),
    // A value of several lines stays one.
    (
      "/labels<Enter>e^U[{\"name\": \"a\", \"color\": \"b\"}]<Enter>",
      "[\n        {\n            \"name\": \"bug\",\n            \"color\": \"d73a4a\"\n        }\n    ]",
      "[\n        {\n            \"name\": \"a\",\n            \"color\": \"b\"\n        }\n    ]"
    ),
  ])
  func newValuesFollowExistingLayout(keys: String, before: String, after: String) {
    var session = open()
    session.press(keys)
    #expect(session.text == Self.issue.replacingFirst(before, with: after))
  }

  @Test func newLinesKeepTabIndentation() {
    var session = Session("[\n\t{\n\t\t\"a\": 1\n\t}\n]\n")
    session.press("je^U{\"b\": [1]}<Enter>")
    #expect(session.text == "[\n\t{\n\t\t\"b\": [\n\t\t\t1\n\t\t]\n\t}\n]\n")
  }
}
