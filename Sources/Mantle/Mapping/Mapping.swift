import Synchronization

/// How a model stands in JSON: a value, declared once, from which decoding, encoding, every diagnostic,
/// merging and the browser's view all follow.
///
/// The properties are listed in the order of the initialiser's parameters; a missing, surplus or wrongly typed
/// one does not compile. What the compiler cannot see is found at first use and thrown as a ``MappingError``.
public final class Mapping<Root>: @unchecked Sendable {
  /// The model's name, for diagnostics: the type's unless ``named(_:)`` gave another.
  public let name: String
  @usableFromInline let plan: MappingPlan
  @usableFromInline let engine: Engine
  @usableFromInline let options: MappingOptions<Root>
  /// Whether decoding is no more than reading the properties: no hooks, no rules.
  @usableFromInline let isPlain: Bool
  let properties: [ErasedProperty<Root>]
  /// How a class's properties are set one by one; empty for a mapping over an initialiser.
  let assigners: [Assigner<Root>]
  let output: OutputPlan
  /// How the output is written where its shape depends on no value; nil where it does.
  private let ownedProgram: OutputProgram?
  /// The same without reference counting.
  @usableFromInline let program: Unmanaged<OutputProgram>?
  /// Whether decoding and encoding may take the fast path: the definition is sound and no two properties
  /// are swapped, as far as data has shown.
  @usableFromInline let isTrusted = Atomic(false)
  let trust: Locked<MappingTrust>
  let madeDescription = Locked<ModelDescription?>(nil)

  /// The specialised code: closures over the pack of properties.
  @usableFromInline struct Engine {
    @usableFromInline let decode: (JSONCursor, MappingPlan) throws -> Root
    @usableFromInline let collect: (JSONCursor, Mapping<Root>) throws -> Root
    @usableFromInline let verify: (JSONCursor, Mapping<Root>) throws -> Root
    @usableFromInline let combine: ((Root, Root, PropertyChooser<Root>) throws -> Root)
    @usableFromInline let archive: (UnsafePointer<Root>, ArchiveSink) throws -> Void
    @usableFromInline let unarchive: (inout ArchiveSource) throws -> Root
    /// As `unarchive`, with every problem on record.
    @usableFromInline let unarchiveCollecting: (inout ArchiveSource) throws -> Root
    @usableFromInline let build: (PropertyValueSource) throws -> Root

    @usableFromInline init(
      decode: @escaping (JSONCursor, MappingPlan) throws -> Root,
      collect: @escaping (JSONCursor, Mapping<Root>) throws -> Root,
      verify: @escaping (JSONCursor, Mapping<Root>) throws -> Root,
      combine: @escaping (Root, Root, PropertyChooser<Root>) throws -> Root,
      archive: @escaping (UnsafePointer<Root>, ArchiveSink) throws -> Void,
      unarchive: @escaping (inout ArchiveSource) throws -> Root,
      unarchiveCollecting: @escaping (inout ArchiveSource) throws -> Root,
      build: @escaping (PropertyValueSource) throws -> Root
    ) {
      self.decode = decode
      self.collect = collect
      self.verify = verify
      self.combine = combine
      self.archive = archive
      self.unarchive = unarchive
      self.unarchiveCollecting = unarchiveCollecting
      self.build = build
    }
  }

