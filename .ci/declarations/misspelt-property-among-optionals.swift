import Foundation
import Mantle

struct Issue: Model {
  var p0: Int?
  var p1: Int?
  var p2: Int?
  var p3: Int?
  var p4: Int?
  var p5: Int?
  var p6: Int?
  var p7: Int?
  var p8: Int?
  var p9: Int?
  var p10: Int?
  var p11: Int?

  static let properties = Properties(of: Issue.self) {
    Property(\.p0, "p0")
    Property(\.p1, "p1")
    Property(\.p2, "p2")
    Property(\.p3, "p3")
    Property(\.p4, "p4")
    Property(\.p5, "p5")
    Property(\.q6, "p6")
    Property(\.p7, "p7")
    Property(\.p8, "p8")
    Property(\.p9, "p9")
    Property(\.p10, "p10")
    Property(\.p11, "p11")
  }
  static let mapping = Mapping(Issue.init, properties)
}
