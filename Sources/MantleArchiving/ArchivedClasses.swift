import Mantle

/// The classes of the models in archives, with the kinds of their fields, from which models can
/// be inferred.
package struct ArchivedClasses {
  /// The classes found in the archives so far, in the order of their first objects, superclasses after their
  /// subclasses.
  package private(set) var all: [ArchivedClassShape] = []
  /// The kind that the root objects of all archives have in common.
  package private(set) var root = ArchivedKind.none
  /// The models whose classes are left out, because the models are known already.
  private let declared: ArchivedModelTable

  /// An archived class with the fields of its objects.
  package struct ArchivedClassShape {
    /// The name and the superclasses of the class.
    package let archiveClass: ArchiveClass
    /// The newest model version among the objects of the class.
    package fileprivate(set) var version = 0
    /// The fields of the objects of the class and of its subclasses.
    fileprivate var allFields: [Field] = []
    /// The number of objects of the class and of its subclasses.
    fileprivate var count = 0

    /// The fields of the class's objects, in the order of their first occurrence. If no object has exactly this class,
    /// the fields are those of the subclasses.
    package var fields: [Field] {
      let own = allFields.filter(\.isOwn)
      return own.isEmpty ? allFields : own
    }
  }

  /// A field in the archived objects of a class.
  package struct Field {
    /// The key of the field in archives.
    package let key: String
    /// The kind of the field's values, apart from nil.
    package fileprivate(set) var kind = ArchivedKind.none
    /// The number of the field's values, apart from nil.
    fileprivate var count = 0
    /// Whether an object of exactly the class, rather than of a subclass, has the field.
    fileprivate var isOwn = false
    /// Whether some objects of the class lack the field, or have nil for it.
    package fileprivate(set) var isOptional = false
    /// Whether a value refers to an object that contains it, which JSON cannot represent.
    package fileprivate(set) var isCyclic = false
  }

  /// Creates a description without classes, to which ``add(_:)`` adds archives.
  ///
  /// - Parameter models: the models whose classes are not described.
  package init(besides models: [ModelDescription] = []) { declared = ArchivedModelTable(models) }

  /// Adds the classes that occur in an archive, and the kinds of their fields.
  package mutating func add(_ graph: ArchiveGraph) {
    guard graph.kind == .keyedArchive, let start = graph.root else { return }
    root = root.joined(with: graph.kind(of: start, declared), commonClass)
    var isOpen = Array(repeating: false, count: graph.count)
    var isMet = isOpen
    var stack = [(reference: start, isDone: false)]
    while let (reference, isDone) = stack.popLast() {
      isOpen[reference.index] = !isDone
      guard !isDone else { continue }
      stack.append((reference, true))
      isMet[reference.index] = true
      if graph.isDescribed(reference, declared), let archiveClass = graph.archiveClass(of: reference) {
        add(graph.fields(of: reference), of: archiveClass, in: graph, isOpen)
      }
      for part in graph[reference].parts.reversed() where !isMet[part.index] && !graph[part].isLeaf {
        stack.append((part, false))
      }
    }
    for index in all.indices {
      for place in all[index].allFields.indices {
        all[index].allFields[place].isOptional = all[index].allFields[place].count < all[index].count
      }
    }
  }

  /// Adds the fields of an object to the description of its class and of the superclasses that are models.
  private mutating func add(
    _ fields: [ArchiveField], of archiveClass: ArchiveClass, in graph: ArchiveGraph, _ isOpen: [Bool]
  ) {
    for name in archiveClass.modelChain {
      let place = all.firstIndex { $0.archiveClass.name == name } ?? all.count
      if place == all.count {
        let chain = Array(archiveClass.chain.drop { $0 != name })
        all.append(ArchivedClassShape(archiveClass: ArchiveClass(name, chain: chain)))
      }
      all[place].count += 1
      all[place].version = max(all[place].version, graph.modelVersion(fields) ?? 0)
      for field in fields where field.key != KnownKey.modelVersion.key {
        let key = graph.name(of: field.key)
        let index = all[place].allFields.firstIndex { $0.key.isExactly(key) } ?? all[place].allFields.count
        if index == all[place].allFields.count { all[place].allFields.append(Field(key: key)) }
        if name == archiveClass.name { all[place].allFields[index].isOwn = true }
        guard graph[field.value] != .null else { continue }
        let kind = graph.kind(of: field.value, declared)
        all[place].allFields[index].kind = all[place].allFields[index].kind.joined(with: kind, commonClass)
        all[place].allFields[index].count += 1
        if graph.leads(field.value, to: isOpen) { all[place].allFields[index].isCyclic = true }
      }
    }
  }

  /// Returns the name of the nearest class that both classes are or inherit from; nil if there is none.
  private func commonClass(_ one: String, _ other: String) -> String? {
    func chain(_ name: String) -> [String] {
      all.first { $0.archiveClass.name == name }?.archiveClass.modelChain ?? [name]
    }
    let others = chain(other)
    return chain(one).first { others.contains($0) }
  }
}

