import MantlePlatform

extension ArchiveGraph {
  /// The fields of a model or of an object of an unknown class; none for leaves and collections.
  package func fields(of reference: ArchiveReference) -> [ArchiveField] {
    if case .object(let fields) = self[reference] { fields } else { [] }
  }

  /// The value of a field; nil when the object has no such field, ``ArchiveReference/null`` when it is nil.
  ///
  /// - Complexity: O(fields of the object).
  package func field(_ name: String, of reference: ArchiveReference) -> ArchiveReference? {
    guard let key = key(name) else { return nil }
    return fields(of: reference).first { $0.key == key }?.value
  }

  /// The model version an object was archived at; 0 where it says none.
  ///
  /// - Returns: nil when the object has a version that is not an integer.
  package func modelVersion(of reference: ArchiveReference) -> Int? { modelVersion(fields(of: reference)) }

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

  /// The JSON-like dictionary a model was archived as before Mantle 0.3 (catalogue F-092); nil in newer ones.
  package func externalRepresentation(of reference: ArchiveReference) -> ArchiveReference? {
    externalRepresentation(fields(of: reference))
  }

  func externalRepresentation(_ fields: [ArchiveField]) -> ArchiveReference? {
    let key = KnownKey.externalRepresentation.key
    guard let field = fields.first(where: { $0.key == key }),
      case .dictionary = objects[field.value.index].value
    else { return nil }
    return field.value
  }

  /// The URL an object stands for.
  ///
  /// - Returns: nil when the object is not a URL, its text is not one, or its bases go in a circle.
  package func url(_ reference: ArchiveReference) -> URL? { objects.url(reference, depth: 0) }

  func requiredRoot() throws(ArchiveError) -> ArchiveReference {
    guard let root else { throw ArchiveError(.notAKeyedArchive("$top names no object")) }
    return root
  }

  /// What reading the file had to repair or to pass over: texts with an unpaired surrogate, further entry points.
  package var diagnostics: [Diagnostic] {
    let others = top.filter { $0 != rootEntry }.map { entry in
      Diagnostic(
        .note, .archive, found: "`\(entry.name)` in $top", detail: "only `\(rootEntry?.name ?? "")` is read")
    }
    return others + repairs
  }

  /// The texts that were repaired.
  var repairs: [Diagnostic] {
    repaired.map { reference in
      let text = if case .string(let text) = self[reference] { "\"\(text.prefix(60))\"" } else { "a text" }
      return Diagnostic(
        .warning, .archive, found: text, detail: "an unpaired surrogate was replaced by U+FFFD")
    }
  }
}

extension [ArchiveGraph.Object] {
  func url(_ reference: ArchiveReference, depth: Int) -> URL? {
    guard depth < 16, case .url(let relative, let base) = self[reference.index].value,
      case .string(let text) = self[relative.index].value
    else { return nil }
    if case .null = self[base.index].value { return URL(string: text) }
    guard let base = url(base, depth: depth + 1) else { return nil }
    return URL(string: text, relativeTo: base)
  }
}

extension ArchiveGraph {
  /// By object: whether more than one reference leads to it, or to a collection it is in.
  var sharedObjects: [Bool] {
    var isMet = Array(repeating: false, count: count)
    var isShared = isMet
    func meet(_ reference: ArchiveReference) {
      isShared[reference.index] = isMet[reference.index]
      isMet[reference.index] = true
    }
    for entry in top { meet(entry.value) }
    for object in objects {
      for member in object.value.members { meet(member) }
      if case .object(let fields) = object.value { for field in fields { meet(field.value) } }
    }
    share(everythingInside: &isShared)
    return isShared
  }

  /// What holds a shared collection holds its members.
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
  /// What an object is, in a few words for diagnostics: `string "bug"`, `GHLabel`, `array`.
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
