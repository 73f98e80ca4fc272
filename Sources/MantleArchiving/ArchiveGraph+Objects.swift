import Mantle
import MantlePlatform

extension ArchiveGraph {
  /// Returns the fields of a model or of an object of an unknown class; an empty array for
  /// leaves and collections.
  func fields(of reference: ArchiveReference) -> [ArchiveField] {
    if case .object(let fields) = self[reference] { fields } else { [] }
  }

  /// Returns the value of a field; nil if the object lacks the field,
  /// ``ArchiveReference/null`` if the field is nil.
  ///
  /// - Complexity: O(*n*), where *n* is the number of fields.
  func field(_ name: String, of reference: ArchiveReference) -> ArchiveReference? {
    guard let key = key(name) else { return nil }
    return fields(of: reference).first { $0.key == key }?.value
  }

  /// Returns the model version that an object was archived with.
  ///
  /// - Parameter fields: the fields of the object.
  /// - Returns: 0 if the fields contain no version; nil if the version is not an integer.
  func modelVersion(_ fields: [ArchiveField]) -> Int? {
    let key = KnownKey.modelVersion.key
    guard let field = fields.first(where: { $0.key == key }) else { return 0 }
    return switch objects[field.value.index].value {
    case .null: 0
    case .integer(let version): Int(exactly: version)
    case .bool(let isOne): isOne ? 1 : 0
    default: nil
    }
  }

  /// Returns the dictionary of JSON values in the fields of an object that was archived before Mantle 0.3 (catalogue F-092); nil
  /// for newer archives.
  func externalRepresentation(_ fields: [ArchiveField]) -> ArchiveReference? {
    let key = KnownKey.externalRepresentation.key
    guard let field = fields.first(where: { $0.key == key }),
      case .dictionary = objects[field.value.index].value
    else { return nil }
    return field.value
  }

  /// Returns the URL that an object represents.
  ///
  /// - Returns: nil if the object is not a valid URL, or if its base URLs form a cycle.
  ///
  /// - Parameter depth: the number of URLs already followed on the chain of base URLs, at most 16.
  func url(_ reference: ArchiveReference, depth: Int = 0) -> URL? {
    guard depth < 16, case .url(let relative, let base) = self[reference],
      case .string(let text) = self[relative]
    else { return nil }
    if case .null = self[base] { return URL(string: text) }
    return url(base, depth: depth + 1).flatMap { URL(string: text, relativeTo: $0) }
  }

  /// Returns the root object of the archive.
  ///
  /// - Throws: an ``ArchiveError`` if the archive has no entry point.
  func requiredRoot() throws(ArchiveError) -> ArchiveReference {
    guard let root else { throw ArchiveError(.notAKeyedArchive("$top names no object")) }
    return root
  }

  /// The diagnostics of reading the file: strings with an unpaired surrogate, and further
  /// entry points, which are ignored.
  var diagnostics: [Diagnostic] {
    let others = top.filter { $0.name != rootEntry?.name }.map { entry in
      Diagnostic(
        .note, .archive, found: "`\(entry.name)` in $top", detail: "only `\(rootEntry?.name ?? "")` is read")
    }
    return others + repairs
  }

  /// A warning for each string in which an unpaired surrogate was replaced.
  var repairs: [Diagnostic] {
    repaired.map { reference in
      let text = if case .string(let text) = self[reference] { "\"\(text.prefix(60))\"" } else { "a string" }
      return Diagnostic(
        .warning, .archive, found: text, detail: "an unpaired surrogate was replaced by U+FFFD")
    }
  }
}

extension ArchiveGraph {
  /// Whether each object, by index, is reachable through several references: directly, or through a shared collection.
  var sharedObjects: [Bool] {
    var isMet = Array(repeating: false, count: count)
    var isShared = isMet
    func meet(_ reference: ArchiveReference) {
      isShared[reference.index] = isMet[reference.index]
      isMet[reference.index] = true
    }
    for entry in top { meet(entry.value) }
    for object in objects { for part in object.value.parts { meet(part) } }
    share(everythingInside: &isShared)
    return isShared
  }

  /// Marks the members of shared collections as shared too, because each object that refers to a collection also refers to its
  /// members.
  private func share(everythingInside isShared: inout [Bool]) {
    var waiting = objects.indices.filter { isShared[$0] }
    while let index = waiting.popLast() {
      for member in objects[index].value.members where !isShared[member.index] {
        isShared[member.index] = true
        waiting.append(member.index)
      }
    }
  }
}

extension ArchiveGraph {
  /// Returns a short description of an object for diagnostics: `string "bug"`, `GHLabel`,
  /// `array`.
  func description(of reference: ArchiveReference) -> String {
    switch self[reference] {
    case .null: "nil"
    case .bool(let value): "boolean \(value)"
    case .integer(let value): "number \(value)"
    case .unsigned(let value): "number \(value)"
    case .real(let value): "number \(value)"
    case .string(let value): "string \"\(Shortened.text(value))\""
    case .data(let value): "data of \(value.count) bytes"
    case .date: "date"
    case .url: "URL"
    case .uuid: "UUID"
    case .array: "array"
    case .set: "set"
    case .orderedSet: "ordered set"
    case .dictionary: "dictionary"
    case .object: archiveClass(of: reference)?.name ?? "object without a class"
    }
  }
}
