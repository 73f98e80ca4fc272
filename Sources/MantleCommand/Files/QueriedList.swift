import Mantle
import MantleChecking
import MantleDocuments
import MantleQuery

/// Finds the values that a command is about: those of the list at a place, or the ones whose names the command has.
struct QueriedList {
  /// The name of the command in errors.
  private let command: String
  private let models: [ModelRequest]
  /// The place of the list; nil to find it.
  private let place: JSONKeyPath?

  /// - Throws: A usage error for `--at` more than once, unless each has its `--model`.
  init(_ parsed: ParsedWords) throws(CommandError) {
    command = parsed.command
    models = try ModelRequest.all(parsed, listPlace: true)
    guard parsed.has("--at"), models.allSatisfy(\.isUnknown) else {
      place = nil
      return
    }
    let texts = parsed.all("--at").map(\.shown)
    guard texts.count == 1 else { throw parsed.usage("looks at one place: one `--at`") }
    place = try JSONKeyPath(place: texts[0])
  }

  /// Finds the list, and what the command means by the names of its values.
  ///
  /// - Parameters:
  ///   - hasNames: Whether the command has names, which may be keys of an object; otherwise it is about the only list in it.
  ///   - resolve: Resolves the names of the command.
  func find<Resolved>(
    in values: TextReading, from source: InputSource, hasNames: (Resolved) -> Bool,
    _ resolve: (RecordList) throws -> Resolved
  ) throws -> (list: RecordList, resolved: Resolved) {
    let bytes = values.bytes
    let places =
      try models.places(in: bytes, from: source)
      ?? ModelChoice(of: MantleCommand.models(for: source, in: bytes), in: bytes).places
    if let place {
      guard let list = RecordList(bytes, places, at: place) else {
        throw CommandError.usage(
          "\(command): there is no list at `\(place)`\(Self.advice(RecordList.lists(in: bytes)))")
      }
      return (list, try named(list, " in \(place)", resolve))
    }
    let whole = RecordList(bytes, places, sequence: values.sequence)
    let ways = whole.isOneValue ? RecordList.lists(in: bytes) : []
    let only = ways.count == 1 ? RecordList(bytes, places, at: ways[0]) : nil
    guard let only else { return (whole, try named(whole, Self.advice(ways), resolve)) }
    if let resolved = try? resolve(whole), hasNames(resolved) { return (whole, resolved) }
    return (only, try named(only, " in \(ways[0])", resolve))
  }

  /// Resolves the names of the command in a list.
  ///
  /// - Parameter advice: The end of the message about a name that the list does not have.
  private func named<Resolved>(
    _ list: RecordList, _ advice: String, _ resolve: (RecordList) throws -> Resolved
  ) throws(CommandError) -> Resolved {
    do { return try resolve(list) } catch { throw .usage("\(command): \(error)\(advice)") }
  }

  /// Tells how to name one of the lists in a document.
  private static func advice(_ ways: [JSONKeyPath]) -> String {
    guard let first = ways.first else { return "" }
    let others = ways.dropFirst().prefix(5).map { ", '\($0)'" }.joined()
    return "; of a list inside the object with --at '\(first)'\(others)"
  }
}
