extension DecodingContext {
  /// Returns zeroed memory for the key slots of one object, to be released in reverse order of allocation.
  ///
  /// The memory is usually a piece of the context's own buffer: a temporary allocation of the standard
  /// library would retain and release everything its closure captures, for every object.
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

  /// Allocates slots on the heap, for objects nested so deeply that the context's buffer is used up.
  @inline(never) @usableFromInline func takeOwnSlots(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let own = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    own.initialize(repeating: 0, count: count)
    return own
  }

  @inline(never) @usableFromInline func giveBackOwn(_ taken: UnsafeMutablePointer<Int32>) {
    taken.deallocate()
  }
}
