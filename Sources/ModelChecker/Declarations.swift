/// The declarations in a module's sources that determine whether its models are consistent.
struct Declarations {
  /// The declared types by their full names, such as `Outer.Inner`.
  private(set) var types: [String: DeclaredType] = [:]
  private(set) var lists: [PropertyList] = []
  private(set) var mappings: [DeclaredMapping] = []
  private(set) var openClasses: [OpenClass] = []

  mutating func add(source: String, file: String) {
    var reader = DeclarationReader(tokens: SwiftToken.tokens(of: source), file: file)
    reader.readMembers(of: nil)
    lists += reader.lists
    mappings += reader.mappings
    openClasses += reader.openClasses
    for (name, type) in reader.types { types[name, default: DeclaredType()].add(type) }
  }

  /// Returns the type that a name denotes inside another type, with its full name; nil if it is not declared in the
  /// sources.
  func type(named name: String, in scope: String?) -> (name: String, type: DeclaredType)? {
    var scope = scope.map { $0.split(separator: ".") } ?? []
    while true {
      let full = (scope + [Substring(name)]).joined(separator: ".")
      if let type = types[full] { return (full, type) }
      guard scope.popLast() != nil else { return nil }
    }
  }
}

/// A declared type, with the members that determine the parameters of its initializer.
struct DeclaredType {
  /// The number of declarations with the type's name, because private types of several files may share a name.
  var count = 0
  var isStruct = false
  var isGeneric = false
  /// The names of the stored properties for which a memberwise initializer has parameters.
  var memberwise: [String] = []
  var stored: Set<String> = []
  /// The names of the parameters of each declared initializer.
  var initializers: [[String]] = []
  /// Whether an extension declares initializers; a struct then also has its memberwise initializer.
  var isExtendedByInitializers = false

  mutating func add(_ other: DeclaredType) {
    count += other.count
    isStruct = isStruct || other.isStruct
    isGeneric = isGeneric || other.isGeneric
    memberwise += other.memberwise
    stored.formUnion(other.stored)
    initializers += other.initializers
    isExtendedByInitializers = isExtendedByInitializers || other.isExtendedByInitializers
  }

  /// The names of the initializer's parameters; nil unless there is exactly one candidate initializer.
  var parameters: [String]? {
    if isExtendedByInitializers || count != 1 { return nil }
    if initializers.isEmpty { return isStruct ? memberwise : nil }
    return initializers.count == 1 ? initializers[0] : nil
  }
}

/// A list of properties in the source: `static let NAME = Properties(of: TYPE.self) { … }`.
struct PropertyList {
  /// A property in the list, with its position in the source.
  struct Line: Equatable {
    let property: String
    let line: Int
    let column: Int
  }

  let name: String
  /// The full name of the type that contains the list; nil outside of types.
  let scope: String?
  let file: String
  /// The line and the column of the list's name.
  let line: Int
  let column: Int
  /// Whether the list is a stored property and not a computed one.
  let isStored: Bool
  /// The properties in the list; nil if a line is anything other than a `Property` with one name.
  let lines: [Line]?
}

/// A mapping in the source: `Mapping(TYPE.init, LIST)`, with the labels of the initializer if they are given.
struct DeclaredMapping {
  let type: String
  let labels: [String]?
  let list: String
  let scope: String?
}

/// A class that is declared as a model and is not final.
struct OpenClass {
  /// The full name of the class.
  let name: String
  let file: String
  /// The line and the column of the class's name.
  let line: Int
  let column: Int
}
