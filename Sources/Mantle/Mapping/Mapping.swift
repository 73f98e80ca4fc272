import Synchronization

/// How a model stands in JSON: a value, declared once, from which decoding, encoding, every diagnostic,
/// merging and the browser's view all follow.
///
/// The properties are listed in the order of the initialiser's parameters; a missing, surplus or wrongly typed
/// one does not compile. What the compiler cannot see is found at first use, or by ``check()``, and thrown as a
/// ``MappingError``.
public final class Mapping<Root>: @unchecked Sendable {
  // Unchecked: nothing changes after the initialiser but what is atomic or locked.

  /// The model's name, for diagnostics: the type's unless ``named(_:)`` gave another.
  package let name: String
  @usableFromInline let plan: DecodingPlan
  @usableFromInline let engine: Engine
  @usableFromInline let options: MappingOptions<Root>
  /// Whether decoding is no more than reading the properties: no hooks, no rules.
  @usableFromInline let isPlain: Bool
  @usableFromInline let isClass = Root.self is AnyClass
  let properties: [AnyProperty<Root>]
  let output: EncodingPlan
  /// How the output is written where its shape depends on no value; nil where it does.
  private let ownedEncoder: CompiledEncoder?
  /// The same without reference counting.
  @usableFromInline let compiledEncoder: Unmanaged<CompiledEncoder>?
  /// Whether the definition is sound and no two properties are swapped: then nothing more is looked at.
  @usableFromInline let isVerified = Atomic(false)
  let verification: Locked<MappingVerification>
  /// What other layers work out about the mapping, kept.
  let attachments = AttachmentCache()

  /// What is made of the properties' types. Only `decode` is code specialised for the model; it is what is measured.
  @usableFromInline struct Engine {
    /// Reads a model, with every problem on record.
    @usableFromInline let decode: (JSONCursor, Mapping<Root>) throws -> Root
    /// Makes a model of the values an assembler gives.
    let assemble: (any ModelAssembler<Root>) throws -> Root
    /// Whether the object is made before its values, so that the order of the properties does not matter.
    let assigns: Bool

    init(
      decode: @escaping (JSONCursor, Mapping<Root>) throws -> Root,
      assemble: @escaping (any ModelAssembler<Root>) throws -> Root, assigns: Bool = false
    ) {
      self.decode = decode
      self.assemble = assemble
      self.assigns = assigns
    }
  }

  /// - Parameters:
  ///   - make: the initialiser, most often the memberwise one: `Issue.init`.
  ///   - properties: one ``Property`` for each of its parameters, in their order.
  @preconcurrency @inlinable public convenience init<each Value>(
    _ make: @escaping @Sendable (repeat consuming each Value) throws -> Root,
    _ properties: Properties<Root, repeat each Value>
  ) {
    let pack = properties.named(byObjectsOf: make)
    self.init(
      pack, make,
      decode: { json, mapping in
        let start = mapping.begin(json)
        return try mapping.plan.withSlots(of: json) { slots in
          if json.context.mark != start { mapping.attribute(nil, since: start, json) }
          var index = 0
          @inline(__always) func next<T>(_ type: T.Type) throws -> T {
            defer { index &+= 1 }
            return try pack.property(index, type)._withUnsafeGuaranteedRef {
              try mapping.decode($0, at: index, in: json, slots)
            }
          }
          if json.context.reportsPresence(of: json) { mapping.markPresent(in: json, slots) }
          // Returned at once, the model is made where the caller wants it and not copied there.
          do { return try make(repeat try next((each Value).self)) } catch {
            throw mapping.failed(error, after: index, in: json, slots, since: start)
          }
        }
      })
  }

