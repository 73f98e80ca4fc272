/// A place in the JSON being made: `Codable` types fill several places at the same time and in any order.
final class EncodedPlace {
  private enum Content {
    /// Nothing was put here, or a finished value.
    case value(Child)
    case array([Child])
    case object(Members)
  }

  /// What stands in a place: most are finished values, which need no place that can still be filled.
  private enum Child {
    case nothing
    /// A finished value, in the sheet.
    case value(Range<Int>)
    case place(EncodedPlace)

    /// The place, to be filled.
    mutating func opened() -> EncodedPlace {
      if case .place(let place) = self { return place }
      let place = EncodedPlace(self)
      self = .place(place)
      return place
    }
  }

  private struct Members {
    var all: [(key: String, child: Child)] = []
    /// Where each key is, once there are too many to look through them each time.
    var numbers: [String: Int]?

    /// The number of a key's member, a new one where there is none.
    mutating func number(_ key: String) -> Int {
      if let number = numbers.map({ $0[key] }) ?? all.firstIndex(where: { $0.key == key }) { return number }
      numbers?[key] = all.count
      all.append((key, .nothing))
      if all.count == 24 {
        numbers = Dictionary(zip(all.map(\.key), all.indices)) { first, _ in first }
      }
      return all.count - 1
    }
  }

  private var content: Content

  private init(_ child: Child) { content = .value(child) }

  convenience init() { self.init(.nothing) }

  /// Puts a finished value here.
  func set(_ value: Range<Int>) { content = .value(.value(value)) }

  /// Makes this place an object, unless it is one already.
  func makeObject() {
    if case .object = content { return }
    var members = Members()
    members.all.reserveCapacity(8)
    content = .object(members)
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
    append(.place(place))
    return place
  }

  /// Puts a finished value at the array's end.
  func append(_ value: Range<Int>) { append(.value(value)) }

  private func append(_ child: Child) {
    guard case .array(var elements) = content else { return }
    content = .value(.nothing)  // or appending would copy the array
    elements.append(child)
    content = .array(elements)
  }

  /// The place of a member: the same one for the same key.
  func member(_ key: String) -> EncodedPlace { member(key) { $0.opened() } ?? EncodedPlace() }

  /// Puts a finished value in the place of a member.
  func set(_ value: Range<Int>, _ key: String) {
    member(key) { if case .place(let place) = $0 { place.set(value) } else { $0 = .value(value) } }
  }

  @discardableResult
  private func member<Result>(_ key: String, _ body: (inout Child) -> Result) -> Result? {
    guard case .object(var members) = content else { return nil }
    content = .value(.nothing)  // or adding would copy the members
    let number = members.number(key)
    let result = body(&members.all[number].child)
    content = .object(members)
    return result
  }

  /// Writes what was put here; a place nothing was put in is an empty object, as `JSONEncoder` has it.
  func write(from sheet: EncodedSheet, to writer: inout JSONWriter) {
    switch content {
    case .value(let child): write(child, from: sheet, to: &writer)
    case .array(let elements):
      writer.beginArray()
      for element in elements {
        writer.element()
        write(element, from: sheet, to: &writer)
      }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members.all {
        writer.key(member.key)
        write(member.child, from: sheet, to: &writer)
      }
      writer.endObject()
    }
  }

  private func write(_ child: Child, from sheet: EncodedSheet, to writer: inout JSONWriter) {
    switch child {
    case .nothing:
      writer.beginObject()
      writer.endObject()
    case .value(let range): sheet.copy(range, to: &writer)
    case .place(let place): place.write(from: sheet, to: &writer)
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
