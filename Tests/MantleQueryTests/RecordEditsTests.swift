import Mantle
import TestSupport
import Testing

@testable import MantleQuery

/// Queries over a text and its unsaved edits.
struct RecordEditsTests {
  static let queries = [
    "columns a, b, c", "columns $index, $key, a sort a", "columns a, b sort b desc, a natural limit 7",
    "where a > 3 columns a, $index", "where b ~ x or .new != absent columns a, b", "where \"end\" columns b",
    "where b = \"the end\" columns a sort $index desc", "where $key = k3 or $index < 3 columns a, $key",
    "group b aggregate count, sum(a), list($index) sort count desc", "columns c[], a, $index sort c[] desc",
    "aggregate count, sum(a), mean(a), min(b), max(b), distinct(b), top(b), absent(a), nulls(a)",
    "group $key sort $key limit 3", "limit 3", "where has-error columns a",
  ]

  /// A law: the result is that of the same query over the edited text, and its rows are the same records.
  @Test(arguments: 0..<40 as Range<UInt64>) func queriesSeeUnsavedEdits(seed: UInt64) throws {
    var list = EditedList(seed: seed)
    list.edit()
    let (edited, saved) = (list.edited, list.saved)
    for text in Self.queries {
      let query = try Query(text, names: saved.names)
      let (found, expected) = (Self.rows(query, edited), Self.rows(query, saved))
      #expect(found == expected, "\(text) of \(list.text)")
      guard !query.isGrouped else { continue }
      let places = Self.positions(query, saved).map { position in
        RowPosition(
          element: list.element(savedAt: position.element) ?? .max, number: position.number)
      }
      let positions = Self.positions(query, edited)
      #expect(positions == places, "\(text) of \(list.text)")
    }
  }

  @Test func modifiedFilterFindsEditedRecords() throws {
    let bytes = JSONBytes("[1, 2, 3, 4]")
    let edits = RecordEdits(
      splices: [JSONSplice(4..<5, with: Array("5".utf8))], removed: [7],
      insertions: [
        RecordEdits.Insertion(-1, key: nil, text: Array("6".utf8), after: 1, isModified: true),
        RecordEdits.Insertion(7, key: nil, text: Array("3".utf8), after: 1, isModified: false),
      ], modified: [4])
    let list = RecordList(JSONChildIndex(bytes, .array(at: 0)), edits)
    #expect(
      Self.rows(try Query("columns $value", names: list.names), list).map { $0[0].text } == [
        "1", "6", "3", "5", "4",
      ])
    #expect(
      Self.rows(try Query("where modified columns $value", names: list.names), list).map { $0[0].text } == [
        "6", "5",
      ])
  }

  private static func rows(_ query: Query, _ list: RecordList) -> [[QueryCell]] {
    var rows: [[QueryCell]] = []
    _ = QueryRun([(list, query)], workers: 2).run {
      rows += $0.map(\.cells); return true
    }
    return rows
  }

  private static func positions(_ query: Query, _ list: RecordList) -> [RowPosition] {
    var positions: [RowPosition] = []
    _ = QueryRun([(list, query)], workers: 2).positions {
      positions += $0; return true
    }
    return positions
  }
}

/// A list of values made up by chance, and edits of it.
private struct EditedList {
  /// The forms of a list.
  enum Form: CaseIterable {
    case array, object, lines
  }

  /// A record as it is after the edits.
  struct Record {
    let element: Int
    var key: String
    let text: String
  }

