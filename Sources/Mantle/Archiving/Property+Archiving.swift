/// How a property stands in archives, as its mapping declares it.
struct PropertyArchiving: Sendable {
  /// Whether a property is part of archives.
  enum Presence {
    /// As its storage says: permanent properties are, others are not.
    case automatic
    case included
    /// Written only if the object it refers to gets into the archive another way.
    case conditional
    case excluded
  }

  var presence = Presence.automatic
  /// The key, where it is not the property's name.
  var key: String?
}

extension Property {
  /// Archives the property, whatever its storage, under another key than its name where one is given.
  public func archived(as key: String? = nil) -> Property {
    archiving {
      $0.presence = .included
      $0.key = key ?? $0.key
    }
  }

  /// Archives a reference to a class model only if something else in the archive holds the model: for weak
  /// references.
  public func archivedConditionally() -> Property { archiving { $0.presence = .conditional } }

  /// Leaves the property out of archives; reading one gives its default, or nil.
  public func notArchived() -> Property { archiving { $0.presence = .excluded } }

  private func archiving(_ change: (inout PropertyArchiving) -> Void) -> Property {
    with {
      var archiving = $0.traits.attachments[PropertyArchiving.self] ?? PropertyArchiving()
      change(&archiving)
      $0.traits.attachments[PropertyArchiving.self] = archiving
    }
  }
}

extension AnyProperty {
  private var archiving: PropertyArchiving {
    traits.attachments[PropertyArchiving.self] ?? PropertyArchiving()
  }

  /// The property's key in archives; nil when it is not part of them.
  var archiveKey: String? {
    switch archiving.presence {
    case .excluded: nil
    case .automatic: storage == .permanent ? archiving.key ?? name : nil
    case .included, .conditional: archiving.key ?? name
    }
  }

  var isConditionallyArchived: Bool { archiving.presence == .conditional }
}

extension PropertyArchiving: CheckedAttachment {
  /// Two properties of one key: the archive could not be read.
  static func mistake<Root>(in properties: [AnyProperty<Root>], of model: String) -> MappingError? {
    var owners: [String: String] = [:]
    for property in properties {
      guard let key = property.archiveKey else { continue }
      if let owner = owners.updateValue(property.name, forKey: key) {
        return MappingError(
          model: model, properties: [owner, property.name], reason: .other("both are archived as `\(key)`"))
      }
    }
    return nil
  }
}

extension Mapping {
  /// What the first use in an archive checks.
  package func checkForArchives() throws {
    try checkDefinition()
    if let mistake = PropertyArchiving.mistake(in: properties, of: name) { throw mistake }
  }
}
