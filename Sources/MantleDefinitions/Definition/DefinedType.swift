/// What a property holds.
package indirect enum DefinedType: Sendable, Hashable {
  case string
  case boolean
  /// Within `Int64`.
  case integer
  /// Within `UInt64`.
  case unsigned
  /// A whole number of a size.
  case sized(IntegerWidth)
  case double
  /// A number of any size, kept digit by digit up to 38 of them.
  case decimal
  /// An instant as ISO 8601 text in UTC.
  case instant
  /// A date as text in another form.
  case date(DatePattern)
  /// An absolute URL.
  case url
  case uuid(lowercase: Bool)
  /// One of some texts.
  case enumeration([String], unknown: UnknownCases = .keep)
  /// What a predefined transformer reads.
  case transformed(DefinedTransformer)
  /// Any JSON value.
  case json
  /// A model of the definition, by name.
  case model(String)
  case array(DefinedType)
  /// A list whose order means nothing: a set in archives.
  case set(DefinedType)
  /// An object whose keys are data.
  case dictionary(DefinedType)
  /// Null or absent, or the type.
  case optional(DefinedType)
  /// One of several types, the first that fits.
  case oneOf([DefinedType])
}

/// What becomes of a text that is none of an enumeration's cases.
package enum UnknownCases: String, Sendable, Hashable, CaseIterable {
  /// It is kept and written back, with a warning.
  case keep
  /// It is an error.
  case refuse
}

extension DefinedType {
  /// The type with null and absence allowed.
  package var asOptional: DefinedType {
    if case .optional = self { return self }
    return .optional(self)
  }

  /// The type without null and absence.
  package var unwrapped: DefinedType {
    if case .optional(let type) = self { return type }
    return self
  }

  /// A type that reads what any of several does. Where only one of them could be told by the kind of a value, they become
  /// one: lists a list of all elements, texts a text.
  static func any(of types: [DefinedType]) -> DefinedType {
    var all: [DefinedType] = []
    var known: Set<DefinedType> = []
    var isOptional = false
    func add(_ type: DefinedType) {
      switch type {
      case .optional(let inner):
        isOptional = true
        add(inner)
      case .oneOf(let types): types.forEach(add)
      default: if known.insert(type).inserted { all.append(type) }
      }
    }
    types.forEach(add)
    all.join {
      if case .array(let element) = $0 { element } else { nil }
    } into: {
      .array(any(of: $0))
    }
    all.join {
      if case .dictionary(let value) = $0 { value } else { nil }
    } into: {
      .dictionary(any(of: $0))
    }
    all.join {
      $0.isText ? $0 : nil
    } into: { texts in
      let enumerations = texts.compactMap(\.enumeration)
      return enumerations.count < texts.count
        ? .string : .enumeration(Set(enumerations.flatMap(\.cases)).sorted(), unknown: .refuse)
    }
    let isAnyObject = all.contains { if case .dictionary = $0 { true } else { false } }
    let isModel = all.contains { if case .model = $0 { true } else { false } }
    let isAnything = all.isEmpty || all.contains(.json) || isAnyObject && isModel
    let one: DefinedType = isAnything ? .json : all.count == 1 ? all[0] : .oneOf(all)
    return isOptional ? one.asOptional : one
  }

  private var isText: Bool {
    switch self {
    case .string, .instant, .date, .url, .uuid, .enumeration: true
    case .transformed(let named): !named.isNumber
    default: false
    }
  }

  /// The models it names.
  package var modelNames: [String] {
    switch self {
    case .model(let name): [name]
    case .array(let type), .set(let type), .dictionary(let type), .optional(let type): type.modelNames
    case .oneOf(let types): types.flatMap(\.modelNames)
    default: []
    }
  }

  /// The type with the single types in it, those that hold no others, replaced.
  func mapLeaves(_ change: (DefinedType) -> DefinedType) -> DefinedType {
    switch self {
    case .array(let type): .array(type.mapLeaves(change))
    case .set(let type): .set(type.mapLeaves(change))
    case .dictionary(let type): .dictionary(type.mapLeaves(change))
    case .optional(let type): .optional(type.mapLeaves(change))
    case .oneOf(let types): .oneOf(types.map { $0.mapLeaves(change) })
    default: change(self)
    }
  }

  /// The single types in it.
  var leaves: [DefinedType] {
    switch self {
    case .array(let type), .set(let type), .dictionary(let type), .optional(let type): type.leaves
    case .oneOf(let types): types.flatMap(\.leaves)
    default: [self]
    }
  }

  /// The number of types inside each other.
  var depth: Int {
    switch self {
    case .array(let type), .set(let type), .dictionary(let type), .optional(let type): 1 + type.depth
    case .oneOf(let types): 1 + (types.map(\.depth).max() ?? 0)
    default: 1
    }
  }

  /// The type where all enumerations in it have the cases of each: in a file they stand beside the type.
  var withOneListOfCases: DefinedType {
    let all = leaves.reduce(into: Set<String>()) { cases, leaf in
      if case .enumeration(let some, _) = leaf { cases.formUnion(some) }
    }
    return mapLeaves { leaf in
      if case .enumeration(let some, let unknown) = leaf, some.count < all.count {
        .enumeration(all.sorted(), unknown: unknown)
      } else {
        leaf
      }
    }
  }

  /// The cases of the enumeration in it, and what becomes of others.
  var enumeration: (cases: [String], unknown: UnknownCases)? {
    for case .enumeration(let cases, let unknown) in leaves { return (cases, unknown) }
    return nil
  }
}

extension [DefinedType] {
  /// Puts one type in the place of the first of those that have a part, where there are several.
  fileprivate mutating func join(
    _ part: (DefinedType) -> DefinedType?, into one: ([DefinedType]) -> DefinedType
  ) {
    let places = indices.filter { part(self[$0]) != nil }
    guard places.count > 1 else { return }
    self[places[0]] = one(places.compactMap { part(self[$0]) })
    for place in places.dropFirst().reversed() { remove(at: place) }
  }
}
