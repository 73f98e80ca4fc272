import Mantle

/// Writes the models of a text and nothing else: their mapped keys, as the models write them.
///
/// What stands around the models, such as an object with a count beside the list, is left out. The text may be of any
/// size: some elements at a time are read, on several threads.
package struct ModelExport {
  package enum Form: Sendable {
    /// A model on each line.
    case lines
    /// A single model as an object, several as an array or, where they were members of one object, as that; indented.
    case json
  }

  /// Where the models are: in each of the values, where there are several. Empty where no models were given.
  package let places: [ModelPlace]
  private let checker: Checker
  /// Whether the places can hold several models.
  private let isList: Bool
  private let form: Form

  /// - Parameters:
  ///   - name: what diagnostics call the text.
  ///   - places: which models are where; empty to write the values of the text as they are.
  ///   - isList: whether the text is a list also where it holds one value, as NDJSON is.
  ///   - workers: how many threads read at the same time.
  package init(
    _ bytes: JSONBytes, name: String?, places: [ModelPlace], isList: Bool = false, as form: Form, workers: Int
  ) {
    // All of the first value is looked at, however large it is: what stands behind it is to be written, too.
    let layout = JSONLayout.detect(bytes, window: bytes.count)
    let isSequence = !layout.isOneValue && JSONLayout.detect(bytes).isOneValue
    self.places = isSequence ? places.map(\.inEachValue) : places
    let read = places.isEmpty ? [.values(of: layout)] : self.places
    self.isList = isList || read.count > 1 || read.contains { $0.path.components.contains(.each) }
    self.form = form
    var checker = Checker(bytes, name: name, places: read, leastSeverity: .error, workers: workers)
    checker.isSequence = isSequence
    checker.writtenForm = form == .lines ? .line : self.isList ? .element : .value
    checker.allowsValuesOnOneLine = true
    let steps = read.count == 1 ? read[0].path.components : []
    checker.keepsKeys = form == .json && steps.last == .each && steps.count { $0 == .each } == 1
    self.checker = checker
  }

  /// Writes the models piece by piece.
  ///
  /// - Parameters:
  ///   - write: takes each piece; what it has is to be thrown away where anything goes wrong.
  ///   - progress: told the bytes read so far; returns false to stop.
  ///   - report: called with what is wrong, and with warnings such as of keys that stand twice, in the order of the text;
  ///     return false to stop.
  /// - Returns: what was read, left out and rounded; nil where anything is wrong, or it was stopped.
  /// - Throws: what `write` throws.
  /// - Complexity: O(n) time, in the memory of some elements.
  package func run<Failure>(
    into write: (ArraySlice<UInt8>) throws(Failure) -> Void, progress: (Int) -> Bool = { _ in true },
    _ report: ([Diagnostic]) -> Bool
  ) throws(Failure) -> Checker.Summary? {
    var failure: Failure?
    var (isFirst, isMap) = (true, false)
    let summary = checker.run { part in
      if part.summary.errors == 0, !part.written.isEmpty {
        // The first element has no comma before it.
        let text = isFirst && form == .json && isList ? part.written.dropFirst() : part.written[...]
        do throws(Failure) {
          if isFirst {
            isMap = checker.keepsKeys && part.summary.keys.count > 0
            try write(Array((isMap ? "{" : opening).utf8)[...])
          }
          try write(text)
        } catch {
          failure = error
        }
        isFirst = false
      }
      return (part.diagnostics.isEmpty || report(part.diagnostics)) && progress(part.scanned)
        && failure == nil
    }
    if let failure { throw failure }
    guard summary.errors == 0, summary.isComplete else { return nil }
    if isFirst, !isList {
      _ = report([missing])
      return nil
    }
    try write(Array((isFirst ? empty : isMap ? "\n}\n" : closing).utf8)[...])
    return summary
  }

  /// Reads everything and writes nothing.
  ///
  /// - Parameter report: the same as of ``run(into:progress:_:)``.
  /// - Returns: what was read, left out and rounded; nil where anything is wrong, or it was stopped.
  package func check(_ report: ([Diagnostic]) -> Bool) -> Checker.Summary? {
    var checker = checker
    checker.writtenForm = .nothing
    let summary = checker.run { $0.diagnostics.isEmpty || report($0.diagnostics) }
    return summary.errors == 0 && summary.isComplete ? summary : nil
  }

  private var missing: Diagnostic {
    let place = checker.places[0]
    return Diagnostic(
      .error, .missing, model: place.model.name, path: place.path,
      detail: "there is no \(place.model.name) at \(place.path)")
  }

  /// Whether the keys of the members that are models are written, too.
  package var keepsKeys: Bool { checker.keepsKeys }

  private var opening: String { form == .json && isList ? "[" : "" }
  private var closing: String { form == .json && isList ? "\n]\n" : "" }
  private var empty: String { form == .json && isList ? "[]\n" : "" }
}

extension ModelPlace {
  /// The values of a text that no model is known for: the elements of an array, the values of a sequence, or the one
  /// value.
  fileprivate static func values(of layout: JSONLayout) -> ModelPlace {
    switch layout {
    case .array, .lines, .concatenated: ModelPlace(.anyValue, at: JSONKeyPath([.each]))
    case .empty, .scalar, .object: ModelPlace(.anyValue)
    }
  }
}
