/// An implementation of a task, whose time is compared with that of other implementations.
struct Contender {
  let work: Work
  /// The name of the contender in tables and for the option `--only`.
  let name: String
  /// The number of bytes of JSON, or of an archive, that one round reads or writes.
  let bytes: Int
  /// Performs the task once, and returns the checksum of the result if `isChecked`. The stopwatch runs during the task
  /// only.
  let run: (_ watch: inout Stopwatch, _ isChecked: Bool) throws -> Tally?

  /// The tasks that contenders are compared in.
  enum Work: String, CaseIterable {
    case parse, boundaries, decode, check, infer, encode, archive, unarchive, save, fetch
  }

  init(
    _ work: Work, _ name: String, bytes: Int, run: @escaping (inout Stopwatch, Bool) throws -> Tally?
  ) {
    self.work = work
    self.name = name
    self.bytes = bytes
    self.run = run
  }

  /// Returns a contender that makes a value. Making and freeing the value is timed, its inspection is not.
  ///
  /// - Parameters:
  ///   - tally: returns the checksum of the value.
  ///   - make: makes the value.
  static func making<Product>(
    _ work: Work, _ name: String, bytes: Int, tally: @escaping (Product) throws -> Tally,
    _ make: @escaping () throws -> Product
  ) -> Contender {
    Contender(work, name, bytes: bytes) { watch, isChecked in
      watch.start()
      defer { watch.stop() }
      let product = try make()
      return try watch.paused { isChecked ? try tally(product) : nil }
    }
  }
}