  private let form: Form
  private var random: SeededGenerator
  private let original: JSONBytes
  private let index: JSONChildIndex
  private var records: [Record] = []
  private var splices: [JSONSplice] = []
  private var removed: [Int] = []
  private var insertions: [RecordEdits.Insertion] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    form = Form.allCases[Int(seed % 3)]
    let count = Int.random(in: 0...30, using: &random)
    var texts: [(key: String, text: String)] = []
    for number in 0..<count { texts.append(("k\(number)", Self.value(&random))) }
    original = JSONBytes(Self.join(texts, form))
    index = Self.index(original, form)
  }

  private static func index(_ bytes: JSONBytes, _ form: Form) -> JSONChildIndex {
    switch form {
    case .array: JSONChildIndex(bytes, .array(at: 0))
    case .object: JSONChildIndex(bytes, .object(at: 0))
    case .lines: JSONChildIndex(bytes, .lines(in: 0..<bytes.count))
    }
  }

  private static func join(_ values: [(key: String, text: String)], _ form: Form) -> String {
    switch form {
    case .array: "[" + values.map(\.text).joined(separator: ", ") + "]"
    case .object: "{" + values.map { "\"\($0.key)\": \($0.text)" }.joined(separator: ",\n ") + "}"
    case .lines: values.map { $0.text + "\n" }.joined()
    }
  }

  private static func value(_ random: inout SeededGenerator) -> String {
    let words = ["x", "the end", "2024-05-01T00:00:00Z", "2024-05-01T02:00:00+02:00", "y10", "y9", ""]
    var members: [String] = []
    let numbers = ["1", "1.0", "5", "-2.5", "null", "\"x\"", "9007199254740993", "[1, 2]"]
    if Int.random(in: 0...5, using: &random) > 0 {
      members.append("\"a\": \(numbers.randomElement(using: &random) ?? "0")")
    }
    if Int.random(in: 0...5, using: &random) > 0 {
      members.append("\"b\": \"\(words.randomElement(using: &random) ?? "")\"")
    }
    let list = (0..<Int.random(in: 0...3, using: &random)).map { "\($0)" }.joined(separator: ",")
    members.append("\"c\": [\(list)]")
    return Int.random(in: 0...9, using: &random) == 0
      ? "{\"a\": 1, \"b\" nul}" : "{\(members.joined(separator: ", "))}"
  }

  // MARK: - Edits

  /// Removes, changes, moves and inserts some records.
  mutating func edit() {
    var gaps: [Int: [Record]] = [:]
    var moved: [(Record, Int)] = []
    let anchors = [-1] + children.map(\.value.lowerBound)
    var kept: [Int: Record] = [:]
    for (number, child) in children.enumerated() {
      let offset = child.value.lowerBound
      let record = Record(element: offset, key: "k\(number)", text: original.text(child.value))
      switch Int.random(in: 0...7, using: &random) {
      case 0: removed.append(offset)
      case 1:
        removed.append(offset)
        moved.append((record, anchors.randomElement(using: &random) ?? -1))
      case 2:
        let text = Self.value(&random)
        splices.append(JSONSplice(child.value, with: Array(text.utf8)))
        kept[offset] = Record(element: offset, key: record.key, text: text)
      case 3:
        let member = #""new": 1, "#
        splices.append(JSONSplice(offset + 1..<offset + 1, with: Array(member.utf8)))
        kept[offset] = Record(element: offset, key: record.key, text: "{" + member + record.text.dropFirst())
      default: kept[offset] = record
      }
    }
    for serial in 0..<Int.random(in: 0...9, using: &random) {
      let new = Record(element: ~serial, key: "n\(serial)", text: Self.value(&random))
      moved.append((new, anchors.randomElement(using: &random) ?? -1))
    }
    for (record, anchor) in moved { gaps[anchor, default: []].append(record) }
    for anchor in anchors {
      if let record = kept[anchor] { records.append(record) }
      records += gaps[anchor] ?? []
      insertions += (gaps[anchor] ?? []).map { record in
        RecordEdits.Insertion(
          record.element, key: form == .object ? record.key : nil, text: Array(record.text.utf8),
          after: anchor,
          isModified: true)
      }
    }
  }

  private var children: [JSONChild] { index.all.map(index.measured) }

  /// The original with its edits.
  var edited: RecordList {
    RecordList(index, RecordEdits(splices: splices, removed: removed, insertions: insertions))
  }

  // MARK: - The edited text

  var text: String { Self.join(records.map { ($0.key, $0.text) }, form) }

  var saved: RecordList { RecordList(Self.index(JSONBytes(text), form)) }

  /// The identity of the record that begins at an offset of the edited text.
  func element(savedAt offset: Int) -> Int? {
    let index = Self.index(JSONBytes(text), form)
    return Array(index.all).firstIndex { $0.value.lowerBound == offset }.map { records[$0].element }
  }
}
