import Mantle
import MantlePlatform

/// The conversion of archived objects to JSON: dates in ISO 8601, data in base64, models
/// through their mappings, and objects of other classes as their fields.
///
/// A value without a JSON form becomes null, with a diagnostic. Without a decoder to record
/// diagnostics, such a value ends the conversion, and models are written as their fields.
final class ArchiveToJSON {
  /// The outermost models found, counted by class, version and location.
  private(set) var found: [ArchivedDocument.FoundModel] = []
  /// The remaining budget for the size of the JSON.
  var budget: ArchiveBudget
  /// The archive to convert.
  let graph: ArchiveGraph
  /// The decoder of models; nil to write all objects as their fields.
  private let decoder: ArchiveDecoder?
  /// The models of the archived classes.
  let models: ArchivedModelTable
  /// Whether objects without a model get a member that names their class.
  private let keepsClasses: Bool
  /// The location of the current value in the JSON.
  private(set) var path: [JSONKeyPath.Component] = []
  /// The objects that contain the current value, by index, with the number of path components that lead to each.
  private var open: [Int: Int] = [:]
  /// The classes without a model that were reported, each once.
  private var reported: Set<ArchiveClass> = []

  /// Creates a converter of archived objects to JSON.
  ///
  /// - Parameters:
  ///   - budget: the permitted size of the JSON.
  ///   - decoder: the decoder of models; nil to write all objects as their fields.
  ///   - keepsClasses: whether objects without a model get a member that names their class.
  init(
    _ graph: ArchiveGraph, _ budget: ArchiveBudget, models: ArchivedModelTable = ArchivedModelTable([]),
    decoder: ArchiveDecoder? = nil, keepsClasses: Bool = false
  ) {
    self.keepsClasses = keepsClasses
    self.graph = graph
    self.budget = budget
    self.models = models
    self.decoder = decoder
  }

