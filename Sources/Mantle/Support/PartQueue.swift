/// A queue of chunks of the input that are processed on several threads while further chunks are located.
package struct PartQueue<Reader: Sendable, Item: Sendable, Findings: Sendable> {
  /// The size of the queued chunks in bytes.
  package private(set) var waitingBytes = 0
  /// The queued chunks.
  private var waiting: [Item] = []
  /// The size in bytes at which the queue is full; small at first, so that first results are available soon.
  private var enough = 1 << 18
  /// The chunks that are being processed.
  private var reading: ConcurrentWork<Reader, ArraySlice<Item>, Findings>?
  /// The workers.
  private let readers: [Reader]
  /// Returns the size of a chunk in bytes.
  private let size: (Item) -> Int
  /// Processes a batch of chunks with a worker.
  private let read: @Sendable (Reader, ArraySlice<Item>) -> Findings

  /// The upper bound of the size at which the queue is full.
  private static var most: Int { 1 << 24 }
  /// The number of chunks at which the queue is full, because a list of numbers has many small chunks.
  private static var mostParts: Int { 1 << 15 }

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - readers: The workers, each of which processes one batch at a time; the first one runs on the calling
  ///     thread.
  ///   - size: Returns the size of a chunk in bytes.
  ///   - read: Processes a batch of chunks with a worker.
  package init(
    _ readers: [Reader], size: @escaping (Item) -> Int,
    read: @escaping @Sendable (Reader, ArraySlice<Item>) -> Findings
  ) {
    (self.readers, self.size, self.read) = (readers, size, read)
  }

  /// Whether enough is queued to justify threads.
  package var isFull: Bool { waitingBytes >= enough || waiting.count >= Self.mostParts }

  /// Adds a chunk to the queue.
  package mutating func append(_ part: Item) {
    waiting.append(part)
    waitingBytes += size(part)
  }

  /// Waits for the batches in progress and starts to process the queued chunks, in batches of approximately
  /// equal size.
  ///
  /// Processing continues while the caller uses the results and locates further chunks. The batches are small
  /// because at the end all threads wait for the slowest one: with a quarter as many batches, a conversion
  /// takes a tenth longer.
  ///
  /// - Returns: The results of the batches that were in progress, in order.
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

  /// Discards the batches that have not been started, and waits for those in progress.
  package func cancel() { reading?.cancel() }
}
