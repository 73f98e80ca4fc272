import Mantle
import TerminalText
import TextCells

/// A form on the screen: a line for each property of a new model, with the typed text and the type of the property.
struct FormScreen {
  let form: ElementForm
  let layout: Layout

  func draw(on canvas: inout Canvas) {
    let width = layout.size.columns
    let title = "New \(form.model.name): Enter goes on, and inserts after the last required line · ^T JSON"
    canvas.put(
      Truncation.end.fit(Sanitized(title, cells: width).spans(Style(.name, bold: true)), to: width), row: 0)
    let height = max(1, layout.bodyRows - 1)
    let first = form.firstShown(height: height)
    for (line, index) in form.fields.indices.dropFirst(first).prefix(height).enumerated() {
      draw(form.fields[index], isSelected: index == form.selected, row: line + 1, on: &canvas)
    }
  }

  private func draw(_ field: ElementForm.Field, isSelected: Bool, row: Int, on canvas: inout Canvas) {
    let width = layout.size.columns
    let mark = field.isWrong ? Span("✗ ", Style(.error, bold: true)) : Span("  ")
    let name = Truncation.end.fit(
      Sanitized(field.property.name).spans(Style(.name, bold: field.property.isRequired)), to: nameWidth)
    let start = [mark] + name.padded(to: nameWidth) + [Span("  ")]
    let type = [Span("  ")] + Sanitized(hint(field), cells: width).spans(Style(.dimmed))
    let room = max(1, width - start.cellWidth)
    if isSelected {
      return canvas.put(field.edit.line, after: start, row: row, before: width, then: type)
    }
    let isTypeShown = room > type.cellWidth + Canvas.minimumField
    let cells = isTypeShown ? room - type.cellWidth : room
    let value =
      field.nothing.map { [Span($0.rawValue, Style(.dimmed))] }
      ?? Truncation.end.fit(Sanitized(field.edit.line.text, cells: cells).spans(), to: cells)
    canvas.put(start + value + (isTypeShown ? type : []), row: row)
  }

  private func hint(_ field: ElementForm.Field) -> String {
    field.choices.isEmpty
      ? field.property.typeName : "\(field.choices.joined(separator: " | "))  (Space: next)"
  }

  private var nameWidth: Int {
    min(max(1, layout.size.columns / 3), form.fields.map(\.property.name.cellWidth).max() ?? 1)
  }
}

extension ElementForm {
  /// The problem of the model or of the selected property, or else the resulting JSON.
  var bottomLine: [Span] {
    if let complaint { return Sanitized("✗ " + complaint, cells: 400).spans(Style(.error)) }
    let field = fields[selected]
    return field.nothing.map { [Span("✓ ", Style(.success)), Span($0.rawValue, Style(.dimmed))] }
      ?? field.edit.verdictSpans
  }
}
