import Mantle

/// The initial JSON of a new value: the emptiest value of its type, or a value of the same kind as its siblings.
enum Template {
  /// Returns the initial JSON of an optional container that is null or absent; nil if the user has to type the value.
  static func value(of shape: ValueShape) -> String? {
    switch shape.unwrapped {
    case .model, .array, .dictionary: text(shape.unwrapped, depth: 0)
    default: nil
    }
  }

  /// Returns the suggested text for a new scalar value; empty if no value is more likely than the others.
  static func typed(_ shape: ValueShape) -> String {
    switch shape.unwrapped {
    case .integer, .number, .boolean: text(shape.unwrapped)
    case .enumeration(let cases): cases.first ?? ""
    default: ""
    }
  }

  static func text(_ kind: JSONKind?) -> String {
    switch kind {
    case .string: "\"\""
    case .number: "0"
    case .true, .false: "false"
    case .array: "[]"
    case .object: "{}"
    case .null, nil: "null"
    }
  }

  static func text(_ shape: ValueShape, depth: Int = 0) -> String {
    switch shape {
    case .string: "\"\""
    case .integer, .number: "0"
    case .boolean: "false"
    case .enumeration(let cases): cases.first.map(JSONText.quoted) ?? "null"
    case .array: "[]"
    case .dictionary: "{}"
    case .model(let reference): reference.description().map { text($0.firstMember, depth: depth) } ?? "{}"
    case .url, .date, .uuid, .data, .json, .optional, .other: "null"
    }
  }

  /// Returns an object with the required properties of a model. Deeper models are empty, since models may be recursive.
  private static func text(_ model: ModelDescription, depth: Int) -> String {
    guard depth < 2 else { return "{}" }
    let members = model.properties.filter(\.isRequired).compactMap { property -> String? in
      guard let path = property.keyPaths.first, case .key(let key) = path.components.first,
        path.components.count == 1
      else { return nil }
      return "\(JSONText.quoted(key)): \(text(property.shape, depth: depth + 1))"
    }
    return "{\(members.joined(separator: ", "))}"
  }
}

extension Row {
  /// Returns the initial JSON of a new element of the list.
  ///
  /// - Parameter neighbor: the kind of the existing elements.
  func template(like neighbor: JSONKind?) -> String {
    interpretation.element(at: nil).shape.map { Template.text($0) } ?? Template.text(neighbor)
  }
}
