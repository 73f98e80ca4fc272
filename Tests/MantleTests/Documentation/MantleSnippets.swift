import Foundation
import Mantle
import Testing

/// The code of the landing page.
enum LandingPage {
  // snippet
  struct Label: Model {
    let name: String
    var color: String

    static let properties = Properties(of: Label.self) {
      Property(\.name, "name")
      Property(\.color, "color")
    }
    static let mapping = Mapping(Label.init, properties)
  }
  // end

  @Test static func labelDecodesAndEncodes() throws {
    // snippet
    var label = try Label.decode(json: #"{"name":"bug","color":"f29513","default":true}"#)
    label.color = "d73a4a"
    let text = try label.json()  // {"name":"bug","color":"d73a4a"}
    // end
    #expect(text == #"{"name":"bug","color":"d73a4a"}"#)
  }
}
