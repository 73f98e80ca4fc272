import Synchronization

/// A declaration of how a model is represented in JSON, from which decoding, encoding, diagnostics, merging
/// and the browser's view are derived.
///
///     static let mapping = Mapping(Label.init, properties)
///
/// The properties are listed in the order of the initializer's parameters; a missing, surplus or wrongly
/// typed property does not compile. Mistakes that the compiler cannot detect are found at first use, or by
/// ``check()``, and thrown as a ``MappingError``.
///
/// ```swift
/// struct Label: Model {
///   let name: String
///   let color: String?
///
///   static let properties = Properties(of: Label.self) {
///     Property(\.name, "name")
///     Property(\.color, "color")
///   }
///   static let mapping = Mapping(Label.init, properties)
/// }
/// ```
///
/// A mapping is a constant of the model. Its methods return modified copies, so settings of the whole model
/// are written in a chain:
///
/// ```swift
/// let strict = Mapping(Point.init, Point.properties)
///   .named("Position")
///   .encodeNil(as: .omitted)
///   .validated { point in
///     guard point.x >= 0 else { throw TransformError(expected: "x of at least 0") }
///   }
/// ```
///
/// | To … | use |
/// |---|---|
/// | check values | ``validated(_:)`` |
/// | change values after decoding | ``normalized(_:)``, ``afterDecoding(_:)`` |
/// | change JSON before it is decoded | ``beforeDecoding(_:)`` |
/// | add members when encoding | ``writing(_:_:)``, ``afterEncoding(_:)`` |
/// | omit nil | ``encodeNil(as:)`` |
/// | accept keys in any case | ``ignoringKeyCase()`` |
/// | map a class and its superclass | ``init(assigning:_:inheriting:)`` |
/// | map a generic model | ``cached(_:_:)`` |
///
/// Decoding finds all keys of a mapping in one pass over the object, in any order. If a key is repeated, its
/// last value is used. Encoding writes the keys in the order of the properties.
public final class Mapping<Root>: @unchecked Sendable {
  // Unchecked: after the initializer only atomic or locked state changes.

  /// The model's name in diagnostics: the name of the type, or the one given to ``named(_:)``.
  package let name: String
  @usableFromInline let plan: DecodingPlan
  @usableFromInline let engine: Engine
  @usableFromInline package let options: MappingOptions<Root>
  /// Whether the mapping has neither decoding hooks nor validation rules, so that decoding a model only
  /// decodes its properties.
  @usableFromInline let isPlain: Bool
  @usableFromInline let isClass = Root.self is AnyClass
  package let properties: [AnyProperty<Root>]
  let output: EncodingPlan
  /// The encoder for models whose JSON has a constant layout; nil if the layout depends on the values.
  private let ownedEncoder: CompiledEncoder?
  /// An unowned reference to `ownedEncoder`, which avoids reference counting; nil if the layout depends on
  /// the values.
  @usableFromInline let compiledEncoder: Unmanaged<CompiledEncoder>?
  /// Whether the definition is valid and the order of properties is verified, so that no further checks are
  /// needed.
  @usableFromInline let isVerified = Atomic(false)
  let verification: Locked<MappingVerification>
  /// Whether an earlier check found that no property at the empty path holds unmapped keys. False if the
  /// check has not run yet.
  let keepsNoKeys = Atomic(false)
  /// Cached values that other layers compute for the mapping.
  package let attachments = AttachmentCache()

  /// The functions of a mapping that the compiler generates from the properties' types. Only `decode` is
  /// specialized for the model, because it is performance-critical.
  @usableFromInline struct Engine {
    /// Decodes a model and records every problem.
    @usableFromInline let decode: (JSONCursor, Mapping<Root>) throws -> Root
    /// Creates a model from the property values that an assembler provides.
    let assemble: (any ModelAssembler<Root>) throws -> Root
    /// Whether an object is created before its properties are set, so that the order of the properties does
    /// not matter.
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

  /// Creates a mapping from an initializer and its properties.
  ///
  /// ```swift
  /// let mapping = Mapping(Point.init, Point.properties)
  /// ```
  ///
  /// The initializer may throw: the error is reported at the object, in addition to the errors of its
  /// properties. The initializer is not called if a property has no value.
  ///
  /// - Parameters:
  ///   - make: the initializer, usually the memberwise one, such as `Issue.init`.
  ///   - properties: one ``Property`` for each parameter, in the same order.
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
          // Returned directly, the model is constructed in the caller's memory without a copy.
          do { return try make(repeat try next((each Value).self)) } catch {
            throw mapping.failed(error, after: index, in: json, slots, since: start)
          }
        }
      })
  }

  /// Creates a mapping from its properties and functions, in code that the compiler does not specialize for
  /// each model.
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
    ownedEncoder = CompiledEncoder(output, properties, MappingOptions())
    compiledEncoder = ownedEncoder.map { Unmanaged.passUnretained($0) }
    verification = Locked(MappingVerification())
    nameByObjects()
  }

  /// Creates a copy of a mapping with other options, and with another name if `name` is not nil.
  init(_ base: Mapping, name: String? = nil, options: MappingOptions<Root>) {
    self.name = name ?? base.name
    self.options = options
    isPlain = options.afterDecoding.isEmpty && options.rules.isEmpty && options.beforeDecoding.isEmpty
    plan = base.plan
    output = base.output
    engine = base.engine
    properties = base.properties
    ownedEncoder = CompiledEncoder(output, properties, options)
    compiledEncoder = ownedEncoder.map { Unmanaged.passUnretained($0) }
    verification = Locked(MappingVerification())
    nameByObjects()
  }

  /// Registers a fallback for properties of a class whose key paths have no names, as in an `@Observable`
  /// class: a closure that finds the names in sample instances.
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
}

extension Properties {
  var erased: [AnyProperty<Root>] {
    var all: [AnyProperty<Root>] = []
    for property in repeat each properties { all.append(property.takeUnretainedValue()) }
    return all
  }

  /// Creates a model by calling its initializer with the property values that an assembler provides.
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
  /// Locates every property's value in an object in one pass and calls a closure with the table of slots,
  /// which has the location of each value.
  @inlinable @inline(__always) func withSlots<Result>(
    of json: JSONCursor, _ body: (UnsafeMutablePointer<Int32>) throws -> Result
  ) throws -> Result {
    let slots = try slots(of: json)
    defer { json.context.giveBack(slots) }
    return try body(slots)
  }

  /// Returns a table of slots with the locations of the properties' values in an object. This code is a
  /// separate function, because it does not depend on the model's type and need not be specialized.
  ///
  /// - Throws: a type mismatch if the JSON is not of the kind that represents the model.
  @inline(never) @usableFromInline func slots(of json: JSONCursor) throws -> UnsafeMutablePointer<Int32> {
    if form == .value {
      try json.checkStack()
      return json.context.takeSlots(slotCount)
    }
    let isArray = form == .array
    guard json.is(isArray ? .array : .object) else {
      throw json.mismatch(
        expected: isArray ? "array" : "object", hint: json.hint(wanting: isArray ? .array : .object))
    }
    try json.checkStack()
    let slots = json.context.takeSlots(slotCount)
    if !isArray { keys.locate(json, slots) }
    return slots
  }
}
