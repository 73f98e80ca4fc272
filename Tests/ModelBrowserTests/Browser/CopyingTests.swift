import Testing

@testable import ModelBrowser

struct CopyingTests {
  static let text = #"{"items": [{"user": {"login": "a\"b", "x-y": [1, {"z": 2}]}, "n": 1.50}]}"#

  @Test(arguments: [
    ("ys", "a\"b"), ("yv", #""a\"b""#), ("yy", #""a\"b""#), ("yk", "login"), ("yp", "items[0].user.login"),
    ("yj", "/items/0/user/login"), ("yq", ".items[0].user.login"), ("jyq", #".items[0].user["x-y"]"#),
    ("jyp", "items[0].user.x-y"),
    ("jyv", #"[1,{"z":2}]"#), ("jyy", "[\n  1,\n  {\n    \"z\": 2\n  }\n]"), ("ggyq", "."), ("ggyj", ""),
    ("Gyv", "1.50"),
    ("jjyq", #".items[0].user["x-y"][0]"#),
  ])
  func copyKeysCopyValuesAndPaths(keys: String, copied: String) {
    var session = Session(Self.text, models: [])
    session.press("zR4j" + keys)
    #expect(session.copied == [copied])
  }
}
