import Mantle

/// The decisions of a user about locations in the data. They are stored in a file, so that
/// repeated inference gives the same result.
///
/// ```json
/// { "/stops": { "as": "map" }, "/stops/-/updated_at": { "as": "unixSeconds", "property": "changed" } }
/// ```
///
/// A location is a JSON Pointer (RFC 6901), in which `-` represents every element of a list
/// and every value of a map.
package struct InferenceOverrides: Sendable {
  /// The locations with their decisions: each as a JSON Pointer, as the tokens of the pointer, and with the decision.
  var places: [(pointer: String, tokens: [String], override: PlaceOverride)] = []

  /// Creates an empty set of overrides.
  package init() {}

  /// Parses a file with the overrides of a user.
  ///
  /// - Parameter bytes: the file, an object whose keys are the locations.
  /// - Throws: a ``DecodingFailure`` with every problem and its line and column.
  package init(_ bytes: JSONBytes) throws {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: bytes) } catch {
      throw DecodingFailure([error.diagnostic(in: bytes)])
    }
    var problems: [Diagnostic] = []
    func refuse(_ key: JSONNode, _ expected: String, _ found: String) {
      problems.append(
        Diagnostic(.error, .invalidValue, location: key.location, expected: expected, found: found))
    }
    guard document.root.kind == .object else {
      throw DecodingFailure([
        Diagnostic(
          .error, .typeMismatch, location: document.root.location, expected: "an object with places as keys",
          found: document.root.displayText)
      ])
    }
    for (key, value) in document.root.members {
      let pointer = key.displayText
      guard !places.contains(where: { $0.pointer == pointer }) else {
        refuse(key, "each place once", "`\(pointer)` again")
        continue
      }
      guard let tokens = Self.tokens(of: pointer) else {
        refuse(key, "a JSON Pointer such as /items/-/id", "`\(pointer)`")
        continue
      }
      problems += Self.unknownMembers(in: value, of: pointer)
      do {
        places.append((pointer, tokens, try PlaceOverride.decode(value)))
      } catch let failure as DecodingFailure {
        problems += failure.diagnostics
      }
    }
    guard problems.isEmpty else { throw DecodingFailure(problems) }
  }

  /// Returns the unescaped tokens of a JSON Pointer; nil if it is malformed.
  private static func tokens(of pointer: String) -> [String]? {
    guard pointer.isEmpty || pointer.hasPrefix("/") else { return nil }
    return pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
  }

  /// Returns a problem for each member of an override that has no meaning.
  private static func unknownMembers(in value: JSONNode, of pointer: String) -> [Diagnostic] {
    let path = JSONKeyPath(key: pointer)
    return UnknownMembers.problems(in: value, PlaceOverride.modelDescription, path).map { problem in
      var problem = problem
      if case .key(let key)? = problem.path.components.last, (try? PlaceOverride.Form(key)) != nil {
        problem.hint = .sentence("write the form as a value: \"as\": \"\(key)\"")
      }
      return problem
    }
  }

  /// Applies the overrides to the shape of the data.
  ///
  /// - Parameter root: a copy of the observed shape, because it is modified.
  /// - Returns: a message for each override that cannot be applied: `/a: no such place in the
  ///   data`.
  func apply(to root: Shape) -> [String] {
    places.compactMap { place in
      let shapes = place.tokens.reduce([root]) { shapes, token in shapes.flatMap { $0.shapes(at: token) } }
      for shape in shapes { shape.take(place.override) }
      if shapes.isEmpty { return "\(place.pointer): no such place in the data" }
      return shapes.contains { $0.can(place.override.form) }
        ? nil : "\(place.pointer): \(place.override.form?.requirement ?? "")"
    }
  }

  /// Returns a message for each override whose type does not preserve every value, with an
  /// example: `/price: …`.
  ///
  /// - Parameter isSequence: whether the document is a sequence of values.
  package func changedTexts(in bytes: JSONBytes, isSequence: Bool) -> [String] {
    places.compactMap { place in
      guard case .type(let type)? = place.override.form, !place.tokens.isEmpty else { return nil }
      let trial = TypeTrial(of: (isSequence ? ["-"] : []) + place.tokens, in: bytes)
      guard let outcome = try? trial.outcome(type.text), outcome.isReadable, !outcome.isProven else {
        return nil
      }
      return "\(place.pointer): with `\(type.text)`, \(outcome.words)"
    }
  }

  /// Whether there are no overrides.
  package var isEmpty: Bool { places.isEmpty }

  /// Returns the override that determines the type of a value: the innermost override of the
  /// value and its ancestors.
  ///
  /// - Parameter path: the path of the value in its document, or, for a sequence, in the value of the sequence that
  ///   contains it.
  package func override(around path: ArraySlice<JSONKeyPath.Component>) -> (pointer: String, type: String)? {
    places.filter { place in
      place.tokens.count <= path.count
        && zip(place.tokens, path).allSatisfy { $0 == "-" || $0 == "*" || $1 == .key($0) }
    }.max { $0.tokens.count < $1.tokens.count }.flatMap { place in
      place.override.form.map { (place.pointer, $0.text) }
    }
  }
}

/// The decision of a user about one location.
struct PlaceOverride: Model, Sendable {
  /// The chosen type of the values at the location; nil to infer the type.
  let form: Form?
  /// The chosen name of the model of the objects at the location; nil to infer the name.
  let name: String?
  /// The chosen name of the property whose values are at the location; nil to infer the name.
  let property: String?

