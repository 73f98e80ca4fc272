/// Everything that was seen at one place of the data: counts by kind, ranges, texts, elements and members.
///
/// Shapes of parts of the data are joined into the shape of all of it. Joining is commutative and associative, so
/// that neither the order of the samples nor how they were divided among threads and files has an influence.
/// The memory is bounded by the shape of the data, not by its size.
///
/// One thread at a time may use a shape.
package final class Shape: @unchecked Sendable {
  // Unchecked: one thread at a time has it.
  //
  // Nor is exclusivity: checking it took a seventh of all time. Counting changes one property by a call that knows
  // nothing of the shape, and joining changes them one after the other, so no two accesses overlap.
  @exclusivity(unchecked)
  package internal(set) var nulls = Occurrences()
  @exclusivity(unchecked)
  package internal(set) var booleans = Occurrences()
  package internal(set) var numbers: NumberEvidence? {
    get { numbersOrNone.isEmpty ? nil : numbersOrNone }
    set { numbersOrNone = newValue ?? NumberEvidence() }
  }
  /// Counting asks less of what is no optional.
  @exclusivity(unchecked)
  var numbersOrNone = NumberEvidence()
  @exclusivity(unchecked)
  package internal(set) var texts: TextEvidence?
  @exclusivity(unchecked)
  package internal(set) var arrays: ArrayEvidence?
  package internal(set) var objects: ObjectEvidence? {
    get { objectsAsSeen?.current }
    set { objectsAsSeen = newValue }
  }
  @exclusivity(unchecked)
  private(set) var objectsAsSeen: ObjectEvidence?
  /// Texts with half a surrogate pair, which no type but JSON reads.
  @exclusivity(unchecked)
  package internal(set) var unread = Occurrences()
  /// Values that are too deep inside others to be looked at, which says nothing of what they are.
  @exclusivity(unchecked)
  package internal(set) var tooDeep = Occurrences()

  /// What a person has decided about the place.
  var override: PlaceOverride?

  /// The shape that has taken this one over.
  @exclusivity(unchecked)
  private var successor: Shape?

  package init() {}

  /// How many values were seen, null included.
  package var count: Int { nulls.count + valueCount }

  /// How many values other than null were seen.
  package var valueCount: Int {
    booleans.count + numbersOrNone.seen.count + (texts?.seen.count ?? 0) + (arrays?.seen.count ?? 0)
      + (objects?.count ?? 0) + unread.count + tooDeep.count
  }

  /// Takes over what another shape has seen; the other one is not to be used after that.
  ///
  /// Where a model is inside itself, joining the values inside may end in this shape being taken over: the rest goes to
  /// the one that has.
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

  /// - Parameter copies: those of objects that were met before: a model may be inside itself.
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

/// The arrays seen at a place.
package final class ArrayEvidence {
  // Without checks of exclusivity, as in ``Shape``.
  @exclusivity(unchecked)
  package internal(set) var seen = Occurrences()
  @exclusivity(unchecked)
  package internal(set) var empty = Occurrences()
  @exclusivity(unchecked)
  package internal(set) var shortest = Int.max
  @exclusivity(unchecked)
  package internal(set) var longest = 0
  package let element: Shape

  init(element: Shape = Shape()) { self.element = element }

  func join(_ other: ArrayEvidence) {
    seen.join(other.seen)
    empty.join(other.empty)
    shortest = min(shortest, other.shortest)
    longest = max(longest, other.longest)
    element.join(other.element)
  }

  func copy(_ copies: inout [ObjectIdentifier: ObjectEvidence]) -> ArrayEvidence {
    let copy = ArrayEvidence(element: element.copy(&copies))
    (copy.seen, copy.empty, copy.shortest, copy.longest) = (seen, empty, shortest, longest)
    return copy
  }

  func close(_ count: Int, at place: SamplePlace) {
    seen.add(place)
    if count == 0 { empty.add(place) }
    shortest = min(shortest, count)
    longest = max(longest, count)
  }
}
