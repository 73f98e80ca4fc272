extension Mapping {
  /// Notes the keys of an object that stand in it twice, and those that no property knows.
  @inline(never) @usableFromInline func checkKeys(of object: JSONCursor) {
    object.reportDuplicateKeys()
    guard let severity = object.context.policy.unknownKeys.severity, object.is(.object) else { return }
    // Of models that share an object the outer one knows the keys of all.
    guard !object.context.isShared(object.index) else { return }
    let known = knownKeys(of: object)
    if known.isShared { object.context.share(object.index) }
    guard known.areAll else { return }
    known.keys.forEachUnknown(in: object) { key, value in
      guard !object.context.isDiscriminator(value) else { return }
      object.context.record(
        severity,
        DecodingProblem(
          .unmappedKey, at: value.index, found: value.foundText,
          detail: "no property is read from the key `\(key)`",
          hint: Spelling.nearest(to: key, among: known.names).map { .sentence("the model has `\($0)`") }),
        model: name, property: nil)
    }
  }

  private func knownKeys(of object: JSONCursor) -> KnownKeys {
    let profile = object.context.profile
    let known = attachments.value { ProfileCache<KnownKeys>() }.value(for: profile) {
      KnownKeys(ObjectKeys(of: description, profile))
    }
    guard known.dependOnObject, let document = try? object.copiedDocument() else { return known }
    return KnownKeys(ObjectKeys(of: description, profile, in: document.root))
  }
}

/// The keys that the properties of a mapping are read from or written to.
private struct KnownKeys: Sendable {
  let keys: KeyTrie
  /// Those of the object itself.
  let names: [String]
  /// Whether a property stands for the whole object.
  let isShared: Bool
  /// Whether no other keys are read: what stands for the whole object are models, whose keys are known.
  let areAll: Bool
  /// Whether a class cluster stands for the whole object, whose members have different keys.
  let dependOnObject: Bool

  init(_ keys: ObjectKeys) {
    let all = keys.paths.map(\.leadingKeys)
    self.keys = KeyTrie(all)
    names = all.compactMap(\.first)
    (isShared, areAll, dependOnObject) = (keys.isShared, keys.areAll, keys.dependOnObject)
  }
}

extension KeyTrie {
  /// Calls a closure with every member of an object that no path leads to, and with those of the objects that paths only
  /// lead through.
  fileprivate func forEachUnknown(in object: JSONCursor, _ body: (_ key: String, _ value: JSONCursor) -> Void)
  {
    object.forEachMember { key, value in
      let number =
        key.word.flag ? findEscaped(key) : table.find(key.bytes + key.word.offset, key.word.payload)
      guard number >= 0 else { return body((try? key.string()) ?? "", value) }
      let target = targets[number]
      guard target.slot < 0, let nested = target.nested, value.is(.object) else { return }
      nested._withUnsafeGuaranteedRef { $0.forEachUnknown(in: value, body) }
    }
  }
}
