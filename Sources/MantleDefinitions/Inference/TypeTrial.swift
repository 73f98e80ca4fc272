import Mantle

/// What the values at one place of a text could be read as: each type is tried on the values themselves.
package struct TypeTrial {
  /// What came of trying a type.
  package struct Outcome: Sendable {
    package let type: String
    /// What becomes of a value, or the first that cannot be read as it.
    package let words: String
    /// Whether every value can be read.
    package let isReadable: Bool
    /// Whether every value comes back as it was, too.
    package let isProven: Bool
    /// How many of how many values cannot be read, where they were counted.
    package var misfits: (count: Int, total: Int)?
  }

  /// Those other than null.
  private let values: [JSONNode]
  /// The key they stand under.
  private let name: String

  /// How much of a text is looked at, and how many values: some 20 ms.
  private static let mostBytes = 1 << 20
  private static let mostValues = 10_000

  /// - Parameter tokens: the way from the root to the values: keys, and `-` for every element, line or value.
  package init(of tokens: [String], in bytes: JSONBytes) {
    name = tokens.last { $0 != "-" } ?? "root"
    var found: [JSONNode] = []
    func walk(_ children: JSONChildren, _ tokens: ArraySlice<String>) {
      let index = JSONChildIndex(bytes, children, lookahead: Self.mostBytes)
      var next = index.first()
      while let child = next, child.value.lowerBound < Self.mostBytes, found.count < Self.mostValues {
        next = index.next(after: child, within: Self.mostBytes)
        guard tokens.first == "-" || child.key.map({ Self.text(bytes, $0) == tokens.first }) ?? false else {
          continue
        }
        let rest = tokens.dropFirst()
        if !rest.isEmpty {
          bytes.children(at: child.value.lowerBound).map { walk($0, rest) }
        } else if child.isMeasured, let value = try? JSONDocument(parsing: bytes, in: child.value).root {
          if !value.isNull { found.append(value) }
        }
      }
    }
    if let children = JSONLayout.detect(bytes).children(in: bytes), !tokens.isEmpty {
      walk(children, tokens[...])
    }
    values = found
  }

  private init(_ values: [JSONNode], name: String) {
    (self.values, self.name) = (values, name)
  }

  private static func text(_ bytes: JSONBytes, _ key: Range<Int>) -> String? {
    try? JSONDocument(parsing: bytes, in: key).root.stringValue
  }

  /// The types that come into question, those that are proven first.
  package var outcomes: [Outcome] {
    let outcomes = candidates.compactMap { try? outcome($0) }
      .filter { $0.isReadable || Self.usual.contains($0.type) }
    return outcomes.filter(\.isProven) + outcomes.filter { !$0.isProven }
  }

  /// Those that are shown even where values cannot be read as them.
  private static let usual: Set<String> = ["string", "date", "enum", "integer", "double", "map", "model"]

  private var candidates: [String] {
    let kinds = Set(values.map(\.kind))
    if kinds == [.array] {
      return elements.candidates.filter { $0 != "json" }.map { "[\($0)]" } + ["json"]
    }
    var candidates: [String] = []
    if kinds.contains(.object) { candidates += ["model", "map"] }
    if kinds.contains(.string) {
      let dates = ["unixSecondsText", "unixMillisecondsText"]
      candidates += ["date", "iso8601Day"] + patterns + (lookLikeDates ? dates : [])
      candidates += ["uuid", "UUID", "integerText", "decimalText", "doubleText", "boolText"]
      // Nearly every text is a relative URL.
      if values.allSatisfy({ (try? $0.stringValue)?.contains("://") == true }) { candidates.append("url") }
      candidates += ["enum", "string", "base64", "base64URL", "hex"]
    }
    if kinds.contains(.number) {
      let dates = ["unixSeconds", "unixMilliseconds", "unixMicroseconds"],
        numbers = ["integer", "unsigned", "double", "decimal"]
      candidates += lookLikeDates ? dates + numbers : numbers + (mayBeDates ? dates : [])
      if values.allSatisfy({ ["0", "1"].contains($0.rawText) }) { candidates.append("zeroOrOne") }
    }
    if kinds.contains(.true) || kinds.contains(.false) { candidates.append("boolean") }
    return candidates + ["json"]
  }

  /// The forms that all of the texts are dates in.
  private var patterns: [String] {
    let all = values.compactMap { (try? $0.stringValue)?.datePatterns }
    guard let first = all.first else { return [] }
    return DatePattern.types(of: first.filter { pattern in all.allSatisfy { $0.contains(pattern) } })
  }

  /// What is in the lists, null aside.
  private var elements: TypeTrial {
    TypeTrial(
      values.filter { $0.kind == .array }.flatMap { Array($0.elements) }.filter { !$0.isNull }, name: name)
  }

  /// Whether the numbers, or the texts of numbers, are seconds of the years from 1973 to 2286, or milliseconds or
  /// microseconds of them.
  private var lookLikeDates: Bool {
    values.allSatisfy { value in
      Double((try? value.stringValue) ?? value.rawText).map { number in
        [1, 1e3, 1e6].contains { (1e8 * $0..<1e10 * $0).contains(number) }
      } ?? false
    }
  }

  /// Whether some of the numbers are as far from 1970 as a date of our time is: no flags and no counts.
  private var mayBeDates: Bool { values.contains { Double($0.rawText).map { abs($0) >= 1e8 } ?? false } }

  /// Tries a type on all values, and counts those that cannot be read as it.
  ///
  /// - Throws: a ``TransformError`` or ``DefinedTypeError`` where the text is no type.
  package func countedOutcome(_ text: String) throws -> Outcome {
    var misfits = 0
    var outcome = try outcome(text) { misfits += 1 }
    if misfits > 0 { outcome.misfits = (misfits, values.count) }
    return outcome
  }

  /// Tries a type on all values, to the first that cannot be read as it.
  ///
  /// - Parameter count: called for each of them; nil to stop at the first.
  /// - Throws: a ``TransformError`` or ``DefinedTypeError`` where the text is no type.
  package func outcome(_ text: String, countingMisfits count: (() -> Void)? = nil) throws -> Outcome {
    let (type, models) = try self.type(text)
    if type.isEnumerationOfNothing {
      return Outcome(type: text, words: manyCases, isReadable: false, isProven: false)
    }
    let trial = DefinedModel(
      name: "", properties: [DefinedProperty(name: name, keyPath: JSONKeyPath(key: name), type: type)])
    let property = DefinedModels(Definition(root: .model(""), models: [trial] + models)).descriptions
      .first { $0.name.isEmpty }?.properties.first
    guard let property, let first = values.first else {
      return Outcome(
        type: text, words: "there are no values to try it on", isReadable: false, isProven: false)
    }
    func place(_ value: JSONNode) -> String { " at line \(value.location.line)" }
    var objection: String?
    var misfit: Outcome?
    for value in values {
      let decoded = property.decode(value)
      if let problem = decoded.diagnostics.first(where: { $0.severity == .error }) {
        misfit =
          misfit
          ?? Outcome(
            type: text, words: problem.shortMessage + place(value), isReadable: false, isProven: false)
        guard let count else { break }
        count()
        continue
      }
      // Of containers the values inside are asked one by one, where they stand.
      guard objection == nil, !value.kind.isContainer, let back = decoded.reencoded else { continue }
      if !value.isGivenBack(by: back) {
        objection =
          "\(value.rawText.prefix(60)) would be written as \(String(decoding: back, as: UTF8.self))"
          + place(value)
      }
    }
    if let misfit { return misfit }
    let words = objection ?? example(of: type, property.decode(first).text, first)
    return Outcome(type: text, words: words, isReadable: true, isProven: objection == nil)
  }

  /// Why the values are no enumeration.
  private var manyCases: String {
    let texts = (elements.values.isEmpty ? values : elements.values).filter { $0.kind == .string }
    let different = Set(texts.map(\.rawText)).count
    return different > TextEvidence.mostDistinct
      ? "\(different) different texts, more than the \(TextEvidence.mostDistinct) cases of an `enum`"
      : "not all values are texts"
  }

  /// What the type makes of the values.
  private func example(of type: DefinedType, _ read: String?, _ first: JSONNode) -> String {
    let count = values.count == 1 ? "the only value" : "all \(values.count) values"
    switch type.unwrapped {
    case .enumeration(let cases, _), .array(.enumeration(let cases, _)):
      return
        "\(cases.count) \(cases.count == 1 ? "case" : "cases"): \(cases.prefix(4).joined(separator: ", "))"
    case .array(.model), .array(.dictionary):
      let keys = elements.values.first?.members.prefix(4).map(\.key.displayText) ?? []
      return "\(count), of elements with keys such as \(keys.joined(separator: ", "))"
    case .dictionary, .model:
      let keys = first.members.prefix(4).map(\.key.displayText)
      return "\(count), with keys such as \(keys.joined(separator: ", "))"
    default:
      guard let read, read != first.displayText, !first.kind.isContainer else { return count }
      return "\(count): \(first.displayText) is \(read)"
    }
  }

  /// The type of a text as overrides write it, and the models it names.
  ///
  /// - Throws: a ``TransformError`` or ``DefinedTypeError`` where the text is none.
  package func type(_ text: String) throws -> (type: DefinedType, models: [DefinedModel]) {
    let form = try PlaceOverride.Form(text)
    switch form {
    case .type(let type): return (type, [])
    case .elements:
      let (type, models) = try elements.type(PlaceOverride.Form.inBrackets(text) ?? text)
      return (.array(type), models)
    case .cases:
      let cases = Set(values.compactMap { try? $0.stringValue })
      guard cases.count <= TextEvidence.mostDistinct, values.allSatisfy({ $0.kind == .string }) else {
        return (.enumeration([], unknown: .refuse), [])
      }
      return (.enumeration(cases.sorted()), [])
    case .map, .model, .cluster:
      var inference = Inference()
      inference.read(JSONBytes(Array(("[" + values.map(\.rawText).joined(separator: ",") + "]").utf8)))
      let overrides = try InferenceOverrides([(tokens: ["-"], type: text)])
      let definition = inference.models(
        rootName: name, elementName: Definition.modelName(forElementsOf: name), overrides: overrides
      ).definition
      guard case .array(let type) = definition.root else { return (.json, []) }
      return (type, definition.models)
    }
  }
}

