import Mantle
import MantlePlatform

/// The conversion of JSON to objects of an archive: models through their mappings, and all
/// other values as leaves and collections.
///
/// ``patch(_:)`` changes the objects of an archive that the JSON comes from.
final class JSONToArchive {
  /// The encoder that adds objects to the archive.
  let encoder: ArchiveEncoder
  /// The errors in models found so far.
  var diagnostics: [Diagnostic] = []
  /// The models of the archived classes.
  let models: ArchivedModelTable
  /// The models that can occur in the JSON.
  private let all: [ModelDescription]
  /// The model of the values at ``place``, for JSON that does not come from an archive; nil for JSON without models.
  private let model: ModelDescription?
  /// The location of the models in the JSON.
  private let place: JSONKeyPath
  /// The location of the current value in the JSON.
  var path: [JSONKeyPath.Component] = []
  /// The state of the edits while they are applied to an archive.
  var patching: ArchivePatching
  /// The archived types of values that were copied from ``documents``, such as dates, which JSON shows as strings.
  private lazy var leafTypes = LeafTypes(documents)
  private let documents: [ArchivedDocument?]
  /// A closure that receives each model that is written, except a model without `$class` in a property of another model.
  var reportModel: ((WrittenModel) -> Void)?
  /// Whether the current value is inside a property of a model.
  var isInModel = false
  /// The mapped keys of models, by the identity of the model.
  private var keysOfModels: [ObjectIdentifier: MappedKeys] = [:]

  /// Creates a converter that adds JSON values to an archive.
  ///
  /// - Parameters:
  ///   - graph: the archive that the JSON comes from; empty for other JSON.
  ///   - models: the models that can occur in the JSON.
  ///   - model: the model of the values at `place`; nil for JSON without models.
  ///   - place: the location of the models in the JSON.
  ///   - patching: the state of the edits if `graph` is being edited; nil for a new archive.
  ///   - documents: the archives from which values may have been copied.
  init(
    _ graph: ArchiveGraph = ArchiveGraph(), models: [ModelDescription], model: ModelDescription?,
    at place: JSONKeyPath, patching: ArchivePatching? = nil, typesOf documents: [ArchivedDocument?]
  ) {
    self.documents = documents
    encoder = ArchiveEncoder(graph)
    all = models
    self.models = ArchivedModelTable(models)
    self.model = model
    self.place = place
    self.patching = patching ?? ArchivePatching(graph)
  }

  /// Adds a JSON value that does not come from an archive, and returns its object. Errors in models are added to ``diagnostics``.
  ///
  /// - Throws: an error for a string that no archive can represent, or an ``ArchiveError``.
  func add(_ node: JSONNode) throws -> ArchiveReference { try addNew(node) }

  /// Adds an array of JSON values that may come from several documents.
  func addList(_ elements: some Sequence<JSONNode>) throws -> ArchiveReference {
    let items = try elements.enumerated().map { index, element in
      try step(.index(index)) { try addNew(element) }
    }
    return append(.array(items), nil)
  }

  /// Adds an object, with the class that Foundation uses for the value if `archiveClass` is nil.
  func append(_ value: ArchiveValue, _ archiveClass: ArchiveClass?) -> ArchiveReference {
    encoder.builder.append(value, class: archiveClass)
  }

  /// Calls a closure while a component is appended to the current path.
  func step<Result>(_ component: JSONKeyPath.Component, _ act: () throws -> Result) rethrows -> Result {
    path.append(component)
    defer { path.removeLast() }
    return try act()
  }
}

extension JSONToArchive {
  /// Adds a JSON value that does not come from an archive: an object as a model if one matches, and other values as leaves and
  /// collections.
  func addNew(_ node: JSONNode) throws -> ArchiveReference {
    guard path.count < ArchiveBudget.depth else { throw ArchiveBudget.tooDeep }
    switch node.kind {
    case .object:
      let archiveClass = isPlain ? nil : ArchiveClass(namedIn: node)
      if let archiveClass, let named = models.model(for: archiveClass) {
        return try addModel(node, as: named, archiveClass)
      }
      if archiveClass == nil, let model, isModelPlace { return try addModel(node, orAnother: model) }
      if let archiveClass {
        let fields = try addMembers(of: node, besides: ArchiveClass.jsonKey)
        return append(
          .object(fields.map { ArchiveField(encoder.builder.key($0.name), $0.value) }), archiveClass)
      }
      if model != nil, let other = guess(node) { return try addModel(node, as: other) }
      let entries = try addMembers(of: node)
      return append(
        .dictionary(entries.map { ArchiveEntry(key: encoder.builder.string($0.name), value: $0.value) }), nil)
    case .array: return try addList(node.elements)
    default:
      return try addLeaf(node) {
        try leafTypes.value(of: node, at: path).map { encoder.builder.append($0) }
          ?? encoder.builder.json(node)
      }
    }
  }

