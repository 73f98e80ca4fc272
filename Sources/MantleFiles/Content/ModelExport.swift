import Mantle
import MantleChecking
import MantleDocuments

/// A conversion of an input to its models: to their mapped keys, in the form in which the models are encoded, or
/// to their values with all keys.
///
/// Values around the models, such as the enclosing object with a count, are left out. The input may be of any
/// size: batches of elements are decoded on several threads.
package struct ModelExport {
  /// The layout of the output.
  package enum Form: Sendable {
    /// One model on each line.
    case lines
    /// An array of a model and the value from which it was decoded on each line.
    case linesWithInput
    /// Indented JSON: a single model as an object, several models as an array or, if they were members of one
    /// object, as an object.
    case json
  }

  /// The locations of the models, in each of the values if there are several; empty if no models were given.
  package let places: [ModelPlace]
  private let checker: Checker
  private let isList: Bool
  private let form: Form

  /// Creates a conversion.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - name: The name of the input in diagnostics.
  ///   - places: The models and their locations; empty to write the values unchanged.
  ///   - form: The layout of the output.
  ///   - contents: The contents of each model that are written.
  ///   - workers: The number of threads.
  package init(
    _ bytes: JSONBytes, name: String?, places: [ModelPlace], as form: Form,
    contents: WrittenContents = .mappedKeys, workers: Int
  ) {
    // The window covers the whole input because values after a large first value must be written, too.
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
  ///   - write: Receives each piece; the caller must discard the output if this method returns nil or throws.
  ///   - progress: Called with the number of bytes read; returning false stops.
  ///   - report: Called with errors and warnings, such as repeated keys, in document order; returning false
  ///     stops.
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
        // The first element must not be preceded by a comma.
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

  /// Decodes everything without writing.
  ///
  /// - Parameter report: Called with errors and warnings, in document order; returning false stops.
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

  /// Whether the keys of members that are models are written, too.
  package var keepsKeys: Bool { checker.keepsKeys }

  private var isArray: Bool { form == .json && isList }
}

extension ModelPlace {
  /// Returns the location of the values if no model is given: the elements of an array, the values of a
  /// sequence, or the only value.
  fileprivate static func values(of layout: JSONLayout) -> ModelPlace {
    switch layout {
    case .array, .lines, .concatenated: ModelPlace(.anyValue, at: JSONKeyPath([.each]))
    case .empty, .scalar, .object: ModelPlace(.anyValue)
    }
  }
}
