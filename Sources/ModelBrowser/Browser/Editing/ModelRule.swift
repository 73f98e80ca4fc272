import Mantle

/// The rules over whole models that a property's value has to keep to: those of its model, and of the models around it.
struct ModelRule: Sendable {
  private let model: ModelDescription
  /// The outermost model's JSON.
  private let text: [UInt8]
  /// Where in it the object with the property is.
  private let owner: Range<Int>
  /// Where in that object the value is; nil where it is absent.
  private let value: Range<Int>?
  private let keyPath: JSONKeyPath
  /// The problems that exist before the edit, which the edit is not rejected for.
  private let known: Set<String>

  /// - Returns: nil for a row that is no property, or of a model that is too large to be read at each key.
  init?(around row: Row) {
    guard case .property(let property, let object, let node) = row.content, let top = row.outermostModelRow,
      let whole = top.node, let model = top.model, whole.byteRange.count <= Self.mostRead,
      row.record?.damage == nil, let keyPath = property.keyPaths.first
    else { return nil }
    let start = whole.byteRange.lowerBound
    self.model = model
    text = whole.rawBytes
    owner = object.byteRange.lowerBound - start..<object.byteRange.upperBound - start
    value = node.map {
      $0.byteRange.lowerBound - object.byteRange.lowerBound..<$0.byteRange.upperBound
        - object.byteRange.lowerBound
    }
    self.keyPath = keyPath
    known = Set(Self.problems(of: model, text))
  }

  private static let mostRead = 1 << 16

  /// The words of the first rule that the model breaks with another value, and does not without it.
  func broken(by json: [UInt8]) -> String? {
    var object = Array(text[owner])
    if let value {
      object.replaceSubrange(value, with: json)
    } else {
      object = (try? Template.setting(json, at: keyPath, in: object)) ?? object
    }
    return Self.problems(of: model, text[..<owner.lowerBound] + object + text[owner.upperBound...])
      .first { !known.contains($0) }
  }

  private static func problems(of model: ModelDescription, _ text: [UInt8]) -> [String] {
    guard let document = try? JSONDocument(parsing: JSONBytes(text)) else { return [] }
    return model.diagnose(document.root, leastSeverity: .error)
      .filter { $0.code == .validation && $0.property == nil }
      .map { "\($0.model ?? model.name): \($0.detail ?? $0.shortMessage)" }
  }
}
