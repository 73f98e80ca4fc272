/// The statistics of all values at one location of the data: their number by kind, ranges,
/// strings, elements and members.
///
/// The shapes of parts of the data are joined into the shape of all data. Joining is commutative and associative, so neither the
/// order of the samples nor their distribution among threads and files affects the result. The memory depends on the number of
/// distinct locations in the data, not on its size.
///
/// A shape may be used by one thread at a time only.
final class Shape: @unchecked Sendable, Codable {
  // Unchecked: one thread at a time uses the shape. Its variables, and those of `ObjectEvidence`, are not checked for exclusive
  // access, because the checks take a seventh of the time of inference. No variable is accessed while a closure that accesses it
  // runs.

  /// The number of null values at the location.
  @exclusivity(unchecked) var nulls = 0
  /// The number of booleans at the location.
  @exclusivity(unchecked) var booleans = 0
  /// The statistics of the numbers at the location; nil if there are none.
  @exclusivity(unchecked) var numbers: NumberEvidence?
  /// The statistics of the strings at the location; nil if there are none.
  @exclusivity(unchecked) var texts: TextEvidence?
  /// The statistics of the arrays at the location; nil if there are none.
  @exclusivity(unchecked) var arrays: ArrayEvidence?
  /// The statistics of the objects at the location; nil if there are none.
  var objects: ObjectEvidence? {
    get { ownObjects?.current }
    set { ownObjects = newValue }
  }
  /// The statistics of the objects as they were assigned. They may since have been replaced, when they were joined with
  /// others; ``objects`` returns the current ones.
  @exclusivity(unchecked) private var ownObjects: ObjectEvidence?
  /// The number of strings with an unpaired surrogate, which only ``DefinedType/json`` can represent.
  @exclusivity(unchecked) var unread = 0
  /// The number of values that are nested too deeply to be inspected, so that their kind is unknown.
  @exclusivity(unchecked) var tooDeep = 0

  /// The decision of the user about the location; nil if there is none.
  @exclusivity(unchecked) var override: PlaceOverride?

  /// The shape that replaced this shape when both were joined; nil if this shape is in use.
  @exclusivity(unchecked) private var successor: Shape?

  /// The properties that a partial result stores; it stores no decisions and no `successor`.
  private enum CodingKeys: String, CodingKey {
    case nulls, booleans, numbers, texts, arrays, ownObjects, unread, tooDeep
  }

  init() {}

  /// The number of all values at the location, including null.
  var count: Int { nulls + valueCount }

  /// The number of all values at the location, apart from null.
  var valueCount: Int {
    booleans + (numbers?.seen ?? 0) + (texts?.seen ?? 0) + (arrays?.seen ?? 0)
      + (objects?.count ?? 0) + unread + tooDeep
  }

  /// Adds the statistics of another shape, which must not be used afterwards.
  func join(_ other: Shape) {
    let other = other.current
    guard other !== current else { return }
    other.successor = current
    current.takeOver(other)
  }

  private var current: Shape { successor?.current ?? self }

  /// Adds the statistics of another shape. Joining the contents of a recursive model may join this shape into a third one, which
  /// is then ``current``.
  private func takeOver(_ other: Shape) {
    override = override ?? other.override
    nulls += other.nulls
    booleans += other.booleans
    unread += other.unread
    tooDeep += other.tooDeep
    if let more = other.numbers { numbers?.join(more) ?? (numbers = more) }
    if let more = other.texts { texts?.join(more) ?? (texts = more) }
    if let more = other.arrays { arrays?.join(more) ?? (arrays = more) }
    let shape = current
    if let more = other.objects { shape.objects?.join(more) ?? (shape.objects = more) }
  }

  /// Returns a deep copy, which shares no statistics with the original.
  func copy() -> Shape {
    var copies: [ObjectIdentifier: ObjectEvidence] = [:]
    return copy(&copies)
  }

  /// Returns a deep copy, which shares no statistics with the original.
  ///
  /// - Parameter copies: the copies of objects made so far by the identity of the original,
  ///   because a model may contain itself.
  func copy(_ copies: inout [ObjectIdentifier: ObjectEvidence]) -> Shape {
    let copy = Shape()
    copy.override = override
    copy.nulls = nulls
    copy.booleans = booleans
    copy.numbers = numbers
    copy.texts = texts
    copy.arrays = arrays?.copy(&copies)
    copy.objects = objects?.copy(&copies)
    copy.unread = unread
    copy.tooDeep = tooDeep
    return copy
  }
}

/// The statistics of the arrays at a location.
final class ArrayEvidence: Codable {
  /// The number of arrays at the location.
  @exclusivity(unchecked) var seen = 0
  /// The shape of the elements of all arrays at the location.
  let element: Shape

  /// Creates the statistics of arrays before any array is counted.
  init(element: Shape = Shape()) { self.element = element }

  /// Adds the statistics of arrays in other samples or at another location.
  func join(_ other: ArrayEvidence) {
    seen += other.seen
    element.join(other.element)
  }

  /// Returns a deep copy, including the shape of the elements.
  func copy(_ copies: inout [ObjectIdentifier: ObjectEvidence]) -> ArrayEvidence {
    let copy = ArrayEvidence(element: element.copy(&copies))
    copy.seen = seen
    return copy
  }
}
