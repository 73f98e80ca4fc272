/// The settings of one encode call.
///
///     let short = EncodingContext(nullPolicy: .omit, excluding: ["labels"])
///     let text = try task.json(short)  // {"id":1,"title":"Paint"}
public final class EncodingContext: Sendable {
  /// The name of the mapping profile to use, inherited by nested models that have a profile of that name.
  public let profile: String?
  /// The null policy that overrides the policy of every mapping; nil to use the mappings' policies.
  let nullPolicy: NullPolicy?
  /// The names of the properties and added members of the outermost model to encode; nil for all.
  let including: Set<String>?
  /// The names of the outermost model's properties that are not encoded.
  let excluding: Set<String>
  /// The caller's own values, for hand-written types.
  public let userInfo: [String: any Sendable]
  /// A closure that is called for every encoded model, including nested models, and that may add members.
  let everyModel: (@Sendable (_ model: String, inout JSONAdditions) throws -> Void)?

  /// Creates a context that overrides settings of the mapping for one encode call.
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
    (including?.contains(property) ?? true) && !excluding.contains(property)
  }
}
