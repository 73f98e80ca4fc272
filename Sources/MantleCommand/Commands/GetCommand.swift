import Mantle
import MantlePlatform

/// `mantle get`: the values at a place.
struct GetCommand: ProgramCommand {
  private let source: InputSource
  private let place: JSONKeyPath
  private let isRaw: Bool

  static let syntax = CommandSyntax(
    name: "get", forms: ["mantle get FILE PLACE [--raw]", "… | mantle get PLACE [--raw]"],
    options: [OptionSyntax(name: "--raw", help: "write strings as text, without quotes and escapes")],
    help: """
      Writes the value at a place, as it stands in the file. PLACE is a key path (issues[0].user.login, labels[].name)
      or a JSON Pointer (/issues/0/user). Of NDJSON it is taken in every line, or begins with the number of one: [7].id.
      """)

  init(_ parsed: ParsedWords, isInputPiped: Bool) throws(CommandError) {
    let words = parsed.values
    guard words.count == 2 || words.count == 1 && isInputPiped else {
      throw .usage("get needs FILE and PLACE, found \(words.count) words")
    }
    source = words.count == 2 ? InputSource(words[0]) : .standardInput
    place = try JSONKeyPath(place: words[words.count - 1].shown)
    isRaw = parsed.has("--raw")
  }

  func run(_ console: Console) throws -> ExitStatus {
    let input = try Input(source)
    let values = try input.values
    var search = PlaceSearch(values, place)
    var missing = 0
    var first: JSONPlaceFinder.DeadEnd?
    try search.forEach { result in
      missing += result.deadEnds.isEmpty ? 0 : 1
      first = first ?? result.deadEnds.first
      let asTheyStand = !values.isSequence && result.values.count == 1
      for range in result.values {
        let node = try values.document(range).root
        console.write(try text(of: node, asItStands: asTheyStand) + [UInt8(ascii: "\n")])
      }
      return console.failure == nil
    }
    guard let first else { return .success }
    console.report(PlaceProblem(first, place, in: values.bytes).line(name: input.name))
    if missing > 1 { console.report("\(input.name): \(missing) values have nothing at `\(place)`") }
    return .dataProblems
  }

  private func text(of node: JSONNode, asItStands: Bool) throws -> [UInt8] {
    if isRaw, node.kind == .string { return node.decodedBytes }
    return asItStands ? Array(node.rawBytes) : JSONFormatter.compact.format(node)
  }
}

/// A search for a place in every value of an input.
struct PlaceSearch {
  private let values: InputValues
  private let place: JSONKeyPath

  init(_ values: InputValues, _ place: JSONKeyPath) {
    self.values = values
    self.place = place
  }

  /// Hands on what is found in one value after the other; in the one that is meant where the place begins with its
  /// number in a sequence.
  ///
  /// - Parameter body: returns false to stop.
  mutating func forEach(_ body: (JSONPlaceFinder.Result) throws -> Bool) throws {
    let finder = JSONPlaceFinder(values.bytes)
    guard values.isSequence, case .index(let number)? = place.components.first else {
      for range in try values.ranges() {
        guard try body(finder.find(place, from: range)) else { return }
      }
      return
    }
    let rest = JSONKeyPath(Array(place.components.dropFirst()))
    var position = 0
    for range in try values.ranges() {
      guard position < number else {
        _ = try body(finder.find(rest, from: range))
        return
      }
      position += 1
    }
    throw CommandError(message: "there is no value \(number); they are counted from 0")
  }
}

/// A place that leads to nothing, put into words.
struct PlaceProblem {
  let location: SourceLocation
  let words: String

  init(_ deadEnd: JSONPlaceFinder.DeadEnd, _ place: JSONKeyPath, in bytes: JSONBytes) {
    let node = try? JSONDocument(parsing: bytes, in: deadEnd.value).root
    let found =
      switch (node?.kind, deadEnd.missing) {
      case (.object, .key): "has the keys " + Self.keys(of: node)
      case (.array, .index): "has \(node?.elements.reduce(0) { count, _ in count + 1 } ?? 0) elements"
      case (let kind?, .key): "is \(kind), not an object"
      case (let kind?, _): "is \(kind), not an array"
      case (nil, _): "is not JSON"
      }
    var near: String?
    if case .key(let key) = deadEnd.missing {
      near = Spelling.nearest(to: key, among: node?.members.map { $0.key.displayText } ?? [])
    }
    let hint = near.map { "; did you mean `\($0)`?" } ?? ""
    let subject = deadEnd.path.isEmpty ? "the value" : "`\(deadEnd.path)`"
    location = bytes.location(at: deadEnd.value.lowerBound)
    words = "nothing at `\(place)`: \(subject) \(found)\(hint)"
  }

  func line(name: String) -> String { "\(name):\(location.line):\(location.column): error: \(words)" }

  private static func keys(of node: JSONNode?) -> String {
    let keys = node?.members.prefix(9).map { "`\($0.key.displayText)`" } ?? []
    return keys.prefix(8).joined(separator: ", ") + (keys.count > 8 ? " …" : "")
  }
}
