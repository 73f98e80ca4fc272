/// A JSON value that is being built by the encoding containers of `Codable`. Types may fill several values
/// simultaneously and in any order.
///
/// The finished primitives are in an ``EncodedSheet``; this class stores only their ranges and the structure
/// of containers.
final class EncodedPlace {
  /// The content of the value that is being built.
  private enum Content {
    /// A finished value, or no value if nothing has been encoded so far.
    case value(Child)
    case array([Child])
    case object(Members)
  }

  /// The value of an object member or array element. Most are finished values, for which no instance of the
  /// class is allocated.
  private enum Child {
    /// A value for which nothing was encoded so far.
    case nothing
    /// A finished value, given as its byte range in the ``EncodedSheet``.
    case value(Range<Int>)
    /// A value that a container of `Codable` is still building.
    case place(EncodedPlace)

    /// Returns the value as an ``EncodedPlace`` that can be filled, converting this child to one if necessary.
    mutating func opened() -> EncodedPlace {
      if case .place(let place) = self { return place }
      let place = EncodedPlace(self)
      self = .place(place)
      return place
    }
  }

  /// The members of an object that is being built, in the order in which their keys were first encoded.
  private struct Members {
    /// The keys and values of the members, in order.
    var all: [(key: String, child: Child)] = []
    /// The index in ``all`` of each key; nil while there are few enough keys for a linear search.
    var numbers: [String: Int]?

    /// Returns the index of the member with the given key, after appending a new member if no member has the
    /// key.
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

  /// Creates a value for which nothing was encoded so far.
  convenience init() { self.init(.nothing) }

  /// Replaces the content with a finished value, given as its byte range in the ``EncodedSheet``.
  func set(_ value: Range<Int>) { content = .value(.value(value)) }

  /// Makes the value an empty object, unless it already is an object.
  func makeObject() {
    if case .object = content { return }
    var members = Members()
    members.all.reserveCapacity(8)
    content = .object(members)
  }

  /// Makes the value an empty array, unless it already is an array.
  func makeArray() {
    if case .array = content { return }
    content = .array([])
  }

  /// The number of elements of the array; 0 for every other value.
  var count: Int {
    if case .array(let elements) = content { elements.count } else { 0 }
  }

  /// Appends an element without content to the array and returns the element, for an encoder to fill.
  func element() -> EncodedPlace {
    let place = EncodedPlace()
    append(.place(place))
    return place
  }

  /// Appends a finished value, given as its byte range in the ``EncodedSheet``, to the array.
  func append(_ value: Range<Int>) { append(.value(value)) }

  /// Appends an element; does nothing if this is not an array.
  private func append(_ child: Child) {
    guard case .array(var elements) = content else { return }
    content = .value(.nothing)  // Releases the array, which appending would otherwise copy.
    elements.append(child)
    content = .array(elements)
  }

  /// Returns the value of the member with the given key, after adding the member if the object has none. Calls
  /// with the same key return the same instance.
  func member(_ key: String) -> EncodedPlace { member(key) { $0.opened() } ?? EncodedPlace() }

  /// Sets the member with the given key to a finished value, given as its byte range in the ``EncodedSheet``.
  func set(_ value: Range<Int>, _ key: String) {
    member(key) { if case .place(let place) = $0 { place.set(value) } else { $0 = .value(value) } }
  }

  /// Calls a closure with the value of the member with the given key, after adding the member if the object
  /// has none. Returns nil, without calling the closure, if this value is not an object.
  @discardableResult
  private func member<Result>(_ key: String, _ body: (inout Child) -> Result) -> Result? {
    guard case .object(var members) = content else { return nil }
    content = .value(.nothing)  // Releases the members, which adding would otherwise copy.
    let number = members.number(key)
    let result = body(&members.all[number].child)
    content = .object(members)
    return result
  }

  /// Writes the value as JSON; a value that was never filled becomes an empty object, as with `JSONEncoder`.
  func write(from sheet: EncodedSheet, to writer: inout JSONWriter) {
    switch content {
    case .value(let child): write(child, from: sheet, to: &writer)
    case .array(let elements):
      writer.beginArray()
      for element in elements {
        writer.beginElement()
        write(element, from: sheet, to: &writer)
      }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members.all {
        writer.writeKey(member.key)
        write(member.child, from: sheet, to: &writer)
      }
      writer.endObject()
    }
  }

  /// Writes the value of a member or element as JSON.
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

/// The JSON text of the finished values of one encode call, in the order in which they were finished.
final class EncodedSheet {
  private var writer: JSONWriter

  init(_ context: EncodingContext?) {
    writer = JSONWriter()
    writer.context = context
  }

  /// Appends the JSON that a closure writes, and returns its byte range in the sheet. If the closure throws an
  /// error, the sheet is unchanged.
  ///
  /// - Throws: The errors of `write`.
  func add(_ write: (inout JSONWriter) throws -> Void) throws -> Range<Int> {
    let start = writer.count
    do { try write(&writer) } catch {
      writer.truncate(to: start)
      throw error
    }
    return start..<writer.count
  }

  /// Copies the JSON in a byte range of the sheet to another writer.
  fileprivate func copy(_ range: Range<Int>, to other: inout JSONWriter) {
    writer.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      other.fragment(start + range.lowerBound, range.count)
    }
  }
}
