import Mantle
import MantleChecking
import MantleDocuments

/// The conversion of an input to the JSON of its models: either their mapped keys, as the models encode them, or
/// their values with all keys.
///
/// Values outside of the models, such as an enclosing object with a count, are omitted. The input may be of any size:
/// batches of elements are decoded on several threads.
package struct ModelExport {
  /// The layout in which the models are written.
  package enum Form: Sendable {
    /// The output has one model on each line.
    case lines
    /// One array on each line, with a model and the value from which it was decoded.
    case linesWithInput
    /// Indented JSON. A single model is an object. Several models are an array, or an object if they were members of
    /// one object.
    case json
  }

  /// The models to write, with their key paths, which are relative to each value if the input has several values; empty
  /// to write the values unchanged.
  package let places: [ModelPlace]
  private let checker: Checker
  private let isList: Bool
  private let form: Form

  /// Creates the conversion of an input.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the input.
  ///   - name: the name of the input in diagnostics.
  ///   - places: the models with their key paths; empty to write the values unchanged.
  ///   - form: the layout of the output.
  ///   - contents: the contents of each model to write.
  ///   - workers: the number of threads.
  package init(
    _ bytes: JSONBytes, name: String?, places: [ModelPlace], as form: Form,
    contents: WrittenContents = .mappedKeys, workers: Int
  ) {
    // The window covers the whole input, because values after a large first value must be written, too.
    let layout = JSONLayout.detect(bytes, window: bytes.count)
    let isSequence = !layout.isOneValue && JSONLayout.detect(bytes).isOneValue
    self.places = isSequence ? places.map(\.inEachValue) : places
    let read = places.isEmpty ? [.values(of: layout)] : self.places
    self.isList = bytes.isNDJSON || read.count > 1 || read.contains { $0.path.components.contains(.each) }
    self.form = form
    var checker = Checker(bytes, name: name, places: read, minimumSeverity: .error, workers: workers)
    checker.isSequence = isSequence
    checker.writtenContents = contents
    checker.writtenForm =
      form != .json ? .line(withInput: form == .linesWithInput) : self.isList ? .element : .value
    let steps = read.count == 1 ? read[0].path.components : []
    checker.keepsKeys = form == .json && steps.last == .each && steps.count { $0 == .each } == 1
    self.checker = checker
  }

  /// Writes the models in pieces.
  ///
  /// - Parameters:
  ///   - write: Receives each piece. If this method returns nil or throws, the caller must discard the output.
  ///   - progress: Called with the number of bytes read; returns false to stop.
  ///   - report: Called with errors and warnings, such as repeated keys, in document order; returns false to stop.
  /// - Returns: A summary of the values that were read, dropped and rounded; nil if there are errors or if it
  ///   was stopped.
  /// - Throws: The errors of `write`.
  /// - Complexity: O(*n*) time, with memory for a few batches of elements.
  package func run<Failure>(
    into write: (ArraySlice<UInt8>) throws(Failure) -> Void, progress: (Int) -> Bool = { _ in true },
    _ report: ([Diagnostic]) -> Bool
  ) throws(Failure) -> Checker.Summary? {
    var failure: Failure?
    var (isFirst, isMap) = (true, false)
    let summary = checker.run { part in
      if part.summary.errors == 0, !part.written.isEmpty {
        // The first element is not preceded by a comma.
        let text = isFirst && isArray ? part.written.dropFirst() : part.written[...]
        do throws(Failure) {
          if isFirst {
            isMap = checker.keepsKeys && part.summary.keys.count > 0
            try write(Array((isMap ? "{" : isArray ? "[" : "").utf8)[...])
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
    try write(Array((isFirst && isArray ? "[]\n" : isMap ? "\n}\n" : isArray ? "\n]\n" : "").utf8)[...])
    return summary
  }

  /// Decodes the whole input without writing.
  ///
  /// - Parameter report: Called with errors and warnings, in document order; returns false to stop.
  /// - Returns: A summary of the values that were read, dropped and rounded; nil if there are errors or if it
  ///   was stopped.
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

  /// Whether the output has the keys of models that are members of an object.
  package var keepsKeys: Bool { checker.keepsKeys }

  private var isArray: Bool { form == .json && isList }
}

extension ModelPlace {
  /// Returns the place of the values to write if no models are given: the elements of an array, the values of a
  /// sequence, or the single value.
  fileprivate static func values(of layout: JSONLayout) -> ModelPlace {
    switch layout {
    case .array, .lines, .concatenated: ModelPlace(.anyValue, at: JSONKeyPath([.each]))
    case .empty, .scalar, .object: ModelPlace(.anyValue)
    }
  }
}
