import Mantle

/// The settings of a property for archives, as its mapping declares them.
struct PropertyArchiving: Sendable {
  /// The condition on which a property is archived.
  enum Presence {
    /// The property is archived if its retention is permanent.
    case automatic
    /// The property is archived, regardless of its retention.
    case included
    /// The property is archived only if the instance it refers to is archived for another reason.
    case conditional
    /// The property is not archived.
    case excluded
  }

  /// The condition on which the property is archived.
  var presence = Presence.automatic
  /// The key of the property in archives; nil if it equals the name of the property.
  var key: String?
}

extension Property {
  /// Archives the property, regardless of its retention.
  ///
  /// ```swift
  /// Property(\.title, "title").archived(as: "GHTitle")
  /// ```
  ///
  /// - Parameter key: the key in archives; nil for the current key, which is the name by
  ///   default.
  public func archived(as key: String? = nil) -> Property {
    archiving {
      $0.presence = .included
      $0.key = key ?? $0.key
    }
  }

  /// Archives a reference to a class instance only if another object in the archive holds the
  /// instance. Use this for weak references.
  ///
  /// ```swift
  /// Property(\.title, "title").archivedConditionally()
  /// ```
  public func archivedConditionally() -> Property { archiving { $0.presence = .conditional } }

  /// Excludes the property from archives. When an archive is decoded, the property has its
  /// default, or nil.
  ///
  /// ```swift
  /// Property(\.isSelected, "selected").default(false).notArchived()
  /// ```
  public func notArchived() -> Property { archiving { $0.presence = .excluded } }

  /// Returns a copy of the property with changed archive settings.
  private func archiving(_ change: (inout PropertyArchiving) -> Void) -> Property {
    with {
      var archiving = $0.traits.attachments[PropertyArchiving.self] ?? PropertyArchiving()
      change(&archiving)
      $0.traits.attachments[PropertyArchiving.self] = archiving
    }
  }
}

extension AnyProperty {
  /// The archive settings of the property.
  private var archiving: PropertyArchiving {
    traits.attachments[PropertyArchiving.self] ?? PropertyArchiving()
  }

  /// The key of the property in archives; nil if it is not archived.
  package var archiveKey: String? {
    switch archiving.presence {
    case .excluded: nil
    case .automatic: retention == .permanent ? archiving.key ?? name : nil
    case .included, .conditional: archiving.key ?? name
    }
  }

  /// Whether the property is archived only if the instance it refers to is archived for another reason.
  var isConditionallyArchived: Bool { archiving.presence == .conditional }
}

extension PropertyArchiving: CheckedAttachment {
  /// Returns the error if two properties have the same key in archives; otherwise nil.
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
  /// Validates the mapping on its first use in an archive.
  ///
  /// - Throws: a ``MappingError`` if the mapping is invalid, or if two properties have the
  ///   same key in archives.
  package func checkForArchives() throws {
    try checkDefinition()
    if let mistake = PropertyArchiving.mistake(in: properties, of: name) { throw mistake }
  }
}
