import Testing

@Suite(.needsTmux) struct CopyingTests {
  @Test(arguments: [
    ("ys", "Add a quiet mode for foggy nights"), ("yv", "\"Add a quiet mode for foggy nights\""),
    ("yk", "title"),
    ("yp", "[1].title"), ("yj", "/1/title"), ("yq", ".[1].title"),
  ])
  func valuesKeysAndPathsReachTheClipboard(_ keys: String, _ copied: String) throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 2, property: "title")
    try browser.type(keys)
    try browser.waitUntil("a filled clipboard") { _ in (try? browser.clipboard()) != nil }
    #expect(try browser.clipboard() == copied)
  }
}
