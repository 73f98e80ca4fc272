import Foundation

/// The measured commands of the program on many elements, keys, files and levels. Their time must be proportional to
/// this number, unless they refuse it with a limit.
enum CommandWork {
  private static let counts = [1000, 10_000, 100_000]

  /// The arguments of the measured commands, which are run in a folder with the files of ``texts``.
  private static let commands = """
    get elements.json [].s
    get keys.json key9
    filter k=3 elements.json
    filter a<9 map.json
    table elements.json --format csv
    table map.json --format csv
    table different.json --format csv
    table nested.json --columns id,list[].v --format csv
    table elements.json --sort s
    stats elements.json
    stats different.json
    set elements.json [].s new --output out.json
    set keys.json key9 1 --output out.json
    delete elements.json [].s --output out.json
    delete nested.json [].list[] --output out.json
    rename elements.json [].s t --output out.json
    diff elements.json changed.json
    diff keys.json changedKeys.json
    diff elements.json reversed.json
    patch elements.json patch.json --output out.json
    patch keys.json additions.json --output out.json
    merge elements.json changed.json --output out.json
    merge keys.json changedKeys.json --output out.json
    merge lines.ndjson lines.ndjson --output out.ndjson
    infer elements.json
    infer different.json
    check elements.json
    check different.json
    check deep.json
    check files
    convert elements.json out.plist
    convert lines.ndjson out.sqlite
    fix broken.json --output out.json
    """.split(separator: "\n").map(String.init)

  /// The files that the commands read: for each name, a function that returns the text for a number of elements.
  private static let texts: [String: @Sendable (Int) -> String] = [
    "elements.json": { list($0) { "{\"id\":\($0),\"s\":\"v\($0)\",\"k\":\($0 % 7)}" } },
    "changed.json": { list($0) { "{\"id\":\($0),\"s\":\"w\($0)\",\"k\":\($0 % 7)}" } },
    "reversed.json": { count in list(count) { "{\"id\":\(count - 1 - $0),\"s\":\"v\",\"k\":1}" } },
    "different.json": { list($0) { "{\"key\($0)\":\($0)}" } },
    "broken.json": { list($0) { "{'id':\($0), s:\"v\($0)\",}" } },
    "patch.json": { list($0) { "{\"op\":\"replace\",\"path\":\"/\($0)/s\",\"value\":\"w\"}" } },
    "additions.json": { list($0) { "{\"op\":\"add\",\"path\":\"/new\($0)\",\"value\":1}" } },
    "nested.json": { "[{\"id\":1,\"list\":" + list($0) { "{\"v\":\($0)}" } + "}]" },
    "keys.json": { "{" + joined($0) { "\"key\($0)\":\($0)" } + "}" },
    "changedKeys.json": { "{" + joined($0) { "\"key\($0)\":\($0 + 1)" } + "}" },
    "map.json": { "{" + joined($0) { "\"key\($0)\":{\"a\":\($0),\"b\":\"x\"}" } + "}" },
    "lines.ndjson": { joined($0, separator: "\n") { "{\"id\":\($0),\"s\":\"v\($0)\"}" } + "\n" },
    "deep.json": { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) },
  ]

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + joined(count, element) + "]"
  }

  private static func joined(_ count: Int, separator: String = ",\n", _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: separator)
  }

  /// Returns the seconds that each command takes, by the number of elements, as a table in Markdown.
  ///
  /// - Parameter program: The path of the program.
  static func table(of program: String) throws -> String {
    var times = commands.map { _ in [Double]() }
    for count in counts {
      let folder = try self.folder(count)
      defer { try? FileManager.default.removeItem(at: folder) }
      for (index, command) in commands.enumerated() {
        let words = command.split(separator: " ").map(String.init)
        times[index].append(try seconds(program, words, in: folder))
      }
    }
    let head = "| command |" + counts.map { " \($0) |" }.joined()
    let rule = "|---|" + counts.map { _ in "---|" }.joined()
    let rows = zip(commands, times).map { command, times in
      "| `\(command)` |" + times.map { " \(GrowthReport.time($0)) |" }.joined()
    }
    return ([head, rule] + rows).joined(separator: "\n")
  }

  private static func folder(_ count: Int) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mantle-\(UUID().uuidString)")
    let files = folder.appending(path: "files")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    for (name, text) in texts {
      try text(count).write(to: folder.appending(path: name), atomically: false, encoding: .utf8)
    }
    for number in 0..<count {
      let file = files.appending(path: "\(number).json")
      try "{\"id\":\(number)}".write(to: file, atomically: false, encoding: .utf8)
    }
    return folder
  }

  private static func seconds(_ program: String, _ words: [String], in folder: URL) throws -> Double {
    for name in ["out.json", "out.ndjson", "out.plist", "out.sqlite"] {
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.currentDirectoryURL = folder
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    return try Stopwatch.seconds {
      try process.run()
      process.waitUntilExit()
    }
  }
}
