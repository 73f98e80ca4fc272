/// Whether a property is part of archives.
enum PropertyArchiving: Sendable, Hashable {
  /// As its storage says: permanent properties are, others are not.
  case automatic
  case included
  /// Written only if the object it refers to gets into the archive another way.
  case conditional
  case excluded
}

extension Property {
  /// Archives the property, whatever its storage, under another key than its name where one is given.
  public func archived(as key: String? = nil) -> Property {
    with { options in
      options.archiving = .included
      options.archiveKey = key ?? options.archiveKey
    }
  }

  /// Archives a reference to a class model only if something else in the archive holds the model: for weak
  /// references (catalogue F-084).
  public func archivedConditionally() -> Property { with { $0.archiving = .conditional } }

  /// Leaves the property out of archives; reading one gives its default, or nil.
  public func notArchived() -> Property { with { $0.archiving = .excluded } }

  /// The property's key in archives; nil when it is not part of them.
  var archiveKeyInUse: String? {
    switch options.archiving {
    case .excluded: nil
    case .automatic: options.storage == .permanent ? options.archiveKey ?? name : nil
    case .included, .conditional: options.archiveKey ?? name
    }
  }
}

extension Property {
  /// A property of a type that has a JSON form and an archive form of its own.
  @inlinable public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: JSONKeyPath...
  ) where Value: JSONConvertible & ArchiveConvertible {
    self.init(keyPath, .paths([path] + aliases), .natural, archiveForm: .own)
  }
}
