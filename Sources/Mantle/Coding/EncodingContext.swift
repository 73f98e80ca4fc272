/// The settings of one encode call.
///
///     let short = EncodingContext(nullPolicy: .omit, excluding: ["labels"])
///     let text = try task.json(short)  // {"id":1,"title":"Paint"}
///
/// | To … | use |
/// |---|---|
/// | write some properties only, such as for a `PATCH` request | `including:` and `excluding:`, with Swift names |
/// | omit nil | `nullPolicy: .omit` |
/// | write another form of the models | `profile:` |
/// | add members to every model | `everyModel:` |
///
/// The names of properties that are part of a nested model are paths, such as `owner.login`.
/// ``Model/names(of:)`` returns the names of key paths.
public final class EncodingContext: Sendable {
  /// The name of the mapping profile to use, inherited by nested models that have a profile of that name.
  public let profile: String?
  /// The null policy that overrides the policy of every mapping; nil to use the mappings' policies.
  let nullPolicy: NullPolicy?
  /// The names of the properties and added members of the outermost model to encode; nil for all. `address.city` is
  /// a part of a property: of the model, or of each model in the collection.
  let including: Set<String>?
  /// The names of the outermost model's properties that are not encoded.
  let excluding: Set<String>
  /// The caller's own values, for hand-written types.
  public let userInfo: [String: any Sendable]
  /// A closure that is called for every encoded model, including nested models, and that may add members.
  let everyModel: (@Sendable (_ model: String, inout JSONAdditions) throws -> Void)?

  /// Creates a context that overrides settings of the mapping for one encode call.
  ///
  /// ```swift
  /// let change = EncodingContext(nullPolicy: .omit, including: ["title", "labels"])
  /// ```
  ///
  /// - Parameters:
  ///   - profile: the profile of the mapping to use; nil for the main mapping.
  ///   - nullPolicy: the treatment of nil in properties without a policy of their own; nil for that of the
  ///     mapping.
  ///   - including: the Swift names of the properties to encode; nil for all.
  ///   - excluding: the Swift names of the properties that are not encoded.
  ///   - userInfo: values for hand-written types.
  ///   - everyModel: is called for every encoded model, including nested ones, and may add members.
  public init(
    profile: String? = nil, nullPolicy: NullPolicy? = nil, including: Set<String>? = nil,
    excluding: Set<String> = [], userInfo: [String: any Sendable] = [:],
    everyModel: (@Sendable (_ model: String, inout JSONAdditions) throws -> Void)? = nil
  ) {
    self.profile = profile
    self.nullPolicy = nullPolicy
    self.including = including
    self.excluding = excluding
    self.userInfo = userInfo
    self.everyModel = everyModel
  }

  var filters: Bool { including != nil || !excluding.isEmpty }

  func writes(_ property: String) -> Bool {
    guard let including else { return !excluding.contains(property) }
    return (including.contains(property) || !including.parts(of: property).isEmpty)
      && !excluding.contains(property)
  }

  /// The context of the models in a property: all settings, but only the selection of their parts.
  func forModels(in property: String) -> EncodingContext {
    guard filters else { return self }
    let parts = including?.parts(of: property) ?? []
    let isWhole = parts.isEmpty || including?.contains(property) == true
    return EncodingContext(
      profile: profile, nullPolicy: nullPolicy, including: isWhole ? nil : parts,
      excluding: excluding.parts(of: property), userInfo: userInfo, everyModel: everyModel)
  }
}

extension Set<String> {
  /// The names of the parts of a property: `city` for `address.city`.
  func parts(of property: String) -> Set {
    let start = property + "."
    return Set(lazy.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) })
  }
}

/// The treatment of nil when a model is encoded.
///
/// ```swift
/// Property(\.body, "body").onNil(.omit)
/// ```
///
/// The policy is set for a property (``Property/onNil(_:)``), a call (``EncodingContext``) or a model
/// (``Mapping/onNil(_:)``); the first of them that is set is used. An absent ``Field`` is never written.
public enum NullPolicy: Sendable, Hashable {
  /// Writes `null` and creates the containers of the property's path.
  case writeNull
  /// Omits the key, and the containers of its path if they would be empty.
  case omit
  /// Writes the property's default, or `null` if there is no default or it is nil.
  case writeDefault
}

/// Additional members that a hook adds to an encoded object. They respect the encode call's profile, null
/// policy and selection.
public struct JSONAdditions {
  var members: [(key: String, json: [UInt8])] = []
  /// The encode call's settings for the values of the object.
  let context: EncodingContext?
  let ancestors: Ancestors

  init(in context: EncodingContext?, _ ancestors: Ancestors) {
    self.context = context
    self.ancestors = ancestors
  }

  /// Adds a member after the members of the mapping. It replaces a member that was added before, and a kept key.
  ///
  /// ```swift
  /// let mapping = Mapping(Point.init, Point.properties).afterEncoding { point, additions in
  ///   try additions.set("length", point.x + point.y)
  /// }
  /// ```
  ///
  /// The value is encoded with the profile and the null policy of the call.
  ///
  /// - Throws: any error thrown while encoding the value.
  public mutating func set(_ key: String, _ value: some JSONConvertible) throws {
    var writer = JSONWriter(capacity: 64)
    writer.context = context
    writer.ancestors = ancestors
    try value.encode(to: &writer)
    members.removeAll { $0.key.isExactly(key) }
    members.append((key, writer.finish()))
  }
}
