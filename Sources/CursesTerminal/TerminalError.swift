import Mantle

/// The reason why the browser cannot use the terminal. The terminal is unchanged then.
///
/// ```swift
/// do {
///   try TerminalBrowser.run(models: [Order.modelDescription], file: "orders.json")
/// } catch let error as TerminalError {
///   print(error)
/// }
/// ```
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TerminalError: DescribedError, Sendable, Hashable {
  /// The process has no terminal, or the terminal cannot be opened.
  case noTerminal(reason: String)
  /// `TERM` is not set, or its value is not in the terminal database.
  case unknownType(String)
  /// The terminal lacks a capability that a full screen needs.
  case incapable(type: String, missing: String)

  /// The error in one line, for the user.
  public var description: String {
    switch self {
    case .noTerminal(let reason): "no terminal: \(reason)"
    case .unknownType(""): "the terminal type is not known: set TERM, for example to xterm-256color"
    case .unknownType(let type): "terminal type \"\(type)\" is not known here: set TERM to another type"
    case .incapable(let type, let missing): "a terminal of type \"\(type)\" \(missing)"
    }
  }
}
