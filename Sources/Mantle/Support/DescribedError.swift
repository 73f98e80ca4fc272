import MantlePlatform

/// An error whose description is also its localised description, which is what an alert or a log shows.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  public var errorDescription: String? { description }
}

/// What an error of any type says.
func errorText(_ error: any Error) -> String {
  (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
}