  /// - Parameters:
  ///   - make: the initialiser, most often the memberwise one: `Issue.init`.
  ///   - keys: what properties that name no JSON key path are called.
  ///   - transformers: transformers by type, for properties that name none.
  ///   - properties: one ``Property`` for each of its parameters, in their order.
  @inlinable public convenience init<each Value>(
    _ make: @escaping @Sendable (repeat consuming each Value) throws -> Root,
    keys: KeyNaming = .identity, transformers: TransformerRegistry = TransformerRegistry(),
    @MappingBuilder<Root> _ properties: () -> PropertyPack<Root, repeat each Value>
  ) {
    let pack = properties().adapted(keys, transformers)
    self.init(
      erasing: pack,
      Engine(
        decode: { json, plan in
          try plan.withSlots(of: json) { slots in
            var number = 0
            @inline(__always) func next<T>(_ type: T.Type) throws -> T {
              let slot = slots[number]
              defer { number &+= 1 }
              return try pack.property(number, type)._withUnsafeGuaranteedRef {
                if slot > 0 { return try $0.decode(json.at(Int(slot) &- 1)) }
                return try $0.decodeOffRoute(plan.routes[number], slot: slot, in: json, slots)
              }
            }
            return try make(repeat try next((each Value).self))
          }
        },
        collect: { try $1.collect($0, pack, make) },
        verify: { try $1.verify($0, pack, make) },
        combine: { a, b, chooser in
          var number = 0
          func choose<T>(_ property: Property<Root, T>) throws -> T {
            defer { number += 1 }
            return try chooser.choose(property, number, a, b)
          }
          return try make(repeat try choose(each pack.properties))
        },
        archive: { root, sink in repeat try sink.put(each pack.properties, root) },
        unarchive: { source in
          @inline(__always) func next<T>(_ property: Unmanaged<Property<Root, T>>) throws -> T {
            try property._withUnsafeGuaranteedRef { try source.next($0) }
          }
          return try make(repeat try next(each pack.unmanaged))
        },
        unarchiveCollecting: { try $0.collect(pack, make) },
        build: { source in
          let values = (repeat source.next(each pack.properties))
          return try make(repeat try source.found(each values))
        }))
  }

  @usableFromInline convenience init<each Value>(
    erasing pack: PropertyPack<Root, repeat each Value>, _ engine: Engine
  ) {
    var erased: [ErasedProperty<Root>] = []
    for property in repeat each pack.properties {
      erased.append(ErasedProperty(property, number: erased.count))
    }
    self.init(erased: erased, engine)
  }

  init(erased: [ErasedProperty<Root>], _ engine: Engine, assigners: [Assigner<Root>] = []) {
    name = TypeName.plain(Root.self)
    properties = erased
    self.assigners = assigners
    let paths = erased.map(\.paths)
    plan = MappingPlan(paths)
    output = OutputPlan(paths)
    options = MappingOptions()
    isPlain = true
    ownedProgram = Mapping.program(output, erased, MappingOptions(), assigners)
    program = ownedProgram.map { Unmanaged.passUnretained($0) }
    self.engine = engine
    trust = Locked(MappingTrust(types: assigners.isEmpty ? erased.map(\.type) : []))
  }

  /// The same mapping with other options.
  init(_ base: Mapping, name: String? = nil, options: MappingOptions<Root>) {
    self.name = name ?? base.name
    self.options = options
    isPlain = options.finish.isEmpty && options.rules.isEmpty && options.beforeDecoding.isEmpty
    assigners = base.assigners
    plan = base.plan
    output = base.output
    ownedProgram = Mapping.program(output, base.properties, options, assigners)
    program = ownedProgram.map { Unmanaged.passUnretained($0) }
    engine = base.engine
    properties = base.properties
    trust = Locked(MappingTrust(types: assigners.isEmpty ? base.properties.map(\.type) : []))
  }

  private static func program(
    _ output: OutputPlan, _ properties: [ErasedProperty<Root>], _ options: MappingOptions<Root>,
    _ assigners: [Assigner<Root>]
  ) -> OutputProgram? {
    let isConstant =
      assigners.isEmpty && options.afterEncoding.isEmpty
      && properties.allSatisfy { ($0.nullPolicy ?? options.nullPolicy) == .writeNull }
    guard isConstant else { return nil }
    return OutputProgram(output.fragments, properties.map(\.storedValueWriter))
  }
}

extension MappingPlan {
  /// Finds every property's value in an object, in one walk, and lends the table of places.
  @inlinable @inline(__always) func withSlots<Result>(
    of json: JSONCursor, _ body: (UnsafeMutablePointer<Int32>) throws -> Result
  ) throws -> Result {
    guard json.is(.object) else { throw json.mismatch(expected: "object", hint: json.hint(wanting: .object)) }
    let slots = json.context.takeSlots(slotCount)
    defer { json.context.giveBack(slots) }
    keys.locate(json, slots)
    return try body(slots)
  }
}
