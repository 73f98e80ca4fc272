extension Cluster {
  /// Returns the first mistake in the cluster's definition; nil if there is none.
  ///
  /// - Parameter isThorough: whether to also inspect the members' models and encode sample values, which finds
  ///   mistakes that may be intended.
  func mistake(isThorough: Bool) -> MappingError? {
    guard isThorough, mistake == nil else { return mistake }
    return Ongoing.check(ObjectIdentifier(self)).run {
      findMemberWithoutKeys() ?? findUnwrittenKey() ?? findUnwrittenMember()
    } ?? nil
  }

  /// Returns the error for a cluster member whose JSON is not an object, and therefore has no keys that could
  /// select the member; nil if there is no such member.
  private func findMemberWithoutKeys() -> MappingError? {
    for member in candidates {
      guard let kind = member.kind.description(for: nil, profile: nil)?.wrapped?.shape.kindWithoutKeys else {
        continue
      }
      return MappingError(
        model: name, properties: [],
        reason: .other(
          "\(member.name) is \(kind), which has no keys that select the member: use `.content(…, at:)`"))
    }
    return nil
  }

  /// Returns the error for a cluster member that is selected by a key that only some of its profiles encode;
  /// nil if there is no such member.
  private func findUnwrittenKey() -> MappingError? {
    for member in candidates {
      guard let model = member.kind.description(for: nil, profile: nil) else { continue }
      let forms = ([model] + model.otherForms()).map { form in
        (form, ObjectKeys(of: form, .profile(nil)))
      }
      for path in member.paths {
        func writes(_ keys: ObjectKeys) -> Bool {
          keys.kept != nil || keys.paths.contains { $0.components.starts(with: path.components) }
        }
        guard forms.contains(where: { writes($0.1) }), forms.contains(where: { !writes($0.1) }) else {
          continue
        }
        return MappingError(
          model: name, properties: [],
          reason: .other(
            "a profile of \(member.name) has no key `\(path)`, which selects the member, so its objects would not be "
              + "decoded again: map the key in every profile, or distinguish the members by a tag"))
      }
    }
    return nil
  }

  /// Returns the error for a cluster member whose values are always encoded as an earlier member, because both
  /// accept the same values; nil if there is no such member.
  private func findUnwrittenMember() -> MappingError? {
    for (number, member) in candidates.enumerated() {
      var finder = MemberSample<Base>()
      try? member.accept(&finder)
      guard let sample = finder.sample,
        let other = candidates.prefix(number).firstIndex(where: { $0.kind.encode(sample) != nil })
      else { continue }
      var writer = JSONWriter()
      guard (try? encode(sample, to: &writer)) != nil,
        let document = try? JSONDocument(parsing: JSONBytes(writer.finish())), leads(document, to: other)
      else { continue }
      return MappingError(
        model: name, properties: [],
        reason: .other(
          "a \(member.words) is encoded as \(candidates[other].words), because their Swift values are equal: give one member all "
            + "tags, or give the members different values"))
    }
    return nil
  }
}

extension ClusterMember {
  /// The name and the tags of the cluster member, as displayed in a message.
  fileprivate var words: String {
    tags.isEmpty ? name : "\(name) for \(tags.map(\.phrase).joinedAsAlternatives)"
  }
}

/// A visitor that creates a sample value of a cluster member, to test how the cluster encodes the value.
private struct MemberSample<Base>: ClusterMemberVisitor {
  var sample: Base?

  mutating func visit<Member>(
    _ form: ClusterMemberForm<Base, Member>, mapping: Mapping<Member>, identity: ObjectIdentifier
  ) throws {
    sample = try SampleValues.model(of: mapping).map { try form.wrap($0) }
  }

  mutating func visit<Inner>(_ form: ClusterMemberForm<Base, Inner>, cluster: Cluster<Inner>) {}
}
