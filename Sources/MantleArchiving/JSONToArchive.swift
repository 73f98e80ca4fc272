import Mantle
import MantlePlatform

/// The conversion of JSON to objects of an archive: models through their mappings, and all
/// other values as leaves and collections.
///
/// If the JSON comes from an archive, unchanged values keep their objects, including class,
/// version and unmapped fields.
final class JSONToArchive {
  /// The encoder of the archive.
  let encoder: ArchiveEncoder
  /// The errors in models found so far.
  private(set) var diagnostics: [Diagnostic] = []
  /// The models by class.
  private let models: ArchivedModelTable
  /// The models that can occur in the JSON.
  private let all: [ModelDescription]
  /// The model at ``place``, for objects that do not come from an archive.
  private let model: ModelDescription?
  /// The location of the models in the JSON.
  private let place: JSONKeyPath
  /// The location of the current value.
  private var path: [JSONKeyPath.Component] = []
  /// The merger of models with their archived objects.
  private var merger: ArchiveMerger
  /// The origins of the edited values; nil to determine them by comparing the values.
  private var origins: ValueOrigins?
  /// Whether unchanged models of older versions are archived at the current version.
  private let upgrades: Bool
  /// The types of values that are new in the archive and come from ``documents``.
  private lazy var leafTypes = LeafTypes(documents)
  private let documents: [ArchivedDocument?]
  private var upgraded: [ArchiveReference: ArchiveReference] = [:]

  /// An object of the archive, and the JSON that it was converted to.
  typealias Original = (reference: ArchiveReference, node: JSONNode)

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - graph: the archive that the JSON comes from; empty for other JSON.
  ///   - models: the models that can occur in the JSON.
  ///   - model: the model at the location; nil for JSON without models.
  ///   - place: the location of the models.
  ///   - origins: the origins of the edited values; nil if they are unknown.
  ///   - upgrades: whether unchanged models of older versions are archived at the current
  ///     version.
  ///   - documents: the archives that new values may come from.
  init(
    _ graph: ArchiveGraph = ArchiveGraph(), models: [ModelDescription], model: ModelDescription?,
    at place: JSONKeyPath, origins: ValueOrigins? = nil, upgrades: Bool = false,
    typesOf documents: [ArchivedDocument?]
  ) {
    self.origins = origins
    self.documents = documents
    self.upgrades = upgrades
    encoder = ArchiveEncoder(graph)
    all = models
    self.models = ArchivedModelTable(models)
    self.model = model
    self.place = place
    merger = ArchiveMerger(self.models, encoder)
  }

  /// Adds a value to the archive. Errors in models are added to ``diagnostics``.
  ///
  /// - Parameter original: the object that the value comes from; nil for a new value.
  /// - Throws: an error for a string that no archive can represent, or an ``ArchiveError``.
  func add(_ node: JSONNode, over original: Original? = nil) throws -> ArchiveReference {
    guard let original else { return try addNew(node) }
    let isSame = node.isEquivalent(to: original.node)
    if isSame, !upgrades || !node.kind.isContainer { return original.reference }
    if isSame, let known = upgraded[original.reference] { return known }
    let reference = try rebuild(node, over: original)
    if isSame { upgraded[original.reference] = reference }
    return reference
  }

  /// Adds a list of elements that are not part of one JSON array.
  func addList(_ elements: some Sequence<JSONNode>) throws -> ArchiveReference {
    let items = try elements.enumerated().map { index, element in
      try step(.index(index)) { try addNew(element) }
    }
    return append(.array(items), nil)
  }

  /// Adds a changed value, and keeps the class and the unchanged parts of its object.
  private func rebuild(_ node: JSONNode, over original: Original) throws -> ArchiveReference {
    let archiveClass = encoder.builder.graph.archiveClass(of: original.reference)
    switch encoder.builder.graph[original.reference] {
    case let list where list.items != nil && node.kind == .array:
      let items = try add(node, over: list.items ?? [], original.node)
      return append(list.replacing(items: items), archiveClass)
    case .dictionary(let entries) where node.kind == .object:
      return append(.dictionary(try add(node, over: entries, original.node)), archiveClass)
    case .object(let fields) where node.kind == .object:
      if let model = models.model(for: archiveClass) {
        let new = try addModel(node, as: model)
        let isSame = node.isEquivalent(to: original.node)
        let base = isSame ? new : try? model.archiving?.archiveNode(original.node, encoder)
        merger.edits = origins.map { ArchiveMerger.Edits(origins: $0, path: path) }
        return try merger.merge(original.reference, new, base: base)
      }
      return append(.object(try add(node, over: fields, original.node)), archiveClass)
    default:
      guard !node.kind.isContainer else { return try addNew(node) }
      return try addLeaf(node) { try encoder.builder.json(node, replacing: original.reference) }
    }
  }

