import Mantle

extension BrowserDocument {
  /// The JSON a new element of a list begins with: the emptiest value of its type, or of its neighbours' kind.
  ///
  /// - Parameter neighbour: the kind of the elements that are there.
  func template(for list: Row, like neighbour: JSONKind?) -> [UInt8] {
    if case .typed(let shape) = list.reading.element(at: nil) {
      return Array(Self.template(shape, depth: 0).utf8)
    }
    return Array(Self.template(neighbour).utf8)
  }

  private static func template(_ kind: JSONKind?) -> String {
    switch kind {
    case .string: "\"\""
    case .number: "0"
    case .true, .false: "false"
    case .array: "[]"
    case .object: "{}"
    case .null, nil: "null"
    }
  }

  private static func template(_ shape: ValueShape, depth: Int) -> String {
    switch shape {
    case .string: "\"\""
    case .integer, .number: "0"
    case .boolean: "false"
    case .enumeration(let cases): cases.first.map(JSONText.quoted) ?? "null"
    case .array: "[]"
    case .dictionary: "{}"
    case .model(let reference): reference.description().map { template($0, depth: depth) } ?? "{}"
    case .url, .date, .uuid, .data, .json, .optional, .other: "null"
    }
  }

  /// The properties a model cannot be without; deeper models stay empty, since they may hold themselves.
  private static func template(_ model: ModelDescription, depth: Int) -> String {
    guard depth < 2 else { return "{}" }
    let members = model.properties.filter(\.isRequired).compactMap { property -> String? in
      guard let path = property.keyPaths.first, case .key(let key) = path.components.first,
        path.components.count == 1
      else { return nil }
      return "\(JSONText.quoted(key)): \(template(property.shape, depth: depth + 1))"
    }
    return "{\(members.joined(separator: ", "))}"
  }
}
