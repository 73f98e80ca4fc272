import Mantle
import TerminalText
import TextCells

/// A short summary of a model, such as `#17 open Crash when opening`. It is made from the model's template, or else
/// from properties with well-known names, or else from a prefix of the JSON.
struct ModelSummary {
  private let template: [Piece]?
  /// The properties of a summary without a template: at most a number, a state and a title; nil for those that the model
  /// lacks.
  private let number: PropertyDescription?
  private let state: PropertyDescription?
  private let title: PropertyDescription?

  init(_ model: ModelDescription) {
    template = model.summary.map { template in
      template.parts.compactMap { part in
        switch part {
        case .text(let text): .text(text)
        case .property(let name): model.properties(named: name).map { .property($0) }
        }
      }
    }
    let scalars = model.properties.filter { !$0.keyPaths.isEmpty }
    state = Self.pick(scalars, named: SummaryTemplate.states) {
      if case .enumeration = $0 { true } else { false }
    }
    title = Self.pick(scalars, named: SummaryTemplate.titles) {
      if case .string = $0 { true } else { false }
    }
    // A title says more to people than an identifier, so identifiers are used only if there is no title.
    let numbers = SummaryTemplate.numbers + (title == nil ? SummaryTemplate.identifiers : [])
    number = Self.pick(scalars, named: numbers) {
      if case .integer = $0 { true } else { false }
    }
  }

  /// Returns the summary of an object as styled spans.
  ///
  /// - Parameter record: the record that caches decoded values; nil for the text of a removed value.
  func spans(of object: JSONNode, in record: Record?, cells: Int) -> [Span] {
    if let template {
      let spans = template.flatMap { self.spans(of: $0, object, record, cells) }
      if !spans.isEmpty { return spans }
    }
    let parts = [(number, "#", Style(.number)), (state, "", Style(.keyword)), (title, "", Style())]
    let pieces = parts.compactMap { property, sign, style in
      property.flatMap { text($0, object, record) }.map { Sanitized(sign + $0, cells: cells).spans(style) }
    }
    guard pieces.isEmpty else { return Array(pieces.joined(separator: [Span(" ")])) }
    return Sanitized(Preview(of: object, cells: cells).text, cells: cells).spans(Style(.dimmed))
  }

  /// Returns only the most informative part of the summary, for lists of models.
  func name(of object: JSONNode, in record: Record, cells: Int) -> [Span] {
    if template != nil { return spans(of: object, in: record, cells: cells) }
    for property in [title, number, state].compactMap(\.self) {
      if let text = text(property, object, record) { return Sanitized(text, cells: cells).spans() }
    }
    return Truncation.end.fit(
      Sanitized(Preview(of: object, cells: Self.shortest).text).spans(Style(.dimmed)), to: Self.shortest)
  }

  private static let shortest = 24

  /// A part of a summary: literal text or a property's value.
  private enum Piece {
    case text(String)
    /// The value of a property, at the end of a path of properties.
    case property([PropertyDescription])
  }

  private func spans(of piece: Piece, _ object: JSONNode, _ record: Record?, _ cells: Int) -> [Span] {
    switch piece {
    case .text(let text): Sanitized(text, cells: cells).spans()
    case .property(let properties):
      text(properties, object, record).map {
        Sanitized($0, cells: cells).spans(properties.last?.shape.summaryStyle ?? Style())
      } ?? []
    }
  }

  private func text(_ properties: [PropertyDescription], _ object: JSONNode, _ record: Record?) -> String? {
    let inner = properties.dropLast().reduce(object as JSONNode?) { object, property in
      object.flatMap { $0.kind == .object ? property.node(in: $0) : nil }
    }
    guard let inner, inner.kind == .object, let property = properties.last else { return nil }
    return text(property, inner, record)
  }

  private func text(_ property: PropertyDescription, _ object: JSONNode, _ record: Record?) -> String? {
    guard let node = property.node(in: object), !node.isNull else { return nil }
    if node.kind == .array { return node.elements.first(where: { _ in true })?.firstLine }
    guard !node.kind.isContainer else { return nil }
    return (record?.decode(property, node) ?? property.decode(node)).text ?? node.displayText
  }

  /// Returns the suitable property with the earliest name in a list of names; nil if there is none.
  private static func pick(
    _ properties: [PropertyDescription], named names: [String], where qualifies: (ValueShape) -> Bool
  ) -> PropertyDescription? {
    let candidates = properties.filter { qualifies($0.shape.unwrapped) }
    for name in names {
      if let property = candidates.first(where: { $0.name.lowercased() == name }) { return property }
    }
    return nil
  }
}

extension JSONNode {
  /// The first line of a string; nil for other kinds of values and for a blank line.
  fileprivate var firstLine: String? {
    guard kind == .string else { return nil }
    let line = displayText.prefix { !$0.isNewline }
    return line.allSatisfy(\.isWhitespace) ? nil : String(line)
  }
}

extension ValueShape {
  fileprivate var summaryStyle: Style {
    switch unwrapped {
    case .integer, .number: Style(.number)
    case .enumeration, .boolean: Style(.keyword)
    default: Style()
    }
  }
}

extension Records {
  /// Returns the cached summary format of a model.
  func summary(of model: ModelDescription) -> ModelSummary {
    cache(ValueCache<String, ModelSummary>.init).value(model.name) { ModelSummary(model) }
  }
}
