import Foundation
import Mantle
import MantleCommand
import ModelBrowser
import Testing

/// The code of the article about the browser in other programs. The tests do not run it, because it takes the terminal.
enum EmbeddingTheBrowserArticle {
  // snippet
  struct Reading: Model {
    let sensor: String
    var value: Double

    static let properties = Properties(of: Reading.self) {
      Property(\.sensor, "sensor")
      Property(\.value, "value").documented("The temperature in degrees Celsius.")
    }
    static let mapping = Mapping(Reading.init, properties).summary("{sensor}: {value}")
  }
  // end

  static func program() -> Never {
    // snippet
    CommandLineProgram.main(models: [Reading.modelDescription])
    // end
  }

  static func browse(_ file: URL) throws {
    // snippet
    try TerminalBrowser.run(models: [Reading.modelDescription], file: file)
    // end
  }

  @Test static func readingMappingIsValid() throws { try Reading.mapping.check() }
}
