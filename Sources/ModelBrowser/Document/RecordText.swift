import Mantle

/// The new text of a record, with what was found out about it when the edit was made.
struct RecordText: Hashable, Sendable {
  let bytes: [UInt8]
  private let reading: Reading?

  /// What is large is kept apart: most texts have none.
  private final class Reading: Sendable {
    let repair: JSONRepair

    init(_ repair: JSONRepair) { self.repair = repair }
  }

  /// - Parameter repair: how the text is read, where it is no JSON and that is known: finding it out again takes long.
  init(_ bytes: [UInt8], repair: JSONRepair? = nil) {
    self.bytes = bytes
    reading = repair.map(Reading.init)
  }

  /// How the text is read, where it is no JSON and that is known.
  var repair: JSONRepair? { reading?.repair }

  static func == (a: RecordText, b: RecordText) -> Bool { a.bytes == b.bytes }
  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension Overlay.Content {
  static func bytes(_ bytes: [UInt8]) -> Self { .text(RecordText(bytes)) }
}
