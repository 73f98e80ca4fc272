/// What an encode call carries along.
public final class EncodingContext: Sendable {
  /// The name of the mapping profile to use, inherited by nested models that have one of that name.
  public let profile: String?
  /// Overrides the null policy of every mapping.
  public let nullPolicy: NullPolicy?
  /// The names of the properties of the outermost model to write; nil for all.
  public let including: Set<String>?
  public let excluding: Set<String>
  public let userInfo: [String: any Sendable]
  /// Runs for every model written, nested ones included, and may add members.
  public let everyModel: (@Sendable (_ model: String, inout JSONAdditions) throws -> Void)?

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
