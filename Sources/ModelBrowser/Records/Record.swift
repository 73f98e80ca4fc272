import Mantle

/// A value small enough to be parsed whole when it is looked at: a line, an element, a member, a small file.
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
  /// The bytes the offsets of nodes count in: the whole file's, or the edited record's own.
  let bytes: JSONBytes
  let range: Range<Int>
  private var decoded: [DecodedKey: DecodedValue] = [:]
  private var diagnosed: [JSONNode: [Diagnostic]] = [:]
  private var problems: [JSONNode: [Diagnostic]] = [:]

  private struct DecodedKey: Hashable {
    let node: JSONNode
    let property: String
  }

  init(
    _ place: Place, at path: () -> JSONKeyPath, parsing bytes: JSONBytes, in range: Range<Int>, name: String
  ) {
    self.place = place
    self.bytes = bytes
    self.range = range
    do throws(JSONSyntaxError) {
      content = .success(
        try JSONDocument(parsing: bytes, in: range, name: name, basePath: path()))
    } catch {
      content = .failure(error)
    }
  }

  /// The JSON key path of its value; nil where there is none, the text being no JSON.
  var path: JSONKeyPath? { try? content.get().basePath }

  /// What a property makes of a value, remembered while the record is.
  func decode(_ property: PropertyDescription, _ node: JSONNode) -> DecodedValue {
    let key = DecodedKey(node: node, property: property.name)
    if let known = decoded[key] { return known }
    let value = property.decode(node)
    decoded[key] = value
    return value
  }

  /// Everything a model has to say about an object of the record, remembered while the record is.
  ///
  /// - Parameter notes: whether notes are wanted too, which takes longer to find out.
  func diagnose(_ model: ModelDescription, _ node: JSONNode, notes: Bool) -> [Diagnostic] {
    if notes {
      return remember(node, in: &diagnosed) { model.diagnose(node) }
    }
    if let all = diagnosed[node] { return all.filter { $0.severity != .note } }
    return remember(node, in: &problems) { model.diagnose(node, leastSeverity: .warning) }
  }

  private func remember(
    _ node: JSONNode, in known: inout [JSONNode: [Diagnostic]], _ make: () -> [Diagnostic]
  ) -> [Diagnostic] {
    if let diagnostics = known[node] { return diagnostics }
    let diagnostics = make()
    known[node] = diagnostics
    return diagnostics
  }
}
