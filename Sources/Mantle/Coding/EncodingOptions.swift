/// The settings of one encode call, which override those of the mappings.
///
///     let short = EncodingOptions(nilEncoding: .omitted, excluding: ["labels"])
///     let text = try task.json(short)  // {"id":1,"title":"Paint"}
///
/// | To … | use |
/// |---|---|
/// | write some properties only, such as for a `PATCH` request | `including:` and `excluding:`, with Swift names |
/// | omit nil | ``omittingNil``, or `nilEncoding: .omitted` |
/// | write another form of the models | `profile:` |
/// | add members to every model | `everyModel:` |
public struct EncodingOptions: Sendable {
  /// The profile of the mapping to use, inherited by nested models that have a profile of that name; nil for the
  /// main mappings.
  public var profile: String?
  /// The encoding of nil in properties that do not set it themselves; nil to use the setting of the mappings.
  public var nilEncoding: NilEncoding?
  /// The properties and added members of the outermost model to encode; nil for all.
  public var including: PropertySelection?
  /// The properties of the outermost model that are not encoded.
  public var excluding: PropertySelection
  /// The caller's own values, which a hand-written `encode` reads from ``JSONWriter/options``.
  public var userInfo: [String: any Sendable]
  /// A closure that is called for every encoded model, including nested models, and that may add members.
  public var everyModel: (@Sendable (_ model: String, inout JSONAdditions) throws -> Void)?

  /// Creates options for an encode call. Omitted arguments have no effect.
  ///
  /// ```swift
  /// let change = EncodingOptions(nilEncoding: .omitted, including: ["title", "labels"])
  /// ```
  public init(
    profile: String? = nil, nilEncoding: NilEncoding? = nil, including: PropertySelection? = nil,
    excluding: PropertySelection = [], userInfo: [String: any Sendable] = [:],
    everyModel: (@Sendable (_ model: String, inout JSONAdditions) throws -> Void)? = nil
  ) {
    self.profile = profile
    self.nilEncoding = nilEncoding
    self.including = including
    self.excluding = excluding
    self.userInfo = userInfo
    self.everyModel = everyModel
  }

  /// Options that omit the keys of properties that are nil.
  ///
  /// ```swift
  /// let text = try User(login: "ann", name: nil).json(.omittingNil)  // {"login":"ann"}
  /// ```
  public static let omittingNil = EncodingOptions(nilEncoding: .omitted)
}

/// A set of properties of a model, by their Swift names.
///
/// ```swift
/// let some: PropertySelection = ["title", "owner.login"]
/// ```
///
/// The name of a property that is part of a nested model is a path, such as `owner.login`.
/// ``Model/selection(of:)`` makes a selection from key paths. A call throws a ``MappingError`` if the selection
/// contains a name that the model does not have.
public struct PropertySelection: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The Swift names of the selected properties.
  public var names: Set<String>

  /// Creates a selection of the properties with the given Swift names.
  public init(_ names: some Sequence<String>) { self.names = Set(names) }

  /// The empty selection.
  @usableFromInline static let none = PropertySelection([])

  /// Creates a selection of the properties with the given Swift names.
  public init(arrayLiteral names: String...) { self.init(names) }

  /// Returns whether the selection contains the property itself, not only parts of the property.
  public func contains(_ name: String) -> Bool { names.contains(name) }

  /// Returns the selected parts of a property: `city` for the property `address` if `address.city` is selected.
  package func parts(of property: String) -> PropertySelection {
    let start = property + "."
    return PropertySelection(
      names.lazy.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) })
  }
}
