import Mantle

/// The identity of a problem: its code and its location, independent of array indices.
struct ProblemRule: Hashable, Sendable {
  /// The code of the diagnostic.
  let code: String
  /// The model and property, such as `Issue.state`, or the model alone; nil if no model is affected.
  let subject: String?
  /// The path, with indices as `[]`.
  let path: String
}

extension ProblemRule {
  /// Creates the identity of a diagnostic.
  init(_ diagnostic: Diagnostic) {
    code = diagnostic.code.rawValue
    subject = diagnostic.subject
    path = diagnostic.path.withoutIndices.description
  }

  /// Creates the identity of an unmapped key.
  init(unmapped path: JSONKeyPath) {
    code = Diagnostic.Code.unmappedKey.rawValue
    subject = nil
    self.path = path.withoutIndices.description
  }
}
