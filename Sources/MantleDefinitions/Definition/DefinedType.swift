/// What a property holds.
public indirect enum DefinedType: Sendable, Hashable {
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
public enum UnknownCases: String, Sendable, Hashable, CaseIterable {
  /// It is kept and written back, with a warning.
  case keep
  /// It is an error.
  case refuse
}

extension DefinedType {
  /// The type with null and absence allowed.
  public var asOptional: DefinedType {
    if case .optional = self { return self }
    return .optional(self)
  }

  /// The type without null and absence.
  public var unwrapped: DefinedType {
    if case .optional(let type) = self { return type }
    return self
  }

  /// The models it names.
  public var modelNames: [String] {
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
