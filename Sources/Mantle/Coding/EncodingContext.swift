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
