/// Steps on top of each other, within a budget of memory: the oldest ones are on disk.
struct EditStack: Sendable {
  /// The latest ones, the last one at the end; empty only where there are no others either.
  private(set) var recent: [EditStep] = []
  /// The bytes they take, about.
  private var size = 0
  private var older: [Stored] = []
  /// Whether the disk has lost none of them.
  private var isWhole = true
  private var budget: Int
  private let file: StoredFile

  /// The location of stored steps.
  private struct Stored {
    let count: Int
    let place: Range<Int>
  }

  /// 64 MB: the last 60,000 edits or so. A million of them take 100 MB of the disk.
  static let usualBudget = 1 << 26

  init(budget: Int, file: StoredFile) {
    self.budget = budget
    self.file = file
  }

  private(set) var count = 0
  var isEmpty: Bool { recent.isEmpty }
  var last: EditStep? { recent.last }

  mutating func append(_ step: EditStep) {
    recent.append(step)
    size += step.size
    count += 1
    if size > budget { storeOldest() }
  }

  /// - Complexity: O(1), but for one in many that reads others from the disk.
  mutating func popLast() -> EditStep? {
    guard let step = recent.popLast() else { return nil }
    size -= step.size
    count -= 1
    if recent.isEmpty { loadLatest() }
    return step
  }

  /// All of them, the oldest first; nil where the disk has lost some.
  ///
  /// - Complexity: O(count), with those on disk read from there.
  var all: [EditStep]? {
    guard isWhole else { return nil }
    var steps: [EditStep] = []
    for stored in older {
      var bytes = StoredBytes(file.bytes(stored.place) ?? [])
      for _ in 0..<stored.count {
        guard let step = try? bytes.next() as EditStep else { return nil }
        steps.append(step)
      }
    }
    return steps + recent
  }

  mutating func removeAll() { self = EditStack(budget: budget, file: file) }

  /// Puts a sixteenth of the budget on disk, so that no edit waits long; never the last step.
  private mutating func storeOldest() {
    var bytes = StoredBytes()
    var (stored, storedSize) = (0, 0)
    while stored < recent.count - 1, storedSize < budget / 16 {
      bytes.add(recent[stored])
      storedSize += recent[stored].size
      stored += 1
    }
    guard stored > 0 else { return }
    guard let place = file.append(bytes.bytes) else {
      // Rather more memory than a lost edit.
      budget *= 2
      return
    }
    older.append(Stored(count: stored, place: place))
    recent.removeFirst(stored)
    size -= storedSize
  }

  private mutating func loadLatest() {
    guard let latest = older.popLast() else { return }
    var bytes = StoredBytes(file.bytes(latest.place) ?? [])
    for _ in 0..<latest.count {
      guard let step = try? bytes.next() as EditStep else { break }
      recent.append(step)
      size += step.size
    }
    // A disk that lost them: what is older cannot be undone without them.
    if recent.count < latest.count {
      removeAll()
      isWhole = false
    }
  }
}
