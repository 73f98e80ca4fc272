import Mantle

/// An operation that adds the unmapped members of an input to the JSON of the model that was decoded from it, including
/// the members of nested models.
struct KeptKeys {
  private var keys: [String: MappedKeys] = [:]

  /// Returns the JSON of a model together with the unmapped members of its input; nil if the input has no unmapped
  /// members.
  ///
  /// - Parameters:
  ///   - encoded: the JSON of the model.
  ///   - input: the JSON from which the model was decoded.
  mutating func json(of encoded: JSONNode, from input: JSONNode, as model: ModelDescription) -> JSONDocument?
  {
    var additions = Additions()
    add(encoded, input, model.description(for: input), to: &additions)
    guard !additions.isEmpty else { return nil }
    var writer = JSONWriter()
    additions.write(encoded, to: &writer)
    return try? JSONDocument(writer.finish())
  }

  private mutating func add(
    _ encoded: JSONNode, _ input: JSONNode, _ model: ModelDescription, to additions: inout Additions
  ) {
    guard !model.isPlain, encoded.kind == .object, input.kind == .object else { return }
    let mapped = keys[model.name] ?? MappedKeys(model)
    keys[model.name] = mapped
    for other in mapped.unmapped(in: input) { additions.add(other.value, at: other.path, in: encoded) }
    addParts(encoded, input, model, to: &additions)
  }

  /// Adds the unmapped members of nested models. A model at the empty path shares the object of the enclosing model.
  private mutating func addParts(
    _ encoded: JSONNode, _ input: JSONNode, _ model: ModelDescription, to additions: inout Additions
  ) {
    for property in model.properties where property.shape.holdsModels && property.isSimple {
      if property.writtenPaths == [JSONKeyPath()] {
        if case .model(let reference) = property.shape.unwrapped, let part = reference.description(for: input)
        {
          addParts(encoded, input, part, to: &additions)
        }
        continue
      }
      guard let own = property.writtenPaths.first.flatMap({ encoded.find($0) }),
        let source = property.keyPaths.lazy.compactMap({ input.find($0) }).first
      else { continue }
      add(own, source, property.shape, to: &additions)
    }
  }

  private mutating func add(
    _ encoded: JSONNode, _ input: JSONNode, _ shape: ValueShape, to additions: inout Additions
  ) {
    switch shape {
    case .optional(let inner): add(encoded, input, inner, to: &additions)
    case .model(let reference):
      guard let model = reference.description(for: input) else { return }
      add(encoded, input, model, to: &additions)
    case .array(let element):
      guard encoded.kind == .array, input.kind == .array, encoded.count == input.count else { return }
      for (own, source) in zip(encoded.elements, input.elements) { add(own, source, element, to: &additions) }
    case .dictionary(let value):
      for member in encoded.members {
        guard let source = input[member.key.displayText] else { continue }
        add(member.value, source, value, to: &additions)
      }
    default: break
    }
  }
}

/// The members to add to the objects of a document.
private struct Additions {
  /// The members to add to each object, by the object's offset in the document.
  private var members: [Int: Members] = [:]
  var isEmpty: Bool { members.isEmpty }

  /// A value to add, or an object of values to add if the document lacks the object.
  private indirect enum Members {
    case value(JSONNode)
    case object([(key: String, content: Members)])
  }

  /// Adds a value at a path from an object. Missing objects on the path are created.
  mutating func add(_ value: JSONNode, at path: JSONKeyPath, in object: JSONNode) {
    var (object, keys) = (object, path.components.compactMap(\.key)[...])
    while keys.count > 1, let key = keys.first, let inner = object[key], inner.kind == .object {
      object = inner
      keys.removeFirst()
    }
    members[object.byteRange.lowerBound] = Self.adding(
      value, at: keys, to: members[object.byteRange.lowerBound])
  }

  private static func adding(_ value: JSONNode, at keys: ArraySlice<String>, to members: Members?) -> Members
  {
    guard let key = keys.first else { return .value(value) }
    var all: [(key: String, content: Members)] = if case .object(let known)? = members { known } else { [] }
    let place = all.firstIndex { $0.key.isExactly(key) }
    let content = adding(value, at: keys.dropFirst(), to: place.map { all[$0].content })
    if let place { all[place].content = content } else { all.append((key, content)) }
    return .object(all)
  }

  func write(_ node: JSONNode, to writer: inout JSONWriter) {
    switch node.kind {
    case .object:
      writer.beginObject()
      for member in node.members {
        writer.writeKey(member.key.displayText)
        write(member.value, to: &writer)
      }
      if case .object(let others)? = members[node.byteRange.lowerBound] {
        for other in others where node[other.key] == nil {
          Self.write(other.content, under: other.key, to: &writer)
        }
      }
      writer.endObject()
    case .array:
      writer.beginArray()
      for element in node.elements {
        writer.beginElement()
        write(element, to: &writer)
      }
      writer.endArray()
    default: writer.writeRawJSON(node)
    }
  }

  private static func write(_ content: Members, under key: String, to writer: inout JSONWriter) {
    writer.writeKey(key)
    switch content {
    case .value(let node): writer.writeRawJSON(node)
    case .object(let members):
      writer.beginObject()
      for member in members { write(member.content, under: member.key, to: &writer) }
      writer.endObject()
    }
  }
}
