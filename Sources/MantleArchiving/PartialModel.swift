import Mantle

/// The JSON of a model that cannot be decoded as a whole: the properties that can be decoded
/// through their transformers, and the other fields as they are archived.
struct PartialModel<Root>: PropertyVisitor {
  /// The JSON members written so far.
  private(set) var members = PartialObject()
  /// The archived object that is written as JSON.
  private let source: ArchiveSource
  /// The descriptions of the model's properties.
  private let properties: [PropertyDescription]
  /// The writer of the fields that cannot be decoded.
  private let parts: PartWriter

  /// Creates a visitor for the properties of a model.
  init(_ mapping: Mapping<Root>, _ source: ArchiveSource, _ parts: PartWriter) {
    self.source = source
    self.parts = parts
    properties = source.plan.description().properties
  }

  /// Adds the JSON member of a property. A property without exactly one path of keys is skipped.
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
      // Errors of a nested model in the field replace the problem of the property.
      guard !decoder.hasErrors(since: mark) else { return }
      decoder.context.forget(since: mark)
      records.forEach { decoder.report($0) }
    }
  }

  /// Returns the JSON of a property's value; nil for an absent field without a default, and for a transformer without a reverse.
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

/// The functions that write archived fields as JSON while a model is written property by property.
struct PartWriter {
  /// The location of the partially decoded model in the JSON.
  let place: [JSONKeyPath.Component]
  /// A function that selects the fields to write. It is nil to write the fields that cannot be decoded; otherwise no
  /// other fields are written.
  var isTaken: ((ArchiveReference, _ property: String) -> Bool)?
  /// A function that returns the JSON of a field's value, given the path of the value in the model.
  let write: (ArchiveReference, [JSONKeyPath.Component]) throws -> [UInt8]
}

/// A JSON object that is built by inserting values at paths of keys.
struct PartialObject {
  /// The members of the object, in the order of insertion.
  private var members: [(key: String, value: Value)] = []

  private enum Value {
    case json([UInt8])
    case object(PartialObject)
  }

  /// Inserts a value at a path of keys. Does nothing if there is a value at the path already, or at the start of the
  /// path.
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

  /// Writes the object with its inserted members as JSON.
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
