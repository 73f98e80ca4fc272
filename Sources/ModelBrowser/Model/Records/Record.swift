import Mantle
import MantleChecking
import MantleDocuments

/// A value that is small enough to be parsed as a whole: a line, an element, a member, a small file.
///
/// Malformed input is parsed as the JSON that was probably intended (``JSONRepair``), but its bytes remain unchanged:
/// rows show the repaired values, and an edit of a row becomes an edit of the source bytes. Therefore comments,
/// single quotes and incomplete objects survive edits of their siblings, undo and the journal store only bytes, and
/// an edited text is parsed like any other. The alternative is to repair a file once when it is opened, but then each
/// edit would have to maintain two texts.
final class Record {
  /// The place of the record's text.
  enum Place: Hashable, Sendable {
    /// A child in the original, whose text may have been edited.
    case original(ChildID)
    /// A value that was inserted into a gap of the original.
    case inserted(Overlay.Gap, serial: Int)
  }

  let place: Place
  let content: Result<JSONDocument, JSONSyntaxError>
  /// The syntax errors of the text and its repair; nil for valid JSON, or if the text cannot be repaired.
  let damage: Damage?
  /// The text that contains the record in `range`: the whole file, or the edited record's own text.
  let bytes: JSONBytes
  let range: Range<Int>
  /// The string in another record that contains this record's text; nil for a part of the file.
  let string: (record: Record, node: JSONNode)?
  /// The maximum size in bytes of a string that is parsed as a document.
  let longestString: Int
  private let decoded = ValueCache<DecodedKey, DecodedValue>()
  private let diagnosed = ValueCache<DiagnosedKey, [Diagnostic]>()
  /// The diagnostics for duplicate keys of plain JSON; models report their own.
  private(set) lazy var repeatedKeys: [Diagnostic] = {
    guard damage == nil, case .success(let document) = content else { return [] }
    return RepeatedKeys.diagnostics(in: document)
  }()

  /// The cache key of a decoded value: its node and property.
  private struct DecodedKey: Hashable {
    let node: JSONNode
    let property: String
  }

  /// The cache key of the diagnostics of an object.
  private struct DiagnosedKey: Hashable {
    let node: JSONNode
    let notes: Bool
  }

  /// Parses the record, and repairs malformed text.
  ///
  /// - Parameter known: the repair of malformed text; nil if the repair is not known yet.
  init(
    _ place: Place, at path: () -> JSONKeyPath, parsing bytes: JSONBytes, in range: Range<Int>,
    _ known: JSONRepair? = nil, takesComments: Bool, longestString: Int
  ) {
    self.longestString = longestString
    self.place = place
    self.bytes = bytes
    self.range = range
    string = nil
    do throws(JSONSyntaxError) {
      content = .success(try JSONDocument(parsing: bytes, in: range, basePath: path()))
      damage = nil
    } catch {
      let repair = error.isLimit ? nil : known ?? JSONRepair(bytes, in: range)
      if let repair, !repair.isForeign, !repair.isBlank,
        let document = try? JSONDocument(parsing: repair.text, basePath: path())
      {
        content = .success(document)
        damage = Damage(repair, root: document.root, takesComments: takesComments)
      } else {
        content = .failure(error)
        damage = nil
      }
    }
  }

  /// Creates the record of a JSON document in a string of another record.
  init(_ nested: JSONDocument, in string: JSONNode, of record: Record) {
    (place, bytes, range) = (record.place, nested.bytes, 0..<nested.bytes.count)
    (content, damage, self.string) = (.success(nested), nil, (record, string))
    longestString = record.longestString
  }

  /// The record of the file that contains this record, at any depth of nested strings.
  var outermost: Record { string?.record.outermost ?? self }

  /// The offsets of the strings that contain the record, the outermost first, each in the text of its record.
  private var strings: [Int] { string.map { $0.record.strings + [$0.node.startInText] } ?? [] }

  /// The identity of a record in its document: its place, and the strings that contain it.
  struct Key: Hashable {
    let place: Place
    let strings: [Int]
  }

  var key: Key { Key(place: place, strings: strings) }

  /// The JSON key path of the record's value; nil if the text could not be parsed.
  var path: JSONKeyPath? { try? content.get().basePath }

