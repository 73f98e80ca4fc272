import CNCurses
import TerminalText

/// The byte sequences of the terminal from the terminfo database: those that are written without curses, and those that
/// keys send.
struct Capabilities: Sendable {
  /// The sequence that leaves the alternate screen and resets all modes that this module may set.
  let restore: String
  let enterPasteMode: String
  let leavePasteMode: String
  let mouseOn: String
  let mouseOff: String
  /// The sequence that requests the background color; empty on the Linux console, whose old versions print the sequence.
  let backgroundQuery: String
  /// The keys in the terminfo database, by the byte sequences that they send.
  let keys: [[UInt8]: Key]

  /// Reads the sequences of a terminal type from the terminfo database, without writing to `tty`.
  init(type: String, tty: Int32) throws(TerminalError) {
    guard cn_describe(type, tty) == 1 || cn_use_built_in_description(type) && cn_describe(nil, tty) == 1
    else {
      throw .unknownType(type)
    }
    defer { cn_forget_description() }
    guard cn_capability("cup") != nil, cn_capability("clear") != nil else {
      throw .incapable(type: type, missing: "cannot move its cursor: set TERM to another type")
    }
    let isANSI = Self.string("cup")?.hasPrefix("\u{1B}[") == true
    enterPasteMode = isANSI ? "\u{1B}[?2004h" : ""
    leavePasteMode = isANSI ? "\u{1B}[?2004l" : ""
    // The modes report buttons and the wheel, movement while a button is down, and coordinates as decimal numbers.
    mouseOn = isANSI ? "\u{1B}[?1002h\u{1B}[?1006h" : ""
    mouseOff = isANSI ? "\u{1B}[?1006l\u{1B}[?1002l" : ""
    backgroundQuery = isANSI && !type.hasPrefix("linux") ? Background.query : ""
    let sequences = ["sgr0", "op", "smam", "rmkx", "cnorm", "rmcup"].compactMap(Self.string)
    restore = mouseOff + leavePasteMode + sequences.joined()
    keys = Self.keys()
  }

  /// Returns the sequence of a capability without the delays that hardware terminals needed; nil if the terminal lacks it.
  static func string(_ name: String) -> String? {
    cn_capability(name).map { withoutDelays(String(cString: $0)) }
  }

  static func string(_ name: String, _ first: Int, _ second: Int = 0) -> String? {
    cn_capability_with(name, Int32(clamping: first), Int32(clamping: second)).map {
      withoutDelays(String(cString: $0))
    }
  }

  /// Returns a sequence without delays such as `$<5>` (terminfo(5), "Delays and Padding").
  static func withoutDelays(_ sequence: String) -> String {
    var result = ""
    var rest = sequence[...]
    while let dollar = rest.firstIndex(of: "$"), rest[dollar...].hasPrefix("$<"),
      let end = rest[dollar...].firstIndex(of: ">")
    {
      result += rest[..<dollar]
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func keys() -> [[UInt8]: Key] {
    let named: [(String, Key)] = [
      ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
      ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kich1", .insert), ("kcbt", .backTab),
      ("kLFT", .shiftLeft), ("kRIT", .shiftRight),
    ]
    let functions = (1...12).map { ("kf\($0)", Key.function($0)) }
    var keys: [[UInt8]: Key] = [:]
    for (name, key) in named + functions {
      guard let sequence = cn_capability(name).map({ Array(String(cString: $0).utf8) }) else { continue }
      if sequence.count > 1, sequence.first == 0x1B { keys[sequence] = key }
    }
    return keys
  }
}
