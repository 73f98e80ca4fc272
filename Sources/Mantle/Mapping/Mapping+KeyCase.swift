extension Mapping {
  /// Decodes keys whatever their case: `Name` and `NAME` are decoded as the key `name` if the object has no
  /// `name`.
  ///
  ///     static let mapping = Mapping(User.init, properties).ignoringKeyCase()
  ///
  /// Encoding writes the keys as the mapping spells them. Nested models are decoded by their own mappings. An
  /// object with keys of another case is copied before it is decoded.
  ///
  /// ```
  /// {"login": "ann"}, {"Login": "ann"} and {"LOGIN": "ann"} give the same model
  /// ```
  public func ignoringKeyCase() -> Mapping {
    with { options in
      options.beforeDecoding.append { [self] node in
        let known = attachments.value { KeysOfAnyCase(ObjectKeys(of: description, .all).paths) }
        var writer = JSONWriter()
        return known.write(node, to: &writer) ? writer.finish() : nil
      }
    }
  }
}

/// The mapped keys of an object in the spelling of the mapping, by their lowercase spelling.
private struct KeysOfAnyCase: Sendable {
  private var spelling: [String: String] = [:]
  /// The mapped keys of nested objects, by the key at which the nested object is.
  private var inner: [String: KeysOfAnyCase] = [:]

  init(_ paths: [JSONKeyPath]) {
    for path in paths { insert(path.components[...]) }
  }

  private init() {}

  private mutating func insert(_ path: ArraySlice<JSONKeyPath.Component>) {
    guard case .key(let key)? = path.first else { return }
    if spelling[key.lowercased()] == nil { spelling[key.lowercased()] = key }
    inner[key, default: KeysOfAnyCase()].insert(path.dropFirst())
  }

  /// Writes a JSON value in which keys that differ from a mapped key in case only have the mapping's
  /// spelling.
  ///
  /// - Returns: whether any key was changed.
  func write(_ node: JSONNode, to writer: inout JSONWriter) -> Bool {
    guard node.kind == .object, !spelling.isEmpty else {
      writer.writeRawJSON(node)
      return false
    }
    var isChanged = false
    writer.beginObject()
    for (json, value) in node.members {
      var key = json.displayText
      if inner[key] == nil, let known = spelling[key.lowercased()], node[known] == nil {
        key = known
        isChanged = true
        writer.writeKey(known)
      } else {
        writer.member(json)
      }
      if let inner = inner[key] {
        if inner.write(value, to: &writer) { isChanged = true }
      } else {
        writer.writeRawJSON(value)
      }
    }
    writer.endObject()
    return isChanged
  }
}
