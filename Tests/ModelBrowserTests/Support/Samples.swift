/// Small texts the tests browse.
enum Samples {
  /// Three issues; the second one's state is unknown, and each has an unmapped key.
  static let issues = """
    [
      {
        "url": "https://api.example.org/issues/14", "html_url": "https://example.org/issues/14",
        "id": 100014, "number": 14, "state": "open", "title": "Crash when opening", "body": "It crashes.\\nAlways.",
        "user": {"login": "ada", "id": 1, "type": "User"}, "labels": [{"id": 5, "name": "bug", "color": "d73a4a"}],
        "assignee": null, "comments": 2, "locked": false, "milestone": null, "closed_at": null,
        "created_at": "2011-04-22T13:33:48Z", "updated_at": "2011-04-23T13:33:48Z", "node_id": "MDU6"
      },
      {
        "url": "https://api.example.org/issues/15", "html_url": "https://example.org/issues/15",
        "id": 100015, "number": 15, "state": "reopened", "title": "Wrong colour", "body": null,
        "user": {"login": "bob", "id": 2, "type": "User"}, "labels": [],
        "assignee": null, "comments": 0, "locked": true, "milestone": null, "closed_at": null,
        "created_at": "2011-05-22T13:33:48Z", "updated_at": "2011-05-23T13:33:48Z", "node_id": "MDU7"
      },
      {
        "url": "https://api.example.org/issues/16", "html_url": "https://example.org/issues/16",
        "id": 100016, "number": 16, "state": "closed", "title": "日本語のタイトル", "body": "",
        "user": {"login": "eve", "id": 3, "type": "User"}, "labels": [],
        "assignee": null, "comments": 1, "locked": false, "milestone": null, "closed_at": "2011-06-30T00:00:00Z",
        "created_at": "2011-06-22T13:33:48Z", "updated_at": "2011-06-23T13:33:48Z", "node_id": "MDU8"
      }
    ]

    """

  /// The same with an emoji, a long title, and keys that are absent.
  static let table = issues.replacing(
    "Wrong colour", with: "🚀 " + String(repeating: "long title ", count: 30)
  )
  .replacing("\"body\": null,", with: "").replacing("\"comments\": 2,", with: "\"comments\": 1200,")

  /// Elements whose values are wide, long, null, absent, or not what others are.
  static let figures = """
    [{"city": "東京都 🗼", "n": 3, "at": "2024-05-01T10:00:00Z"}, {"city": "Rome", "n": 12.5, "at": null},
    {"city": "東京都 🗼", "n": 41, "at": "2024-05-01T10:00:00Z"}, {"city": null, "n": -7}, {"n": 1e400},
    {"city": "\(String(repeating: "a long name ", count: 20))", "n": "many", "at": "soon\\u0007"},
    {"city": "Rome", "n": 17, "at": "2025-02-03T00:00:00Z"}, {"city": "absent", "n": 18, "at": []}]
    """
}
