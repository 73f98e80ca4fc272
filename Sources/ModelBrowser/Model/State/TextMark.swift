import Mantle
import MantleFiles

/// A fingerprint of a text, which prevents edits from being applied to another text.
struct TextMark: Sendable, Equatable {
  let size: Int
  let hash: UInt64

  /// The size up to which a text is hashed, so that recording an edit of 1 GB does not begin with reading it; the file of
  /// a larger one has to look as it did.
  static let wholeUpTo = 1 << 22

  /// Whether the hash distinguishes texts of this size.
  var isExact: Bool { size <= Self.wholeUpTo }

  init(size: Int, hash: UInt64) {
    self.size = size
    self.hash = hash
  }

  init(_ text: SplicedBytes) throws(JSONSpliceError) {
    size = text.count
    hash = size <= Self.wholeUpTo ? try text.original.applying(text.splices).stableHash : 0
  }
}