  /// Writes an archived object as JSON.
  ///
  /// - Throws: an ``ArchiveError`` if the text exceeds the budget; without a decoder, also
  ///   the first ``DecodingProblem``.
  func write(_ reference: ArchiveReference, to writer: inout JSONWriter) throws {
    try budget.spend(graph.jsonSize(of: reference))
    if case .real(let value) = graph[reference], !value.isFinite, decoder != nil {
      report(
        .warning, .outOfRange, found: "\(value)", detail: "JSON has no such number; it is shown as a string")
      return writer.writeString(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
    do throws(DecodingProblem) {
      if try graph.writeLeaf(reference, to: &writer) { return }
    } catch {
      try problem(error)
      return writer.writeNull()
    }
    guard path.count < ArchiveBudget.depth else {
      try problem(DecodingProblem(.limit, detail: "nested deeper than \(ArchiveBudget.depth) levels"))
      return writer.writeNull()
    }
    if let start = open[reference.index] {
      let place = start == 0 ? "the root" : "`\(JSONKeyPath(Array(path.prefix(start))))`"
      try problem(
        DecodingProblem(
          .archive, detail: "reference cycle: this is \(place) again, which JSON cannot represent"))
      return writer.writeNull()
    }
    open[reference.index] = path.count
    defer { open[reference.index] = nil }
    switch graph[reference] {
    case .array(let items), .set(let items), .orderedSet(let items):
      writer.beginArray()
      for (index, item) in items.enumerated() {
        writer.beginElement()
        try write(item, under: .index(index), to: &writer)
      }
      writer.endArray()
    case .dictionary(let entries): try write(entries, to: &writer)
    case .object(let fields): try write(fields, of: reference, to: &writer)
    default: writer.writeNull()
    }
  }

  /// Writes an archived value as JSON, one level below the current location.
  private func write(
    _ reference: ArchiveReference, under step: JSONKeyPath.Component, to writer: inout JSONWriter
  ) throws {
    path.append(step)
    defer { path.removeLast() }
    try write(reference, to: &writer)
  }

  /// Writes the entries of a dictionary. Entries whose key is not a string are reported and
  /// omitted.
  private func write(_ entries: [ArchiveEntry], to writer: inout JSONWriter) throws {
    writer.beginObject()
    var keys = RepeatedKeys.Seen()
    for entry in entries {
      guard case .string(let key) = graph[entry.key] else {
        let found = graph.description(of: entry.key)
        path.append(.key(found))
        defer { path.removeLast() }
        try problem(DecodingProblem(expected: "a dictionary key that is a string", found: found))
        continue
      }
      writer.writeKey(key)
      path.append(.key(key))
      defer { path.removeLast() }
      if keys.meets(key) { report(.warning, .duplicateKey, detail: RepeatedKeys.words(key)) }
      try write(entry.value, to: &writer)
    }
    writer.endObject()
  }

  /// Writes an object: as its model if its class has one, otherwise as its fields.
  private func write(
    _ fields: [ArchiveField], of reference: ArchiveReference, to writer: inout JSONWriter
  ) throws {
    if let decoder {
      let archiveClass = graph.archiveClass(of: reference)
      if let archiveClass, let model = models.model(for: archiveClass), let archiving = model.archiving {
        count(model, archiveClass, graph.modelVersion(fields) ?? 0)
        return try writeModel(reference, archiving, decoder, to: &writer)
      }
      reportUnknown(archiveClass)
      if let legacy = graph.externalRepresentation(fields) {
        report(.note, .archive, detail: "the object contains its JSON, as written by Mantle before 0.3")
        return try write(legacy, to: &writer)
      }
    }
    writer.beginObject()
    if keepsClasses { writeClass(of: reference, to: &writer) }
    for field in fields where field.key != KnownKey.modelVersion.key {
      let name = graph.name(of: field.key)
      writer.writeKey(name)
      try write(field.value, under: .key(name), to: &writer)
    }
    writer.endObject()
  }

  /// Writes an object as its model. If decoding the object fails, each property that can be decoded is written by its
  /// transformer, and the other fields are written as archived.
  private func writeModel(
    _ reference: ArchiveReference, _ archiving: ErasedArchiving, _ decoder: ArchiveDecoder,
    to writer: inout JSONWriter
  ) throws {
    let start = writer.count
    let mark = decoder.mark
    do {
      if keepsClasses {
        var json = JSONWriter()
        try archiving.unarchive(reference, decoder, &json)
        decoder.prepend(path, since: mark)
        let named = namingClasses(in: json.finish(), of: reference, archiving, decoder, since: mark)
        return write(named, ofClassOf: reference, to: &writer)
      }
      try archiving.unarchive(reference, decoder, &writer)
      return decoder.prepend(path, since: mark)
    } catch { decoder.report(error) }
    decoder.prepend(path, since: mark)
    let records = decoder.context.records(since: mark)
    writer.truncate(to: start)
    decoder.context.forget(since: mark)
    let parts = PartWriter(place: path) { [self] field, place in try part(field, at: place, decoder) }
    do { try archiving.unarchiveParts(reference, decoder, &writer, parts) } catch let error as ArchiveError {
      throw error
    } catch {
      writer.truncate(to: start)
      decoder.context.forget(since: mark)
      try writePlain(reference, decoder, to: &writer)
    }
    // An error of the model as a whole, rather than of a property, is reported too.
    if !decoder.hasErrors(since: mark) { records.forEach { decoder.report($0) } }
  }

  /// Returns the JSON of a field of the model that is being written.
  ///
  /// - Parameter place: the path of the field in the model.
  func part(
    _ field: ArchiveReference, at place: [JSONKeyPath.Component], _ decoder: ArchiveDecoder
  ) throws -> [UInt8] {
    let (mark, known, outermost) = (decoder.mark, reported, found)
    path += place
    defer {
      path.removeLast(place.count)
      found = outermost
      // The model reports its problem at the whole object instead.
      if !decoder.hasErrors(since: mark) { reported = known }
    }
    var writer = JSONWriter(capacity: 64)
    // The objects that migrations create belong to the decoder.
    let isOwn = field.index < graph.count
    try (isOwn ? self : ArchiveToJSON(decoder.graph, budget)).write(field, to: &writer)
    return writer.finish()
  }

  /// Writes a member `$class` that names the class of an object.
  private func writeClass(of reference: ArchiveReference, to writer: inout JSONWriter) {
    guard let archiveClass = graph.archiveClass(of: reference) else { return }
    writer.writeKey(ArchiveClass.jsonKey)
    writer.beginArray()
    for name in archiveClass.chain {
      writer.beginElement()
      writer.writeString(name)
    }
    writer.endArray()
  }

  /// Writes the JSON object of a model with an additional member `$class`.
  private func write(_ json: [UInt8], ofClassOf reference: ArchiveReference, to writer: inout JSONWriter) {
    guard json.first == UInt8(ascii: "{") else { return writer.writeRawJSON(json) }
    writer.beginObject()
    writeClass(of: reference, to: &writer)
    let members = Array(json.dropFirst())
    if members.count > 1 { writer.raw(",") }
    writer.writeRawJSON(members)
  }

  /// Writes an object and the objects in it as their fields, without models.
  private func writePlain(
    _ reference: ArchiveReference, _ decoder: ArchiveDecoder, to writer: inout JSONWriter
  ) throws {
    let start = writer.count
    let plain = ArchiveToJSON(graph, budget)
    defer { budget = plain.budget }
    do { try plain.write(reference, to: &writer) } catch let problem as DecodingProblem {
      decoder.report(problem, at: path)
      writer.truncate(to: start)
      writer.writeNull()
    }
  }
}

extension ArchiveToJSON {
  /// Counts an occurrence of a model, by class, version and location.
  private func count(_ model: ModelDescription, _ archiveClass: ArchiveClass, _ version: Int) {
    let place = JSONKeyPath(path).withoutIndices
    let index = found.firstIndex {
      $0.archiveClass == archiveClass && $0.version == version && $0.path == place
    }
    if let index {
      found[index].count += 1
    } else {
      found.append(
        ArchivedDocument.FoundModel(
          model: model, archiveClass: archiveClass, version: version, path: place, count: 1))
    }
  }

  /// Reports a class without a model as a warning, once for each class.
  private func reportUnknown(_ archiveClass: ArchiveClass?) {
    guard let archiveClass, reported.insert(archiveClass).inserted else { return }
    report(
      .warning, .archive, found: "class \(archiveClass.name)",
      detail: "no model has this class; its fields are shown as they are")
  }

  /// Reports a diagnostic at the current location; ignores it if there is no decoder.
  private func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, found: String? = nil, detail: String? = nil
  ) {
    decoder?.report(severity, code, at: path, found: found, detail: detail)
  }

  /// Reports a problem at the current location; throws it if there is no decoder.
  private func problem(_ problem: DecodingProblem) throws {
    guard let decoder else { throw problem }
    decoder.report(problem, at: path)
  }
}

extension ArchiveGraph {
  /// Writes a scalar or another value without contents as JSON.
  ///
  /// - Returns: false, without output, for collections and objects.
  /// - Throws: the problem of a value that JSON cannot represent.
  fileprivate func writeLeaf(
    _ reference: ArchiveReference, to writer: inout JSONWriter
  ) throws(DecodingProblem) -> Bool {
    switch self[reference] {
    case .null: writer.writeNull()
    case .bool(let value): writer.writeBool(value)
    case .integer(let value): writer.writeInteger(value)
    case .unsigned(let value): writer.writeInteger(value)
    case .real(let value):
      guard value.isFinite else {
        throw DecodingProblem(.outOfRange, expected: "finite number", found: "\(value)")
      }
      do { try writer.writeNumber(value) } catch { writer.writeNull() }
    case .string(let value): writer.writeString(value)
    case .data(let value): writer.writeString(Data(value).base64EncodedString())
    case .date(let value):
      if let problem = value.archiveProblem { throw problem }
      do { try writer.writeISO8601(value) } catch { writer.writeNull() }
    case .uuid(let value): writer.writeString(value.uuidString)
    case .url:
      guard let url = url(reference) else { throw DecodingProblem(.invalidValue, expected: "URL") }
      writer.writeString(url.absoluteString)
    case .object:
      if let number = decimal(reference) {
        guard number.isFinite else {
          throw DecodingProblem(.outOfRange, expected: "finite number", found: "NSDecimalNumber \(number)")
        }
        writer.numberText("\(number)")
      } else if let text = attributedText(reference) {
        writer.writeString(text)
      } else {
        return false
      }
    case .array, .set, .orderedSet, .dictionary: return false
    }
    return true
  }