  /// Returns the value of a node as its property decodes it. Decoded values are cached with the record.
  func decode(_ property: PropertyDescription, _ node: JSONNode) -> DecodedValue {
    decoded.value(DecodedKey(node: node, property: property.name)) { property.decode(node) }
  }

  /// Returns the diagnostics of a model for an object. Diagnostics are cached with the record.
  ///
  /// - Parameter notes: whether to include notes, which takes longer.
  func diagnose(_ model: ModelDescription, _ node: JSONNode, notes: Bool) -> [Diagnostic] {
    diagnosed.value(DiagnosedKey(node: node, notes: notes)) {
      let diagnostics = model.diagnose(node, minimumSeverity: notes ? .note : .warning)
      // Diagnostics about text that only the repair added are omitted.
      return damage.map { diagnostics.filter(RepairedText($0.repair).believes) } ?? diagnostics
    }
  }
}

/// A cache of parsed records, which is emptied when it exceeds its budget.
struct RecordCache {
  /// The state that the path of a record depends on, because a path contains indices.
  typealias Numbering = (revision: Int, timesCounted: Int, ordinal: Int?)

  private let budget: Int
  private var entries: [Record.Place: (record: Record, numbering: Numbering)] = [:]
  private var cost = 0

  /// Creates an empty cache.
  ///
  /// - Parameter budget: the maximum number of bytes of JSON text.
  init(budget: Int) { self.budget = budget }

  /// Returns the record at a place. It is created if it is not cached or if its path may have changed.
  mutating func record(_ place: Record.Place, _ numbering: Numbering, make: () -> Record) -> Record {
    if let entry = entries[place], entry.numbering == numbering { return entry.record }
    let record = make()
    cost += record.range.count - (entries[place]?.record.range.count ?? 0)
    if cost > budget {
      removeAll()
      cost = record.range.count
    }
    entries[place] = (record, numbering)
    return record
  }

  mutating func removeAll() {
    entries = [:]
    cost = 0
  }
}

/// A position in the current text: an offset in the original file, or in the new text of a record.
enum TextPlace: Hashable {
  case original(Int)
  case edited(Record.Place, offset: Int)

  /// The offset in the original file or in the new text of the record.
  var offset: Int {
    switch self {
    case .original(let offset), .edited(_, let offset): offset
    }
  }
}

extension Overlay {
  /// Returns the sort key of a place in text order: its offset in the original, its index among the insertions there,
  /// and its offset in an edited value.
  func order(of place: TextPlace) -> (Int, Int, Int) {
    switch place {
    case .original(let offset): (offset, .max, 0)
    case .edited(.original(let child), let offset): (child.offset, .max, offset)
    case .edited(.inserted(let gap, let serial), let offset):
      (Slot.gap(gap).start, insertion(serial)?.index ?? 0, offset)
    }
  }
}

extension Record {
  /// Returns the splice that sets the value at a key path of an object and creates missing objects on the path. It
  /// throws an error if the path leads through a value that is not an object.
  static func inserting(_ value: [UInt8], at path: JSONKeyPath, in owner: JSONNode) throws -> JSONSplice {
    var object = owner
    var rest = path.components[...]
    while case .key(let key) = rest.first, rest.count > 1, let next = object[key] {
      guard next.kind == .object || next.isNull else {
        throw EditRefused(description: "\(key) is not an object")
      }
      rest = rest.dropFirst()
      if next.isNull { return next.replacing(with: try nested(value, under: rest)) }
      object = next
    }
    if case .key(let key) = rest.first, rest.count == 1, let known = object[key] {
      return known.replacing(with: value)
    }
    guard case .key(let key) = rest.first,
      let splice = object.insertingMember(
        key: key, value: try nested(value, under: rest.dropFirst()), at: object.count)
    else { throw EditRefused(description: "\(path) cannot be added") }
    return splice
  }

  /// Returns a value nested in new objects, one for each key of a path. Throws if the path contains an index.
  static func nested(_ value: [UInt8], under path: ArraySlice<JSONKeyPath.Component>) throws
    -> [UInt8]
  {
    var text = value
    for component in path.reversed() {
      guard case .key(let key) = component else { throw EditRefused(description: "there is no such element") }
      text = Array("{\(JSONText.quoted(key)): ".utf8) + text + Array("}".utf8)
    }
    return text
  }
}
