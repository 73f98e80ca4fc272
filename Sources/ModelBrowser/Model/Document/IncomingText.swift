import Mantle
import MantleFiles

/// A text that is shown while it is still being read.
package protocol IncomingText: AnyObject, Sendable {
  /// The number of bytes that have been received.
  var count: Int { get }
  /// Whether no more will come.
  var isOver: Bool { get }
  /// The part of the text that has arrived.
  ///
  /// - Throws: a ``FileReadError`` if reading failed.
  func text() throws(FileReadError) -> JSONBytes
}