  /// Adds the values of a JSON object's members, and returns them with their names.
  ///
  /// - Parameter leftOut: the key of a member to omit; nil to add all members.
  private func addMembers(
    of node: JSONNode, besides leftOut: String? = nil
  ) throws -> [(name: String, value: ArchiveReference)] {
    try node.members.compactMap { key, value in
      let name = try key.stringValue ?? ""
      return name == leftOut ? nil : (name, try step(.key(name)) { try addNew(value) })
    }
  }

  private var isPlain: Bool { encoder.builder.graph.kind == .propertyList }

  /// Adds a leaf by a closure. If the archive cannot store the value, the problem is recorded, and null is returned.
  func addLeaf(
    _ node: JSONNode, _ add: () throws -> ArchiveReference
  ) throws -> ArchiveReference {
    do {
      if isPlain, node.isNull {
        throw DecodingProblem(.archive, detail: "a property list cannot hold null")
      }
      return try add()
    } catch let problem as DecodingProblem {
      diagnostics.append(
        Diagnostic(
          .error, problem.code, path: JSONKeyPath(path), location: node.location, expected: problem.expected,
          found: problem.found, detail: problem.detail))
      return .null
    }
  }

  /// Whether the current value is at a location where the JSON has models.
  private var isModelPlace: Bool {
    path.count == place.components.count
      && zip(path, place.components).allSatisfy { step, pattern in
        // A list of models may be a JSON array or the values of a JSON object.
        pattern == .each || step == pattern
      }
  }

  /// Adds a JSON object as a model; for a class cluster, as the member that matches the object. An invalid model is reported and
  /// becomes null.
  func addModel(_ node: JSONNode, as model: ModelDescription) throws -> ArchiveReference {
    if model.isCluster {
      let errors = model.diagnose(node, minimumSeverity: .error)
      diagnostics += errors
      if !errors.isEmpty { return .null }
    }
    let model = model.description(for: node)
    reportModel?(WrittenModel(node, model, isNested: isInModel))
    guard let archiving = model.archiving else { return try encoder.builder.json(node) }
    do {
      let reference = try archiving.archiveNode(node, encoder)
      if !isPlain, node.mayNameClasses { try restoreClasses(namedIn: node, of: reference) }
      return reference
    } catch let failure as DecodingFailure {
      diagnostics += failure.diagnostics
      return .null
    } catch let problem as EncodingProblem {
      diagnostics.append(
        Diagnostic(.error, .archive, model: model.name, path: JSONKeyPath(path), detail: "\(problem)"))
      return .null
    }
  }

  /// Adds a JSON object as the model of the class that its `$class` names. An object of a subclass without a model keeps its
  /// class and the keys that only this class has.
  private func addModel(
    _ node: JSONNode, as model: ModelDescription, _ archiveClass: ArchiveClass
  ) throws -> ArchiveReference {
    let reference = try addModel(node, as: model)
    guard case .object(var fields) = graph[reference],
      model.archive?.accepts(archiveClass, exactly: true) == false
    else { return reference }
    for key in mappedKeys(of: model).unmapped(in: node) where key.path.components.count == 1 {
      let name = try key.key.stringValue ?? ""
      guard name != ArchiveClass.jsonKey, !fields.contains(where: { graph.name(of: $0.key) == name }) else {
        continue
      }
      fields.append(ArchiveField(graph.intern(name), try step(.key(name)) { try addNew(key.value) }))
    }
    graph.set(.object(fields), classIndex: graph.classIndex(archiveClass), at: reference.index)
    return reference
  }

  /// Adds a JSON object as the expected model or as one that fits better, because lists can contain several models: a subclass
  /// that maps more of the object's keys, or any model if the object has errors. A class cluster selects its member itself.
  private func addModel(_ node: JSONNode, orAnother model: ModelDescription) throws -> ArchiveReference {
    let model = subclass(of: model, for: node)
    if !model.isCluster, !model.diagnose(node, minimumSeverity: .error).isEmpty, let other = guess(node) {
      return try addModel(node, as: other)
    }
    return try addModel(node, as: model)
  }

  /// Returns the subclass of a model that maps most keys of a JSON object without errors; the model itself if no subclass maps
  /// more.
  private func subclass(of model: ModelDescription, for node: JSONNode) -> ModelDescription {
    guard !model.isCluster, let name = model.archive?.archiveClass.name else { return model }
    let subclasses = all.filter { $0.archive?.archiveClass.chain.dropFirst().contains(name) == true }
    guard !subclasses.isEmpty else { return model }
    func unmapped(by model: ModelDescription) -> Int { mappedKeys(of: model).unmapped(in: node).count }
    var (best, least) = (model, unmapped(by: model))
    for subclass in subclasses where least > 0 && subclass.diagnose(node, minimumSeverity: .error).isEmpty {
      let count = unmapped(by: subclass)
      if count < least { (best, least) = (subclass, count) }
    }
    return best
  }

