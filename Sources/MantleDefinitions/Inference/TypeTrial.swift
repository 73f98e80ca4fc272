import Mantle

/// A test of candidate types with the values at one location of a document.
package struct TypeTrial {
  /// The result of testing one type.
  package struct Outcome: Sendable {
    /// The text of the tested type.
    package let type: String
    /// An example of a decoded value, or the first value that the type rejects.
    package let words: String
    /// Whether the tested type accepts every value.
    let isReadable: Bool
    /// Whether every value is accepted, and is unchanged after decoding and encoding.
    package let isProven: Bool
    /// The number of rejected values and of all values; nil if they were not counted.
    package var misfits: (count: Int, total: Int)?
  }

  /// The values at the location, without null.
  private let values: [JSONNode]
  /// The key under which the values occur.
  private let name: String
  /// Whether ``values`` are all values at the location, rather than only the first ones.
  private let isComplete: Bool

  /// The maximum number of bytes of a document to inspect. Inspecting them takes about 20 ms.
  private static let maximumBytes = 1 << 20
  /// The maximum number of values to inspect.
  private static let maximumValues = 10_000

  /// Collects the values at a location from the start of a document.
  ///
  /// - Parameter tokens: the path from the root: keys, and `-` for every element, line or
  ///   value.
  package init(of tokens: [String], in bytes: JSONBytes) {
    name = tokens.last { $0 != "-" } ?? "root"
    var found: [JSONNode] = []
    func walk(_ children: JSONChildren, _ tokens: ArraySlice<String>) {
      let index = JSONChildIndex(bytes, children, lookahead: Self.maximumBytes)
      var next = index.first()
      while let child = next, child.value.lowerBound < Self.maximumBytes, found.count < Self.maximumValues {
        next = index.next(after: child, within: Self.maximumBytes)
        guard tokens.first == "-" || child.key.map({ bytes.keyText($0) == tokens.first }) ?? false else {
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
    isComplete = bytes.count <= Self.maximumBytes && found.count < Self.maximumValues
  }

  /// Creates a test with values at one location.
  private init(_ values: [JSONNode], name: String, isComplete: Bool) {
    (self.values, self.name, self.isComplete) = (values, name, isComplete)
  }

  /// The results of testing all plausible types, beginning with the types that preserve every value.
  package var outcomes: [Outcome] {
    let outcomes = candidates.compactMap { try? outcome($0) }
      .filter { $0.isReadable || Self.usual.contains($0.type) }
    return outcomes.filter(\.isProven) + outcomes.filter { !$0.isProven }
  }

  /// The types whose results are included even if they reject values.
  private static let usual: Set<String> = ["string", "date", "enum", "integer", "double", "map", "model"]

  /// The texts of the types to test, which depend on the kinds of the values.
  private var candidates: [String] {
    let kinds = Set(values.map(\.kind))
    if kinds == [.array] {
      return elements.candidates.filter { $0 != "json" }.map { "[\($0)]" } + ["json"]
    }
    var candidates: [String] = []
    if kinds.contains(.object) { candidates += ["model", "map"] }
    if kinds.contains(.string) {
      let dates = ["unixSecondsString", "unixMillisecondsString"]
      candidates += ["date", "iso8601Day"] + patterns + (lookLikeDates ? dates : [])
      candidates += ["uuid", "UUID", "integerString", "decimalString", "doubleString", "boolString"]
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

  /// The texts of the date types whose pattern all strings match.
  private var patterns: [String] {
    let all = values.compactMap { (try? $0.stringValue)?.datePatterns }
    guard let first = all.first else { return [] }
    return DatePattern.types(of: first.filter { pattern in all.allSatisfy { $0.contains(pattern) } })
  }

  /// A test with the elements of all values that are arrays, without null.
  private var elements: TypeTrial {
    TypeTrial(
      values.filter { $0.kind == .array }.flatMap { Array($0.elements) }.filter { !$0.isNull }, name: name,
      isComplete: isComplete)
  }

  /// Whether all values are, as numbers or as strings, seconds of the years 1973 to 2286, or the corresponding
  /// milliseconds or microseconds.
  private var lookLikeDates: Bool {
    values.allSatisfy { value in
      Double((try? value.stringValue) ?? value.rawText).map { number in
        [1, 1e3, 1e6].contains { (1e8 * $0..<1e10 * $0).contains(number) }
      } ?? false
    }
  }

  /// Whether some of the numbers are as large as current dates, rather than flags or counts.
  private var mayBeDates: Bool { values.contains { Double($0.rawText).map { abs($0) >= 1e8 } ?? false } }

  /// Returns the result of testing a type with all values at the location.
  ///
  /// - Parameters:
  ///   - text: a type as overrides contain it.
  ///   - countsMisfits: whether to count the rejected values; otherwise the test ends at the first one.
  /// - Throws: a ``TransformError`` or ``DefinedTypeError`` if the text is not a type.
  package func outcome(_ text: String, countsMisfits: Bool = false) throws -> Outcome {
    let (type, models) = try self.type(text)
    func refusal(_ words: String) -> Outcome {
      Outcome(type: text, words: words, isReadable: false, isProven: false)
    }
    if type.isEnumerationOfNothing { return refusal(manyCases) }
    guard let property = property(of: type, models), let first = values.first else {
      return refusal("there are no values to test the type on")
    }
    func place(_ value: JSONNode) -> String { " at line \(value.location.line)" }
    var objection: String?
    var misfit: Outcome?
    var misfits = 0
    for value in values where misfit == nil || countsMisfits {
      let decoded = property.decode(value)
      if let problem = decoded.diagnostics.first(where: { $0.severity == .error }) {
        misfit = misfit ?? refusal(problem.shortMessage + place(value))
        misfits += 1
        continue
      }
      // The values inside containers are tested separately, at their own locations.
      guard objection == nil, !value.kind.isContainer, let back = decoded.reencoded else { continue }
      if !value.isGivenBack(by: back) {
        let written = String(decoding: back, as: UTF8.self)
        objection = "\(value.rawText.prefix(60)) would be written as \(written)" + place(value)
      }
    }
    if var misfit {
      if countsMisfits { misfit.misfits = (misfits, values.count) }
      return misfit
    }
    let words = objection ?? example(of: type, property.decode(first).text, first)
    return Outcome(type: text, words: words, isReadable: true, isProven: objection == nil)
  }

  /// Returns the description of a property with the key of the values and with the given type.
  ///
  /// - Parameter text: a type as overrides contain it.
  /// - Throws: a ``TransformError`` or ``DefinedTypeError`` if the text is not a type.
  package func property(_ text: String) throws -> PropertyDescription? {
    let (type, models) = try self.type(text)
    return property(of: type, models)
  }

  private func property(of type: DefinedType, _ models: [DefinedModel]) -> PropertyDescription? {
    let trial = DefinedModel(
      name: "", properties: [DefinedProperty(name: name, path: JSONKeyPath(key: name), type: type)])
    return DefinedModels(Definition(root: .model(""), models: [trial] + models)).descriptions
      .first { $0.name.isEmpty }?.properties.first
  }

  /// The message that states why the values are not an enumeration.
  private var manyCases: String {
    let texts = (elements.values.isEmpty ? values : elements.values).filter { $0.kind == .string }
    let different = Set(texts.map(\.rawText)).count
    return different > TextEvidence.maximumDistinct
      ? "\(different) different strings, more than the \(TextEvidence.maximumDistinct) cases of an `enum`"
      : "not all values are strings"
  }

  /// Returns a message with the number of values and an example of a decoded value, or with the cases or keys of the type.
  private func example(of type: DefinedType, _ read: String?, _ first: JSONNode) -> String {
    let count =
      !isComplete
      ? "the first \(Words.count(values.count, "value"))"
      : values.count == 1 ? "the only value" : "all \(values.count) values"
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

  /// Returns the definition type for the text of a type, and the models that the type names.
  ///
  /// - Parameter text: a type as overrides contain it, such as `map`, `[model]` or `integer`.
  /// - Throws: a ``TransformError`` or ``DefinedTypeError`` if the text is not a type.
  package func type(_ text: String) throws -> (type: DefinedType, models: [DefinedModel]) {
    let form = try PlaceOverride.Form(text)
    switch form {
    case .type(let type): return (type, [])
    case .elements:
      let (type, models) = try elements.type(PlaceOverride.Form.inBrackets(text) ?? text)
      return (.array(type), models)
    case .cases:
      let cases = Set(values.compactMap { try? $0.stringValue })
      guard cases.count <= TextEvidence.maximumDistinct, values.allSatisfy({ $0.kind == .string }) else {
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
  /// Creates overrides from types by location.
  ///
  /// - Parameter decisions: the paths, in which `-` represents every element, with types as
  ///   files contain them.
  /// - Throws: an error if a text is not a type.
  package init(_ decisions: some Sequence<(tokens: [String], type: String)>) throws {
    for (tokens, type) in decisions {
      let override = PlaceOverride(form: try PlaceOverride.Form(type), name: nil, property: nil)
      places.append((tokens.map { "/" + $0 }.joined(), tokens, override))
    }
  }
}

extension Definition {
  /// Returns the definition after changing the type of a property.
  ///
  /// - Parameters:
  ///   - property: the name of the property.
  ///   - model: the name of the model that has the property.
  ///   - type: the new type of the values. An optional property remains optional, and an
  ///     enumeration keeps its cases.
  ///   - models: the models that the type names. They are added, with new names if theirs are
  ///     taken.
  /// - Returns: nil if there is no such property.
  package func changing(
    _ property: String, of model: String, to type: DefinedType, adding models: [DefinedModel]
  ) -> Definition? {
    guard let at = self.models.firstIndex(where: { $0.name == model }),
      let position = self.models[at].properties.firstIndex(where: { $0.name == property })
    else { return nil }
    var definition = self
    var names: [String: String] = [:]
    for model in models {
      var name = model.name
      while definition.model(name) != nil || names.values.contains(name) { name += "2" }
      names[model.name] = name
    }
    func renamed(_ type: DefinedType) -> DefinedType {
      type.mapLeaves { if case .model(let name) = $0 { .model(names[name] ?? name) } else { $0 } }
    }
    for var model in models {
      model.name = names[model.name] ?? model.name
      for number in model.properties.indices {
        model.properties[number].type = renamed(model.properties[number].type)
      }
      definition.models.append(model)
    }
    let isOptional =
      self.models[at].properties[position].type.unwrapped != self.models[at].properties[position].type
    let old = self.models[at].properties[position].type
    let new = renamed(type).wideningCases(of: old)
    definition.models[at].properties[position].type = isOptional ? new.asOptional : new
    return definition
  }
}

extension JSONNode {
  /// Returns whether JSON that a model encoded represents the value unchanged. The escapes of a string may differ, but
  /// its characters and all digits of a number must be equal.
  fileprivate func isGivenBack(by bytes: [UInt8]) -> Bool {
    if bytes.elementsEqual(rawBytes) { return true }
    guard kind == .string, let back = try? JSONDocument(parsing: JSONBytes(bytes)) else { return false }
    return back.root.isEquivalent(to: self)
  }
}

extension DefinedType {
  /// Returns the type with the cases of an older enumeration before its own, and with the older policy for unknown cases.
  fileprivate func wideningCases(of old: DefinedType) -> DefinedType {
    switch (self, old.unwrapped) {
    case (.enumeration(let cases, _), .enumeration(let known, let unknown)):
      .enumeration(known + cases.filter { !known.contains($0) }, unknown: unknown)
    case (.array(let element), .array(let known)): .array(element.wideningCases(of: known))
    default: self
    }
  }

  /// Whether the type is an enumeration without cases, or a list of such enumerations.
  fileprivate var isEnumerationOfNothing: Bool {
    switch self {
    case .enumeration(let cases, _): cases.isEmpty
    case .array(let element): element.isEnumerationOfNothing
    default: false
    }
  }
}
