/// Any JSON value, kept as it is: the text of a node, copied out of its document.
///
/// As a property's type it takes whatever stands there (JA-24), null included, and writes it back byte for
/// byte. Equality is that of the JSON values: `1.0` equals `1`, key order does not matter.
public struct JSONValue: Sendable {
  private let document: JSONDocument

  /// Parses JSON text.
  public init(_ text: String) throws(JSONSyntaxError) { document = try JSONDocument(text) }

  init(_ document: JSONDocument) { self.document = document }

  /// The value, for navigating in it.
  public var node: JSONNode { document.root }

  /// The value's text, white space inside it included.
  public var text: String { node.rawText }
}

extension JSONValue: JSONConvertible {
  public static func decode(_ json: JSONCursor) throws -> JSONValue {
    let bytes = Array(json.rawBytes)
    do {
      return JSONValue(try JSONDocument(parsing: JSONBytes(bytes), limits: JSONLimits(depth: .max)))
    } catch {
      throw json.mismatch(expected: "JSON value", code: .syntax)
    }
  }

  public func encode(to writer: inout JSONWriter) { writer.rawJSON(node.rawBytes) }

  public static var shape: ValueShape { .json }
}

extension JSONValue: Hashable, CustomStringConvertible {
  public static func == (a: JSONValue, b: JSONValue) -> Bool { a.node.isEquivalent(to: b.node) }

  /// The kind and the number of members only: equal values may differ in text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(node.kind)
    hasher.combine(node.count)
  }

  public var description: String { text }
}
