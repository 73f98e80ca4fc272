import Mantle

/// `mantle FILE`: the browser.
struct BrowseCommand {
  let input: InputSource
  let model: String?
  func run() throws -> ExitStatus { .unusable }
}
