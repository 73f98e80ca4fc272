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
  let properties: [ErasedProperty<Root>]
  /// How a class's properties are set one by one; empty for a mapping over an initialiser.
  let assigners: [Assigner<Root>]
  @usableFromInline let output: OutputPlan
  /// Whether the output's shape depends on no value.
  @usableFromInline let isConstant: Bool
  /// Whether decoding and encoding may take the fast path: the definition is sound and no two properties
  /// are swapped, as far as data has shown.
  @usableFromInline let isTrusted = Atomic(false)
  let trust: Mutex<MappingTrust>
  let madeDescription = Mutex<ModelDescription?>(nil)

  /// The specialised code: closures over the pack of properties.
  @usableFromInline struct Engine {
    @usableFromInline let decode: (JSONCursor, MappingPlan) throws -> Root
    @usableFromInline let collect: (JSONCursor, Mapping<Root>) throws -> Root
    @usableFromInline let verify: (JSONCursor, Mapping<Root>) throws -> Root
    @usableFromInline let encode: (UnsafePointer<Root>, OutputPlan.Fragments, inout JSONWriter) throws -> Void
    @usableFromInline let combine: ((Root, Root, PropertyChooser<Root>) throws -> Root)
    @usableFromInline let archive: (UnsafePointer<Root>, ArchiveSink) throws -> Void
    @usableFromInline let unarchive: (inout ArchiveSource) throws -> Root
    @usableFromInline let build: (PropertyValueSource) throws -> Root

    @usableFromInline init(
      decode: @escaping (JSONCursor, MappingPlan) throws -> Root,
      collect: @escaping (JSONCursor, Mapping<Root>) throws -> Root,
      verify: @escaping (JSONCursor, Mapping<Root>) throws -> Root,
      encode: @escaping (UnsafePointer<Root>, OutputPlan.Fragments, inout JSONWriter) throws -> Void,
      combine: @escaping (Root, Root, PropertyChooser<Root>) throws -> Root,
      archive: @escaping (UnsafePointer<Root>, ArchiveSink) throws -> Void,
      unarchive: @escaping (inout ArchiveSource) throws -> Root,
      build: @escaping (PropertyValueSource) throws -> Root
    ) {
      self.decode = decode
      self.collect = collect
      self.verify = verify
      self.encode = encode
      self.combine = combine
      self.archive = archive
      self.unarchive = unarchive
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
            @inline(__always) func next<T>(_ property: Unmanaged<Property<Root, T>>) throws -> T {
              let slot = slots[number]
              defer { number &+= 1 }
              return try property._withUnsafeGuaranteedRef {
                if slot > 0 { return try $0.decode(json.at(Int(slot) &- 1)) }
                return try $0.decodeOffRoute(plan.routes[number], slot: slot, in: json, slots)
              }
            }
            return try make(repeat try next(each pack.unmanaged))
          }
        },
        collect: { try $1.collect($0, pack, make) },
        verify: { try $1.verify($0, pack, make) },
        encode: { root, fragments, writer in
          var number = 0
          @inline(__always) func put<T>(
            _ property: Unmanaged<Property<Root, T>>, _ writer: inout JSONWriter
          ) throws {
            let fragment = fragments.entries[number]
            number &+= 1
            if fragment.count == 0 { return }
            writer.paddedFragment(fragment.start, fragment.count)
            try property._withUnsafeGuaranteedRef { property in
              if let stored = property.reader.pointer(root) { return try property.write(stored, &writer) }
              try withUnsafePointer(to: root.pointee[keyPath: property.keyPath]) {
                try property.write($0, &writer)
              }
            }
          }
          do { repeat try put(each pack.unmanaged, &writer) } catch {
            throw UnnamedEncodingProblem(number: number - 1, underlying: error)
          }
          let end = fragments.entries[number]
          writer.paddedFragment(end.start, end.count)
        },
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
          let values = (repeat source.next(each pack.properties))
          return try make(repeat try source.found(each values))
        },
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
    name = String(describing: Root.self)
    properties = erased
    self.assigners = assigners
    let paths = erased.map(\.paths)
    plan = MappingPlan(paths)
    output = OutputPlan(paths)
    options = MappingOptions()
    isConstant = assigners.isEmpty && Mapping.isConstant(erased, MappingOptions())
    self.engine = engine
    trust = Mutex(MappingTrust(types: assigners.isEmpty ? erased.map(\.type) : []))
  }

  /// The same mapping with other options.
  init(_ base: Mapping, name: String? = nil, options: MappingOptions<Root>) {
    self.name = name ?? base.name
    self.options = options
    assigners = base.assigners
    isConstant = assigners.isEmpty && Mapping.isConstant(base.properties, options)
    plan = base.plan
    output = base.output
    engine = base.engine
    properties = base.properties
    trust = Mutex(MappingTrust(types: assigners.isEmpty ? base.properties.map(\.type) : []))
  }

  private static func isConstant(_ properties: [ErasedProperty<Root>], _ options: MappingOptions<Root>)
    -> Bool
  {
    options.afterEncoding.isEmpty
      && properties.allSatisfy { ($0.nullPolicy ?? options.nullPolicy) == .writeNull }
  }
}

extension MappingPlan {
  /// Finds every property's value in an object, in one walk, and lends the table of places.
  @inlinable @inline(__always) func withSlots<Result>(
    of json: JSONCursor, _ body: (UnsafeMutablePointer<Int32>) throws -> Result
  ) throws -> Result {
    guard json.is(.object) else { throw json.mismatch(expected: "object") }
    return try withUnsafeTemporaryAllocation(of: Int32.self, capacity: slotCount) { buffer in
      buffer.initialize(repeating: 0)
      guard let slots = buffer.baseAddress else { throw json.mismatch(expected: "object") }
      keys.locate(json, slots)
      return try body(slots)
    }
  }
}
