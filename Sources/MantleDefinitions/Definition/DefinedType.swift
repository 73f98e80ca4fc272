/// The type of a value in a definition.
///
/// ``init(_:cases:)`` parses the text of a type as definition files contain it; ``text`` writes
/// it.
package indirect enum DefinedType: Sendable, Hashable {
  /// The type of strings.
  case string
  /// The type of booleans.
  case boolean
  /// The type of whole numbers in the range of `Int64`.
  case integer
  /// The type of whole numbers in the range of `UInt64`.
  case unsigned
  /// The type of whole numbers of a fixed width.
  case sized(IntegerWidth)
  /// The type of floating-point numbers.
  case double
  /// The type of numbers of any size, exact up to 38 digits.
  case decimal
  /// The type of dates as ISO 8601 strings in UTC, with a time.
  case instant
  /// The type of dates as strings in the form of a pattern, such as `dd.MM.yyyy`.
  case date(DatePattern)
  /// The type of absolute URLs.
  case url
  /// The type of UUIDs, encoded in lowercase or uppercase letters.
  case uuid(lowercase: Bool)
  /// The type of strings that are one of the given cases.
  case enumeration([String], unknown: UnknownCases = .keep)
  /// The type of values that a predefined transformer converts.
  case transformed(DefinedTransformer)
  /// The type of all JSON values.
  case json
  /// The type of objects that are a model of the definition, given by the name of the model.
  case model(String)
  /// The type of lists with elements of the given type.
  case array(DefinedType)
  /// The type of lists whose order has no meaning; they become sets in archives.
  case set(DefinedType)
  /// The type of objects whose keys are data, with values of the given type.
  case dictionary(DefinedType)
  /// The given type, extended to accept null and an absent key.
  case optional(DefinedType)
  /// The type of values that one of several types accepts. The first such type converts the value.
  case oneOf([DefinedType])
}

/// The policy for a string that is not a case of an enumeration.
package enum UnknownCases: String, Sendable, Hashable, CaseIterable {
  /// The string is preserved and encoded again, with a warning.
  case keep
  /// The string is rejected with an error.
  case refuse
}

extension DefinedType {
  /// The type extended to accept null and an absent key; an optional type is unchanged.
  var asOptional: DefinedType {
    if case .optional = self { return self }
    return .optional(self)
  }

  /// The type that does not accept null and an absent key; a type that is not optional is unchanged.
  var unwrapped: DefinedType {
    if case .optional(let type) = self { return type }
    return self
  }

  /// Returns a type that accepts every value that one of several types accepts.
  ///
  /// Types that have the same kind of JSON value are combined, because a union distinguishes its
  /// members by that kind: lists become one list of all element types, and strings become one
  /// string or enumeration. The result is ``json`` if a model and a dictionary are among the
  /// types, or if there are no types.
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
      $0.kinds == [.string] ? $0 : nil
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

  /// The names of the models in the type, with repetitions.
  package var modelNames: [String] {
    leaves.compactMap { if case .model(let name) = $0 { name } else { nil } }
  }

  /// Returns a copy of the type in which `change` replaces every leaf, that is, every type that contains no other type.
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

  /// The types directly inside the type, such as the element type of a list.
  private var parts: [DefinedType] {
    switch self {
    case .array(let type), .set(let type), .dictionary(let type), .optional(let type): [type]
    case .oneOf(let types): types
    default: []
    }
  }

  /// The types within this type that contain no other types; the type itself if it contains none.
  var leaves: [DefinedType] { parts.isEmpty ? [self] : parts.flatMap(\.leaves) }

  /// The nesting depth of the type: 1 if it contains no other type.
  var depth: Int { 1 + (parts.map(\.depth).max() ?? 0) }

  /// The type in which each enumeration has the cases of all enumerations, because a definition file stores one list of cases
  /// next to the type.
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

  /// The cases and the policy of the first enumeration in the type; nil if there is none.
  var enumeration: (cases: [String], unknown: UnknownCases)? {
    for case .enumeration(let cases, let unknown) in leaves { return (cases, unknown) }
    return nil
  }
}

extension [DefinedType] {
  /// Replaces the types that have a certain part by one combined type, at the position of the first of them. Does nothing if
  /// fewer than two types have the part.
  ///
  /// - Parameters:
  ///   - part: returns the part, such as the element type of a list; nil for other types.
  ///   - one: creates the combined type from the parts.
  fileprivate mutating func join(
    _ part: (DefinedType) -> DefinedType?, into one: ([DefinedType]) -> DefinedType
  ) {
    let places = indices.filter { part(self[$0]) != nil }
    guard places.count > 1 else { return }
    self[places[0]] = one(places.compactMap { part(self[$0]) })
    for place in places.dropFirst().reversed() { remove(at: place) }
  }
}