  /// Returns the approximate number of bytes of an object as JSON, without the values in it. Its keys count, because many objects
  /// may share a long key.
  func jsonSize(of reference: ArchiveReference) -> Int {
    switch self[reference] {
    case .array(let items), .set(let items), .orderedSet(let items): 2 * items.count
    case .dictionary(let entries): entries.reduce(2) { $0 + self[$1.key].payload + 4 }
    case .object(let fields): fields.reduce(2) { $0 + name(of: $1.key).utf8.count + 4 }
    case .url(let relative, let base): self[relative].payload + self[base].payload + 2
    case .string(let text): text.utf8.count + 2
    case .data(let bytes): bytes.count / 3 * 4 + 6
    case .uuid: 38
    case .date: 26
    case .null, .bool, .integer, .unsigned, .real: 8
    }
  }
}

extension ArchiveClass {
  /// The member of a JSON object that names the class of an archived object, as an array from
  /// the class itself to the root class.
  static let jsonKey = "$class"

  /// Creates the class that the member `$class` of a JSON object names; nil without a valid member.
  init?(namedIn node: JSONNode) {
    guard let names = node.find(JSONKeyPath([.key(Self.jsonKey)])) else { return nil }
    if let name = (try? names.stringValue) ?? nil {
      self.init(name, chain: [name])
      return
    }
    guard names.kind == .array, names.count > 0 else { return nil }
    var chain: [String] = []
    for name in names.elements {
      guard let text = (try? name.stringValue) ?? nil else { return nil }
      chain.append(text)
    }
    self.init(chain[0], chain: chain)
  }
}

extension Date {
  /// The problem of a date that JSON cannot represent; nil for dates of the years 1 to 9999.
  var archiveProblem: DecodingProblem? {
    let seconds = timeIntervalSinceReferenceDate
    guard seconds.isFinite else {
      return DecodingProblem(.outOfRange, expected: "date", found: "date at \(seconds) seconds")
    }
    guard Date.yearsOfFourDigits ~= seconds else {
      return DecodingProblem(
        .outOfRange, expected: "date in the years 1 to 9999", found: "date \(seconds) seconds from 2001-01-01"
      )
    }
    return nil
  }
}
