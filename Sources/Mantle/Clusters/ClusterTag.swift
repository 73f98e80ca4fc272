/// A value of a cluster's discriminator: a string, a number or a boolean.
struct ClusterTag: Sendable {
  /// The text of the tag: the content of a string, or the JSON of a number or boolean.
  let text: String
  /// The JSON kind of the value; nil for a tag from a definition file, which matches a value of any kind with
  /// the same text.
  let kind: JSONKind?

  /// Creates a tag from a Swift value; for a value that cannot be a discriminator, ``isUsable`` is false.
  init(_ value: any JSONConvertible) {
    let root = (try? JSONDocument(value.jsonBytes()))?.root
    self.init(text: root?.displayText ?? "\(value)", kind: root?.kind ?? .null)
  }

  /// Creates a tag from the text in a definition file, which matches a value of any kind with this text.
  init(anyKindOf text: String) { self.init(text: text, kind: nil) }

  /// Creates a tag from the JSON value of a discriminator; nil if the value is null, an array or an object.
  init?(_ json: JSONCursor) {
    switch json.kind {
    case .string:
      guard let text = try? json.string() else { return nil }
      self.init(text: text, kind: .string)
    case .number: self.init(text: json.numberText ?? "", kind: .number)
    case .true: self.init(text: "true", kind: .true)
    case .false: self.init(text: "false", kind: .false)
    case .null, .array, .object: return nil
    }
  }

  private init(text: String, kind: JSONKind?) { (self.text, self.kind) = (text, kind) }

  var isUsable: Bool {
    switch kind {
    case .null, .array, .object: false
    case .string, .number, .true, .false, nil: true
    }
  }

  /// Returns whether two tags have the same text and kind. The kinds must match because a server that sends
  /// the number 1 rejects the string "1".
  func matches(_ other: ClusterTag) -> Bool {
    guard let kind, let others = other.kind else { return text == other.text }
    guard kind == others else { return false }
    return kind == .number
      ? JSONDecimal.areEqual(Array(text.utf8), Array(other.text.utf8)) : text == other.text
  }

  /// The tag as JSON in UTF-8.
  var json: [UInt8] {
    guard kind == nil || kind == .string else { return Array(text.utf8) }
    var writer = JSONWriter(capacity: 64)
    writer.writeString(text)
    return writer.finish()
  }

  /// The tag as displayed in a message: a string in quotation marks, any other value as its JSON.
  var phrase: String { kind == nil || kind == .string ? "\"\(text)\"" : text }
}

extension ClusterMember.Condition {
  static func tags(_ tags: [any JSONConvertible]) -> Self { .discriminator(tags.map { ClusterTag($0) }) }
}
