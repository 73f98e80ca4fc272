import Mantle

// Objects at one location usually have the same keys in the same order, so that no key needs
// to be searched for.

extension ObjectEvidence {
  /// Counts an object and its contents, in the variant to which its discriminating string
  /// belongs.
  func observe(_ object: JSONCursor, _ here: Observation, _ place: SamplePlace) {
    guard here.splits < Observation.mostSplits, !hasManyVariants else { return add(object, here, place) }
    let latest = latestVariant
    let isUsual = latest.map { with(variant: $0) { $0.hasKeys(of: object) } } ?? hasKeys(of: object)
    let mayBeVariant = !isUsual || latest != nil || hasDiscriminators
    guard mayBeVariant, let (key, text) = Discriminator.find(in: object) else {
      return add(object, here, place, isUsual: isUsual && latest == nil)
    }
    guard let variant = text.withTextAndEnds({ variant(key, $0, $1) }) else {
      return add(object, here, place)
    }
    var here = here
    here.splits += 1
    with(variant: variant) { $0.add(object, here, place, isUsual: isUsual && variant == latest) }
  }

  /// Calls a closure with the evidence of a variant, without retaining it.
  @inline(__always) private func with<Result>(variant: Int, _ body: (ObjectEvidence) -> Result) -> Result {
    Lent(variants[variant].shape) { $0.withObjects(body) }
  }

  /// Whether the object has exactly the keys of the first objects, in the same order.
  private func hasKeys(of object: JSONCursor) -> Bool {
    var isUsual = true
    var position = 0
    object.forEachMember { key, _ in
      guard isUsual else { return }
      isUsual =
        !key.isFlagged && position < members.count && isMember(position, key.scalarBytes, TextEnds(key))
      position += 1
    }
    return isUsual
  }

  /// Counts an object and its contents.
  ///
  /// - Parameter isUsual: whether the object is known to have the keys of the first objects,
  ///   in the same order.
  private func add(
    _ object: JSONCursor, _ here: Observation, _ place: SamplePlace, isUsual: Bool = false
  ) {
    open(at: place)
    var position = 0
    object.forEachMember { key, value in
      if !isUsual, key.hasHalfPair { return hasHalfPairs = true }
      let place = here.place(of: value)
      let shape =
        isUsual
        ? self.shape(ofMember: position, at: place)
        : key.withTextAndEnds { self.shape(of: $0, $1, position: position, at: place) }
      shape { $0.observe(value, here) }
      position += 1
    }
    close(position, at: place)
  }
}
