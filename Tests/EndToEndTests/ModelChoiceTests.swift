import Testing

@Suite(.needsTmux) struct ModelChoiceTests {
  @Test func theChoiceAndTheRunnersUpAreShown() throws {
    let browser = try BrowserSession(sample: "search.json")
    try browser.command("model")
    try browser.waitFor(
      "Read as", /▸ Issue +at items\[\] · \d+ %: \d+\/\d+ required, \d+\/\d+ mapped, \d+ % of the keys/,
      /\  Milestone +at items\[\] · \d/, "none")
    try browser.press("Escape")
    try browser.waitForNo("Read as")
    try browser.waitForStatus("3 Issues")
  }

  @Test func anotherModelIsPicked() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.command("model")
    try browser.waitFor("Read as")
    try browser.press("Down")
    try browser.press("Enter")
    try browser.waitForStatus("12 PullRequests")
    try browser.command("model Issue")
    try browser.waitForStatus("12 Issues · no errors")
    try browser.command("model none")
    try browser.waitForStatus("raw JSON")
    try browser.command("model Isue")
    try browser.waitFor("No model is called Isue")
  }

  @Test func theCommandLineNamesOne() throws {
    let browser = try BrowserSession(sample: "issues.json", arguments: ["--model", "user"])
    try browser.waitForStatus("12 Users")
    try browser.waitFor("✗")
  }

  @Test func inferWritesTheDefinitionThatIsInUse() throws {
    let scratch = try Scratch()
    _ = try scratch.file("a.json", #"[{"updated":1700000000}]"#)
    _ = try scratch.file(
      "a.model.json",
      #"{"mantle":1,"root":"[A]","models":[{"name":"A","properties":[{"name":"updated","type":"unixSeconds"}]}]}"#
    )
    for name in ["a.json", "a.model.json"] {
      let browser = try BrowserSession(name, in: scratch)
      try browser.command("infer! A.swift")
      try browser.waitFor("A.swift: exported")
      #expect(scratch.text("A.swift").contains("public var updated: Date"))
    }
  }

  @Test func editsSurviveAnotherModel() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 2, property: "title")
    try browser.retype("kept")
    try browser.press("Enter")
    try browser.waitForStatus("[+]")
    try browser.command("model none")
    try browser.waitFor("Read as raw JSON", "kept")
    try browser.waitForStatus("[+]")
  }
}
