import Mantle
import MantleDocuments
import MantleQuery

/// The edits of `mantle set` with the options `--where CONDITION` or `--to EXPRESSION`: the new values of the elements
/// that pass the condition.
struct CalculatedEdits {
  /// The condition that elements must pass to be edited; nil to edit all elements.
  private let condition: String?
  /// The calculation of the new value in each element; nil to set the same value in all elements.
  private let calculation: String?

  static let options: [OptionSyntax] = [
    OptionSyntax(name: "--to", value: "EXPRESSION", help: "calculate each value: 'price * 1.1' (see filter)"),
    OptionSyntax(
      name: "--where", value: "EXPRESSION", help: "change only elements that pass a filter (see filter)"),
  ]

  /// Creates the edits from the options `--where` and `--to`; nil if the command has neither option.
  init?(_ options: ParsedWords) {
    (condition, calculation) = (options["--where"]?.shown, options["--to"]?.shown)
    if condition == nil, calculation == nil { return nil }
  }

  /// Whether the new values are calculated, so that the command has no value argument.
  var replacesValue: Bool { calculation != nil }

  /// A place that is edited, and its new value.
  struct Edit {
    let spot: EditSpot
    /// The calculated value; nil to set the value of the command's argument.
    let json: [UInt8]?
  }

  /// The edits, and the number of places that cannot be edited.
  struct Result {
    var edits: [Edit] = []
    /// The number of places for which no value could be calculated, because a value in the calculation is absent.
    var absent = 0
  }

  /// Returns the edits of the places whose elements pass the condition.
  ///
  /// - Parameters:
  ///   - spots: the values at the requested place, or the containers to which it is added.
  ///   - place: the requested place.
  ///   - places: the models of the input.
  /// - Throws: an error in an expression, or an error for the first value that cannot be calculated.
  func edits(
    of spots: [EditSpot], at place: PlacePattern, in input: EditableInput, _ places: [ModelPlace]
  ) throws -> Result {
    let values = try input.values
    let list = try elements(of: place, in: values, places)
    let query: Query
    do throws(FilterError) {
      query = try Query(value: calculation ?? "$index", where: condition, names: list.names)
    } catch {
      throw CommandError.usage("set: \(error)")
    }
    var result = Result()
    var failure: CommandError?
    var rest = spots.sorted { $0.offset < $1.offset }[...]
    _ = QueryRun([(list, query)], skipsBroken: true).run { rows in
      for row in rows {
        guard let range = row.record else { continue }
        rest = rest.drop { $0.offset < range.lowerBound }
        let inside = rest.prefix { $0.offset < range.upperBound }
        rest = rest.dropFirst(inside.count)
        do throws(CommandError) {
          for spot in inside { try result.add(spot, calculation == nil ? nil : row.cells[0], in: input) }
        } catch {
          failure = error
          return false
        }
      }
      return true
    }
    if let failure { throw failure }
    return result
  }

  /// Returns the list whose elements the condition tests: the innermost list on the path of the requested place.
  private func elements(
    of place: PlacePattern, in values: TextReading, _ places: [ModelPlace]
  ) throws -> RecordList {
    let components = place.withoutConditions.path?.components ?? []
    let list = components.lastIndex(of: .each).map { JSONKeyPath(Array(components[...$0])) }
    if let list, list.components.count > 1,
      let records = RecordList(values.bytes, places, at: list)
    {
      return records
    }
    return RecordList(values.bytes, places, sequence: values.sequence)
  }
}

extension CalculatedEdits.Result {
  fileprivate mutating func add(
    _ spot: EditSpot, _ cell: QueryCell?, in input: EditableInput
  ) throws(CommandError) {
    switch cell?.kind {
    case .absent: absent += 1
    case .unreadable:
      let place = input.json.location(at: spot.offset).place(in: input.name)
      throw CommandError(message: "\(place): \(cell?.failure ?? "not the value that the model expects")")
    default: edits.append(CalculatedEdits.Edit(spot: spot, json: cell?.json))
    }
  }
}

extension EditSpot {
  /// The offset of the value to replace, or of the container to which a value is added.
  fileprivate var offset: Int {
    switch self {
    case .value(let range), .member(_, let range), .element(let range), .nested(_, _, let range),
      .unreachable(_, let range):
      range.lowerBound
    case .parents(let outer, _): outer.offset
    }
  }
}
