/// The command-line options of the benchmarks.
struct Options {
  var megabytes = 50
  var rounds = 9
  /// How many of the issues are archived.
  var archived = 2000
  var seed: UInt64 = 1
  var file: String?
  /// The path of the program whose commands are measured.
  var program: String?
  /// Parts of names or kinds of work; empty for all.
  var only: [String] = []
  /// Whole names with their kind of work; empty for all.
  var exactly: [String] = []
  var isChecked = true
  var mode = Mode.race

  /// The size of the largest file of ``Mode/growth``.
  var largest = 1000

  /// The mode of a run.
  enum Mode {
    /// Everything in turns, and a table.
    case race
    /// Work on demand for another program that runs the race: one line in, one line out.
    case serve
    /// The generated data on standard output.
    case data
    /// How the browser's and the checker's cost grows with the size of a file.
    case growth
    /// How the browser's cost grows with the number of elements.
    case elements
    /// How the cost of the program's commands grows with the number of elements.
    case commands
    /// One step of ``growth``, in a process of its own.
    case step(GrowthStep)
    case help
  }

  /// An invalid command line.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  static let usage = """
    swift run -c release Benchmarks [options]
      --megabytes N   size of the generated issues (50)
      --seed N        seed of the generator (1)
      --file PATH     an array of issues to use in place of generated ones
      --archived N    archive so many of the issues (2000)
      --rounds N      timed rounds, after one to warm up (9)
      --only TEXT     only contenders whose work or name contains the text; may be repeated
      --exactly NAME  only the contender of this work and name, such as "decode Mantle: mapping"; repeatable
      --unchecked     do not compare results: for profiles and instruction counts
      --serve         run contenders named on standard input, one a line, for a program that compares
      --growth        how time and memory grow with the size of a file, from 1 kB on
      --largest N     megabytes of the largest file for that (1000)
      --elements      how the time of work on many elements grows, from 1,000 to 100,000
      --commands PATH how the time of the program's commands grows, from 1,000 elements to 100,000
      --data          write the generated issues to standard output
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--megabytes": megabytes = try Self.number(after: option, &rest)
      case "--rounds": rounds = try Self.number(after: option, &rest)
      case "--archived": archived = try Self.number(after: option, &rest)
      case "--seed": seed = UInt64(try Self.number(after: option, &rest))
      case "--file": file = try Self.value(after: option, &rest)
      case "--only": only.append(try Self.value(after: option, &rest))
      case "--exactly": exactly.append(try Self.value(after: option, &rest))
      case "--unchecked": isChecked = false
      case "--serve": mode = .serve
      case "--data": mode = .data
      case "--growth": mode = .growth
      case "--elements": mode = .elements
      case "--commands": (mode, program) = (.commands, try Self.value(after: option, &rest))
      case "--largest": largest = try Self.number(after: option, &rest)
      case "--step": mode = .step(try Self.step(after: option, &rest))
      case "--help", "-h": mode = .help
      default: throw Mistake(description: "unknown option \(option)\n\(Self.usage)")
      }
    }
  }

  private static func value(after option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else { throw Mistake(description: "\(option) needs a value") }
    return value
  }

  private static func step(after option: String, _ rest: inout ArraySlice<String>) throws -> GrowthStep {
    guard let step = GrowthStep(rawValue: try value(after: option, &rest)) else {
      throw Mistake(description: "\(option) needs one of \(GrowthStep.allCases.map(\.rawValue))")
    }
    return step
  }

  private static func number(after option: String, _ rest: inout ArraySlice<String>) throws -> Int {
    guard let number = Int(try value(after: option, &rest)), number > 0 else {
      throw Mistake(description: "\(option) needs a number above 0")
    }
    return number
  }

  func selects(_ work: Contender.Work, _ name: String) -> Bool {
    let name = "\(work.rawValue) \(name)"
    return (only.isEmpty || only.contains { name.contains($0) })
      && (exactly.isEmpty || exactly.contains(name))
  }
}

/// An operation on a file, measured in a separate process.
enum GrowthStep: String, CaseIterable {
  /// Opens the file and draws the first screen.
  case open
  /// Jumps to the last element before the elements have been counted.
  case end
  /// Moves the cursor and draws the screen while the browser is idle; the median of many moves.
  case key
  /// Searches for a text that only the last element contains.
  case search
  /// Decodes every element through the model on one thread.
  case check
  /// Changes one value and writes the new file next to the old one.
  case save
}
