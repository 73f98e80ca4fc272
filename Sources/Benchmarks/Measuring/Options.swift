/// The command-line options of the benchmarks.
struct Options {
  var megabytes = 50
  var rounds = 9
  /// The number of issues that are archived.
  var archived = 2000
  var seed: UInt64 = 1
  var file: String?
  /// The path of the program whose commands are measured; nil if it is not given.
  var program: String?
  /// Parts of the names or tasks of the contenders to run; empty to run all.
  var only: [String] = []
  /// The tasks and complete names of the contenders to run; empty to run all.
  var exactly: [String] = []
  var isChecked = true
  var mode = Mode.race

  /// The size of the largest file of the mode ``Mode/growth``.
  var largest = 1000

  /// The kind of measurement or output that a run of the program performs.
  enum Mode {
    /// Runs the contenders in turns, and prints tables of their times.
    case race
    /// Runs contenders on request of another program: each line of input requests a round and is answered by one line.
    case serve
    /// Writes the generated data to standard output.
    case data
    /// Measures how the time and memory of the browser and the checker grow with the size of a file.
    case growth
    /// Measures how the time of the browser grows with the number of elements.
    case elements
    /// Measures how the time of the program's commands grows with the number of elements.
    case commands
    /// Measures one step of ``growth``, for the process that runs all steps.
    case step(GrowthStep)
    case help
  }

  /// The error for an invalid command line.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  static let usage = """
    swift run -c release Benchmarks [options]
      --megabytes N   size of the generated issues (50)
      --seed N        seed of the generator (1)
      --file PATH     an array of issues to use in place of generated ones
      --archived N    archive N of the issues (2000)
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
