import Foundation
import MantlePlatform

@testable import ModelBrowser

/// Files made to keep a browser busy, of any size.
enum HostileFile: String, CaseIterable, Sendable {
  case brackets, openBrackets, objects, openObjects, comb, closers, keys, sameKeys, longText, marks, commas
  case backslashes, lines, zeros

  /// - Parameter size: how many of what it is made of.
  func text(_ size: Int) -> String {
    func many(_ text: String) -> String { String(repeating: text, count: size) }
    switch self {
    case .brackets: return many("[") + "\"needle\"" + many("]")
    case .openBrackets: return many("[") + "\"needle\""
    case .objects: return many("[{\"a\":") + "\"needle\"" + many("}]")
    case .openObjects: return many("[{\"a\":")
    case .comb: return many("[") + "\"needle\"" + many(",1]")
    case .closers: return "[1," + many("]")
    case .keys: return "[{" + (0..<size).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + ",\"needle\":1}]"
    case .sameKeys: return "{" + many("\"a\":1,") + "\"needle\":1}"
    case .longText: return "[\"" + many("x") + "needle\",1]"
    case .marks: return "[\"a" + many("\u{301}") + "needle" + many("\u{301}") + "\",1]"
    case .commas: return "[" + many(",") + "\"needle\"]"
    case .backslashes: return "[\"" + many("\\\\") + "needle\"]"
    case .lines: return many("[\n") + "\"needle\""
    case .zeros: return "[1,\"needle\"," + many("\0")
    }
  }

  /// What is done before a key is pressed: nothing, deep inside, all open, all folds by hand.
  static let states = ["", "/needle<Enter>", "zRG", "zO/needle<Enter>ggzCzO"]
}

/// The processor time this thread has taken, which does not depend on what else the machine does.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
