/// Sets one property of an object, or merges two objects' values into it.
struct Assigner<Root>: Sendable {
  let assign: @Sendable (Root, JSONCursor, Int32, PropertyRoute, UnsafeMutablePointer<Int32>) throws -> Void
  /// Decodes with problems on record; false where the property could not be set.
  let assignCollecting:
    @Sendable (Root, Attempt, JSONCursor, Int32, PropertyRoute, UnsafeMutablePointer<Int32>) throws -> Bool
  let archive: @Sendable (Root, ArchiveSink) throws -> Void
  /// Sets the next property of an archive; false where it could not be read.
  let unarchive: @Sendable (Root, inout ArchiveSource) throws -> Bool
  let combine: @Sendable (Root, Root, @escaping (Int) -> MergeChoice, Int, Root) throws -> Void
  /// Sets the property from values by name; false where it could not be.
  let build: @Sendable (Root, PropertyValueSource) throws -> Bool

  /// How a property's decoding is tried while problems are collected.
  struct Attempt: Sendable {
    let model: String
  }
}

extension Mapping {
  /// A mapping of a class whose objects are made empty and then filled: every mapped property is a `var`.
  ///
  ///     final class TextMessage: Message, Model {
  ///       var body = ""
  ///       static let mapping = Mapping.assigning(TextMessage.init, inheriting: Message.fields.inherited()) {
  ///         Property(\.body, "body")
  ///       }
  ///     }
  ///
  /// A property whose key is absent is set to its default only where it has one, so what the initialiser set
  /// stays (F-003); an optional property keeps it too.
  ///
  /// A function rather than one more initialiser: with two of them the compiler cannot say which property of a
  /// mapping is wrong.
  ///
  /// - Parameters:
  ///   - make: makes an object with every property at its default.
  ///   - inherited: the superclass's mapping, whose properties come first (SD-30). A property listed here under
  ///     the same Swift name takes the place of the inherited one.
  public static func assigning<each Value>(
    _ make: @escaping @Sendable () -> Root, inheriting inherited: InheritedProperties<Root>? = nil,
    keys: KeyNaming = .identity, transformers: TransformerRegistry = TransformerRegistry(),
    @MappingBuilder<Root> _ properties: () -> PropertyPack<Root, repeat each Value>
  ) -> Mapping {
    let pack = properties().adapted(keys, transformers)
    var erased = inherited?.properties ?? []
    var assigners = inherited?.assigners ?? []
    let labels = StoredLabels(of: make())
    for unnamed in repeat each pack.properties {
      let property = unnamed.named(by: labels)
      let place = erased.firstIndex { $0.name == property.name } ?? erased.count
      let isNew = place == erased.count
      erased.replaceSubrange(
        place..<(isNew ? place : place + 1), with: [ErasedProperty(property, number: place)])
      assigners.replaceSubrange(place..<(isNew ? place : place + 1), with: [Assigner(property)])
    }
    let all = assigners
    return Mapping(
      erased: erased,
      Engine(
        decode: { json, plan in
          let root = make()
          try plan.withSlots(of: json) { slots in
            for (number, assigner) in all.enumerated() {
              try assigner.assign(root, json, slots[number], plan.routes[number], slots)
            }
          }
          return root
        },
        collect: { try $1.collectAssigned($0, make(), all) },
        verify: { try $1.engine.decode($0, $1.plan) },
        combine: { a, b, chooser in
          let root = make()
          for (number, assigner) in all.enumerated() {
            try assigner.combine(a, b, chooser.choice, number, root)
          }
          return root
        },
        archive: { root, sink in
          for assigner in all { try assigner.archive(root.pointee, sink) }
        },
        unarchive: { try $0.assign(to: make(), all) },
        unarchiveCollecting: { try $0.assign(to: make(), all) },
        build: { source in
          let root = make()
          var isWhole = true
          for assigner in all where try !assigner.build(root, source) { isWhole = false }
          guard isWhole else { throw ProblemsRecorded() }
          return root
        }),
      assigners: all)
  }

  /// This mapping's properties for the mapping of a subclass.
  public func inherited<Subclass>(by _: Subclass.Type = Subclass.self) -> InheritedProperties<Subclass> {
    InheritedProperties(
      properties: properties.map { ErasedProperty<Subclass>(inherited: $0) },
      assigners: assigners.map { Assigner<Subclass>(inherited: $0) })
  }

