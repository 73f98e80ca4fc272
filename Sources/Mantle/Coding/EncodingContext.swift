/// What an encode call carries along.
///
///     let short = EncodingContext(nullPolicy: .omit, excluding: ["labels"])
///     let text = try task.json(short)  // {"id":1,"title":"Paint"}
public final class EncodingContext: Sendable {
  /// The name of the mapping profile to use, inherited by nested models that have one of that name.
  public let profile: String?
  /// Overrides the null policy of every mapping.
  package let nullPolicy: NullPolicy?
  /// The names of the properties and added members of the outermost model to write; nil for all.
  package let including: Set<String>?
  /// Names of the outermost model's properties that are left out.
  package let excluding: Set<String>
  /// The caller's own values, for hand-written types.
  public let userInfo: [String: any Sendable]
  /// Runs for every model written, nested ones included, and may add members.
  package let everyModel: (@Sendable (_ model: String, inout JSONAdditions) throws -> Void)?

  /// A context with what an encode call wants different from the mapping.
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