  /// The type that the user has chosen for a location.
  indirect enum Form: Hashable, Sendable {
    /// The objects at the location are dictionaries, whose keys are data.
    case map
    /// The objects at the location are values of a model, whose keys are property names.
    case model
    /// The objects at the location are a class cluster, selected by a string under one of the keys of
    /// ``Discriminator``.
    case cluster
    /// The strings at the location are an enumeration, whose cases are the observed strings.
    case cases
    /// The values at the location have the given type, regardless of the data.
    case type(DefinedType)
    /// The values at the location are lists, whose elements have the given form: `[model]`.
    case elements(Form)
  }

  /// The members of an override's object in a file.
  static let mapping = Mapping(
    PlaceOverride.init,
    Properties(of: PlaceOverride.self) {
      Property(
        \.form, "as",
        JSONTransformer<Form>.custom("form") { (text: String) in
          try Form(text)
        } reverse: {
          $0.text
        }.optional)
      Property(
        \.name, "name",
        .name("a model's name: a capital letter, then letters, digits and `_`", Names.isModel))
      Property(
        \.property, "property", .name("a name: letters, digits and `_`", SwiftName.isIdentifier))
    }
  ).named("Override")
}

extension JSONTransformer<String?> {
  /// Returns the transformer of an optional name.
  ///
  /// - Parameters:
  ///   - expected: the requirement, for the message.
  ///   - isName: whether a string is a valid name.
  fileprivate static func name(
    _ expected: String, _ isName: @escaping @Sendable (String) -> Bool
  ) -> JSONTransformer<String?> {
    JSONTransformer<String>.custom("name") { (text: String) in
      guard isName(text) else { throw TransformError(expected: expected, found: "`\(text)`") }
      return text
    } reverse: {
      $0
    }.optional
  }
}

extension PlaceOverride.Form {
  /// Parses the form of an override, such as `map` or `integer`.
  ///
  /// - Throws: an error if the text is neither a form nor a type. Names of models are not
  ///   permitted.
  init(_ text: String) throws {
    if let form = Self.words.first(where: { $0.word == text })?.form {
      self = form
    } else if let inner = Self.inBrackets(text), let form = try? Self(inner), form.isDecidedByTheData {
      self = .elements(form)
    } else {
      let type = try DefinedType(text)
      self = .type(type)
      guard let name = type.modelNames.first else { return }
      let words = Self.words.map(\.word) + DefinedType.names
      let near = Spelling.nearest(to: name, among: words).map { "; did you mean `\($0)`?" } ?? ""
      throw TransformError(expected: "map, model, cluster, enum or a type" + near, found: "`\(name)`")
    }
  }

  /// The forms of overrides that are written as one word.
  private static let words: [(word: String, form: Self)] = [
    ("map", .map), ("model", .model), ("cluster", .cluster), ("enum", .cases),
  ]

  /// Returns the text between brackets, such as that of `[model]`; nil without brackets.
  static func inBrackets(_ text: String) -> String? {
    text.first == "[" && text.last == "]" ? String(text.dropFirst().dropLast()) : nil
  }

  /// Whether the details of the chosen type follow from the data, such as the cases of an enumeration or the properties
  /// of a model.
  private var isDecidedByTheData: Bool { if case .type = self { false } else { true } }

  /// The message for an override whose form the data does not permit.
  fileprivate var requirement: String {
    switch self {
    case .cluster:
      "not all objects here have a string under one key such as `type`, `kind`, `event`, `op` or `action`"
    case .map, .model: "there are no objects here that could be a `\(text)`"
    case .cases: "there are no strings here, or too many different ones for an `enum`"
    case .type: ""
    case .elements: "there are no lists here that could be `\(text)`"
    }
  }

  /// The text of the form in a file of overrides.
  fileprivate var text: String {
    switch self {
    case .type(let type): type.text
    case .elements(let form): "[\(form.text)]"
    default: Self.words.first { $0.form == self }?.word ?? ""
    }
  }
}

extension Shape {
  /// Returns the shapes of the children that a token of a JSON Pointer selects: the members with this key, or, for `-`,
  /// all elements and values.
  fileprivate func shapes(at token: String) -> [Shape] {
    var shapes: [Shape] = []
    if token == "-" || token == "*" {
      if let element = arrays?.element { shapes.append(element) }
      if let values = objects?.collapsedValues { shapes.append(values) }
      shapes += objects?.members.map(\.value) ?? []
    }
    for object in [objects].compactMap({ $0 }) + (objects?.variants.compactMap(\.shape.objects) ?? []) {
      if let member = object.member(token) { shapes.append(member.value) }
    }
    return shapes
  }

  /// Returns whether the values observed at the location permit a form.
  fileprivate func can(_ form: PlaceOverride.Form?) -> Bool {
    switch form {
    case .map, .model: objects != nil
    case .cluster: objects.map { $0.hasVariantsOnly && $0.variants.count > 1 } ?? false
    case .cases: texts?.distinct != nil
    case .elements(let form): arrays?.element.can(form) ?? false
    case .type, nil: true
    }
  }

  /// Stores the decision of a user in the shape of its location.
  fileprivate func take(_ override: PlaceOverride) {
    self.override = override
    switch override.form {
    case .map: objects?.decision = .map
    case .model: objects?.decision = .model
    case .cluster: objects?.decision = .cluster
    case .elements(let form):
      arrays?.element.take(PlaceOverride(form: form, name: override.name, property: nil))
    case .cases, .type, nil: break
    }
  }
}
