/// Any JSON value, kept as it is: the text of a node, copied out of its document.
///
/// As a property's type it takes whatever stands there, null included, and writes it back byte for
/// byte. Equality is that of the JSON values: `1.0` equals `1`, key order does not matter.
///
///     let extra = try JSONValue(#"{"price": 12.50, "tags": []}"#)
///     let price = extra.node["price"]?.numberText  // 12.50, as it was written
public struct JSONValue: Sendable {
  private let document: JSONDocument

  /// Parses JSON text.
  ///
  /// - Throws: the first ``JSONSyntaxError``, with its place.
  public init(_ text: String) throws(JSONSyntaxError) { document = try JSONDocument(text) }

  init(_ document: JSONDocument) { self.document = document }

  /// The value, for navigating in it.
  public var node: JSONNode { document.root }

  /// The value's text, white space inside it included.
  public var text: String { node.rawText }
}

extension JSONValue: JSONConvertible {
  /// Takes the value as it stands, whatever its kind.
  ///
  /// - Throws: nothing for text that was parsed.
  public static func decode(_ json: JSONCursor) throws -> JSONValue {
    let bytes = Array(json.rawBytes)
    do {
      return JSONValue(try JSONDocument(parsing: JSONBytes(bytes), limits: JSONLimits(depth: .max)))
    } catch {
      throw json.mismatch(expected: "JSON value", code: .syntax)
    }
  }

  /// Writes the value as it stood.
  public func encode(to writer: inout JSONWriter) { writer.rawJSON(node.rawBytes) }

  public static var shape: ValueShape { .json }
}

extension JSONValue: Hashable, CustomStringConvertible {
  public static func == (a: JSONValue, b: JSONValue) -> Bool { a.node.isEquivalent(to: b.node) }

  /// - Complexity: linear in the value.
  public func hash(into hasher: inout Hasher) { node.hashContent(into: &hasher) }

  public var description: String { text }
}

extension JSONNode {
  /// Feeds a hasher what ``isEquivalent(to:)`` compares: numbers by value, members in any order.
  ///
  /// - Parameter levels: how deep it looks, as values of any depth are to be hashed on any stack.
  fileprivate func hashContent(into hasher: inout Hasher, levels: Int = 16) {
    hasher.combine(kind)
    switch kind {
    case .null, .true, .false: break
    case .number: hasher.combine(JSONDecimal(rawBytes))
    case .string: hasher.combine(decodedBytes)
    case .array:
      hasher.combine(count)
      guard levels > 0 else { return }
      for element in elements { element.hashContent(into: &hasher, levels: levels - 1) }
    case .object:
      let members = valuesByKey
      hasher.combine(members.count)
      guard levels > 0 else { return }
      var sum = 0
      for (key, value) in members {
        var member = Hasher()
        member.combine(key)
        value.hashContent(into: &member, levels: levels - 1)
        sum &+= member.finalize()
      }
      hasher.combine(sum)
    }
  }
}
