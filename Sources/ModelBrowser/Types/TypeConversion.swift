import Mantle
import MantleQuery

/// The conversion of all values of a property to another type, such as of seconds to ISO 8601 dates.
struct TypeConversion {
  /// The property as it is after the conversion, with the new type.
  private let property: PropertyDescription
  private let cursor: Row

  /// Creates the conversion of the property at the cursor to a type.
  ///
  /// - Returns: nil if there is no property at the cursor.
  /// - Throws: an error if the text is not a type.
  init?(of cursor: Row, to type: String, in browser: Browser) throws {
    guard let place = cursor.propertyPlace, let inference = browser.document.inference,
      let property = try inference.property(place, as: type, in: browser.editor.inferredText)
    else { return nil }
    (self.property, self.cursor) = (property, cursor)
  }

  /// Returns the types that values of a shape are converted to.
  static func types(of shape: ValueShape) -> [String] {
    switch shape.unwrapped {
    case .date: ["date", "iso8601Day", "unixSeconds", "unixMilliseconds"]
    case .integer, .number, .boolean, .string: ["string", "integer", "double", "boolean"]
    default: []
    }
  }

  /// Returns the JSON of a value converted to the type; nil if the value cannot be converted or has that form already.
  func json(of row: Row) -> [UInt8]? {
    guard let node = row.node, !node.isNull, !node.kind.isContainer, let text = row.editableText,
      let json = try? property.replacement(for: text), json != node.rawBytes
    else { return nil }
    return json
  }

  /// Returns the values of the property in all elements of the outermost list.
  func rows(in outline: Outline) throws -> [Row] {
    let around = Array(sequence(first: cursor, next: \.parent))
    guard let list = around.last(where: \.isList), let row = around.first(where: { $0.property != nil })
    else {
      return [cursor]
    }
    let inside = row.path.components.dropFirst(list.path.components.count + 1).map { component in
      if case .index = component { JSONKeyPath.Component.each } else { component }
    }
    // A path that begins with a dot consists of keys rather than names of properties.
    let words = (inside.first == .each ? "" : ".") + JSONKeyPath(inside).description
    let path = try FilterPath(words, outline.filterNames(of: list))
    return try elements(of: list, outline, most: Selection.most).flatMap { element in
      try outline.records.goOn()
      return path.rows(in: element, outline)
    }
  }

  /// Writes all values of the property under the cursor in the form of another type, as one undo step.
  static func perform(_ browser: inout Browser, to type: String) throws {
    guard let place = browser.cursor.propertyPlace,
      let conversion = try TypeConversion(of: browser.cursor, to: type, in: browser)
    else { throw Message.warning("There is no property here") }
    let rows = try conversion.rows(in: browser.outline).filter { $0.node?.isNull == false }
    let values = rows.compactMap { row in conversion.json(of: row).map { (row: row, json: $0) } }
    guard !values.isEmpty else {
      throw Message.warning("None of the \(Words.count(rows.count, "value")) can be converted to \(type)")
    }
    browser.editor.set { _ in values }
    let left = rows.count - values.count
    if left > 0, let words = browser.message?.text {
      let rest = "\(Words.count(left, "value")) stayed as \(left == 1 ? "it was" : "they were")"
      browser.message = .note("\(words); \(rest)")
    }
    // A declared or chosen type must be replaced, because the values no longer have that type.
    let isPinned = !browser.document.isReadAsInferred || browser.document.decision(of: place) != nil
    if isPinned, browser.cursor.propertyForm != type { try browser.decide(type) }
  }
}

extension Browser {
  /// The conversions available for the value under the cursor, as items of the menu of types.
  var conversions: [ListPicker.Item] {
    guard let row = cursor.innermostProperty, let property = row.property else { return [] }
    return TypeConversion.types(of: property.shape).filter { $0 != cursor.propertyForm }.compactMap { type in
      guard let conversion = try? TypeConversion(of: row, to: type, in: self),
        let json = conversion.json(of: row)
      else { return nil }
      let words = "\(row.node?.rawText ?? "") becomes \(String(decoding: json, as: UTF8.self))"
      return ListPicker.Item(label: "convert to \(type)", detail: words) {
        $0.perform(Invocation(.convertValues, argument: type))
      }
    }
  }
}
