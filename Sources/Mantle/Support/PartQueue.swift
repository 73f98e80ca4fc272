/// Parts of a text that were found: some wait, and some are read on several threads while more are found.
package struct PartQueue<Reader: Sendable, Item: Sendable, Findings: Sendable> {
  /// How many bytes wait.
  package private(set) var waitingBytes = 0
  private var waiting: [Item] = []
  /// Small at first, so that there is something to see at once.
  private var enough = 1 << 18
  private var reading: ConcurrentWork<Reader, ArraySlice<Item>, Findings>?
  private let readers: [Reader]
  private let size: (Item) -> Int
  private let read: @Sendable (Reader, ArraySlice<Item>) -> Findings

  private static var most: Int { 1 << 24 }
  /// A list of numbers has many small parts.
  private static var mostParts: Int { 1 << 15 }

  /// - Parameters:
  ///   - readers: each reads one run of parts at a time; the first one on the calling thread.
  ///   - size: the bytes of a part.
  package init(
    _ readers: [Reader], size: @escaping (Item) -> Int,
    read: @escaping @Sendable (Reader, ArraySlice<Item>) -> Findings
  ) {
    (self.readers, self.size, self.read) = (readers, size, read)
  }

  /// Whether so much waits that reading it is worth threads.
  package var isFull: Bool { waitingBytes >= enough || waiting.count >= Self.mostParts }

  package mutating func append(_ part: Item) {
    waiting.append(part)
    waitingBytes += size(part)
  }

  /// Ends what is being read, and begins to read what waits, in runs of about equal size: that goes on while the findings
  /// are used and more is found. The runs are many, since at the end all but one thread wait for the last one (with a
  /// quarter as many, a tenth of a conversion).
  ///
  /// - Returns: the findings in what was being read, run by run.
  package mutating func exchange() -> [Findings] {
    let findings = reading?.finish() ?? []
    reading = nil
    guard !waiting.isEmpty else { return findings }
    let runs = waiting.runs(of: max(1 << 16, waitingBytes / (64 * readers.count)), size)
    reading = readers.start(runs, read)
    waiting.removeAll(keepingCapacity: true)
    waitingBytes = 0
    enough = min(enough * 4, Self.most)
    return findings
  }

  /// Leaves what is not read yet.
  package func cancel() { reading?.cancel() }
}
