// Unavailable declarations for common mistakes, each with a suggested fix. Without them the compiler would
// print two lists of types to compare, or only that a type cannot be inferred.

extension Mapping {
  @available(
    *, unavailable,
    message: """
      the properties are not the initializer's parameters: list one Property for each parameter, in the same order and of \
      the same type. A parameter without a line, a line too many, two lines that changed places, and an optional \
      property for a parameter that is not optional (`String?` for `String`) cause this error; the build plugin CheckModels names \
      the first three. A subclass without an initializer for inherited properties uses `Mapping(assigning:_:inheriting:)`
      """
  )
  @preconcurrency public convenience init<each Parameter, each Value>(
    _ make: @escaping @Sendable (repeat consuming each Parameter) throws -> Root,
    _ properties: Properties<Root, repeat each Value>
  ) { self.init(refused: properties) }

  @available(
    *, unavailable,
    message: """
      the initializer does not create this model: it is failable and must throw instead of returning nil, or it belongs to another type
      """
  )
  @preconcurrency public convenience init<Other, each Parameter, each Value>(
    _ make: @escaping @Sendable (repeat consuming each Parameter) throws -> Other,
    _ properties: Properties<Root, repeat each Value>
  ) { self.init(refused: properties) }

  @available(
    *, unavailable,
    message: """
      a mapping is declared in two steps: `static let properties = Properties(of: Model.self) { … }`, then \
      `static let mapping = Mapping(Model.init, properties)`
      """
  )
  @preconcurrency public convenience init<each Parameter, each Value>(
    _ make: @escaping @Sendable (repeat consuming each Parameter) throws -> Root,
    @MappingBuilder<Root> _ properties: () -> Properties<Root, repeat each Value>
  ) { self.init(refused: properties()) }

  private convenience init<each Value>(refused properties: Properties<Root, repeat each Value>) {
    self.init(
      properties.erased,
      Engine(decode: { _, _ in throw ProblemsRecorded() }, assemble: { _ in throw ProblemsRecorded() }))
  }
}

extension Property {
  @available(
    *, unavailable,
    message: """
      the property's type does not read itself from JSON: name a transformer (`.cases` for an enum of strings, `.iso8601` or \
      `.unixSeconds` for a Date, `.codable` for a Codable type, `.registered` for a type of the list's registry), or make \
      the type a Model or JSONConvertible; `any P` has the transformer of a `Cluster<any P>`
      """
  )
  public convenience init(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = []
  ) {
    self.init(refused: keyPath)
  }

  @available(
    *, unavailable,
    message: """
      the property's type does not read itself from JSON: name a transformer (`.cases` for an enum of strings, `.iso8601` or \
      `.unixSeconds` for a Date, `.codable` for a Codable type, `.registered` for a type of the list's registry), or make \
      the type a Model or JSONConvertible; `any P` has the transformer of a `Cluster<any P>`
      """
  )
  public convenience init(_ keyPath: KeyPath<Root, Value>) { self.init(refused: keyPath) }

  @available(
    *, unavailable, message: "a property needs a JSONTransformer: wrap this one in `JSONTransformer(…)`"
  )
  public convenience init<Input, Output>(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: Transformer<Input, Output>
  ) { self.init(refused: keyPath) }

  @available(
    *, unavailable,
    message: """
      the transformer makes values of another type than the property's: name one of the property's type, or give the \
      property the type that the transformer makes
      """
  )
  public convenience init<Other>(
    _ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, or aliases: [JSONKeyPath] = [],
    _ transformer: JSONTransformer<Other>
  ) { self.init(refused: keyPath) }

  @available(
    *, unavailable,
    message: "alternative paths are a labeled list: `or: [\"other\"]`"
  )
  public convenience init(_ keyPath: KeyPath<Root, Value>, _ path: JSONKeyPath, _ alias: JSONKeyPath...) {
    self.init(refused: keyPath)
  }

  // This overload is the least preferred one, because the message for a type that does not decode itself is
  // more specific.
  @available(
    *, unavailable,
    message: """
      a path is a literal in quotes, or a JSONKeyPath: `JSONKeyPath(key: name)` makes one key of the string in a variable, \
      `JSONKeyPath(stringLiteral: text)` reads its dots
      """
  )
  @_disfavoredOverload
  public convenience init<Other>(_ keyPath: KeyPath<Root, Value>, _ path: Other) {
    self.init(refused: keyPath)
  }

  private convenience init(refused keyPath: KeyPath<Root, Value>) {
    self.init(keyPath, .unnamed, .refused)
  }
}

extension JSONTransformer {
  @available(
    *, unavailable,
    message: """
      `.cases` reads an enum of strings without payloads: declare `enum … : String, CaseIterable`; `.numberedCases` reads one \
      of numbers, and an enum with payloads is a PolymorphicModel
      """
  )
  public static var cases: JSONTransformer { refused }

  @available(
    *, unavailable,
    message: """
      `.cases(unknown:)` reads an enum of strings without payloads: declare `enum … : String, CaseIterable`, one case of which \
      is for unknown strings; `OpenCase` keeps the unknown string itself
      """
  )
  public static func cases(unknown fallback: Value) -> JSONTransformer { refused }

  fileprivate static var refused: JSONTransformer {
    JSONTransformer(
      "refused", shape: .other(""), decode: { _ in throw ProblemsRecorded() }, encode: nil,
      valueForAbsentKey: { nil })
  }
}

extension JSONConvertible {
  @available(*, unavailable, renamed: "decode(json:)", message: "the text has a label: `decode(json: text)`")
  public static func decode(_ text: String) throws -> Self { throw ProblemsRecorded() }

  @available(
    *, unavailable, renamed: "decode(json:)",
    message: "the bytes have a label: `decode(json: data)`; a file has `decode(contentsOf:)`"
  )
  @_disfavoredOverload
  public static func decode(_ bytes: some Collection<UInt8>) throws -> Self { throw ProblemsRecorded() }

  @available(
    *, unavailable, renamed: "decoding(json:)", message: "the text has a label: `decoding(json: text)`"
  )
  public static func report(_ text: String) throws -> DecodingReport<Self> { throw ProblemsRecorded() }

  @available(
    *, unavailable, renamed: "decoding(json:)", message: "the bytes have a label: `decoding(json: data)`"
  )
  @_disfavoredOverload
  public static func report(_ bytes: some Collection<UInt8>) throws -> DecodingReport<Self> {
    throw ProblemsRecorded()
  }
}
