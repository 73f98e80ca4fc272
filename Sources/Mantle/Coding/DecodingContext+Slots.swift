extension DecodingContext {
  /// Memory for the table of places of one object, all zero; to be given back in reverse order.
  ///
  /// Most often a piece of the context's own: a temporary allocation of the standard library would count
  /// references to everything its closure uses, for every object.
  @inlinable @inline(__always) func takeSlots(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let taken = freeSlots
    if endOfSlots - taken < count { return takeOwnSlots(count) }
    freeSlots = taken + count
    taken.update(repeating: 0, count: count)
    return taken
  }

  @inlinable @inline(__always) func giveBack(_ taken: UnsafeMutablePointer<Int32>) {
    if taken >= startOfSlots, taken < endOfSlots {
      freeSlots = taken
    } else {
      giveBackOwn(taken)
    }
  }

  @inlinable static var slotCount: Int { 1024 }

  /// For objects nested so deeply that the context's memory is used up.
  @inline(never) @usableFromInline func takeOwnSlots(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let own = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    own.initialize(repeating: 0, count: count)
    return own
  }

  @inline(never) @usableFromInline func giveBackOwn(_ taken: UnsafeMutablePointer<Int32>) {
    taken.deallocate()
  }
}