  /// What no code of each model has to be made for.
  @usableFromInline convenience init<each Value>(
    _ properties: Properties<Root, repeat each Value>,
    _ make: @escaping @Sendable (repeat consuming each Value) throws -> Root,
    decode: @escaping (JSONCursor, Mapping<Root>) throws -> Root
  ) {
    self.init(
      properties.erased,
      Engine(decode: decode, assemble: { try properties.assemble(make, $0) }))
  }

  init(_ properties: [AnyProperty<Root>], _ engine: Engine) {
    name = TypeName.plain(Root.self)
    self.properties = properties
    self.engine = engine
    plan = DecodingPlan(properties)
    output = EncodingPlan(properties)
    options = MappingOptions()
    isPlain = true
    ownedEncoder = Mapping.compiled(output, properties, MappingOptions())
    compiledEncoder = ownedEncoder.map { Unmanaged.passUnretained($0) }
    verification = Locked(MappingVerification())
    nameByObjects()
  }

  /// The same mapping with other options.
  init(_ base: Mapping, name: String? = nil, options: MappingOptions<Root>) {
    self.name = name ?? base.name
    self.options = options
    isPlain = options.afterDecoding.isEmpty && options.rules.isEmpty && options.beforeDecoding.isEmpty
    plan = base.plan
    output = base.output
    engine = base.engine
    properties = base.properties
    ownedEncoder = Mapping.compiled(output, properties, options)
    compiledEncoder = ownedEncoder.map { Unmanaged.passUnretained($0) }
    verification = Locked(MappingVerification())
    nameByObjects()
  }

  /// Has made-up objects of a class tell the names that key paths do not, as those of an `@Observable` one.
  private func nameByObjects() {
    guard isClass, !engine.assigns else { return }
    for (index, property) in properties.enumerated() where property.traits.name == nil {
      property.nameInKeyPath.told { [weak self] in
        self.flatMap {
          $0.properties[index].storedName(in: StoredLabels(of: SampleValues.distinctModels(of: $0)))
        }
      }
    }
  }

  private static func compiled(
    _ output: EncodingPlan, _ properties: [AnyProperty<Root>], _ options: MappingOptions<Root>
  ) -> CompiledEncoder? {
    let policies = properties.map { $0.traits.nullPolicy ?? options.nullPolicy }
    guard options.afterEncoding.isEmpty, !policies.contains(.writeDefault),
      !properties.contains(where: \.mayBeAbsent)
    else { return nil }
    return CompiledEncoder(
      output.fragments, properties.map(\.storedValueWriter), omitsNil: policies.map { $0 == .omit })
  }
}

extension Properties {
  var erased: [AnyProperty<Root>] {
    var all: [AnyProperty<Root>] = []
    for property in repeat each properties { all.append(property.takeUnretainedValue()) }
    return all
  }

  /// Calls an initialiser with the values an assembler gives.
  func assemble(
    _ make: (repeat consuming each Value) throws -> Root, _ assembler: any ModelAssembler<Root>
  ) throws -> Root {
    var index = 0
    func next<T>(_ property: Property<Root, T>) throws -> T {
      defer { index += 1 }
      return try assembler.value(of: property, at: index)
    }
    return try make(repeat try next((each properties).takeUnretainedValue()))
  }
}

extension DecodingPlan {
  /// Finds every property's value in an object, in one walk, and lends the table of places.
  @inlinable @inline(__always) func withSlots<Result>(
    of json: JSONCursor, _ body: (UnsafeMutablePointer<Int32>) throws -> Result
  ) throws -> Result {
    let slots = try slots(of: json)
    defer { json.context.giveBack(slots) }
    return try body(slots)
  }

  /// Not part of the code of each model: no type is known here.
  @inline(never) @usableFromInline func slots(of json: JSONCursor) throws -> UnsafeMutablePointer<Int32> {
    guard json.is(.object) else { throw json.mismatch(expected: "object", hint: json.hint(wanting: .object)) }
    try json.checkStack()
    let slots = json.context.takeSlots(slotCount)
    keys.locate(json, slots)
    return slots
  }
}
