import Mantle

/// The problems that were known when the baseline was written. A check reports only further problems.
///
/// A problem is identified by its file, its code, and its path without indices. The baseline also contains the number
/// of its occurrences; further occurrences are reported.
package struct Baseline: Model {
  /// The version of the file format.
  let version: Int
  /// The files with known problems.
  let files: [File]
  /// The location of the baseline file, to whose directory file names are relative; nil if the names are stored as they
  /// were given.
  private var place: Place?

  /// The properties of the baseline file.
  static let properties = Properties(of: Baseline.self) {
    Property(\.version, "version")
    Property(\.files, "files")
  }
  /// The mapping of the baseline file.
  package static let mapping = Mapping(Baseline.init(version:files:), properties)

  /// Creates a baseline whose location is not known yet.
  fileprivate init(version: Int, files: [File]) {
    self.version = version
    self.files = files
  }

  /// The location of a baseline file. Files are identified by their paths relative to its directory, independent of the
  /// working directory.
  package struct Place: Sendable {
    /// The path of the baseline's directory, by component.
    let folder: [Substring]
    /// The path of the working directory, by component.
    let workingFolder: [Substring]

    /// Creates the location of a baseline file.
    ///
    /// - Parameters:
    ///   - file: The path of the baseline, relative to the working directory or absolute.
    ///   - workingFolder: The absolute path of the working directory.
    package init(file: String, workingFolder: String) {
      self.workingFolder = Self.steps(workingFolder)
      folder = Self.steps(file, from: self.workingFolder).dropLast()
    }

    /// Returns the path of a file relative to the baseline's directory.
    func relative(_ name: String) -> String {
      let steps = Self.steps(name, from: workingFolder)
      let common = zip(steps, folder).prefix { $0 == $1 }.count
      return ([Substring](repeating: "..", count: folder.count - common) + steps[common...])
        .joined(separator: "/")
    }

    /// Returns the components of a path after resolving `.` and `..`.
    private static func steps(_ path: String, from start: [Substring] = []) -> [Substring] {
      var steps = path.hasPrefix("/") ? [] : start
      for step in path.split(separator: "/") where step != "." {
        if step == ".." { _ = steps.popLast() } else { steps.append(step) }
      }
      return steps
    }
  }

  /// The known problems of one file, as a part of the baseline.
  struct File: Model {
    /// The path of the file.
    let name: String
    /// The known problems, each with the number of its occurrences.
    let problems: [Known]

    /// The properties of a file in the baseline.
    static let properties = Properties(of: File.self) {
      Property(\.name, "file")
      Property(\.problems, "problems")
    }
    /// The mapping of a file in the baseline.
    static let mapping = Mapping(File.init, properties)
  }

  /// A known problem of a file, with the number of its occurrences.
  struct Known: Model {
    let code: String
    /// The model and property, such as `Issue.state`; nil if no model is affected.
    let subject: String?
    /// The path of the problem, with array indices as `[]`.
    let path: String
    /// The number of occurrences of the problem in the file.
    let count: Int

    /// The properties of a known problem in the baseline.
    static let properties = Properties(of: Known.self) {
      Property(\.code, "code")
      Property(\.subject, "subject")
      Property(\.path, "path")
      Property(\.count, "count")
    }
    /// The mapping of a known problem in the baseline.
    static let mapping = Mapping(Known.init, properties)
  }
}

extension Baseline {
  /// The supported versions of the file format. In version 1, file names are stored as they were given on the command
  /// line. In version 2, they are relative to the baseline's directory.
  private static let versions = 1...2

  /// Parses a baseline file.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - place: The location of the file, which version 2 requires to identify files.
  /// - Throws: A `JSONSyntaxError` or a `DecodingFailure` with the location of the error.
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

  /// The known problems of a file that a check may still accept: for each problem, the remaining number of occurrences.
  struct Allowance: Sendable {
    fileprivate var counts: [ProblemRule: Int] = [:]

    /// Accepts at most `count` occurrences of a problem, and subtracts them from the remaining number.
    ///
    /// - Returns: The number of accepted occurrences.
    mutating func take(_ rule: ProblemRule, _ count: Int = 1) -> Int {
      guard let left = counts[rule], left > 0 else { return 0 }
      let taken = Swift.min(left, count)
      counts[rule] = left - taken
      return taken
    }
  }

  /// Returns the known problems of a file, with the number of occurrences that a check accepts.
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

  /// Returns the name of a file without a leading `./`, so that `./a.json` and `a.json` are the same file.
  private static func key(_ name: String) -> Substring {
    name.hasPrefix("./") ? name.dropFirst(2) : name[...]
  }
}

/// The problems of a checked file that a new baseline will contain, in the order of their first occurrence.
struct KnownProblems: Sendable {
  private(set) var rules: [ProblemRule] = []
  private(set) var counts: [ProblemRule: Int] = [:]

  mutating func add(_ rule: ProblemRule, _ count: Int = 1) {
    if counts[rule] == nil { rules.append(rule) }
    counts[rule, default: 0] += count
  }
}

/// A collector of the problems of checked files, from which it creates a new baseline.
package struct BaselineWriter {
  private var files: [Baseline.File] = []
  private let place: Baseline.Place?

  /// Creates an empty collector.
  ///
  /// - Parameter place: The location of the new baseline; nil to store file names as they are given.
  package init(at place: Baseline.Place? = nil) { self.place = place }

  /// Adds the errors, warnings and unmapped keys of a file.
  package mutating func add(_ file: FileResult) {
    guard !file.known.rules.isEmpty else { return }
    let known = file.known.rules.map {
      Baseline.Known(code: $0.code, subject: $0.subject, path: $0.path, count: file.known.counts[$0] ?? 0)
    }
    files.append(Baseline.File(name: place?.relative(file.name) ?? file.name, problems: known))
  }

  /// The number of collected problems and files, as text.
  package var summary: String {
    let problems = files.reduce(0) { $0 + $1.problems.reduce(0) { $0 + $1.count } }
    return "\(Words.count(problems, "known problem")) in \(Words.count(files.count, "file"))"
  }

  /// Returns the content of the baseline file, with the files in the order in which they were checked.
  ///
  /// - Throws: The errors of encoding the baseline.
  package func text() throws -> [UInt8] {
    var writer = JSONWriter()
    try Baseline(version: place == nil ? 1 : 2, files: files).encode(to: &writer)
    return Array(
      JSONText.visible(JSONFormatter.pretty.text(try JSONDocument(writer.finish()).root) + "\n").utf8)
  }
}