  fileprivate func collectAssigned(_ json: JSONCursor, _ root: Root, _ assigners: [Assigner<Root>]) throws
    -> Root
  {
    let start = json.context.mark
    json.reportDuplicateKeys()
    return try plan.withSlots(of: json) { slots in
      if json.context.mark != start { json.context.attribute(since: start, model: name, property: nil) }
      var isWhole = true
      for (number, assigner) in assigners.enumerated() {
        let done = try assigner.assignCollecting(
          root, Assigner.Attempt(model: name), json, slots[number], plan.routes[number], slots)
        isWhole = isWhole && done
      }
      guard isWhole else { throw ProblemsRecorded() }
      if json.context.reportsPresence(of: json) { markPresent(in: json, slots) }
      return root
    }
  }
}

/// A superclass's properties, as a subclass's mapping takes them over.
public struct InheritedProperties<Root>: Sendable {
  let properties: [ErasedProperty<Root>]
  let assigners: [Assigner<Root>]
}

extension Assigner {
  fileprivate init<Value>(_ property: Property<Root, Value>) {
    @Sendable func value(
      _ json: JSONCursor, _ slot: Int32, _ route: PropertyRoute, _ slots: UnsafeMutablePointer<Int32>
    ) throws -> Value? {
      if slot > 0 { return try property.decode(json.at(Int(slot) - 1)) }
      if property.keepsInitialValue(route, slot) { return nil }
      return try property.decodeOffRoute(route, slot: slot, in: json, slots)
    }
    @Sendable func set(_ root: Root, _ value: Value) throws {
      guard let keyPath = property.keyPath as? ReferenceWritableKeyPath<Root, Value> else {
        throw MappingError(
          model: TypeName.plain(Root.self), properties: [property.name],
          reason: .other("a mapping that assigns needs a `var` of a class"))
      }
      root[keyPath: keyPath] = value
    }
    assign = { root, json, slot, route, slots in
      if let value = try value(json, slot, route, slots) { try set(root, value) }
    }
    assignCollecting = { root, attempt, json, slot, route, slots in
      let mark = json.context.mark
      defer { json.context.attribute(since: mark, model: attempt.model, property: property.name) }
      do {
        if let value = try value(json, slot, route, slots) { try set(root, value) }
        return true
      } catch {
        try json.context.record(
          error, at: slot > 0 ? json.at(Int(slot) - 1) : json, model: attempt.model, property: property.name)
        guard json.context.policy.substitutes else { return false }
        if json.context.policy.demotes { json.context.demoteErrors(since: mark) }
        return true
      }
    }
    archive = { root, sink in try withUnsafePointer(to: root) { try sink.put(property, $0) } }
    unarchive = { root, source in
      if property.options.defaultValue == nil, source.skipAbsent() { return true }
      guard let value = source.collect(property) else { return false }
      try set(root, value)
      return true
    }
    combine = { a, b, choice, number, target in
      try set(target, try PropertyChooser<Root>(choice: choice).choose(property, number, a, b))
    }
    build = { root, source in
      if source.keepsInitialValue(property) { return true }
      guard let value = source.next(property) else { return false }
      try set(root, value)
      return true
    }
  }

  fileprivate init<Base>(inherited base: Assigner<Base>) {
    assign = { try base.assign(try upcast($0), $1, $2, $3, $4) }
    assignCollecting = { root, attempt, json, slot, route, slots in
      try base.assignCollecting(
        try upcast(root), Assigner<Base>.Attempt(model: attempt.model), json, slot, route, slots)
    }
    archive = { try base.archive(try upcast($0), $1) }
    unarchive = { try base.unarchive(try upcast($0), &$1) }
    combine = { try base.combine(try upcast($0), try upcast($1), $2, $3, try upcast($4)) }
    build = { try base.build(try upcast($0), $1) }
  }
}

extension Property {
  /// Whether an absent key leaves what the initialiser set.
  fileprivate func keepsInitialValue(_ route: PropertyRoute, _ slot: Int32) -> Bool {
    guard slot == 0, case .direct = route, options.defaultValue == nil else { return false }
    return !options.isRequired
  }
}

/// An object as its superclass.
func upcast<Subclass, Base>(_ object: Subclass) throws -> Base {
  guard let base = object as? Base else {
    throw MappingError(
      model: TypeName.plain(Subclass.self), properties: [],
      reason: .other("inherits the mapping of \(Base.self), which is no superclass of it"))
  }
  return base
}
