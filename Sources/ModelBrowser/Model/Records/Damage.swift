import Mantle
import MantleDocuments

/// The syntax errors in the text of a record, grouped by the values that contain them.
final class Damage {
  let repair: JSONRepair
  private let takesComments: Bool
  /// The start of the outermost value in the repaired text.
  private let root: Int
  /// The syntax errors between values, by the offset of their container in the repaired text.
  private lazy var mistakes: [Int: [DamagedRegion]] = {
    let rows = repair.regions.indices.lazy.filter { self.repair.regions[$0].isRow && !self.repair.isEcho($0) }
    return Dictionary(grouping: rows.map { self.repair.regions[$0] }) { region in
      region.container.map(repair.place) ?? root
    }
  }()

  /// Groups the syntax errors of a repaired record.
  ///
  /// - Parameter takesComments: whether comments and trailing commas are accepted.
  init(_ repair: JSONRepair, root: JSONNode, takesComments: Bool) {
    self.repair = repair
    self.takesComments = takesComments
    self.root = root.byteRange.lowerBound
  }

  /// Returns the mistakes between the values of a container, each of which is a row of its own.
  func mistakes(in container: JSONNode) -> [DamagedRegion] { mistakes[container.byteRange.lowerBound] ?? [] }

  /// Returns the syntax error at an offset of the text that has its own row; nil if there is none.
  func mistake(at offset: Int) -> DamagedRegion? {
    repair.regions.first { $0.isRow && $0.offset == offset }
  }

  /// Returns the severity of a syntax error, which is the same in `mantle check`.
  func severity(of region: DamagedRegion) -> Diagnostic.Severity {
    takesComments && region.cause.isOfJSONC ? .note : .error
  }

  /// Returns a syntax error as a diagnostic.
  func diagnostic(of region: DamagedRegion, in bytes: JSONBytes, at path: JSONKeyPath) -> Diagnostic {
    var diagnostic = region.diagnostic(in: bytes, basePath: path)
    diagnostic.severity = severity(of: region)
    return diagnostic
  }

  /// Returns the syntax errors in a range of the text, inside and between its values.
  ///
  /// - Parameter part: the range of a value, including its key if it has one.
  func regions(in part: Range<Int>) -> [DamagedRegion] {
    repair.regions(in: part).lazy.filter { !self.repair.isEcho($0) }.map { self.repair.regions[$0] }
      .filter { !$0.isRow || $0.container.map(part.contains) ?? false }
  }
}

extension DamagedRegion {
  /// Whether the syntax error has its own row, because it is between values. A syntax error in a value is shown in
  /// the row of the value. A trailing comma is not shown.
  var isRow: Bool {
    switch cause {
    case .comment, .surplusComma, .missingComma, .surplusColon, .missingKey, .surplusQuote, .missingBracket,
      .missingOpener, .surplusBracket, .wrongBracket, .cutOff, .secondValue, .strayText, .textBefore,
      .textAfter, .tooDamaged:
      true
    default: false
    }
  }

  /// The kind of syntax error, for the label of a row: `missing comma`.
  var words: String { cause.rawValue.replacing("-", with: " ") }

  /// The name of the syntax error in the description of an edit.
  var editedWords: String { cause == .comment ? "a comment" : "a mistake (\(words))" }
}

extension Record {
  /// Returns the range of a value in the record's source text.
  func sourceRange(of node: JSONNode) -> Range<Int> {
    damage?.repair.sourceRange(of: node.byteRange) ?? node.byteRange
  }

  /// Returns the range of a value in the text of the outermost record. For a value in a string, this is the range of
  /// the string.
  func textRange(of node: JSONNode) -> Range<Int> {
    string.map { $0.record.textRange(of: $0.node) } ?? sourceRange(of: node)
  }

  /// Returns the source text after edits that are given for the repaired text.
  ///
  /// The result is the edited repaired text if repairing the edited source text would yield other JSON, or if the
  /// edit would add a syntax error.
  ///
  /// - Parameter arrangement: the same edit as an arrangement of children, so that comments move with their children;
  ///   nil if the edit does not insert, remove or move children.
  func applying(
    _ splices: [JSONSplice], arranging arrangement: @autoclosure () -> ChildArrangement? = nil
  ) throws -> RecordText {
    guard let repair = damage?.repair else { return RecordText(try bytes.applying(splices, in: range)) }
    // Comments in the inserted text are allowed.
    let insertion = JSONRepair(JSONBytes(try repair.text.applying(splices)))
    let meant = insertion.text
    let most = repair.regions.count + insertion.regions.count { $0.cause.isOfJSONC }
    let arranged = arrangement().flatMap { arrangement in
      CommentedChildren(arrangement.container, in: self).map {
        [JSONSplice(sourceRange(of: arrangement.container), with: $0.text(arrangement.children))]
      }
    }
    for edits in [arranged, repair.sourceSplices(of: splices)].compactMap({ $0 }) {
      guard let edited = try? bytes.applying(edits, in: range) else { continue }
      let reading = JSONRepair(JSONBytes(edited))
      guard reading.regions.count <= most, JSONRepair.isSame(reading.text, meant) else {
        continue
      }
      return RecordText(edited, repair: reading.regions.isEmpty ? nil : reading)
    }
    return RecordText(meant.slice(0..<meant.count))
  }

  /// Returns the source text of a malformed scalar value; nil if the value is well-formed or is a container.
  func damagedText(of node: JSONNode) -> String? {
    guard let damage, !node.kind.isContainer else { return nil }
    let range = sourceRange(of: node)
    return damage.regions(in: range).isEmpty ? nil : bytes.text(range)
  }
}
