import Mantle

/// The validation rules of whole models that a property's value must satisfy: the rules of its model and of enclosing models.
struct ModelRule: Sendable {
  private let model: ModelDescription
  /// The object of the outermost enclosing model.
  private let whole: JSONNode
  /// The object that contains the property.
  private let owner: JSONNode
  /// The current value of the property; nil if it is absent.
  private let value: JSONNode?
  private let keyPath: JSONKeyPath
  /// The problems before the edit, for which the edit is not rejected.
  private let known: Set<String>

  /// Creates the rule for the value of a row; nil if the row is not a property, or if the model is too large
  /// to decode at each keystroke.
  init?(around row: Row) {
    guard case .property(let property, let object, let node) = row.content, let top = row.outermostModelRow,
      let whole = top.node, let model = top.model, whole.byteRange.count <= Self.maximumRead,
      row.record?.damage == nil, let keyPath = property.keyPaths.first
    else { return nil }
    (self.model, self.whole, self.keyPath) = (model, whole, keyPath)
    (owner, value) = (object, node)
    known = Set(Self.problems(of: model, whole.rawBytes))
  }

  private static let maximumRead = 1 << 16

  /// Returns the message of the first rule that the model satisfies now and would break with another value; nil if the value
  /// breaks no rule.
  func broken(by json: [UInt8]) -> String? {
    guard
      let splice = value?.replacing(with: json) ?? (try? Record.inserting(json, at: keyPath, in: owner)),
      let text = try? whole.document.bytes.applying([splice], in: whole.byteRange)
    else { return nil }
    return Self.problems(of: model, text).first { !known.contains($0) }
  }

  private static func problems(of model: ModelDescription, _ text: [UInt8]) -> [String] {
    guard let document = try? JSONDocument(parsing: JSONBytes(text)) else { return [] }
    return model.diagnose(document.root, minimumSeverity: .error)
      .filter { $0.code == .validation && $0.property == nil }
      .map { "\($0.model ?? model.name): \($0.detail ?? $0.shortMessage)" }
  }
}
