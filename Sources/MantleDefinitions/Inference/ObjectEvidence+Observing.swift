import Mantle

extension ObjectEvidence {
  /// Counts an object and its contents, in the variant to which its discriminating string
  /// belongs.
  func observe(_ object: JSONCursor, _ here: Observation) {
    guard here.splits < Observation.mostSplits, !hasManyVariants,
      let (key, node) = Discriminator.find(in: object),
      let variant = object.at(node).withText({ variant(key, $0) })
    else { return add(object, here) }
    var here = here
    here.splits += 1
    variant.add(object, here)
  }

  /// Counts an object and its contents.
  private func add(_ object: JSONCursor, _ here: Observation) {
    open()
    var position = 0
    object.forEachMember { key, value in
      if key.hasHalfPair { return hasHalfPairs = true }
      let shape = key.withText { self.shape(of: $0, position: position, at: here.place(of: value)) }
      shape.observe(value, here)
      position += 1
    }
    close(position)
  }
}