extension InferenceOverrides {
  /// - Parameter decisions: types as files write them, by the way to their place.
  /// - Throws: where one is no type.
  package init(_ decisions: some Sequence<(tokens: [String], type: String)>) throws {
    for (tokens, type) in decisions {
      places.append((tokens, PlaceOverride(form: try PlaceOverride.Form(type), name: nil, property: nil)))
      pointers.append(tokens.map { "/" + $0 }.joined())
    }
  }
}

extension Definition {
  /// The definition with another type of a property.
  ///
  /// - Parameters:
  ///   - type: of its values; that they may be nil stays as it is.
  ///   - models: those that the type names, which are added, under other names where those are taken.
  /// - Returns: nil where there is no such property.
  package func changing(
    _ property: String, of model: String, to type: DefinedType, adding models: [DefinedModel]
  ) -> Definition? {
    guard let at = self.models.firstIndex(where: { $0.name == model }),
      let position = self.models[at].properties.firstIndex(where: { $0.name == property })
    else { return nil }
    var definition = self
    var names = Dictionary(models.map { ($0.name, $0.name) }) { first, _ in first }
    for model in models {
      var name = model.name
      while definition.model(name) != nil { name += "2" }
      names[model.name] = name
      var added = model
      added.name = name
      definition.models.append(added)
    }
    func renamed(_ type: DefinedType) -> DefinedType {
      type.mapLeaves { if case .model(let name) = $0 { .model(names[name] ?? name) } else { $0 } }
    }
    for index in definition.models.indices.dropFirst(self.models.count) {
      for number in definition.models[index].properties.indices {
        let type = definition.models[index].properties[number].type
        definition.models[index].properties[number].type = renamed(type)
      }
    }
    let isOptional =
      self.models[at].properties[position].type.unwrapped != self.models[at].properties[position].type
    definition.models[at].properties[position].type = isOptional ? renamed(type).asOptional : renamed(type)
    return definition
  }
}

extension JSONNode {
  /// Whether a value comes back as it was: of a text its letters, as what is not changed keeps its escapes; of a number every
  /// digit.
  fileprivate func isGivenBack(by bytes: [UInt8]) -> Bool {
    if bytes.elementsEqual(rawBytes) { return true }
    guard kind == .string, let back = try? JSONDocument(parsing: JSONBytes(bytes)) else { return false }
    return back.root.isEquivalent(to: self)
  }
}

extension DefinedType {
  /// Whether it is an enumeration without a case, or a list of it.
  fileprivate var isEnumerationOfNothing: Bool {
    switch self {
    case .enumeration(let cases, _): cases.isEmpty
    case .array(let element): element.isEnumerationOfNothing
    default: false
    }
  }
}