  /// Adds an object with a class.
  private func append(_ value: ArchiveValue, _ archiveClass: ArchiveClass?) -> ArchiveReference {
    encoder.builder.append(value, class: archiveClass)
  }

  /// Calls a closure with a component appended to the path.
  private func step<Result>(_ component: JSONKeyPath.Component, _ act: () throws -> Result) rethrows -> Result
  {
    path.append(component)
    defer { path.removeLast() }
    return try act()
  }
}

extension JSONToArchive {
  /// Adds the elements of an array, each based on the original element it corresponds to.
  private func add(
    _ node: JSONNode, over items: [ArchiveReference], _ originalNode: JSONNode
  ) throws -> [ArchiveReference] {
    let elements = Array(node.elements)
    let originals = zip(items, originalNode.elements).map { (reference: $0, node: $1) }
    func key(_ node: JSONNode) -> [UInt8] { JSONFormatter(.compact).format(node) }
    let known = origins?.elements(of: path)
    let pairs = ElementPairing(elements.map(key), originals.map { key($0.node) }, known: known) {
      elements[$0].likeness(to: originals[$1].node)
    }
    let origins = origins
    defer { self.origins = origins }
    return try elements.indices.map { index in
      try step(.index(index)) {
        // The origins do not cover the contents of inserted elements.
        self.origins = known?[index] == nil ? nil : origins
        let reference = try add(elements[index], over: pairs.origins[index].map { originals[$0] })
        return pairs.copies.contains(index) ? encoder.builder.graph.copy(of: reference) : reference
      }
    }
  }

  /// Adds the members of a dictionary, and keeps the objects of unchanged keys.
  private func add(
    _ node: JSONNode, over entries: [ArchiveEntry], _ originalNode: JSONNode?
  ) throws -> [ArchiveEntry] {
    var old: [ExactText: ArchiveReference] = [:]
    var keys: [ExactText: ArchiveReference] = [:]
    for entry in entries {
      guard case .string(let key) = encoder.builder.graph[entry.key] else { continue }
      (old[ExactText(key)], keys[ExactText(key)]) = (entry.value, entry.key)
    }
    return try addMembers(of: node, over: old, originalNode).map { name, value in
      ArchiveEntry(key: keys[ExactText(name)] ?? encoder.builder.string(name), value: value)
    }
  }

  /// Adds the members of an object of an unknown class as its fields. The version, which is
  /// not part of the JSON, is preserved.
  private func add(
    _ node: JSONNode, over fields: [ArchiveField], _ originalNode: JSONNode?
  ) throws -> [ArchiveField] {
    var old: [ExactText: ArchiveReference] = [:]
    for field in fields { old[ExactText(encoder.builder.graph.name(of: field.key))] = field.value }
    let members = try addMembers(of: node, besides: ArchiveClass.jsonKey, over: old, originalNode)
    return members.map { ArchiveField(encoder.builder.key($0.name), $0.value) }
      + fields.filter { $0.key == KnownKey.modelVersion.key }
  }

  /// Adds the members of an object, each based on the original value of its key, or of its
  /// former key if it was renamed.
  ///
  /// - Parameter leftOut: the key to omit.
  private func addMembers(
    of node: JSONNode, besides leftOut: String? = nil, over old: [ExactText: ArchiveReference],
    _ originalNode: JSONNode?
  ) throws -> [(name: String, value: ArchiveReference)] {
    let oldNodes = originalNode.map { DistinctMembers(of: $0) }
    let formerKeys = origins?.formerKeys(in: path) ?? [:]
    return try node.members.compactMap { key, value in
      let name = try key.stringValue ?? ""
      if name == leftOut { return nil }
      return try step(.key(name)) {
        guard let former = formerKeys[name, default: name], let reference = old[ExactText(former)],
          let oldNode = oldNodes?[Array(former.utf8)]
        else { return (name, try addNew(value)) }
        return (name, try add(value, over: (reference, oldNode)))
      }
    }
  }
}

extension JSONToArchive {
  /// Adds a value that does not come from an archive.
  private func addNew(_ node: JSONNode) throws -> ArchiveReference {
    guard path.count < ArchiveBudget.depth else { throw ArchiveBudget.tooDeep }
    switch node.kind {
    case .object:
      if let model, isModelPlace { return try addModel(node, orAnother: model) }
      let archiveClass = isPlain ? nil : ArchiveClass(namedIn: node)
      if let named = models.model(for: archiveClass) { return try addModel(node, as: named) }
      if let archiveClass {
        return append(.object(try add(node, over: [] as [ArchiveField], nil)), archiveClass)
      }
      if model != nil, let other = guess(node) { return try addModel(node, as: other) }
      return append(.dictionary(try add(node, over: [] as [ArchiveEntry], nil)), nil)
    case .array: return try addList(node.elements)
    default:
      return try addLeaf(node) {
        try leafTypes.value(of: node, at: path).map { encoder.builder.append($0) }
          ?? encoder.builder.json(node)
      }
    }
  }

