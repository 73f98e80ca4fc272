import Testing

@Suite(.needsTmux) struct ModelChoiceTests {
  @Test func modelCommandListsCandidateModels() throws {
    let browser = try BrowserSession(sample: "search.json")
    try browser.command("model")
    try browser.waitFor(
      "Read as", /▸ Issue +at items\[\] · \d+ %: \d+\/\d+ required, \d+\/\d+ mapped, \d+ % of the keys/,
      /\  Milestone +at items\[\] · \d/, "none")
    try browser.press("Escape")
    try browser.waitForNo("Read as")
    try browser.waitForStatus("3 Issues")
  }

  @Test func modelCommandSwitchesModel() throws {
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

  @Test func modelOptionSelectsModel() throws {
    let browser = try BrowserSession(sample: "issues.json", arguments: ["--model", "user"])
    try browser.waitForStatus("12 Users")
    try browser.waitFor("✗")
  }

  @Test func inferWritesTheActiveDefinition() throws {
    let scratch = try Scratch()
    _ = try scratch.file("a.json", #"[{"updated":1700000000}]"#)
    _ = try scratch.file(
      "a.model.json",
      #"{"mantle":1,"root":"[A]","models":[{"name":"A","properties":[{"name":"updated","type":"unixSeconds"}]}]}"#
    )
    for name in ["a.json", "a.model.json"] {
      let browser = try BrowserSession(name, in: scratch)
      try browser.command("infer! A.swift")
      try browser.waitFor("A.swift: written")
      #expect(scratch.text("A.swift").contains("public var updated: Date"))
    }
  }

  /// From a file to a type that is corrected to Swift source, with the keys that F1 names.
  @Test(arguments: [false, true]) func correctedTypeReachesSourceAndDefinition(hasDefinition: Bool) throws {
    let scratch = try Scratch()
    _ = try scratch.file(
      "departures.json", #"[{"line":"S1","updated":1732291200},{"line":"S2","updated":1732291260}]"#)
    if hasDefinition {
      _ = try scratch.file(
        "d.model.json",
        #"{"mantle":1,"root":"[D]","models":[{"name":"D","properties":[{"name":"line","type":"string"},{"name":"updated","type":"integer"}]}]}"#
      )
    }
    let browser = try BrowserSession("departures.json", in: scratch)
    try browser.press("F1")
    try browser.type("/Choose the type")
    try browser.press("Enter")
    try browser.waitFor(/\ t +:type \[TYPE\] +Choose the type of the property/)
    try browser.press("q")
    try browser.go(toElement: 1, property: "updated")
    try browser.press("t")
    try browser.waitFor("updated: integer. Type", "✓ all 2 values: 1732291200 is 2024-11-22T16:00:00Z")
    try browser.type("unixSeconds")
    try browser.press("Enter")
    try browser.waitFor(
      "updated: unixSeconds, was integer  (u undoes, :infer FILE writes it)", "2024-11-22T16:00:00Z")
    try browser.command("infer D.swift")
    try browser.waitFor("D.swift: written")
    #expect(scratch.text("D.swift").contains("public var updated: Date"))
    #expect(scratch.text("D.swift").contains(#""updated", .unixSeconds"#))
    // Read anew, it is what was decided; written as a definition, it is used the next time.
    try browser.press("F5")
    try browser.waitFor("reloaded", "2024-11-22T16:00:00Z")
    try browser.command("infer! d.model.json")
    try browser.waitFor("d.model.json: written")
    #expect(try browser.leave() == 0)
    let check = try Executable.outcome(
      of: MantleBinary.url(), ["get", scratch.path("d.model.json"), "--raw", "models[0].properties[1].type"],
      input: nil)
    #expect(check.output == "unixSeconds\n")
    let again = try BrowserSession("departures.json", in: scratch)
    try again.waitFor("departures.json")
    try again.go(toElement: 1, property: "updated")
    try again.waitFor("2024-11-22T16:00:00Z")
  }

  @Test func builtInModelsRefuseTypeChanges() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 1, property: "title")
    try browser.command("type url")
    try browser.waitFor("✗ Issue is built in, with fixed types  (:model inferred has types to edit)")
  }

  @Test func editsSurviveModelSwitch() throws {
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