/// The kind of an archived value, or of all values of a field.
package indirect enum ArchivedKind: Hashable, Sendable {
  /// The kind of a field that has no value other than nil.
  case none
  case boolean, integer, real, string, date, data, url, uuid, decimal
  /// An object of a class, given by the name of the class.
  case object(String)
  case array(ArchivedKind)
  case set(ArchivedKind)
  /// Values of several kinds, or of a kind that this type does not distinguish.
  case any

  /// Returns the kind that covers all values of two kinds.
  ///
  /// - Parameter commonClass: returns the nearest common superclass of two classes; nil if there is none.
  func joined(with other: ArchivedKind, _ commonClass: (String, String) -> String?) -> ArchivedKind {
    switch (self, other) {
    case (.none, let kind), (let kind, .none): kind
    case (let kind, other) where kind == other: kind
    // Foundation archives equal numbers as one object, so 1 may be archived as true.
    case (.boolean, .integer), (.integer, .boolean): .integer
    case (.real, .integer), (.integer, .real), (.real, .boolean), (.boolean, .real): .real
    case (.decimal, .integer), (.integer, .decimal), (.decimal, .real), (.real, .decimal): .decimal
    case (.object(let one), .object(let other)): commonClass(one, other).map { .object($0) } ?? .any
    case (.array(let one), .array(let other)): .array(one.joined(with: other, commonClass))
    case (.set(let one), .set(let other)): .set(one.joined(with: other, commonClass))
    default: .any
    }
  }
}

extension ArchiveClass {
  /// The names of the class and of the superclasses that come before `MTLModel` and `NSObject`.
  var modelChain: [String] { Array(chain.prefix { $0 != "MTLModel" && $0 != "NSObject" }) }

  /// The superclasses that are models, nearest first.
  package var modelSuperclasses: [String] { Array(modelChain.dropFirst()) }
}

extension ArchiveGraph {
  /// Returns whether an object is of a class that no model declares and no framework defines.
  fileprivate func isDescribed(_ reference: ArchiveReference, _ declared: ArchivedModelTable) -> Bool {
    guard case .object = self[reference], let archiveClass = archiveClass(of: reference) else { return false }
    return !archiveClass.name.hasPrefix("NS") && declared.model(for: archiveClass) == nil
  }

  /// Returns whether a field with the value closes a cycle: the value is an object that is being visited, or a list
  /// that contains such an object.
  fileprivate func leads(_ reference: ArchiveReference, to isOpen: [Bool]) -> Bool {
    isOpen[reference.index] || self[reference].members.contains { isOpen[$0.index] }
  }

  /// Returns the kind of an archived value, with the class of an object that no model declares.
  fileprivate func kind(of reference: ArchiveReference, _ declared: ArchivedModelTable) -> ArchivedKind {
    func element(_ items: [ArchiveReference]) -> ArchivedKind {
      items.reduce(.none) { kind, item in
        // The kind of the field resolves mixed classes by their common superclass.
        kind.joined(with: self[item] == .null ? .any : self.kind(of: item, declared)) { one, other in
          sharedClass(one, other)
        }
      }
    }
    switch self[reference] {
    case .null: return .none
    case .bool: return .boolean
    case .integer: return .integer
    case .real(let value): return value.isFinite ? .real : .any
    case .string: return .string
    case .date: return .date
    case .data: return .data
    case .uuid: return .uuid
    case .url: return url(reference)?.scheme == nil ? .any : .url
    case .array(let items), .orderedSet(let items): return .array(element(items))
    case .set(let items): return .set(element(items))
    case .unsigned, .dictionary: return .any
    case .object:
      if decimal(reference) != nil { return .decimal }
      if attributedText(reference) != nil { return .string }
      return isDescribed(reference, declared)
        ? archiveClass(of: reference).map { .object($0.name) } ?? .any : .any
    }
  }

  /// Returns the name of the nearest class in the archive that both classes are or inherit from; nil if there is none.
  private func sharedClass(_ one: String, _ other: String) -> String? {
    func chain(_ name: String) -> [String] { classes.first { $0.name == name }?.modelChain ?? [name] }
    let others = chain(other)
    return chain(one).first { others.contains($0) }
  }
}
