import Mantle
import MantlePlatform

extension DefinedValue {
  /// The Swift value in the case.
  var content: any Sendable {
    switch self {
    case .string(let value): value
    case .boolean(let value): value
    case .integer(let value): value
    case .unsigned(let value): value
    case .double(let value): value
    case .decimal(let value): value
    case .date(let value): value
    case .url(let value): value
    case .uuid(let value): value
    case .data(let value): value
    case .json(let value): value
    case .record(let value): value
    case .array(let value): value
    case .dictionary(let value): value
    }
  }

  /// The value for null in properties that distinguish it from an absent key.
  static let null = (try? JSONValue(json: "null")).map(DefinedValue.json)

  /// Whether the value is null, explicitly stored as JSON.
  var isNull: Bool { if case .json(let value) = self { value.node.isNull } else { false } }
}
