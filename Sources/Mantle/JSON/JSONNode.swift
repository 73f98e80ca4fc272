/// A value in a document, and the document kept alive with it.
///
/// Moving about never fails: what is not there is nil. Two nodes are equal when they are the same place in
/// the same document; ``isEquivalent(to:)`` compares values.
public struct JSONNode: Sendable {
  public let document: JSONDocument
  @usableFromInline let index: Int

  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  var word: NodeWord { document.word(at: index) }

  /// The index after this value's subtree.
  var endIndex: Int {
    let word = word
    return word.kindCode >= JSONKind.array.rawValue ? index + word.payload : index + 1
  }

  func at(_ index: Int) -> JSONNode { JSONNode(document: document, index: index) }

  /// What the value is.
  public var kind: JSONKind { JSONKind(rawValue: word.kindCode) ?? .null }

  /// Whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// Whether the value is `true`; nil where it is no boolean.
  public var boolValue: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The number as it is written, e.g. `1.0`; nil where the value is no number.
  public var numberText: String? { kind == .number ? rawText : nil }
}

extension JSONNode: Hashable {
  public static func == (a: JSONNode, b: JSONNode) -> Bool {
    a.document === b.document && a.index == b.index
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(document))
    hasher.combine(index)
  }
}
