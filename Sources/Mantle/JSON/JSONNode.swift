/// A value in a JSON document. A node keeps its document alive.
///
/// Navigation never fails: missing values are nil. Two nodes are equal if they are at the same location in
/// the same document; to compare their values, decode both as ``JSONValue``.
///
/// ```swift
/// let document = try JSONDocument(#"{"user": {"login": "ann"}, "labels": ["a", "b"]}"#)
/// let login = try document.root["user"]?["login"]?.stringValue  // ann
/// if let labels = document.root["labels"] {
///   for label in labels.elements { print(label.location, label.rawText) }  // 1:39 "a", …
/// }
/// ```
public struct JSONNode: Sendable {
  /// The document that contains the value.
  @usableFromInline package let document: JSONDocument
  /// The index of the value in the document's node table.
  @usableFromInline let index: Int

  package init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  /// The value's entry in the node table.
  var word: NodeWord { document.word(at: index) }

  /// The index in the node table that follows the value and all its descendants.
  var endIndex: Int { document.endIndex(at: index) }

  /// Returns the node at an index in the node table of the same document.
  func at(_ index: Int) -> JSONNode { JSONNode(document: document, index: index) }

  /// The kind of the value, such as string or object.
  public var kind: JSONKind { JSONKind(rawValue: word.kindCode) ?? .null }

  /// Whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// The Boolean value; nil for every other kind.
  public var boolValue: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The number in its source form, such as `1.0`; nil if the value is not a number.
  ///
  /// ```swift
  /// let price = try JSONDocument("12.50").root.numberText  // 12.50
  /// ```
  public var numberText: String? { kind == .number ? rawText : nil }
}

extension JSONNode: Hashable {
  /// Returns whether both nodes are at the same location in the same document.
  public static func == (a: JSONNode, b: JSONNode) -> Bool {
    a.document === b.document && a.index == b.index
  }

  /// Hashes the location of the node and the identity of its document.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(document))
    hasher.combine(index)
  }
}

extension JSONNode {
  /// The range of the value in the document's bytes, including quotes or brackets.
  ///
  /// - Complexity: O(1) for scalars, O(*n*) for arrays and objects, where *n* is the number of children.
  public var byteRange: Range<Int> {
    let origin = document.range.lowerBound
    let start = startOffset
    return origin + start..<origin + document.nodeText.end(of: index)
  }

  /// The source bytes of the value.
  public var rawBytes: [UInt8] { document.bytes.slice(byteRange) }

  /// The source text of the value.
  ///
  /// ```swift
  /// let text = try JSONDocument(#"{"a": [1, 2]}"#).root["a"]?.rawText  // [1, 2]
  /// ```
  public var rawText: String { document.bytes.text(byteRange) }

  /// The line and column of the value's first byte.
  ///
  /// - Complexity: O(*offset*), at memory speed.
  public var location: SourceLocation {
    document.bytes.location(at: document.range.lowerBound + startOffset)
  }

  /// The offset of the value's first byte from the start of the document.
  var startOffset: Int { word.startOffset }

  /// Whether the value is a string whose source text contains escapes.
  package var hasEscapes: Bool { kind == .string && word.flag }

  /// The number of source bytes between the quotes of the value, which must be a string.
  var stringLength: Int { document.nodeText.stringLength(of: word) }
}

/// The error for a JSON string that a Swift `String` cannot represent because it contains an unpaired
/// surrogate escape.
///
/// ``JSONNode/displayText`` and ``JSONNode/rawText`` are available for such a string, too.
public struct LoneSurrogateError: DescribedError, Sendable, Hashable {
  /// The offset of the unpaired escape in the input.
  package let offset: Int

  /// The message of the error in one line.
  public var description: String { "a surrogate escape without its other half" }
}

extension JSONNode {
  /// The string with its escapes resolved; nil if the value is not a string.
  ///
  /// ```swift
  /// let text = try JSONDocument(#""a\nb""#).root.stringValue  // a, a line feed, b
  /// ```
  ///
  /// - Throws: A ``LoneSurrogateError`` for a string such as `"\ud800"`, which RFC 8259 allows but which is
  ///   not valid Unicode.
  public var stringValue: String? {
    get throws(LoneSurrogateError) {
      guard kind == .string else { return nil }
      var lone: Int?
      let text = decodedText(&lone)
      if let lone { throw LoneSurrogateError(offset: textRange.lowerBound + lone) }
      return text
    }
  }

  /// The value for display: strings without quotes and escapes, all other values in their source form. An
  /// unpaired surrogate appears as U+FFFD.
  ///
  /// ```swift
  /// let text = try JSONDocument(#""bug""#).root.displayText  // bug, without quotes
  /// ```
  public var displayText: String {
    guard kind == .string else { return rawText }
    var lone: Int?
    return decodedText(&lone)
  }

  /// The bytes of the string with its escapes resolved, with unpaired surrogates preserved; empty if the
  /// value is not a string.
  ///
  /// Two strings are the same JSON string if and only if these bytes are equal.
  var decodedBytes: [UInt8] {
    guard kind == .string else { return [] }
    return document.bytes.withBytes(in: textRange) { input in
      guard word.flag else { return [UInt8](input) }
      return [UInt8](unsafeUninitializedCapacity: input.count) { output, count in
        count = JSONStringDecoder.decode(input, into: output, loneSurrogates: .kept).count
      }
    }
  }

  /// The range in the input between the quotes of the value, which must be a string.
  private var textRange: Range<Int> {
    let start = document.range.lowerBound + word.offset
    return start..<start + stringLength
  }

  /// Returns the string with its escapes resolved, and with U+FFFD in place of unpaired surrogates.
  ///
  /// - Parameter loneSurrogate: Set to the offset of the first unpaired surrogate escape in the string, or to
  ///   nil.
  private func decodedText(_ loneSurrogate: inout Int?) -> String {
    var lone: Int?
    defer { loneSurrogate = lone }
    return document.bytes.withBytes(in: textRange) { input in
      guard word.flag else { return String(decoding: input, as: UTF8.self) }
      return String(unsafeUninitializedCapacity: input.count) { output in
        let outcome = JSONStringDecoder.decode(input, into: output, loneSurrogates: .replaced)
        lone = outcome.loneSurrogate
        return outcome.count
      }
    }
  }
}

/// The kind of a JSON value (RFC 8259 §3), with `true` and `false` as separate kinds.
///
/// ```swift
/// let kind = try JSONDocument("null").root.kind  // null
/// ```
@frozen public enum JSONKind: UInt8, Sendable, Hashable {
  /// The literal `null`.
  case null = 0
  /// The literal `false`.
  case `false` = 1
  /// The literal `true`.
  case `true` = 2
  /// A number, of any size and precision.
  case number = 3
  /// A string in quotes, which may contain escapes.
  case string = 4
  /// An array of values in brackets.
  case array = 5
  /// An object: members with keys and values, in braces.
  case object = 6

  /// Whether values of this kind can contain other values, as arrays and objects can.
  @inlinable package var isContainer: Bool { self == .array || self == .object }
}

extension JSONKind: CustomStringConvertible {
  /// The name of the kind in diagnostics: `null`, `boolean`, `number`, `string`, `array` or `object`.
  public var description: String {
    switch self {
    case .null: "null"
    case .false, .true: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
