import Mantle
import MantleChecking
import MantleDocuments
import MantleQuery

/// Finds the list that a query or filter command processes: the list at a requested path, or the list whose values have
/// the names in the command.
struct QueriedList {
  /// The name of the command, for error messages.
  private let command: String
  private let models: [ModelRequest]
  /// The requested path of the list; nil to find the list.
  private let place: JSONKeyPath?

  /// Creates the search for a list from the options `--at` and `--model`.
  ///
  /// - Throws: a usage error if `--at` is repeated without a `--model` for each path.
  init(_ parsed: ParsedWords) throws(CommandError) {
    command = parsed.command
    models = try ModelRequest.all(parsed, listPlace: true)
    guard parsed.has("--at"), models.allSatisfy(\.isUnknown) else {
      place = nil
      return
    }
    let texts = parsed.all("--at").map(\.shown)
    guard texts.count == 1 else { throw parsed.usage("reads one place: give `--at` once") }
    place = try JSONKeyPath(place: texts[0])
  }

  /// Finds the list of each input and resolves the names of the query or filter in it. A name may be a key in any of
  /// the lists.
  ///
  /// - Parameters:
  ///   - hasNames: returns whether the resolved query or filter has names, which may be keys of the root object instead
  ///     of its only list.
  ///   - resolve: resolves the names in the query or filter.
  /// - Throws: a usage error if a name is unknown.
  func find<Resolved>(
    in inputs: [(values: TextReading, source: InputSource)], hasNames: (Resolved) -> Bool,
    _ resolve: (FilterNames) throws -> Resolved
  ) throws -> [(list: RecordList, resolved: Resolved)] {
    let found = try inputs.map { values, source in
      let choice = try choice(in: values, from: source)
      // The names of a root object are its own keys only, without those of other inputs.
      if choice.only != nil, let resolved = try? resolve(choice.whole.names), hasNames(resolved) {
        return (list: choice.whole, advice: choice.advice)
      }
      return (list: choice.only ?? choice.whole, advice: choice.advice)
    }
    return try zip(found, found.map(\.list).names).map { found, names in
      do { return (found.list, try resolve(names)) } catch {
        throw CommandError.usage("\(command): \(error)\(found.advice)")
      }
    }
  }

  /// The lists of one input that the command may process: the whole input, or a list in it.
  private struct Choice {
    let whole: RecordList
    /// The only list in the root object; nil if there are several or none.
    var only: RecordList?
    /// The suggestion that an error message about an unknown name ends with.
    var advice = ""
  }

  private func choice(in values: TextReading, from source: InputSource) throws -> Choice {
    let bytes = values.bytes
    let places =
      try models.places(in: bytes, from: source)
      ?? ModelChoice(of: ProgramModels.models(for: source, in: bytes), in: bytes).places
    if let place {
      guard let list = RecordList(bytes, places, at: place) else {
        throw CommandError.usage(
          "\(command): there is no list at `\(place)`\(Self.advice(RecordList.lists(in: bytes)))")
      }
      return Choice(whole: list, advice: " in \(place)")
    }
    let whole = RecordList(bytes, places, sequence: values.sequence)
    let ways = whole.isOneValue ? RecordList.lists(in: bytes) : []
    guard ways.count == 1, let only = RecordList(bytes, places, at: ways[0]) else {
      return Choice(whole: whole, advice: Self.advice(ways))
    }
    return Choice(whole: whole, only: only, advice: " in \(ways[0])")
  }

  /// Returns the part of an error message that suggests `--at` with the lists of a document.
  private static func advice(_ ways: [JSONKeyPath]) -> String {
    guard let first = ways.first else { return "" }
    let others = ways.dropFirst().prefix(5).map { ", '\($0)'" }.joined()
    return "; for a list inside the object, use --at '\(first)'\(others)"
  }
}
