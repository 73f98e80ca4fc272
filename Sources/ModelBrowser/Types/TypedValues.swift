import Mantle
import MantleDocuments

/// The values that typed text denotes at places of a document, for editing outside of the browser.
package struct TypedValues {
  private let outline: Outline
  private let onlyDates: Bool

  /// Opens a document in which values are typed.
  ///
  /// - Parameters:
  ///   - places: the models that the text is decoded as.
  ///   - onlyDates: whether only dates are typed in the format of their properties; other values are then typed as JSON.
  package init(_ bytes: JSONBytes, as places: [ModelPlace], onlyDates: Bool = false) {
    self.onlyDates = onlyDates
    let document = Document(DocumentSource(bytes, name: "", pick: ModelPick(places)))
    outline = Outline(document, Records(), view: .model, folds: FoldSet(openTo: 0))
  }

  /// Returns the JSON for text typed as the value of a property.
  ///
  /// - Parameters:
  ///   - offset: the offset of the value.
  ///   - key: the key of a member of the value, which may not exist yet; nil for the value itself.
  /// - Returns: nil if the value does not belong to a property.
  /// - Throws: an error that says why the text is not a value of the property.
  package func json(of text: String, at offset: Int, key: String? = nil) throws -> [UInt8]? {
    guard var row = outline.row(at: .original(offset)) else { return nil }
    if let key {
      let inner = outline.row(at: JSONKeyPath(key: key), from: row)
      guard inner.rest.isEmpty else { return nil }
      row = inner.row
    } else if row.textRange?.lowerBound != offset {
      return nil
    }
    guard let typing = row.typing, isTyped(typing) else { return nil }
    return try Self.json(EditOpening.json(of: text, for: row), of: text, as: typing)
  }

  /// Returns the JSON for text typed as a new element of the list or map at an offset.
  package func json(of text: String, inside offset: Int) throws -> [UInt8]? {
    guard let row = outline.row(at: .original(offset)), row.textRange?.lowerBound == offset,
      let inner = row.innerTyping, isTyped(inner)
    else { return nil }
    return try Self.json(inner.json(of: text, base: nil, at: row.path.description), of: text, as: inner)
  }

  /// Returns the JSON of typed text; nil if the text is an object or array that would become a string, although its property
  /// also accepts other values than strings.
  private static func json(_ json: [UInt8], of text: String, as property: PropertyDescription) -> [UInt8]? {
    let isContainer = (try? JSONDocument(text))?.root.kind.isContainer == true
    return isContainer && json.first == UInt8(ascii: "\"") && !property.shape.isString ? nil : json
  }

  private func isTyped(_ property: PropertyDescription) -> Bool {
    property.shape.isDate || !onlyDates
  }

  /// Returns the date that a day or a word such as `+1d` denotes, in the format of the string that it replaces; nil if the
  /// string is not an ISO 8601 date or the word does not denote a date.
  package static func date(_ word: String, inPlaceOf old: String) -> String? {
    guard CalendarDay(startOf: word) != nil else { return RelativeDate.text(word, inPlaceOf: old) }
    return old.utf8.count > 10 && old.iso8601Seconds != nil
      ? RelativeDate.text(word, base: old, now: 0) : nil
  }

  /// Returns whether a text is a date as users type it, such as `today` or `+1d`.
  package static func isDate(_ text: String) -> Bool { RelativeDate.text(text, base: "", now: 0) != nil }
}

extension EditOpening {
  /// Returns the JSON that a text denotes for a row, although the text was typed or picked at another row.
  static func json(of text: String, for row: Row) throws -> [UInt8] {
    if row.typing != nil { return try row.propertyJSON(of: text, at: row.path.description) }
    guard case .typing(var edit) = EditOpening.of(row, isInferred: false) else {
      throw EditRefused(description: "\(row.path): there is no value")
    }
    edit.retype(text)
    switch edit.verdict {
    case .valid(let json): return json
    case .invalid(let reason): throw EditRefused(description: "\(row.path): \(reason)")
    case .member, .key, .unchanged: throw EditRefused(description: "\(row.path) has no value to change")
    }
  }
}

extension Row {
  /// Returns the JSON of a text that was typed as the value of the row's property; throws an error that names the place.
  func propertyJSON(of text: String, at place: String) throws -> [UInt8] {
    guard let typing else { throw EditRefused(description: "\(place): there is no property to change") }
    return try typing.json(of: text, base: editableText, at: place)
  }
}

extension PropertyDescription {
  fileprivate func json(of text: String, base: String?, at place: String) throws -> [UInt8] {
    if text == "null", shape.isOptional { return Array("null".utf8) }
    let meaning = meaning(of: text, base: base)
    do { return try replacement(for: meaning) } catch {
      throw EditRefused(description: "\(place): \(ValueEdit.words(for: error, meaning, self))")
    }
  }
}
