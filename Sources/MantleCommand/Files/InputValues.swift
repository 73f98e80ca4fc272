import Mantle
import ModelBrowser

/// The values of an input: the one it is, or those that stand after each other in it.
struct InputValues {
  let bytes: JSONBytes
  private let name: String
  /// Whether there may be several: NDJSON, or values pasted after each other.
  let isSequence: Bool
  private let children: JSONChildren

  /// Whether it is a list of values even where there is only one: NDJSON of one line is.
  var isList: Bool { isSequence || FileSuffix(of: name) == .lines }

  /// Whether it is one array, whose elements are as good as values after each other.
  var isOneArray: Bool {
    get throws(DataProblem) {
      guard !isList, let range = try ranges().first(where: { _ in true }) else { return false }
      return bytes[range.lowerBound] == UInt8(ascii: "[")
    }
  }

  /// - Parameters:
  ///   - bytes: JSON.
  ///   - name: what problems call it.
  init(_ bytes: JSONBytes, name: String) {
    self.bytes = bytes
    self.name = name
    // All of the first value is looked at, however large it is: what stands behind it tells a sequence.
    let layout = JSONLayout.detect(bytes, window: bytes.count)
    switch layout {
    case .lines, .concatenated:
      isSequence = true
      children = layout.children(in: bytes) ?? .lines(in: 0..<bytes.count)
    case .empty where FileSuffix(of: name) == .lines:
      isSequence = true
      children = .lines(in: 0..<bytes.count)
    case .empty, .scalar, .array, .object:
      isSequence = false
      children = .concatenated(in: bytes.textStart..<bytes.count)
    }
  }

  /// Where the values stand, found as they are asked for.
  ///
  /// - Throws: the syntax error of a text that is meant to be one value and goes on after it, or holds none.
  func ranges() throws(DataProblem) -> any Sequence<Range<Int>> {
    let index = JSONChildIndex(bytes, children)
    guard isSequence else {
      guard let only = index.first().map(index.measured), index.next(after: only) == nil else {
        _ = try document(0..<bytes.count)
        return []
      }
      return [only.value]
    }
    return index.all.lazy.map { index.measured($0).value }
  }

  /// One of the values.
  ///
  /// - Throws: its first syntax error, or what it is instead of JSON.
  func document(_ range: Range<Int>) throws(DataProblem) -> JSONDocument {
    do throws(JSONSyntaxError) { return try JSONDocument(parsing: bytes, in: range) } catch {
      throw DataProblem(lines: error.explained(in: bytes, of: range).lines(in: bytes, name: name))
    }
  }
}

extension Input {
  /// The values, those of an archive as the JSON of its models.
  var values: InputValues {
    get throws {
      guard ArchiveFormat(sniffing: start) != nil else { return InputValues(bytes, name: name) }
      let document = try ArchivedDocument(
        reading: bytes.slice(0..<bytes.count), models: models)
      return InputValues(document.json, name: name)
    }
  }
}

extension JSONKeyPath {
  /// Reads a place as it is typed: a key path (`issues[0].title`), or a JSON Pointer (`/issues/0/title`).
  init(place: String) throws(CommandError) {
    do { self = try place.hasPrefix("/") ? JSONKeyPath(pointer: place) : JSONKeyPath(place) } catch {
      throw .usage(
        "no place: \(error); places are written `orders[0].id` or `/orders/0/id`, of all elements `orders[].id`"
      )
    }
  }
}
