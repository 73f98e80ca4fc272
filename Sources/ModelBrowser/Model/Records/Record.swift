import Mantle
import MantleChecking
import MantleDocuments

/// A value that is small enough to be parsed as a whole when it is needed: a line, an element, a member, a small file.
///
/// A text that is not JSON is read as what it was probably meant to be (``JSONRepair``), while the bytes stay what they
/// are: rows show what was read, and an edit of a row becomes an edit of the bytes it was read from. So comments, single
/// quotes and half an object survive every edit beside them, undo and the journal know only bytes, and an edited text is
/// read again like any other. The alternative, to repair a file once when it is opened, would have to carry two texts
/// through every edit.
final class Record {
  /// Where the record's text is.
  enum Place: Hashable, Sendable {
    /// In the original, though its text may have been edited.
    case original(ChildID)
    /// Not in the original.
    case inserted(Overlay.Gap, serial: Int)
  }

  let place: Place
  let content: Result<JSONDocument, JSONSyntaxError>
  /// The syntax errors of the text and its repair; nil for valid JSON, or if the text cannot be repaired.
  let damage: Damage?
  /// The text: a part of the whole file, or the edited record's own.
  let bytes: JSONBytes
  let range: Range<Int>
  /// The string of another record that contains the text; nil for a part of the file.
  let string: (record: Record, node: JSONNode)?
  /// The size in bytes up to which strings are read, and so opened as documents.
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

  /// - Parameter known: how the text is read, where it is no JSON and that is known.
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

  /// The record of a document that is nested in a string of another record.
  init(_ nested: JSONDocument, in string: JSONNode, of record: Record) {
    (place, bytes, range) = (record.place, nested.bytes, 0..<nested.bytes.count)
    (content, damage, self.string) = (.success(nested), nil, (record, string))
    longestString = record.longestString
  }

  /// The record that is a part of the file.
  var outermost: Record { string?.record.outermost ?? self }

  /// The strings that contain the record, by the offsets in the text of their records.
  private var strings: [Int] { string.map { $0.record.strings + [$0.node.startInText] } ?? [] }

  /// Distinguishes the records of one document.
  struct Key: Hashable {
    let place: Place
    let strings: [Int]
  }

  var key: Key { Key(place: place, strings: strings) }

  /// The JSON key path of its value; nil where there is none, the text being no JSON.
  var path: JSONKeyPath? { try? content.get().basePath }

  /// Returns the value that a property decodes; cached with the record.
  func decode(_ property: PropertyDescription, _ node: JSONNode) -> DecodedValue {
    decoded.value(DecodedKey(node: node, property: property.name)) { property.decode(node) }
  }

  /// Everything a model has to say about an object of the record, remembered while the record is.
  ///
  /// - Parameter notes: whether notes are wanted too, which takes longer to find out.
  func diagnose(_ model: ModelDescription, _ node: JSONNode, notes: Bool) -> [Diagnostic] {
    diagnosed.value(DiagnosedKey(node: node, notes: notes)) {
      let diagnostics = model.diagnose(node, minimumSeverity: notes ? .note : .warning)
      // What only repeats that the text is damaged is left out.
      return damage.map { diagnostics.filter(RepairedText($0.repair).believes) } ?? diagnostics
    }
  }
}

/// The parsed records, within a budget of memory: a full cache is emptied.
struct RecordCache {
  /// The state that the paths of a record depend on, since they contain indices.
  typealias Numbering = (revision: Int, timesCounted: Int, ordinal: Int?)

  private let budget: Int
  private var entries: [Record.Place: (record: Record, numbering: Numbering)] = [:]
  private var cost = 0

  /// - Parameter budget: in bytes of JSON text.
  init(budget: Int) { self.budget = budget }

  /// The record at a place, made if it is not there, or its path may have changed since.
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

  /// In the text it is a place of.
  var offset: Int {
    switch self {
    case .original(let offset), .edited(_, let offset): offset
    }
  }
}

extension Overlay {
  /// Where in the text a place comes: its offset in the original, its number among the insertions there, and its offset in
  /// an edited value.
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
  /// Puts a value at a key path of an object, in the place of the value there; missing objects on the path are made.
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
    else { throw EditRefused(description: "\(path) cannot be made") }
    return splice
  }

  /// A value inside new objects, from the outermost key to the innermost.
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
