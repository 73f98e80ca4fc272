import Foundation
import Mantle
import Synchronization

@testable import MantleArchiving

/// Python's readers of JSON and property lists, which have nothing in common with ours: one process, asked about a file
/// at a time.
final class PythonReaders: Sendable {
  enum Form: String {
    case json, lines, archive
  }

  /// Nil where there is no python3.
  static let shared = PythonReaders()

  private let pipes: Mutex<(questions: FileHandle, answers: FileHandle)>

  private init?() {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.script]
    let (questions, answers) = (Pipe(), Pipe())
    process.standardInput = questions
    process.standardOutput = answers
    guard (try? process.run()) != nil, answers.fileHandleForReading.availableData == Data("ready\n".utf8)
    else {
      print("skipped: no python3 here")
      return nil
    }
    pipes = Mutex((questions.fileHandleForWriting, answers.fileHandleForReading))
  }

  /// What Python has against a file; nil where it reads it.
  func complaint(about path: String, as form: Form) throws -> String? {
    try pipes.withLock { pipes in
      try pipes.questions.write(contentsOf: Data("\(form.rawValue) \(path)\n".utf8))
      var answer = Data()
      while answer.last != 0x0A {
        let piece = pipes.answers.availableData
        guard !piece.isEmpty else { return "Python has ended" }
        answer += piece
      }
      let words = String(decoding: answer.dropLast(), as: UTF8.self)
      return words == "read" ? nil : words
    }
  }

  private static let script = """
    import json, plistlib, sys
    def refuse(name): raise ValueError(name)
    def value(text): return json.loads(text, parse_constant=refuse)
    print("ready", flush=True)
    for question in sys.stdin:
        form, path = question.rstrip("\\n").split(" ", 1)
        try:
            data = open(path, "rb").read()
            if form == "archive": plistlib.loads(data)
            elif form == "lines": [value(line) for line in data.decode("utf-8-sig").split("\\n") if line.strip()]
            else: value(data.decode("utf-8-sig"))
            print("read", flush=True)
        except Exception as error: print(ascii(error), flush=True)
    """
}

extension RandomSession {
  /// An archive is one to Python, too, and a file with one value is that.
  func expectPython(_ name: String, _ bytes: JSONBytes) throws {
    if ArchiveFormat(sniffing: bytes.slice(0..<min(bytes.count, 100))) != nil {
      try expectPython(name, as: .archive)
    } else if (try? JSONDocument(parsing: bytes)) != nil {
      try expectPython(name, as: .json)
    }
  }

  func expectPython(_ name: String, as form: PythonReaders.Form) throws {
    guard let complaint = try PythonReaders.shared?.complaint(about: "\(folder.path)/\(name)", as: form)
    else { return }
    expect(false, "Python does not read \(name): \(complaint)")
  }
}
