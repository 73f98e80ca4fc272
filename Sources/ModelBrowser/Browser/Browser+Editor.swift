import Mantle

/// Values edited in the user's own editor.
extension Browser {
  /// The value under the cursor as a text to edit; nil where there is none.
  var editorOrder: EditorOrder? {
    if case .broken = cursor.content, let record = cursor.record {
      return EditorOrder(text: record.bytes.text(record.range), isText: false)
    }
    guard let node = cursor.node else { return nil }
    return node.kind == .string
      ? EditorOrder(text: node.displayText, isText: true)
      : EditorOrder(text: node.formatted(), isText: false)
  }

  /// Takes in what a text was made into, or says why it cannot be.
  mutating func takeEdited(_ order: EditorOrder, _ text: String) {
    // Editors end the last line.
    let text = text.hasSuffix("\n") && !order.text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard text != order.text else {
      message = .note("Left as it was")
      return
    }
    do {
      commit(try json(of: text, order))
    } catch {
      refuse(EditorOrder(text: text, isText: order.isText), "\(error)")
    }
  }

  /// Keeps what was written, so that it can be mended.
  private mutating func refuse(_ order: EditorOrder, _ reason: String) {
    let again = Question.Answer(key: "e", words: "edit again") { _ in [.edit(order)] }
    mode = .asking(Question(text: "Not taken: \(reason)", answers: [again]))
  }

  private func json(of text: String, _ order: EditorOrder) throws -> [UInt8] {
    if let property = cursor.property {
      do {
        return try property.replacement(for: text)
      } catch let diagnostic as Diagnostic {
        throw EditRefused(description: ValueEdit.words(for: diagnostic))
      }
    }
    if order.isText { return Array(JSONText.quoted(text).utf8) }
    do throws(JSONSyntaxError) {
      let value = try JSONDocument(text).root
      return value.rawText == text ? value.rawBytes : Array(text.utf8)
    } catch {
      let place = JSONBytes(text).location(at: error.offset)
      throw EditRefused(
        description: "line \(place.line), column \(place.column): \(error.description)")
    }
  }
}
