extension Mapping {
  /// A mapping of a class whose objects are made empty and then filled: every mapped property is a `var`.
  ///
  ///     final class TextMessage: Message, Model {
  ///       var body = ""
  ///       static let properties = Properties(of: TextMessage.self) {
  ///         Property(\.body, "body")
  ///       }
  ///       static let mapping = Mapping(
  ///         assigning: TextMessage.init, properties, inheriting: Message.fields.inherited())
  ///     }
  ///
  /// A property whose key is absent is set to its default only where it has one, so what the initialiser set
  /// stays; an optional property keeps it too.
  ///
  /// - Parameters:
  ///   - make: makes an object with every property at its default.
  ///   - inherited: the superclass's mapping, whose properties come first. A property listed here under
  ///     the same Swift name takes the place of the inherited one.
  @preconcurrency public convenience init<each Value>(
    assigning make: @escaping @Sendable () -> Root, _ properties: Properties<Root, repeat each Value>,
    inheriting inherited: InheritedProperties<Root>? = nil
  ) {
    var all = inherited?.properties ?? []
    let labels = StoredLabels(of: make())
    for unnamed in properties.erased {
      let property = unnamed.named(by: labels)
      if let place = all.firstIndex(where: { $0.name == property.name }) {
        all[place] = property
      } else {
        all.append(property)
      }
    }
    self.init(assigning: make, all, inherited?.problem)
  }

  private convenience init(
    assigning make: @escaping @Sendable () -> Root, _ properties: [AnyProperty<Root>],
    _ problem: MappingError?
  ) {
    func assemble(_ assembler: any ModelAssembler<Root>) throws -> Root {
      let root = make()
      for (index, property) in properties.enumerated() {
        try property.assign(to: root, from: assembler, at: index)
      }
      return root
    }
    self.init(
      properties,
      Engine(
        decode: { json, mapping in
          let start = mapping.begin(json)
          return try mapping.plan.withSlots(of: json) { slots in
            if json.context.mark != start { mapping.attribute(nil, since: start, json) }
            let assembler = DecodingAssembler(mapping, json, slots)
            do {
              let root = try assemble(assembler)
              if json.context.reportsPresence(of: json) { mapping.markPresent(in: json, slots) }
              return root
            } catch { throw mapping.failed(error, after: assembler.next, in: json, slots) }
          }
        }, assemble: assemble, assigns: true))
    if let problem { verification.withLock { $0 = MappingVerification(problem) } }
  }

  /// This mapping's properties for the mapping of a subclass.
  public func inherited<Subclass: Model>(by _: Subclass.Type = Subclass.self) -> InheritedProperties<Subclass>
  {
    let isSuperclass = Subclass.self is Root.Type
    return InheritedProperties(
      properties: isSuperclass ? properties.compactMap { $0.inherited(by: Subclass.self) } : [],
      problem: isSuperclass
        ? nil
        : MappingError(
          model: TypeName.plain(Subclass.self), properties: [],
          reason: .other("inherits the mapping of \(Root.self), which is no superclass of it")))
  }
}

/// A superclass's properties, as a subclass's mapping takes them over.
public struct InheritedProperties<Root>: Sendable {
  let properties: [AnyProperty<Root>]
  let problem: MappingError?
}

/// Gives the values that stand in a JSON object.
private final class DecodingAssembler<Root>: ModelAssembler {
  private let mapping: Mapping<Root>
  private let object: JSONCursor
  private let slots: UnsafeMutablePointer<Int32>
  /// The property after those that were asked for.
  private(set) var next = 0

  init(_ mapping: Mapping<Root>, _ object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>) {
    self.mapping = mapping
    self.object = object
    self.slots = slots
  }

  func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    next = index + 1
    return try mapping.decode(property, at: index, in: object, slots)
  }

  func keepsInitialValue<Value>(of property: Property<Root, Value>, at index: Int) -> Bool {
    guard slots[index] == 0, case .direct = mapping.plan.routes[index] else { return false }
    return !property.hasDefault && !property.traits.isRequired
  }
}
