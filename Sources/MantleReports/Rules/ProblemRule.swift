import Mantle

/// What a problem is an instance of: its code at a place, whichever element of an array that is in.
struct ProblemRule: Hashable, Sendable {
  let code: String
  /// `Issue.state`, or the model alone; nil where no model is concerned.
  let subject: String?
  /// Indices are written as `[]`.
  let path: String

  init(code: String, subject: String?, path: String) {
    self.code = code
    self.subject = subject
    self.path = path
  }

  init(_ diagnostic: Diagnostic) {
    code = diagnostic.code.rawValue
    subject = diagnostic.subject
    path = diagnostic.path.withoutIndices.description
  }

  init(unmapped path: JSONKeyPath) {
    code = Diagnostic.Code.unmappedKey.rawValue
    subject = nil
    self.path = path.withoutIndices.description
  }
}
