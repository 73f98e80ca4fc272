import Foundation
import GitHubModels
import Mantle
import MantleChecking
import MantleFiles
import ModelBrowser
import TerminalText

extension GrowthStep {
  /// Performs the operation and returns its duration.
  func run(on file: String) throws -> Double {
    switch self {
    case .open: try Stopwatch.seconds { _ = try GrowthSession(file) }
    case .end: try seconds(file, pressing: "G")
    case .key: try medianKey(file)
    case .search: try seconds(file, pressing: "/\(GrowthFile.needle)\n")
    case .check: try check(file)
    case .save: try save(file)
    }
  }

  private func seconds(_ file: String, pressing keys: String) throws -> Double {
    var session = try GrowthSession(file)
    return session.seconds(pressing: keys)
  }

  private func medianKey(_ file: String) throws -> Double {
    var session = try GrowthSession(file)
    session.press("j")
    let times = (0..<200).map { number in
      session.seconds(pressing: number % 40 < 20 ? "j" : "k")
    }
    return times.sorted()[times.count / 2]
  }

  private func check(_ file: String) throws -> Double {
    let bytes = try JSONBytes.map(path: file)
    let checker = Checker(
      bytes, model: GitHubModels.Issue.modelDescription, at: "[]", minimumSeverity: .warning)
    return Stopwatch.seconds { _ = checker.run { _ in true } }
  }

  private func save(_ file: String) throws -> Double {
    var session = try GrowthSession(file)
    session.press("/title\n")
    let copy = file + ".saved"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    return session.seconds(pressing: "e\u{15}changed\n:w! \(copy)\n")
  }
}

extension Stopwatch {
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    var watch = Stopwatch()
    watch.start()
    try body()
    watch.stop()
    return Double(watch.elapsed.wall) / 1e9
  }
}

/// A browser without a terminal, in which growth is measured. It performs only the background work that keys request.
struct GrowthSession {
  private var browser: OffscreenBrowser

  init(_ file: String) throws {
    let models = GitHub.all.map { $0.modelDescription }
    browser = OffscreenBrowser(
      try DocumentSource.file(file, models: models), size: ScreenSize(rows: 40, columns: 120))
    _ = browser.render()
  }

  mutating func seconds(pressing keys: String) -> Double { Stopwatch.seconds { press(keys) } }

  /// Presses keys, performs the work that they request, and draws the screen.
  mutating func press(_ keys: String) {
    for character in keys {
      let key: Key =
        switch character {
        case "\n": .enter
        case "\u{15}": .control("u")
        default: .character(character)
        }
      browser.press(key)
    }
    _ = browser.render()
  }
}
