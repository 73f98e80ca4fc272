import MantlePlatform

/// An error whose description is also its localized description, which alerts and logs display.
///
/// All errors of the library conform to it. `error.localizedDescription` is then the same text as
/// `"\(error)"`.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The description.
  public var errorDescription: String? { description }
}

/// Returns the message of any error.
package func errorText(_ error: any Error) -> String {
  (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
}
