import Mantle

/// A queue of records that several threads process while further records are located.
///
/// The workers receive records in batches. The results of the batches are returned in record order.
package final class RecordQueue<Worker: Sendable, Place: Sendable, Findings: Sendable> {
  package typealias Record = RecordWalk<Place>.Record

  /// The total size in bytes of the records in the queue.
  package private(set) var waitingBytes = 0
  /// The records that wait for the next batches.
  private var waiting: [Record] = []
  /// The size in bytes at which the queue is full. It is small at first, so that the first results are available soon.
  private var enough = WorkingSize.scaled(1 << 18)
  /// The batches of records that threads are processing; nil if there are none.
  private var reading: ConcurrentWork<Worker, ArraySlice<Record>, Findings>?
  private let workers: [Worker]
  private let read: @Sendable (Worker, ArraySlice<Record>) -> Findings

  /// The upper limit to which the size of a full queue grows, in bytes.
  private let most = WorkingSize.scaled(1 << 24)
  /// The number of records at which the queue is full, because records may be as small as numbers.
  private let maximumRecords = WorkingSize.scaled(1 << 15)

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - workers: The workers, each of which processes one batch at a time; the first one runs on the calling
  ///     thread.
  ///   - read: Processes a batch of records with a worker.
  package init(
    _ workers: [Worker], read: @escaping @Sendable (Worker, ArraySlice<Record>) -> Findings
  ) {
    (self.workers, self.read) = (workers, read)
  }

  /// Whether enough records are queued to make processing on several threads worthwhile.
  package var isFull: Bool { waitingBytes >= enough || waiting.count >= maximumRecords }

  /// Adds a record to the queue.
  package func append(_ record: Record) {
    waiting.append(record)
    waitingBytes += record.range.count
  }

  /// Waits for the batches in progress, and starts to process the queued records in batches of similar size.
  ///
  /// Processing continues while the caller uses the results and locates further records. Small batches are used
  /// because at the end all threads wait for the slowest one: with a quarter as many batches, a conversion takes a
  /// tenth longer.
  ///
  /// - Returns: The results of the batches that were in progress, in order.
  package func exchange() -> [Findings] {
    let findings = reading?.finish() ?? []
    reading = nil
    guard !waiting.isEmpty else { return findings }
    let batches = waiting.runs(of: max(WorkingSize.scaled(1 << 16), waitingBytes / (64 * workers.count))) {
      $0.range.count
    }
    reading = workers.start(batches, read)
    waiting.removeAll(keepingCapacity: true)
    waitingBytes = 0
    enough = min(enough * 4, most)
    return findings
  }

  /// Discards the batches that have not been started, and waits for those in progress.
  package func cancel() { reading?.cancel() }
}
