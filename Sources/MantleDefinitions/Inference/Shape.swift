/// The statistics of all values at one location of the data: their number by kind, ranges,
/// strings, elements and members.
///
/// The shapes of parts of the data are joined into the shape of all data. Joining is
/// commutative and associative, so neither the order of the samples nor their distribution
/// among threads and files affects the result. The memory is bounded by the shape of the
/// data, not by its size.
///
/// A shape may be used by one thread at a time only.
package final class Shape: @unchecked Sendable {
  // Unchecked: one thread at a time uses the shape.
  //
  // Exclusivity is not checked either, because the checks took a seventh of the total time.
  // Counting modifies one property in a call that does not access the shape, and joining
  // modifies the properties in sequence, so no two accesses overlap.
  /// The occurrences of null.
  @exclusivity(unchecked)
  package internal(set) var nulls = Occurrences()
  /// The occurrences of booleans.
  @exclusivity(unchecked)
  package internal(set) var booleans = Occurrences()
  /// The statistics of numbers; nil if there are none.
  package internal(set) var numbers: NumberEvidence? {
    get { numbersOrNone.isEmpty ? nil : numbersOrNone }
    set { numbersOrNone = newValue ?? NumberEvidence() }
  }
  /// The statistics of numbers, not optional because that makes counting faster.
  @exclusivity(unchecked)
  var numbersOrNone = NumberEvidence()
  /// The statistics of strings; nil if there are none.
  @exclusivity(unchecked)
  package internal(set) var texts: TextEvidence?
  /// The statistics of arrays; nil if there are none.
  @exclusivity(unchecked)
  package internal(set) var arrays: ArrayEvidence?
  /// The statistics of objects; nil if there are none.
  package internal(set) var objects: ObjectEvidence? {
    get { objectsAsSeen?.current }
    set { objectsAsSeen = newValue }
  }
  /// The statistics of objects, which may since have been joined into others.
  @exclusivity(unchecked)
  private(set) var objectsAsSeen: ObjectEvidence?
  /// Strings with an unpaired surrogate, which only ``DefinedType/json`` can represent.
  @exclusivity(unchecked)
  package internal(set) var unread = Occurrences()
  /// Values that are nested too deeply to be inspected, so that their kind is unknown.
  @exclusivity(unchecked)
  package internal(set) var tooDeep = Occurrences()

  /// The decision of the user about the location.
  var override: PlaceOverride?

  /// The shape that has taken this one over.
  @exclusivity(unchecked)
  private var successor: Shape?

  package init() {}

  /// The number of values, including null.
  package var count: Int { nulls.count + valueCount }

  /// The number of values other than null.
  package var valueCount: Int {
    booleans.count + numbersOrNone.seen.count + (texts?.seen.count ?? 0) + (arrays?.seen.count ?? 0)
      + (objects?.count ?? 0) + unread.count + tooDeep.count
  }

  /// Adds the statistics of another shape, which must not be used afterwards.
  package func join(_ other: Shape) {
    let other = other.current
    guard other !== current else { return }
    other.successor = current
    current.joinScalars(other)
    if let more = other.arrays { current.join(more) }
    if let more = other.objects { current.join(more) }
  }

  private var current: Shape { successor?.current ?? self }

  private func joinScalars(_ other: Shape) {
    override = override ?? other.override
    nulls.join(other.nulls)
    booleans.join(other.booleans)
    unread.join(other.unread)
    tooDeep.join(other.tooDeep)
    numbersOrNone.join(other.numbersOrNone)
    if let more = other.texts { if texts == nil { texts = more } else { texts?.join(more) } }
  }

  private func join(_ more: ArrayEvidence) { if let arrays { arrays.join(more) } else { arrays = more } }
  private func join(_ more: ObjectEvidence) { if let objects { objects.join(more) } else { objects = more } }

  /// A shape of its own with the same evidence.
  package func copy() -> Shape {
    var copies: [ObjectIdentifier: ObjectEvidence] = [:]
    return copy(&copies)
  }

  /// Returns a deep copy.
  ///
  /// - Parameter copies: the copies of objects made so far by the identity of the original,
  ///   because a model may contain itself.
  func copy(_ copies: inout [ObjectIdentifier: ObjectEvidence]) -> Shape {
    let copy = Shape()
    copy.override = override
    copy.nulls = nulls
    copy.booleans = booleans
    copy.numbersOrNone = numbersOrNone
    copy.texts = texts
    copy.arrays = arrays?.copy(&copies)
    copy.objects = objects?.copy(&copies)
    copy.unread = unread
    copy.tooDeep = tooDeep
    return copy
  }
}

/// The statistics of the arrays at a location.
package final class ArrayEvidence {
  // Exclusivity is not checked, as in ``Shape``.
  /// The occurrences of all arrays.
  @exclusivity(unchecked)
  package internal(set) var seen = Occurrences()
  /// The occurrences of empty arrays.
  @exclusivity(unchecked)
  package internal(set) var empty = Occurrences()
  /// The smallest number of elements.
  @exclusivity(unchecked)
  package internal(set) var shortest = Int.max
  /// The largest number of elements.
  @exclusivity(unchecked)
  package internal(set) var longest = 0
  /// The shape of the elements of all arrays.
  package let element: Shape

  /// Creates statistics without arrays.
  init(element: Shape = Shape()) { self.element = element }

  /// Adds the statistics of other arrays.
  func join(_ other: ArrayEvidence) {
    seen.join(other.seen)
    empty.join(other.empty)
    shortest = min(shortest, other.shortest)
    longest = max(longest, other.longest)
    element.join(other.element)
  }

  /// Returns a deep copy.
  func copy(_ copies: inout [ObjectIdentifier: ObjectEvidence]) -> ArrayEvidence {
    let copy = ArrayEvidence(element: element.copy(&copies))
    (copy.seen, copy.empty, copy.shortest, copy.longest) = (seen, empty, shortest, longest)
    return copy
  }

  /// Counts an array.
  ///
  /// - Parameter count: the number of its elements.
  func close(_ count: Int, at place: SamplePlace) {
    seen.add(place)
    if count == 0 { empty.add(place) }
    shortest = min(shortest, count)
    longest = max(longest, count)
  }
}
