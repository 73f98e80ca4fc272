import Mantle
import MantlePlatform
import ModelBrowser

/// Where an edit puts a value.
enum EditSpot {
  /// In the place of another one.
  case value(Range<Int>)
  /// As the last member of an object.
  case member(key: String, of: Range<Int>)
  /// As the last element of an array.
  case element(of: Range<Int>)

  /// The place that was missing, where only the last step of the way leads out of what is there.
  init?(adding deadEnd: JSONPlaceFinder.DeadEnd, to bytes: JSONBytes) {
    guard deadEnd.remaining == 1, let children = bytes.children(at: deadEnd.value.lowerBound) else {
      return nil
    }
    switch (children, deadEnd.missing) {
    case (.object, .key(let key)): self = .member(key: key, of: deadEnd.value)
    // A JSON Pointer ends in `-` for a new element.
    case (.array, .key("-")): self = .element(of: deadEnd.value)
    case (.array, .index(let position)):
      let index = JSONChildIndex(bytes, children, end: deadEnd.value.upperBound)
      guard index.all.reduce(0, { count, _ in count + 1 }) == position else { return nil }
      self = .element(of: deadEnd.value)
    default: return nil
    }
  }

  /// What stands there now; nil where nothing does.
  func node(in bytes: JSONBytes) throws -> JSONNode? {
    guard case .value(let range) = self else { return nil }
    return try JSONDocument(parsing: bytes, in: range).root
  }

  func splices(_ json: [UInt8], in bytes: JSONBytes) -> [JSONSplice] {
    switch self {
    case .value(let range): return [JSONSplice(range, with: json)]
    case .member(let key, let container):
      return append(json, key: Array(JSONText.quoted(key).utf8), to: container, in: bytes)
    case .element(let container): return append(json, key: nil, to: container, in: bytes)
    }
  }

  private func append(_ json: [UInt8], key: [UInt8]?, to container: Range<Int>, in bytes: JSONBytes)
    -> [JSONSplice]
  {
    guard let children = bytes.children(at: container.lowerBound) else { return [] }
    let index = JSONChildIndex(bytes, children, end: container.upperBound)
    var editor = JSONContainerEditor(index)
    editor.insert(json, key: key, after: index.all.reduce(nil) { $1 })
    return editor.splices
  }
}

/// What a word of the command line may mean as JSON, the likeliest first.
struct EditCandidates {
  let all: [[UInt8]]

  /// - Parameter isJSON: whether it is meant as JSON or as text; nil for what fits what stands there.
  init(_ word: String, isJSON: Bool?, at spots: [EditSpot], in bytes: JSONBytes) throws(CommandError) {
    let text = Array(JSONText.quoted(word).utf8)
    let json = (try? JSONDocument(word)).map { Array($0.root.rawBytes) }
    let kind = spots.lazy.compactMap { try? $0.node(in: bytes)?.kind }.first
    switch (isJSON, kind, json) {
    case (true, _, let json?): all = [json]
    case (true, _, nil): throw CommandError(message: "`\(word)` is not JSON")
    case (false, _, _): all = [text]
    // What `get` prints of a string is that string.
    case (nil, .string, let json?) where json.first == UInt8(ascii: "\""): all = [json, text]
    case (nil, .string, let json?) where word == "null": all = [json]
    case (nil, .string, let json): all = [text] + (json.map { [$0] } ?? [])
    case (nil, .null, nil) where Self.isCutOff(word), (nil, nil, nil) where Self.isCutOff(word):
      throw CommandError(message: "`\(word)` is not JSON; --as text makes it a string")
    case (nil, .null, let json), (nil, nil, let json): all = (json.map { [$0] } ?? []) + [text]
    case (nil, _, let json?): all = [json]
    case (nil, let kind?, nil):
      throw CommandError(
        message: "`\(word)` is not JSON, and the value there is \(kind); --as text makes it a string")
    }
  }
}

extension EditCandidates {
  /// Whether a word that is no JSON begins as an object, an array or a string does.
  private static func isCutOff(_ word: String) -> Bool { word.first.map { "{[\"".contains($0) } ?? false }
}

/// Whether an edit makes a text worse.
struct EditValidation {
  private let places: [ModelPlace]
  private let name: String
  private var before: [Diagnostic: Int] = [:]

  /// - Parameter models: those asked for; empty for the ones that fit best.
  init(_ input: Input, as models: [ModelRequest]) throws(CommandError) {
    let asked = try models.places(in: input)
    let places = asked.isEmpty ? ModelChoice(of: input.models, in: input.bytes).places : asked
    self.init(input.bytes, name: input.name, places: places)
  }

  /// - Parameter places: the models of the text as it is.
  init(_ bytes: JSONBytes, name: String, places: [ModelPlace]) {
    self.places = places
    self.name = name
    for problem in problems(in: bytes, places) { before[Self.withoutPlace(problem), default: 0] += 1 }
  }

  /// The errors and warnings of a text that the one before it did not have.
  ///
  /// - Parameter places: its models; nil for those of the one before.
  func newProblems(in bytes: JSONBytes, places: [ModelPlace]? = nil) -> [Diagnostic] {
    var known = before
    return problems(in: bytes, places ?? self.places).filter { problem in
      known[Self.withoutPlace(problem), default: 0] -= 1
      return known[Self.withoutPlace(problem), default: 0] < 0
    }
  }

  private func problems(in bytes: JSONBytes, _ places: [ModelPlace]) -> [Diagnostic] {
    Checker(
      bytes, name: name, places: places, leastSeverity: .warning,
      workers: ProcessInfo.processInfo.activeProcessorCount
    ).diagnostics().diagnostics
  }

  private static func withoutPlace(_ problem: Diagnostic) -> Diagnostic {
    var problem = problem
    problem.location = nil
    return problem
  }
}
