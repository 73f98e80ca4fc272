import Mantle
import Testing

@testable import ModelBrowser

struct BooleanEditingTests {
  private struct Policy: Model {
    var isInsured: Bool
    var isPaid: Bool?
    var isOld: Bool
    static let properties = Properties(of: Policy.self) {
      Property(\.isInsured, "insured", .zeroOrOne)
      Property(\.isPaid, "paid", JSONTransformer<Bool>.zeroOrOne.optional)
      Property(\.isOld, "old", .boolString)
    }
    static let mapping = Mapping(Policy.init, properties)
  }

  /// A boolean that is no `true` or `false` in JSON is flipped and chosen all the same.
  @Test(arguments: [
    ("j~", #"{"insured": 0, "paid": null, "old": "false"}"#),
    ("jef<Enter>", #"{"insured": 0, "paid": null, "old": "false"}"#),
    ("j~~", #"{"insured": 1, "paid": null, "old": "false"}"#),
    ("je<Esc>", #"{"insured": 1, "paid": null, "old": "false"}"#),
    ("je<Enter>", #"{"insured": 1, "paid": null, "old": "false"}"#),
    ("jjet<Enter>", #"{"insured": 1, "paid": 1, "old": "false"}"#),
    ("jjef<Enter>", #"{"insured": 1, "paid": 0, "old": "false"}"#),
    ("3j~", #"{"insured": 1, "paid": null, "old": "true"}"#),
  ])
  func nonJSONBooleansCanBeToggled(keys: String, after: String) {
    var session = Session(
      #"{"insured": 1, "paid": null, "old": "false"}"#,
      models: [Policy.modelDescription])
    session.press(keys)
    #expect(session.text == after)
  }
}
