import Foundation
import Testing

/// What the system is really asked to do, as `strace` sees it.
@Suite(.needsTmux) struct SystemCallTests {
  /// The calls of a session that are about files in the folder or about journals, the names of ours without what is random in them.
  private func calls(_ keys: (TmuxSession) throws -> Void, on text: String) throws -> [String] {
    let scratch = try Scratch()
    _ = try scratch.file("a.json", text)
    let trace = scratch.path("trace")
    let session = try TmuxSession(
      [
        "strace", "-f", "-y", "-o", trace, "-e",
        "trace=openat,write,fsync,fchmod,linkat,rename,renameat,renameat2,unlink,unlinkat",
        try MantleBinary.url().path,
        "a.json",
      ], in: scratch.folder, environment: ["XDG_STATE_HOME": scratch.path("state")])
    try session.waitFor("a.json")
    try keys(session)
    _ = try session.exitStatus()
    let folder = scratch.folder.resolvingSymlinksInPath().path
    return scratch.text("trace").split(separator: "\n").compactMap { line in
      let line = line.replacing(scratch.folder.path, with: folder)
      guard let call = line.firstMatch(of: /^\d+ +(?<name>\w+)\(/)?.output.name, line.contains(folder),
        !line.contains("/trace"), call != "openat" || line.contains("O_CREAT") || line.contains("O_TMPFILE")
      else { return nil }
      let names = line.matches(of: /[\w.\/#-]+/).map { String($0.output) }
        .filter { $0.hasPrefix(folder) }.map {
          $0.replacing(folder, with: "FOLDER").replacing(/\.mantle-draft-\w+/, with: "DRAFT").replacing(
            /#\d+/, with: "UNNAMED"
          )
          .replacing(/mantle-\w+-\w+\.\d+\.edits/, with: "JOURNAL")
          .replacing(/mantle-\w+-\w+\.base/, with: "BASE")
          .replacing(/state\/mantle\/DRAFT/, with: "state/mantle/OTHER")
        }
      // The folder a path is in, and what the new descriptor leads to.
      let last = call == "openat" || call == "linkat"
      return ([String(call)] + (last ? names.suffix(1) : names[...])).joined(separator: " ")
    }
  }

  /// A save is on the disk before it has the file's name, the name is on the disk before the journal goes; and the journal
  /// is on the disk, and listed there, before any of it. The text that its edits are of comes after it and goes after it.
  @Test(.needsStrace) func savingSyncsFileBeforeRemovingJournal() throws {
    let calls = try calls(
      { session in
        try session.type("jdd")
        try session.waitFor("[+]")
        // The journal is written a tenth of a second later.
        usleep(500_000)
        try session.type(":w")
        try session.press("Enter")
        try session.waitFor("a.json: saved")
        try session.type(":q")
        try session.press("Enter")
      }, on: "[1, 2, 3]")
    let order = [
      "openat FOLDER/state/mantle/UNNAMED", "write FOLDER/state/mantle/UNNAMED",
      "fsync FOLDER/state/mantle/UNNAMED", "linkat FOLDER/state/mantle/JOURNAL", "fsync FOLDER/state/mantle",
      "openat FOLDER/state/mantle/UNNAMED", "write FOLDER/state/mantle/UNNAMED",
      "linkat FOLDER/state/mantle/BASE",
      "openat FOLDER/UNNAMED", "write FOLDER/UNNAMED", "fchmod FOLDER/UNNAMED", "fsync FOLDER/UNNAMED",
      "linkat FOLDER/DRAFT", "rename FOLDER/DRAFT FOLDER/a.json", "fsync FOLDER",
      "unlink FOLDER/state/mantle/JOURNAL", "unlink FOLDER/state/mantle/BASE",
    ]
    // Later calls write the state of the session.
    #expect(calls.filter(order.contains).prefix(order.count) == order[...], "\(calls)")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips, and says so, where there is no strace, or it may not look at processes.
  static var needsStrace: Self {
    .enabled("strace is not installed or not allowed: no calls were looked at") {
      (try? Executable.run(Executable.find("strace"), ["-o", "/dev/null", "true"])) != nil
    }
  }
}