  /// Returns the mapped keys of a model, which are determined on first use.
  private func mappedKeys(of model: ModelDescription) -> MappedKeys {
    if let known = keysOfModels[model.identity] { return known }
    let keys = MappedKeys(model)
    keysOfModels[model.identity] = keys
    return keys
  }

  /// Returns the first model that decodes an object without errors and maps at least half of
  /// its keys; nil if there is none.
  private func guess(_ node: JSONNode) -> ModelDescription? {
    all.first { $0.archiving != nil && fits($0, node) }
  }

  /// Returns whether a model with required properties decodes an object without errors and maps at
  /// least half of its keys.
  private func fits(_ model: ModelDescription, _ node: JSONNode) -> Bool {
    let required = model.properties.filter { $0.isRequired && !$0.keyPaths.isEmpty }
    guard !required.isEmpty,
      required.allSatisfy({ property in property.keyPaths.contains { node.find($0) != nil } })
    else { return false }
    let unmapped = mappedKeys(of: model).unmapped(in: node).filter { $0.path.components.count == 1 }.count
    return 2 * unmapped <= node.count && model.diagnose(node, minimumSeverity: .error).isEmpty
  }
}

extension ArchiveBuilder {
  /// Adds a JSON text as leaves and collections. Null becomes `NSNull` in a container, and nil as the root.
  ///
  /// - Throws: a syntax error, a ``LoneSurrogateError`` for a string that no archive can
  ///   represent, or an ``ArchiveError`` for excessive nesting.
  mutating func json(_ text: [UInt8]) throws -> ArchiveReference {
    let root = try JSONDocument(parsing: JSONBytes(text)).root
    return root.kind == .null ? .null : try json(root)
  }

  /// Adds a JSON value as leaves and collections, without models. Null becomes `NSNull`.
  mutating func json(_ node: JSONNode, depth: Int = 0) throws -> ArchiveReference {
    guard depth < ArchiveBudget.depth else { throw ArchiveBudget.tooDeep }
    switch node.kind {
    case .null: return append(.null, class: ArchiveLeaf.null.archiveClass)
    case .true: return add(.bool(true))
    case .false: return add(.bool(false))
    case .number: return try number(node.rawText)
    case .string: return string(try node.stringValue ?? "")
    case .array: return append(.array(try node.elements.map { try json($0, depth: depth + 1) }))
    case .object:
      let entries = try node.members.map { key, value in
        ArchiveEntry(key: string(try key.stringValue ?? ""), value: try json(value, depth: depth + 1))
      }
      return append(.dictionary(entries))
    }
  }

  /// Adds a number as a 64-bit integer; otherwise as a double if a double has all its digits; otherwise as an `NSDecimalNumber`,
  /// like `NSJSONSerialization`. A fraction of more than 38 digits is rounded to a double.
  ///
  /// - Throws: a ``DecodingProblem`` for a number that would become infinite, and for a whole
  ///   number that would change.
  private mutating func number(_ text: String) throws(DecodingProblem) -> ArchiveReference {
    if let value = Int64(text) { return add(.integer(value)) }
    if let value = UInt64(text) { return add(.unsigned(value)) }
    let number = JSONDecimal(Array(text.utf8))
    let value = Double(text).flatMap { $0.isFinite ? $0 : nil }
    if let value, Self.isExactly(value, number) { return add(.real(value)) }
    if let decimal = decimal(number) { return decimal }
    guard let value, !text.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == ASCII.minus }) else {
      throw DecodingProblem(
        .archive, expected: "a number of 64 bits or of 38 digits", found: "number \(Shortened.text(text))")
    }
    return add(.real(value))
  }

  /// Returns whether a double, written as decimal digits, gives exactly the given number.
  static func isExactly(_ value: Double, _ number: JSONDecimal) -> Bool {
    value.isFinite && JSONDecimal(Array("\(value)".utf8)) == number
  }

  /// Adds a number as an `NSDecimalNumber`; returns nil if it has more than 38 digits or its exponent is out of range.
  mutating func decimal(_ number: JSONDecimal) -> ArchiveReference? {
    guard let scale = number.exponent, -128...127 ~= scale - number.digits.count, number.digits.count <= 38,
      let mantissa = UInt128(String(decoding: number.digits, as: UTF8.self))
    else { return nil }
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: mantissa >> (8 * UInt128($0))) }
    let values: [(String, ArchiveValue)] = [
      ("NS.exponent", .integer(Int64(scale - number.digits.count))),
      ("NS.length", .integer(Int64((128 - mantissa.leadingZeroBitCount + 15) / 16))),
      ("NS.negative", .bool(number.isNegative)), ("NS.compact", .bool(true)), ("NS.mantissa.bo", .integer(1)),
      ("NS.mantissa", .data(bytes)),
    ]
    let fields = values.map { ArchiveField(key($0), add($1)) }
    return append(
      .object(fields),
      class: ArchiveClass(
        "NSDecimalNumberPlaceholder", chain: ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]))
  }
}
