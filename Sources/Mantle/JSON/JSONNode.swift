/// A value in a document, and the document kept alive with it.
///
/// Moving about never fails: what is not there is nil. Two nodes are equal when they are the same place in the same document,
/// whatever they hold; to compare values, decode both as ``JSONValue``.
///
///     let document = try JSONDocument(#"{"user": {"login": "ann"}, "labels": ["a", "b"]}"#)
///     let login = try document.root["user"]?["login"]?.stringValue  // ann
///     if let labels = document.root["labels"] {
///       for label in labels.elements { print(label.location, label.rawText) }  // 1:39 "a", …
///     }
public struct JSONNode: Sendable {
  /// The document that it is in.
  @usableFromInline package let document: JSONDocument
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

extension JSONNode {
  /// Where the value stands in the document's bytes, quotes and brackets included.
  ///
  /// - Complexity: O(1), but O(children) for arrays and objects, whose last child must be found.
  public var byteRange: Range<Int> {
    let origin = document.range.lowerBound
    let start = startOffset
    return origin + start..<origin + document.nodeText.end(of: index)
  }

  /// The bytes of the value as they are written.
  public var rawBytes: [UInt8] { document.bytes.slice(byteRange) }

  /// The text of the value as it is written.
  public var rawText: String { document.bytes.text(byteRange) }

  /// The line and column of the value's first byte.
  ///
  /// - Complexity: O(offset), at the speed of memory.
  public var location: SourceLocation {
    document.bytes.location(at: document.range.lowerBound + startOffset)
  }

  /// The value's first byte, counted from the document's start.
  var startOffset: Int { kind == .string ? word.offset - 1 : word.offset }

  /// The length of the string between its quotes.
  var stringLength: Int { document.nodeText.stringLength(of: word) }
}

/// A string that no Swift `String` can hold: it has a surrogate escape without its other half.
public struct LoneSurrogateError: DescribedError, Sendable, Hashable {
  /// Where the escape stands in the text, from 0.
  package let offset: Int

  public var description: String { "a surrogate escape without its other half" }
}

extension JSONNode {
  /// The string with its escapes resolved; nil where the value is no string.
  ///
  /// - Throws: ``LoneSurrogateError`` for a string such as `"\ud800"`, which is legal JSON but no text.
  public var stringValue: String? {
    get throws(LoneSurrogateError) {
      guard kind == .string else { return nil }
      var lone: Int?
      let text = decodedText(&lone)
      if let lone { throw LoneSurrogateError(offset: textRange.lowerBound + lone) }
      return text
    }
  }

  /// The value for people: strings without quotes and escapes, all else as it is written.
  ///
  /// A lone surrogate shows as U+FFFD.
  public var displayText: String {
    guard kind == .string else { return rawText }
    var lone: Int?
    return decodedText(&lone)
  }

  /// The string's bytes with escapes resolved and lone surrogates kept apart; two strings are the same JSON
  /// string exactly if these are equal. Empty where the value is no string.
  package var decodedBytes: [UInt8] {
    guard kind == .string else { return [] }
    return document.bytes.withBytes(in: textRange) { input in
      guard word.flag else { return [UInt8](input) }
      return [UInt8](unsafeUninitializedCapacity: input.count) { output, count in
        count = JSONStringDecoder.decode(input, into: output, loneSurrogates: .kept).count
      }
    }
  }

  /// A string's text between its quotes, in the bytes.
  private var textRange: Range<Int> {
    let start = document.range.lowerBound + word.offset
    return start..<start + stringLength
  }

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
