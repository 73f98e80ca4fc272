import Mantle

/// The JSON of a model that cannot be decoded as a whole: the properties that can be decoded
/// through their transformers, and the other fields as they are archived.
struct PartialModel<Root>: PropertyVisitor {
  /// The members written so far.
  private(set) var members = PartialObject()
  /// The archived object.
  private let source: ArchiveSource
  /// The descriptions of the properties.
  private let properties: [PropertyDescription]
  /// Writes a field that cannot be decoded.
  private let parts: PartWriter

  /// Creates a visitor for the properties of a model.
  init(_ mapping: Mapping<Root>, _ source: ArchiveSource, _ parts: PartWriter) {
    self.source = source
    self.parts = parts
    properties = source.plan.description().properties
  }

  /// Adds the member of a property.
  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    guard properties[index].writtenPaths.count == 1, let path = properties[index].writtenPaths.first,
      !path.isEmpty, path.components.allSatisfy({ if case .key = $0 { true } else { false } })
    else { return }
    let (decoder, reference) = (source.decoder, source.slots[index])
    if let isTaken = parts.isTaken {
      if reference.isPresent, isTaken(reference, properties[index].name) {
        _ = try parts.write(reference, path.components)
      }
      return
    }
    let mark = decoder.mark
    do {
      if let json = try json(of: property, reference, at: index) {
        members.insert(json, at: path.components[...])
      }
      place(mark, path, index)
    } catch {
      decoder.report(error)
      place(mark, path, index)
      let records = decoder.context.records(since: mark)
      decoder.context.forget(since: mark)
      if reference.isPresent {
        members.insert(try parts.write(reference, path.components), at: path.components[...])
      }
      // A model in the field reports its own problems.
      guard !decoder.hasErrors(since: mark) else { return }
      decoder.context.forget(since: mark)
      records.forEach { decoder.report($0) }
    }
  }

  /// Returns the JSON of a field; nil for an absent one without a default.
  private func json<Value>(
    of property: Property<Root, Value>, _ reference: ArchiveReference, at index: Int
  ) throws -> [UInt8]? {
    let form = source.plan.properties[index].form(of: property)
    let transformer = property.transformer
    let value =
      try reference.isPresent
      ? form.unarchive(reference, source.decoder)
      : property.definition.defaultValue?() ?? transformer.valueForAbsentKey()
    guard let value, let encode = transformer.encode else { return nil }
    var writer = JSONWriter(capacity: 64)
    try encode(value, &writer)
    return writer.finish()
  }

  /// Adds the property and the location of the model to the problems recorded since `mark`.
  private func place(_ mark: Int, _ path: JSONKeyPath, _ index: Int) {
    guard source.decoder.mark != mark else { return }
    source.decoder.context.attribute(since: mark, model: source.plan.model, property: properties[index].name)
    source.decoder.prepend(parts.place + path.components, since: mark)
  }
}

/// The conversion of the fields that a model cannot decode.
struct PartWriter {
  /// The location of the model.
  let place: [JSONKeyPath.Component]
  /// Whether the field of a property is written although it can be decoded, in which case no other field is; nil to write
  /// the fields that cannot be decoded.
  var isTaken: ((ArchiveReference, _ property: String) -> Bool)?
  /// Returns the JSON of an object at a path below the model.
  let write: (ArchiveReference, [JSONKeyPath.Component]) throws -> [UInt8]
}

/// A JSON object whose members are inserted at paths of keys.
struct PartialObject {
  /// The members in the order of insertion.
  private var members: [(key: String, value: Value)] = []

  private enum Value {
    case json([UInt8])
    case object(PartialObject)
  }

  /// Inserts a value at a path of keys. A value at a path through another value is omitted.
  mutating func insert(_ json: [UInt8], at path: ArraySlice<JSONKeyPath.Component>) {
    guard case .key(let key)? = path.first else { return }
    let rest = path.dropFirst()
    let place = members.firstIndex { $0.key.isExactly(key) }
    if rest.isEmpty {
      if place == nil { members.append((key, .json(json))) }
      return
    }
    var inner = PartialObject()
    if let place {
      guard case .object(let known) = members[place].value else { return }
      inner = known
    }
    inner.insert(json, at: rest)
    if let place { members[place].value = .object(inner) } else { members.append((key, .object(inner))) }
  }

  /// Writes the object.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (key, value) in members {
      writer.writeKey(key)
      switch value {
      case .json(let json): writer.writeRawJSON(json)
      case .object(let object): object.write(to: &writer)
      }
    }
    writer.endObject()
  }
}
