import Mantle

/// The problems that were there when the baseline was written: only further ones are reported.
///
/// A problem is known by its file, its code and its place, with indices left out, and by how often it occurs there: one
/// more of the same kind is new.
package struct Baseline: Model {
  package let version: Int
  package let files: [File]
  /// What the names of the files are relative to; nil where they are as they were given.
  private var place: Place?

  package static let properties = Properties(of: Baseline.self) {
    Property(\.version, "version")
    Property(\.files, "files")
  }
  package static let mapping = Mapping(Baseline.init(version:files:), properties)

  fileprivate init(version: Int, files: [File]) {
    self.version = version
    self.files = files
  }

  /// Where a baseline is: its files are known by their place beside it, however and from wherever they are named.
  package struct Place: Sendable {
    let folder: [Substring]
    let workingFolder: [Substring]

    /// - Parameters:
    ///   - file: the name of the baseline, from the working folder.
    ///   - workingFolder: the whole path of the folder that names are relative to.
    package init(file: String, workingFolder: String) {
      self.workingFolder = Self.steps(workingFolder)
      folder = Self.steps(file, from: self.workingFolder).dropLast()
    }

    func relative(_ name: String) -> String {
      let steps = Self.steps(name, from: workingFolder)
      let common = zip(steps, folder).prefix { $0 == $1 }.count
      return ([Substring](repeating: "..", count: folder.count - common) + steps[common...])
        .joined(separator: "/")
    }

    private static func steps(_ path: String, from start: [Substring] = []) -> [Substring] {
      var steps = path.hasPrefix("/") ? [] : start
      for step in path.split(separator: "/") where step != "." {
        if step == ".." { _ = steps.popLast() } else { steps.append(step) }
      }
      return steps
    }
  }

  package struct File: Model {
    package let name: String
    package let problems: [Known]

    package static let properties = Properties(of: File.self) {
      Property(\.name, "file")
      Property(\.problems, "problems")
    }
    package static let mapping = Mapping(File.init, properties)
  }

  package struct Known: Model {
    let code: String
    let subject: String?
    let path: String
    let count: Int

    package static let properties = Properties(of: Known.self) {
      Property(\.code, "code")
      Property(\.subject, "subject")
      Property(\.path, "path")
      Property(\.count, "count")
    }
    package static let mapping = Mapping(Known.init, properties)
  }
}

extension Baseline {
  /// The versions this program reads. In the first, files are named as they were on the command line; in the second, from
  /// the folder of the baseline.
  private static let versions = 1...2

  /// Reads a baseline file.
  ///
  /// - Throws: a `DecodingFailure` or `JSONSyntaxError` that says where the file is wrong.
  package init(parsing bytes: JSONBytes, at place: Place? = nil) throws {
    let baseline = try Baseline.decode(try JSONDocument(parsing: bytes).root)
    guard Self.versions.contains(baseline.version) else {
      throw DecodingFailure([
        Diagnostic(
          .error, .outOfRange, model: "Baseline", property: "version", path: JSONKeyPath([.key("version")]),
          expected: "1 or 2", found: "\(baseline.version)")
      ])
    }
    self = baseline
    self.place = baseline.version == 1 ? nil : place
  }

  /// How often each problem of a file may still occur.
  struct Allowance: Sendable {
    fileprivate var counts: [ProblemRule: Int] = [:]

    /// Takes as many occurrences as are left, and answers how many those are.
    mutating func take(_ rule: ProblemRule, _ count: Int = 1) -> Int {
      guard let left = counts[rule], left > 0 else { return 0 }
      let taken = Swift.min(left, count)
      counts[rule] = left - taken
      return taken
    }
  }

  func allowance(for name: String) -> Allowance {
    var allowance = Allowance()
    let name = place?.relative(name) ?? name
    for file in files where Self.key(file.name) == Self.key(name) {
      for known in file.problems {
        let rule = ProblemRule(code: known.code, subject: known.subject, path: known.path)
        allowance.counts[rule, default: 0] += known.count
      }
    }
    return allowance
  }

  /// `./a.json` and `a.json` are one file.
  private static func key(_ name: String) -> Substring {
    name.hasPrefix("./") ? name.dropFirst(2) : name[...]
  }
}

/// The problems of a file that a baseline will know, in the order in which each occurred first.
struct KnownProblems: Sendable {
  private(set) var rules: [ProblemRule] = []
  private(set) var counts: [ProblemRule: Int] = [:]

  mutating func add(_ rule: ProblemRule, _ count: Int = 1) {
    if counts[rule] == nil { rules.append(rule) }
    counts[rule, default: 0] += count
  }
}

/// Collects a baseline while files are checked.
package struct BaselineWriter {
  private var files: [Baseline.File] = []
  private let place: Baseline.Place?

  /// - Parameter place: where the baseline will be.
  package init(at place: Baseline.Place? = nil) { self.place = place }

  package mutating func add(_ file: FileResult) {
    guard !file.known.rules.isEmpty else { return }
    let known = file.known.rules.map {
      Baseline.Known(code: $0.code, subject: $0.subject, path: $0.path, count: file.known.counts[$0] ?? 0)
    }
    files.append(Baseline.File(name: place?.relative(file.name) ?? file.name, problems: known))
  }

  /// How many problems of how many files are in it.
  package var summary: String {
    let problems = files.reduce(0) { $0 + $1.problems.reduce(0) { $0 + $1.count } }
    return "\(Words.count(problems, "known problem")) in \(Words.count(files.count, "file"))"
  }

  /// The text of the file, the files in the order they were checked.
  package func text() throws -> [UInt8] {
    var writer = JSONWriter()
    try Baseline(version: place == nil ? 1 : 2, files: files).encode(to: &writer)
    return Array(
      JSONText.visible(JSONFormatter.pretty.text(try JSONDocument(writer.finish()).root) + "\n").utf8)
  }
}