  private var isPlain: Bool { encoder.builder.graph.kind == .propertyList }

  /// Null for a value no archive can hold; what is wrong is on record.
  private func addLeaf(
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

  /// Whether the current value is at the location of the models.
  private var isModelPlace: Bool {
    path.count == place.components.count
      && zip(path, place.components).allSatisfy { step, pattern in
        if case .index = step, pattern == .each { return true }
        return step == pattern
      }
  }

  /// Adds a model; of a class cluster, the member for the object. An invalid model is
  /// reported and becomes null.
  private func addModel(_ node: JSONNode, as model: ModelDescription) throws -> ArchiveReference {
    if model.isCluster {
      let errors = model.diagnose(node, leastSeverity: .error)
      diagnostics += errors
      if !errors.isEmpty { return .null }
    }
    let model = model.description(for: node)
    guard let archiving = model.archiving else { return try encoder.builder.json(node) }
    do { return try archiving.archiveNode(node, encoder) } catch let failure as DecodingFailure {
      diagnostics += failure.diagnostics
      return .null
    } catch let problem as EncodingProblem {
      diagnostics.append(
        Diagnostic(.error, .archive, model: model.name, path: JSONKeyPath(path), detail: "\(problem)"))
      return .null
    }
  }

  /// Adds a model, or another model that fits better, because arrays can contain several
  /// models. A class cluster determines its members itself.
  private func addModel(_ node: JSONNode, orAnother model: ModelDescription) throws -> ArchiveReference {
    if !model.isCluster, !model.diagnose(node, leastSeverity: .error).isEmpty, let other = guess(node) {
      return try addModel(node, as: other)
    }
    return try addModel(node, as: model)
  }

  /// Returns the first model that decodes an object without errors and maps at least half of
  /// its keys; nil if there is none.
  private func guess(_ node: JSONNode) -> ModelDescription? {
    all.first { $0.archiving != nil && fits($0, node) }
  }

  /// Whether a model with required properties decodes an object without errors and maps at
  /// least half of its keys.
  private func fits(_ model: ModelDescription, _ node: JSONNode) -> Bool {
    let required = model.properties.filter { $0.isRequired && !$0.keyPaths.isEmpty }
    guard !required.isEmpty,
      required.allSatisfy({ property in property.keyPaths.contains { node.find($0) != nil } })
    else { return false }
    let unmapped = MappedKeys(model).unmapped(in: node).filter { $0.path.components.count == 1 }.count
    return 2 * unmapped <= node.count && model.diagnose(node, leastSeverity: .error).isEmpty
  }
}

extension JSONNode {
  /// Returns the share of members other than null that two objects have in common, from 0 to
  /// 1; 0 for other values.
  fileprivate func likeness(to other: JSONNode) -> Double {
    guard kind == .object, other.kind == .object else { return 0 }
    let (own, others) = (DistinctMembers(of: self), DistinctMembers(of: other))
    let same = own.all.count { !$0.value.isNull && others[$0.id]?.isEquivalent(to: $0.value) == true }
    return Double(same)
      / Double(max(own.all.count { !$0.value.isNull }, others.all.count { !$0.value.isNull }, 1))
  }
}

extension ArchiveBuilder {
  /// Adds a JSON value as leaves and collections. Null becomes `NSNull` in a container, and
  /// nil as the root.
  ///
  /// - Throws: a syntax error, a ``LoneSurrogateError`` for a string that no archive can
  ///   represent, or an ``ArchiveError`` for excessive nesting.
  mutating func json(_ text: [UInt8]) throws -> ArchiveReference {
    let root = try JSONDocument(parsing: JSONBytes(text)).root
    return root.kind == .null ? .null : try json(root)
  }

  /// Adds a JSON value as leaves and collections. Null becomes `NSNull`.
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

  /// Adds a number: a 64-bit integer, or a double if that has all its digits, or else an `NSDecimalNumber`, as
  /// `NSJSONSerialization` reads it. A fraction of more than 38 digits is rounded to a double.
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

  /// Whether a double is a number, as it is written again.
  static func isExactly(_ value: Double, _ number: JSONDecimal) -> Bool {
    value.isFinite && JSONDecimal(Array("\(value)".utf8)) == number
  }

  /// Adds an `NSDecimalNumber`; nil if it cannot hold the number.
  private mutating func decimal(_ number: JSONDecimal) -> ArchiveReference? {
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
