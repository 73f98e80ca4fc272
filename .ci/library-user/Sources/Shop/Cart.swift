import Mantle
import Observation

/// What a view watches: an observable class.
@Observable public final class Cart: Model {
  public var owner = ""
  public var count = 0

  public init() {}

  public static let properties = Properties(of: Cart.self) {
    Property(\.owner, "owner.login")
    Property(\.count, "count").default(0)
  }
  public static let mapping = Mapping(assigning: Cart.init, properties)
}
