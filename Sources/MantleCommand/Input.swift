import Foundation
import Mantle

/// The bytes of an input, and what to call it.
struct Input {
  let name: String
  let bytes: JSONBytes

  /// Maps a file, or spools standard input to an unlinked file and maps that.
  init(_ source: InputSource) throws(CommandError) {
    switch source {
    case .file(let path):
      name = path
      do { bytes = try JSONBytes.map(path: path) } catch {
        throw CommandError(message: "\(error)")
      }
    case .standardInput:
      name = "<stdin>"
      guard isatty(STDIN_FILENO) == 0 else {
        throw .usage("standard input is the terminal; pipe something into it")
      }
      do { bytes = try JSONBytes.spooling(STDIN_FILENO) } catch {
        throw CommandError(message: "standard input: \(error)")
      }
    }
  }
}
