import Mantle

/// The offsets of the closing brackets in a range whose containers are open at the start of the range. If the quotes
/// before them are wrong, brackets in strings are included.
struct OuterClosers: IteratorProtocol {
  private var scan: StructureScan
  private let end: Int
  private var block = (start: 0, openers: UInt64(0), closers: UInt64(0))
  private var depth = 0

  /// The offset up to which closing brackets were searched for.
  var position: Int { scan.position }

  init(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) {
    scan = StructureScan(text, from: start, to: end)
    self.end = end
  }

  mutating func next() -> Int? {
    while true {
      let brackets = block.openers | block.closers
      guard brackets != 0 else {
        guard scan.position < end else { return nil }
        let next = scan.next()
        block = (next.start, next.openers, next.closers)
        continue
      }
      let bit = brackets & (0 &- brackets)
      let isOpener = block.openers & bit != 0
      block.openers &= ~bit
      block.closers &= ~bit
      depth += isOpener ? 1 : -1
      guard depth < 0 else { continue }
      depth = 0
      return block.start + bit.trailingZeroBitCount
    }
  }
}
