import Mantle

/// Validates by the words of JSON Schema that the schemas of definitions are written in.
struct SchemaValidator {
  let schema: JSONNode

  init(_ text: String) throws { schema = try JSONDocument(text).root }

  /// Where a value is not what the schema says, as a path.
  func mistakes(in value: JSONNode) -> [String] { mistakes(value, schema, "") }

  private func mistakes(_ value: JSONNode, _ schema: JSONNode, _ place: String) -> [String] {
    var found: [String] = []
    if let reference = schema["$ref"]?.displayText {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let model = self.schema["$defs"]?[name] else { return [place + ": no \(reference)"] }
      found += mistakes(value, model, place)
    }
    if let type = schema["type"] {
      let types = type.kind == .array ? type.elements.map(\.displayText) : [type.displayText]
      if !types.contains(where: value.isOf) {
        found.append("\(place): no \(types.joined(separator: " or "))")
      }
    }
    for part in schema["allOf"].map({ Array($0.elements) }) ?? [] { found += mistakes(value, part, place) }
    if value.kind == .array, let first = schema["prefixItems"] {
      for (element, schema) in zip(value.elements, first.elements) where schema.kind == .object {
        found += mistakes(element, schema, place + "[]")
      }
      if let least = schema["minItems"].flatMap({ Int($0.rawText) }), value.count < least {
        found.append("\(place): fewer than \(least)")
      }
    }
    if let cases = schema["enum"]?.elements, !cases.contains(where: { $0.isEquivalent(to: value) }) {
      found.append("\(place): none of the cases")
    }
    if let only = schema["const"], !only.isEquivalent(to: value) {
      found.append("\(place): not \(only.rawText)")
    }
    if let choices = schema["anyOf"]?.elements,
      !choices.contains(where: { mistakes(value, $0, place).isEmpty })
    {
      found.append("\(place): nothing fits")
    }
    if value.kind == .array, let items = schema["items"] {
      for (number, element) in value.elements.enumerated() {
        found += mistakes(element, items, "\(place)[\(number)]")
      }
    }
    if value.kind == .object { found += membersMistakes(value, schema, place) }
    return found
  }

  private func membersMistakes(_ value: JSONNode, _ schema: JSONNode, _ place: String) -> [String] {
    var found: [String] = []
    for key in schema["required"].map({ Array($0.elements) }) ?? [] where value[key.displayText] == nil {
      found.append("\(place): no key \(key.displayText)")
    }
    for (key, member) in value.members {
      let name = key.displayText
      if let inner = schema["properties"]?[name] {
        found += mistakes(member, inner, "\(place).\(name)")
      } else if let inner = schema["additionalProperties"] {
        if inner.kind == .false { found.append("\(place): the key \(name)") }
        if inner.kind == .object { found += mistakes(member, inner, "\(place).\(name)") }
      }
    }
    return found
  }
}

extension JSONNode {
  fileprivate func isOf(_ type: String) -> Bool {
    switch type {
    case "object": kind == .object
    case "array": kind == .array
    case "string": kind == .string
    case "boolean": kind == .true || kind == .false
    case "null": kind == .null
    case "integer": kind == .number && !rawText.contains(".")
    default: kind == .number
    }
  }
}
