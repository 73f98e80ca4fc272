import Mantle
import MantleDocuments
import MantleQuery

/// The edits of `mantle set --where CONDITION --to EXPRESSION` to values in the elements of a list.
struct CalculatedEdits {
  /// The condition that elements must pass; nil for all elements.
  private let condition: String?
  /// The calculation of the new value in each element; nil to set the same value in all elements.
  private let calculation: String?

  static let options: [OptionSyntax] = [
    OptionSyntax(name: "--to", value: "EXPRESSION", help: "calculate each value: 'price * 1.1' (see filter)"),
    OptionSyntax(
      name: "--where", value: "EXPRESSION", help: "only in the elements that pass a filter (see filter)"),
  ]

  /// Creates the edits from the options `--where` and `--to`; nil if the command has neither option.
  init?(_ options: ParsedWords) {
    (condition, calculation) = (options["--where"]?.shown, options["--to"]?.shown)
    if condition == nil, calculation == nil { return nil }
  }

  /// Whether the values are calculated, so that the command has no value argument.
  var replacesValue: Bool { calculation != nil }

  /// A place in an element that passes the condition, and the calculated value.
  struct Edit {
    let spot: EditSpot
    /// The calculated value; nil if the value is given as an argument.
    let json: [UInt8]?
  }

  /// The edits, and the number of places without an edit.
  struct Result {
    var edits: [Edit] = []
    /// The number of places for which no value could be calculated, because a value in the calculation is absent.
    var absent = 0
  }

  /// Returns the edits of the places in elements that pass the condition.
  ///
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

  /// Returns the innermost list on the path of a place.
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
  /// The offset of the value, or of the container to which it is added.
  fileprivate var offset: Int {
    switch self {
    case .value(let range), .member(_, let range), .element(let range), .nested(_, _, let range),
      .unreachable(_, let range):
      range.lowerBound
    case .parents(let outer, _): outer.offset
    }
  }
}
