import Foundation

@testable import ModelBrowser
@testable import TerminalText

/// A terminal that presses what a script says and keeps what it was shown.
final class ScriptedTerminal: Terminal {
  var size = ScreenSize(rows: 12, columns: 60)
  private(set) var frames: [Frame] = []
  private(set) var log: [String] = []
  /// How often nothing happens before each event.
  private let pauses: Int
  private var pausesLeft: Int
  private var events: [Event]
  /// Done by somebody else just before the end.
  var beforeTerminate: (() -> Void)?
  /// Done by somebody else while nothing is pressed, just before the screen changes its size.
  var beforeResize: (() -> Void)?

  init(_ keys: String, then events: [Event] = [], pauses: Int = 0) {
    self.pauses = pauses
    pausesLeft = pauses
    self.events = KeyNotation.keys(keys).map { .key($0) } + events
  }

  func draw(_ frame: Frame) { frames.append(frame) }
  func nextEvent(timeout milliseconds: Int?) -> Event? {
    guard pausesLeft == 0 else {
      pausesLeft -= 1
      return nil
    }
    pausesLeft = pauses
    if case .resize? = events.first, let change = beforeResize {
      beforeResize = nil
      change()
      return nil
    }
    guard let event = events.first else { return .key(.character("Q")) }
    events.removeFirst()
    if event == .terminate { beforeTerminate?() }
    return event
  }
  func invalidate() { log.append("invalidate") }
  func suspend() { log.append("suspend") }
  func copy(_ text: String) -> String {
    log.append("copy \(text)")
    return "sent"
  }
}

/// A terminal where a key is always pressed already: after those of a script, `j`, until there is enough.
final class EagerTerminal: Terminal {
  let size = ScreenSize(rows: 12, columns: 60)
  private var keys: [Key]
  private let isEnough: () -> Bool

  init(_ keys: String, until isEnough: @escaping () -> Bool) {
    self.keys = KeyNotation.keys(keys).reversed()
    self.isEnough = isEnough
  }

  func draw(_ frame: Frame) {}
  func nextEvent(timeout milliseconds: Int?) -> Event? {
    if let key = keys.popLast() { return .key(key) }
    return isEnough() ? .terminate : .key(.character("j"))
  }
  func invalidate() {}
  func suspend() {}
  func copy(_ text: String) -> String { "" }
}

/// A terminal where somebody presses other keys as soon as it says that something takes long.
final class HurriedTerminal: Terminal {
  let size = ScreenSize(rows: 12, columns: 60)
  private(set) var frames: [Frame] = []
  private var keys: [Key]
  private var hurried: [Key]
  private var (isWorking, canStop) = (false, false)

  /// Whether the program is ended while something takes long.
  private let isTerminated: Bool

  init(_ keys: String, meanwhile hurried: String, isTerminated: Bool = false) {
    self.isTerminated = isTerminated
    self.keys = KeyNotation.keys(keys)
    self.hurried = KeyNotation.keys(hurried)
  }

  func draw(_ frame: Frame) {
    if frame != frames.last { frames.append(frame) }
    let words = frame.plainLines.last ?? ""
    (isWorking, canStop) = (words.hasPrefix("Working") || words.hasPrefix("Stopping"), words.contains("Esc"))
  }

  func nextEvent(timeout milliseconds: Int?) -> Event? {
    if isWorking {
      if keys.isEmpty, canStop, !hurried.isEmpty { return .key(hurried.removeFirst()) }
      if keys.isEmpty, canStop, isTerminated { return .terminate }
      usleep(1_000)
      return nil
    }
    return keys.isEmpty ? .terminate : .key(keys.removeFirst())
  }

  func invalidate() {}
  func suspend() {}
  func copy(_ text: String) -> String { "" }
}

extension Terminal {
  /// Does nothing: a minimal terminal reports no mouse events.
  func setMouse(_ isOn: Bool) {}
  func setTheme(_ theme: Theme) {}
  func setColors(_ colors: [Style.Role: Int]) {}
  func setASCII(_ isOn: Bool) {}
  /// Nil: a minimal terminal cannot be woken.
  var waker: (@Sendable () -> Void)? { nil }
  /// Returns false: a minimal terminal cannot run commands.
  func run(_ command: String) -> Bool { false }
}
