import MantlePlatform

/// An error whose description is also its localized description, which alerts and logs display.
///
/// All errors of the library conform to this protocol, so `error.localizedDescription` is the same text as
/// `"\(error)"`.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The localized description, which is the same as `description`.
  public var errorDescription: String? { description }
}

/// Returns the message of any error: its localized description, if it has one, otherwise its textual
/// representation.
package func errorText(_ error: any Error) -> String {
  (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
}
