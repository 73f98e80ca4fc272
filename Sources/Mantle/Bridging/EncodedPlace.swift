/// A place in the JSON being made: `Codable` types fill several places at the same time and in any order.
final class EncodedPlace {
  private enum Content {
    case nothing
    case json([UInt8])
    case array([EncodedPlace])
    case object([(key: String, place: EncodedPlace)], numbers: [String: Int])
  }

  private var content = Content.nothing

  /// Puts a finished value here.
  func set(_ json: [UInt8]) { content = .json(json) }

  /// Makes this place an object, unless it is one already.
  func makeObject() {
    if case .object = content { return }
    content = .object([], numbers: [:])
  }

  /// Makes this place an array, unless it is one already.
  func makeArray() {
    if case .array = content { return }
    content = .array([])
  }

  /// How many elements the array has.
  var count: Int {
    if case .array(let elements) = content { elements.count } else { 0 }
  }

  /// A new element at the array's end.
  func element() -> EncodedPlace {
    let place = EncodedPlace()
    guard case .array(var elements) = content else { return place }
    content = .nothing
    elements.append(place)
    content = .array(elements)
    return place
  }

  /// The place of a member: the same one for the same key.
  func member(_ key: String) -> EncodedPlace {
    guard case .object(var members, var numbers) = content else { return EncodedPlace() }
    if let number = numbers[key] { return members[number].place }
    let place = EncodedPlace()
    content = .nothing
    numbers[key] = members.count
    members.append((key, place))
    content = .object(members, numbers: numbers)
    return place
  }

  /// Writes what was put here; a place nothing was put in is an empty object, as `JSONEncoder` has it.
  func write(to writer: inout JSONWriter) {
    switch content {
    case .nothing:
      writer.beginObject()
      writer.endObject()
    case .json(let json): writer.rawJSON(json)
    case .array(let elements):
      writer.beginArray()
      for element in elements {
        writer.element()
        element.write(to: &writer)
      }
      writer.endArray()
    case .object(let members, _):
      writer.beginObject()
      for member in members {
        writer.key(member.key)
        member.place.write(to: &writer)
      }
      writer.endObject()
    }
  }
}
