/// One way to do some work.
struct Contender {
  let work: Work
  /// As written in the table and after `--only`.
  let name: String
  /// Bytes of JSON, or of an archive, read or written in one round.
  let bytes: Int
  /// Does the work once, with the stopwatch running during the work only, and returns the tally of the result if
  /// `isChecked`.
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

  /// Returns a contender that makes a product. Making and freeing the product is timed, its inspection is
  /// not.
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
