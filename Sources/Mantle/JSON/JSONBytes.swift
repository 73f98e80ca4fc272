import MantlePlatform

/// The immutable bytes of a JSON document, in memory or in a mapped file.
///
/// ```swift
/// let bytes = JSONBytes(#"[{"title": "Fix"}]"#)
/// let issues = try [Issue].decode(json: bytes, threads: 4)
/// ```
///
/// Strings, `Data` and arrays of bytes can be decoded directly. Create a `JSONBytes` to decode on several
/// threads (`decode(json:threads:options:)` of an array) or one element at a time
/// (``JSONConvertible/elements(of:at:form:options:collectsNotes:)``). `JSONBytes.map(contentsOf:)` of the
/// product `MantleFiles` maps a file of any size.
///
/// > Important: If another process truncates a mapped file, reading the missing part ends the process with the
/// > signal SIGBUS. Read a file that may be truncated into memory: `JSONBytes(Data(contentsOf: url))`.
public final class JSONBytes: @unchecked Sendable {
  // Unchecked because the memory is written only before the initializer returns.

  /// The number of readable bytes after the content, so that scanners can load whole vectors without a bounds check.
  ///
  /// The bytes are zero, except that a mapped file which grows while it is open can expose new bytes there.
  /// Scanners must not rely on them as a terminator.
  static var padding: Int { 64 }

  /// The number of bytes of the document.
  public let count: Int
  /// Whether the file name indicates NDJSON, so that each line is a value even if there is only one line.
  package let isNDJSON: Bool
  /// The column titles of a table without records, if these bytes are the empty JSON array that the table was
  /// converted to; otherwise empty.
  package let titles: [String]
  /// The cache of the line and character counts that have been computed so far.
  let positions: PositionIndex

  /// The address of the first byte of the document.
  @usableFromInline package let base: UnsafePointer<UInt8>
  private let owner: Owner
  /// The mapping from a repaired document to the original input; nil if the bytes are the original input.
  let origin: JSONOrigin?

  /// The owner of the document's memory, which determines how the memory is freed.
  private enum Owner {
    /// Memory that `JSONBytes` allocated and must deallocate.
    case heap
    /// Memory that was allocated elsewhere, such as a mapped file, and is freed by a closure.
    case foreign(release: @Sendable (UnsafeMutableRawPointer) -> Void)
  }

  private init(
    base: UnsafePointer<UInt8>, count: Int, isNDJSON: Bool, owner: Owner, origin: JSONOrigin? = nil,
    linesBefore: Int = 0, titles: [String] = []
  ) {
    positions = PositionIndex(linesBefore: linesBefore)
    self.titles = titles
    self.base = base
    self.count = count
    self.isNDJSON = isNDJSON
    self.owner = owner
    self.origin = origin
  }

  /// Creates a document that takes ownership of existing memory, which must have at least ``padding``
  /// readable bytes after the content.
  ///
  /// - Parameters:
  ///   - base: The address of the first byte.
  ///   - count: The number of bytes without the padding.
  ///   - isNDJSON: Whether each line is a value even if there is only one line.
  ///   - release: Frees the memory; called once.
  package convenience init(
    base: UnsafePointer<UInt8>, count: Int, isNDJSON: Bool,
    release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    self.init(base: base, count: count, isNDJSON: isNDJSON, owner: .foreign(release: release))
  }

  /// Whether the document's memory was allocated elsewhere, as for a mapped file.
  package var isMapping: Bool {
    if case .foreign = owner { true } else { false }
  }

  deinit {
    let memory = UnsafeMutableRawPointer(mutating: base)
    switch owner {
    case .heap: memory.deallocate()
    case .foreign(let release): release(memory)
    }
  }

  /// Creates a document by copying bytes, such as an array or the `Data` of Foundation.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public convenience init(_ bytes: some Collection<UInt8>) {
    self.init(count: bytes.count) { memory in
      let isCopied: Void? = bytes.withContiguousStorageIfAvailable { memory.copyBytes(from: $0) }
      if isCopied == nil { memory.copyBytes(from: bytes) }
    }
  }

  /// Creates a document by copying an array of bytes.
  ///
  /// - Parameter isNDJSON: Whether each line is a value even if there is only one line.
  package convenience init(_ bytes: [UInt8], isNDJSON: Bool) {
    self.init(count: bytes.count, isNDJSON: isNDJSON) { $0.copyBytes(from: bytes) }
  }

  /// Creates a document by copying the UTF-8 bytes of a string.
  ///
  /// ```swift
  /// let bytes = JSONBytes(#"{"open": true}"#)
  /// ```
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public convenience init(_ text: String) { self.init(text.utf8) }

  /// Creates a document of `count` bytes, which a closure must fill completely. The allocated memory ends
  /// with zero padding.
  ///
  /// - Parameters:
  ///   - linesBefore: The number of lines of a larger text that precede the bytes.
  ///   - isNDJSON: Whether each line is a value even if there is only one line.
  ///   - origin: Returns the mapping to the original input; called after `fill`.
  ///   - titles: The column titles of a converted table without records.
  ///   - fill: Initializes all bytes.
  package convenience init(
    count: Int, linesBefore: Int = 0, isNDJSON: Bool = false, origin: () -> JSONOrigin? = { nil },
    titles: [String] = [], filling fill: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count + Self.padding, alignment: 16)
    fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    memory.advanced(by: count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
    self.init(
      base: UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)), count: count, isNDJSON: isNDJSON,
      owner: .heap, origin: origin(), linesBefore: linesBefore, titles: titles)
  }
}

extension JSONBytes {
  /// The byte at an offset; 0 outside the content.
  @inlinable package subscript(offset: Int) -> UInt8 {
    offset >= 0 && offset < count ? base[offset] : 0
  }

  /// Returns the part of a range that is within the content of the document.
  package func clamp(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<count) }

  /// Returns a copy of the bytes in a range, which is clamped to the content.
  package func slice(_ range: Range<Int>) -> [UInt8] {
    withBytes(in: range) { [UInt8]($0) }
  }

  /// Returns the bytes in a range as a string, with U+FFFD for invalid UTF-8. The range is clamped to the
  /// content.
  package func text(_ range: Range<Int>) -> String {
    withBytes(in: range) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the content begins with a byte order mark, which is not part of the JSON.
  package var hasByteOrderMark: Bool {
    self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
  }

  /// The length of the byte order mark in bytes; 0 if there is none.
  var markLength: Int { hasByteOrderMark ? 3 : 0 }

  /// The offset of the JSON text, after an optional byte order mark and an optional prefix such as `)]}'`.
  package var textStart: Int { markLength + scriptGuardLength }

  /// The length of a prefix such as `)]}'`, which keeps an HTTP response from being included as a script; 0
  /// if there is none.
  package var scriptGuardLength: Int {
    let start = markLength
    // The first bytes of the prefixes: `)`, `f`, `t` and `w`.
    guard [0x29, 0x66, 0x74, 0x77].contains(self[start]) else { return 0 }
    return Self.scriptGuards.first { slice(start..<start + $0.count).elementsEqual($0) }?.count ?? 0
  }

  private static let scriptGuards = [
    ")]}',", ")]}'", "while(1);", "while (1);", "for(;;);", "for (;;);", "throw 1; <dont be evil>",
  ].map { Array($0.utf8) }

  /// Calls a closure with the bytes in a range, which is clamped to the content. The pointer is valid only
  /// during the call.
  package func withBytes<Result, Failure>(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = clamp(range)
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
  }
}
