import Mantle
import MantleChecking
import MantleDefinitions
import MantleDocuments
import MantlePlatform
import MantleQuery
import ModelBrowser

/// The JSON values that the value argument of an editing command can represent.
struct EditCandidates {
  /// The candidates, the likeliest first. Each candidate has a value for each place, because the interpretation of the
  /// argument depends on the kind of the existing value.
  let all: [[[UInt8]]]
  /// The reason why the argument cannot be interpreted; nil if it can.
  private let failure: CommandError?
  private let word: String
  private let isJSON: Bool?

  /// Interprets an argument as the new value of places in a text.
  ///
  /// - Parameter isJSON: whether the argument is JSON (true) or a string (false); nil to decide by the kind of the
  ///   existing value.
  init(_ word: String, isJSON: Bool?, at spots: [EditSpot], in bytes: JSONBytes) {
    (self.word, self.isJSON) = (word, isJSON)
    do throws(CommandError) {
      var readings: [[[UInt8]]] = []
      for spot in spots {
        let old = try? spot.nodes(in: bytes).first
        let text = isJSON == nil && old?.kind == .string ? old?.displayText : nil
        let date = text.flatMap { TypedValues.date(word, inPlaceOf: $0) }
        readings.append(try Self.readings(date ?? word, isJSON, old?.kind))
      }
      let attempts = readings.map(\.count).max() ?? 0
      all = (0..<attempts).map { attempt in readings.map { $0[min(attempt, $0.count - 1)] } }
      failure = nil
    } catch {
      (all, failure) = ([], error)
    }
  }

  private static func readings(
    _ word: String, _ isJSON: Bool?, _ kind: JSONKind?
  ) throws(CommandError) -> [[UInt8]] {
    let text = Array(JSONText.quoted(word).utf8)
    let json = (try? JSONDocument(word)).map { Array($0.root.rawBytes) }
    switch (isJSON, kind, json) {
    case (true, _, let json?): return [json]
    case (true, _, nil): throw CommandError(message: "`\(word)` is not JSON")
    case (false, _, _): return [text]
    case (nil, _, let json?) where word == "null": return [json]
    // An argument in JSON quotes, as `get` prints a string, is the string in the quotes.
    case (nil, .string, let json?) where json.first == UInt8(ascii: "\""): return [json, text]
    case (nil, .string, let json): return [text] + (json.map { [$0] } ?? [])
    case (nil, .null, nil) where isCutOff(word), (nil, nil, nil) where isCutOff(word):
      throw CommandError(message: "`\(word)` is not JSON; --as text makes it a string")
    case (nil, .null, let json), (nil, nil, let json): return (json.map { [$0] } ?? []) + [text]
    case (nil, _, let json?): return [json]
    case (nil, let kind?, nil):
      throw CommandError(
        message: "`\(word)` is not JSON, and the value there is \(kind); --as text makes it a string")
    }
  }

  /// Returns whether an argument that is not JSON begins like an object, an array or a string, so that it is probably
  /// truncated JSON.
  private static func isCutOff(_ word: String) -> Bool { word.first.map { "{[\"".contains($0) } ?? false }

  /// Returns the values that the properties at the places parse from the argument, like typed text in the browser.
  /// Each place has its own value, because `+1d` depends on the existing value.
  ///
  /// - Returns: nil if the argument has no value for one of the places.
  /// - Throws: the reason why the argument is not a value of a property.
  func typed(
    at spots: [EditSpot], in bytes: JSONBytes, as places: [ModelPlace], onlyDates: Bool = false
  ) throws -> [[UInt8]]? {
    if let failure, isJSON != nil { throw failure }
    guard isJSON == nil, word != "null" else { return nil }
    let values = TypedValues(bytes, as: places, onlyDates: onlyDates)
    var texts: [[UInt8]] = []
    for spot in spots {
      let json: [UInt8]? =
        switch spot {
        case .value(let range): try values.json(of: word, at: range.lowerBound)
        case .member(let key, let object):
          try values.json(of: word, at: object.lowerBound, key: key)
            ?? values.json(of: word, inside: object.lowerBound)
        case .element(let list): try values.json(of: word, inside: list.lowerBound)
        case .nested, .parents, .unreachable: nil
        }
      guard let json else {
        if let failure { throw failure }
        return nil
      }
      texts.append(json)
    }
    return texts
  }

  /// Returns the argument as a date for places without a known model at which inference finds dates; nil for other
  /// arguments and places.
  func inferredDates(at spots: [EditSpot], in input: EditableInput) -> [[UInt8]]? {
    guard isJSON == nil, TypedValues.isDate(word) else { return nil }
    var inference = Inference(workers: ProcessInfo.processInfo.activeProcessorCount)
    inference.read(input.json)
    let definition = inference.models(ofFile: input.name).definition.followingSuggestions
    let place = DefinedModels(definition).place(isSequence: inference.isSequence)
    return place.flatMap { try? typed(at: spots, in: input.json, as: [$0], onlyDates: true) }
  }
}
