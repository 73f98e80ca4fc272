import Foundation

/// A comparison of keyed archives by Python's `plistlib`, which knows nothing of this library.
package struct ArchiveComparison {
  private let python: String

  /// Nil if python3 is not installed.
  package init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return nil }
    python = found
  }

  /// The paths of the values that differ between two archives. An object that is shared in one archive only is a difference.
  package func differences(_ before: [UInt8], _ after: [UInt8]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mantle-plistlib-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["before", "after"].map(folder.appendingPathComponent)
    for (file, bytes) in zip(files, [before, after]) { try Data(bytes).write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-c", Self.script] + files.map(\.path)
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    let message = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      return ["python3: " + String(decoding: message, as: UTF8.self)]
    }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let script = """
    import plistlib, sys

    def number(v):
        if isinstance(v, plistlib.UID): return v.data
        if isinstance(v, dict) and list(v) == ["CF$UID"]: return v["CF$UID"]

    def load(path):
        with open(path, "rb") as file: archive = plistlib.load(file)
        assert archive["$archiver"] == "NSKeyedArchiver" and archive["$objects"][0] == "$null"
        return archive["$top"], archive["$objects"]

    (before, old), (after, new) = map(load, sys.argv[1:])
    pairs, back, seen = {}, {}, set()
    open_pairs = [("", before, after)]
    while open_pairs:
        path, a, b = open_pairs.pop()
        i, j = number(a), number(b)
        if i is not None and j is not None:
            a, b = old[i], new[j]
            if isinstance(a, dict) and isinstance(b, dict):
                if pairs.setdefault(i, j) != j or back.setdefault(j, i) != i:
                    print(path + " (another object)")
                    continue
                if i in seen: continue
                seen.add(i)
        if type(a) is not type(b): print(path)
        elif isinstance(a, dict):
            keys = list(dict.fromkeys(list(a) + list(b)))
            for key in reversed(keys):
                place = path if key.startswith("NS.") or key in ("$class", "root") else (path + "." + key).lstrip(".")
                if key in a and key in b: open_pairs.append((place, a[key], b[key]))
                else: print(place)
        elif isinstance(a, list):
            if len(a) != len(b): print(path)
            else: open_pairs += [(path + "[%d]" % n, x, y) for n, (x, y) in enumerate(zip(a, b))][::-1]
        elif a != b: print(path)
    """
}
