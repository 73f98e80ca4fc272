/// A place in the JSON being made: `Codable` types fill several places at the same time and in any order.
final class EncodedPlace {
  private enum Content {
    case nothing
    /// A finished value, in the sheet.
    case value(Range<Int>)
    case array([EncodedPlace])
    case object(Members)
  }

  private struct Members {
    var keys: [String] = []
    var places: [EncodedPlace] = []
    /// Where each key is, once there are too many to look through them each time.
    var numbers: [String: Int]?

    mutating func place(_ key: String) -> EncodedPlace {
      if let number = numbers.map({ $0[key] }) ?? keys.firstIndex(of: key) { return places[number] }
      let place = EncodedPlace()
      numbers?[key] = keys.count
      keys.append(key)
      places.append(place)
      if keys.count == 24 {
        numbers = Dictionary(zip(keys, keys.indices)) { first, _ in first }
      }
      return place
    }
  }

  private var content = Content.nothing

  /// Puts a finished value here.
  func set(_ value: Range<Int>) { content = .value(value) }

  /// Makes this place an object, unless it is one already.
  func makeObject() {
    if case .object = content { return }
    content = .object(Members())
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
    content = .nothing  // or appending would copy the array
    elements.append(place)
    content = .array(elements)
    return place
  }

  /// The place of a member: the same one for the same key.
  func member(_ key: String) -> EncodedPlace {
    guard case .object(var members) = content else { return EncodedPlace() }
    content = .nothing  // or adding would copy the members
    let place = members.place(key)
    content = .object(members)
    return place
  }

  /// Writes what was put here; a place nothing was put in is an empty object, as `JSONEncoder` has it.
  func write(from sheet: EncodedSheet, to writer: inout JSONWriter) {
    switch content {
    case .nothing:
      writer.beginObject()
      writer.endObject()
    case .value(let range): sheet.copy(range, to: &writer)
    case .array(let elements):
      writer.beginArray()
      for element in elements {
        writer.element()
        element.write(from: sheet, to: &writer)
      }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for (key, place) in zip(members.keys, members.places) {
        writer.key(key)
        place.write(from: sheet, to: &writer)
      }
      writer.endObject()
    }
  }
}

/// The finished values of all places, in the order they were finished.
final class EncodedSheet {
  private var writer: JSONWriter

  init(_ context: EncodingContext?) {
    writer = JSONWriter()
    writer.context = context
  }

  /// Adds a value; one that fails half-way leaves nothing.
  func add(_ write: (inout JSONWriter) throws -> Void) throws -> Range<Int> {
    let start = writer.count
    do { try write(&writer) } catch {
      writer.truncate(to: start)
      throw error
    }
    return start..<writer.count
  }

  fileprivate func copy(_ range: Range<Int>, to other: inout JSONWriter) {
    writer.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      other.fragment(start + range.lowerBound, range.count)
    }
  }
}
