/// Any JSON value in its source form, copied out of its document.
///
/// A property of this type accepts every value, including null, and writes it back byte for byte. A
/// `JSONValue?` decodes null as nil, and a `Field<JSONValue>` decodes null as ``Field/null``; neither results
/// in a `JSONValue` that is null. Two values are equal if they are the same JSON value: `1.0` equals `1`, and
/// the order of keys does not matter.
///
/// ```swift
/// let extra = try JSONValue(json: #"{"price": 12.50, "tags": []}"#)
/// let price = extra["price"]?.numberText  // 12.50, as in the source
/// let same: JSONValue = ["price": 12.5, "tags": []]  // equal to `extra`
/// ```
///
/// Use it for a part of the JSON whose form is not known, such as the settings of another program, or, as
/// `[String: JSONValue]` at the path `""`, for all keys that no other property maps:
///
/// ```swift
/// Property(\.extra, "settings")
/// Property(\.others, "")
/// ```
///
/// To decode a value as a model, pass its node: `User.decode(extra.node)`. Values are constants;
/// ``init(encoding:)`` creates a value from any ``JSONConvertible`` value.
public struct JSONValue: Sendable {
  /// The document that owns the copied bytes; its root is the value.
  private let document: JSONDocument

  /// Parses the text of one JSON value.
  ///
  /// ```swift
  /// let extra = try JSONValue(json: #"{"price": 12.50}"#)
  /// print(extra)  // {"price": 12.50}
  /// ```
  ///
  /// - Throws: The first ``JSONSyntaxError``, with its offset.
  public init(json text: String) throws(JSONSyntaxError) { document = try JSONDocument(text) }

  /// Encodes a value, such as a model, as JSON.
  ///
  /// ```swift
  /// let value = try JSONValue(encoding: User(login: "ann", name: nil))
  /// print(value)  // {"login":"ann","name":null}
  /// ```
  ///
  /// - Throws: The errors of the value's `encode(to:)`.
  public init(encoding value: some JSONConvertible) throws {
    document = try JSONDocument(parsing: JSONBytes(value.jsonBytes()), limits: JSONLimits(depth: .max))
  }

  /// Creates a JSON value by copying the source text of a node.
  init(copying node: JSONNode) {
    self.init { $0.writeRawJSON(node) }
  }

  /// Creates a JSON value from a parsed document, without copying the document.
  init(_ document: JSONDocument) { self.document = document }

  /// The root node, for access to the members and elements.
  ///
  /// ```swift
  /// let tags = extra.node["tags"]?.elements.map(\.displayText) ?? []
  /// ```
  public var node: JSONNode { document.root }

  /// The kind of the value, such as string or object.
  public var kind: JSONKind { node.kind }

  /// The value of a member; nil if the value is not an object or has no such key.
  ///
  /// ```swift
  /// let price = extra["price"]?.numberText  // 12.50
  /// ```
  public subscript(key: String) -> JSONNode? { node[key] }

  /// The element of an array at an index; nil if the value is not an array or has fewer elements.
  public subscript(position: Int) -> JSONNode? { node[position] }

  /// The source text of the value, including the white space inside it.
  ///
  /// ```swift
  /// let text = try JSONValue(json: "[1,  2.0]").text  // [1,  2.0]
  /// ```
  public var text: String { node.rawText }
}

extension JSONValue: JSONConvertible {
  /// Copies a JSON value of any kind and any nesting depth.
  ///
  /// - Throws: Never for a cursor of a parsed document, because the copied bytes are valid JSON.
  public static func decode(_ json: JSONCursor) throws -> JSONValue {
    let bytes = Array(json.rawBytes)
    do {
      return JSONValue(try JSONDocument(parsing: JSONBytes(bytes), limits: JSONLimits(depth: .max)))
    } catch {
      throw json.mismatch(expected: "JSON value", code: .syntax)
    }
  }

  /// Writes the source text of the value unchanged.
  public func encode(to writer: inout JSONWriter) { writer.writeRawJSON(node.rawBytes) }

  /// The kind of JSON that the type accepts: any value.
  public static var shape: ValueShape { .json }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates the value `null` from a `nil` literal.
  public init(nilLiteral: ()) { self.init(.null) }
  /// Creates the value `true` or `false` from a Boolean literal.
  public init(booleanLiteral value: Bool) { self.init { $0.writeBool(value) } }
  /// Creates a JSON number from an integer literal.
  public init(integerLiteral value: Int) { self.init { $0.writeInteger(value) } }
  /// Creates a JSON number from a floating-point literal.
  public init(floatLiteral value: Double) { self.init { try value.encode(to: &$0) } }
  /// Creates a JSON string from a string literal, without parsing the literal; ``init(json:)`` parses JSON.
  ///
  /// ```swift
  /// let value: JSONValue = "bug"  // "bug", in quotes
  /// ```
  public init(stringLiteral value: String) { self.init { $0.writeString(value) } }
  /// Creates a JSON array from an array literal.
  public init(arrayLiteral elements: JSONValue...) { self.init { try elements.encode(to: &$0) } }

  /// Creates a JSON object from a dictionary literal, with the members in their order.
  ///
  /// ```swift
  /// let value: JSONValue = ["open": true, "labels": ["bug", nil]]
  /// print(value)  // {"open":true,"labels":["bug",null]}
  /// ```
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init { writer in
      writer.beginObject()
      for (key, value) in members {
        writer.writeKey(key)
        value.encode(to: &writer)
      }
      writer.endObject()
    }
  }

  /// Creates a JSON value from the JSON that a closure writes. The value is null if the closure throws or
  /// writes invalid JSON.
  private init(_ write: (inout JSONWriter) throws -> Void) {
    var writer = JSONWriter()
    let isWritten: ()? = try? write(&writer)
    let json = isWritten.flatMap {
      try? JSONDocument(parsing: JSONBytes(writer.finish()), limits: JSONLimits(depth: .max))
    }
    self.init(json ?? .null)
  }
}

extension JSONValue: Hashable, CustomStringConvertible {
  /// Returns whether both are the same JSON value. Numbers are compared by value, strings after resolving
  /// escapes, and objects regardless of the order of their keys.
  ///
  /// ```swift
  /// let areEqual = try JSONValue(json: #"{"a": 1, "b": 2}"#) == JSONValue(json: #"{"b": 2.0, "a": 1}"#)  // true
  /// ```
  public static func == (a: JSONValue, b: JSONValue) -> Bool { a.node.isEquivalent(to: b.node) }

  /// Hashes the JSON value consistently with `==`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of nodes in the first 16 levels.
  public func hash(into hasher: inout Hasher) { node.hashContent(into: &hasher) }

  /// The source text of the value.
  public var description: String { text }
}

extension JSONNode {
  /// Hashes a JSON value consistently with `isEquivalent(to:)`: equal numbers have equal hashes in any
  /// notation, and so have objects with their members in any order.
  ///
  /// - Parameter levels: The number of nested levels to include, which bounds the recursion on deeply nested
  ///   values.
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
