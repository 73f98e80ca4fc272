import Foundation
import Testing

/// What the program writes, and what it does where that is not taken.
struct OutputTests {
  /// Runs a command line of the shell in a folder of its own, with `mantle` as `$M`.
  private func shell(_ line: String, in scratch: Scratch) throws -> Executable.Outcome {
    let binary = Executable.quoted(try MantleBinary.url().path)
    return try Executable.outcome(
      of: Executable.find("bash"),
      ["-c", "M=\(binary); cd \(Executable.quoted(scratch.folder.path)); \(line)"])
  }

  /// A file that is compressed is read as what it holds; one that is damaged is an error, with the tool's words.
  /// The limit that is set here stands for a disk without room.
  @Test func checkStopsExpandingCompressionBombs() throws {
    let scratch = try Scratch()
    let shell = URL(fileURLWithPath: "/bin/sh")
    let file = scratch.path("a.json.gz")
    let making = try Executable.outcome(
      of: shell, ["-c", "head -c 9000000 /dev/zero | gzip >\(Executable.quoted(file))"])
    try #require(making.status == 0)
    let outcome = try Executable.outcome(
      of: shell, ["-c", #"ulimit -f 4000; exec "$0" check "$1""#, try MantleBinary.url().path, file])
    #expect(outcome.status == 2)
    #expect(
      (outcome.output + outcome.errors).contains("expands to more than half of the free space"), "\(outcome)")
  }

  @Test(arguments: ["gzip", "zstd"]) func compressedFilesAreRead(tool: String) throws {
    guard (try? Executable.find(tool)) != nil else {
      print("SKIPPED: \(tool) is not installed")
      return
    }
    let scratch = try Scratch()
    _ = try scratch.sample("issues.json")
    let read = try shell(
      "\(tool) -kc issues.json > i.z; $M check --no-unmapped i.z; $M get i.z '[1].number'", in: scratch)
    #expect(read.status == 0 && read.output.contains("12 Issues") && read.output.hasSuffix("2\n"), "\(read)")
    let cut = try shell("\(tool) -kc issues.json | head -c 500 > i.z; $M check i.z", in: scratch)
    #expect(cut.status == 2 && cut.errors.contains("i.z: \(tool)"), "\(cut)")
    let gone = try shell("\(tool) -kc issues.json > i.z; PATH=/nowhere $M check i.z", in: scratch)
    #expect(gone.status == 2 && gone.errors.contains("compressed with \(tool), which is not installed"))
  }

  /// Every kind of text that a terminal would obey or hide: C0, DEL, C1 as code points and as bytes, OSC, bidirectional
  /// controls, zero width, line breaks, floods of marks, and bytes that are not UTF-8.
  private static let corpus: [[UInt8]] = [
    Array("\u{1B}]0;PWNED\u{7}\u{1B}[2J".utf8), Array("\u{9B}5m\u{9D}0;x\u{9C}".utf8),
    Array("a\u{7F}b\u{8}c".utf8),
    Array("x\u{202E}gnp.exe\u{2066}\u{200F}\u{61C}".utf8), Array("a\u{200B}b\u{FEFF}c\u{2060}\u{AD}".utf8),
    Array("x\nissues.json:1:1: error: fake\r\n::error::fake\u{2028}y\u{85}".utf8),
    Array(("z" + String(repeating: "\u{301}", count: 60)).utf8),
    [0x61, 0x9B, 0x33, 0x31, 0x6D, 0xFF, 0xC3, 0x28],
    Array("\u{E0061}\u{E0062}\u{1F3F4}".utf8),
  ]

  private static func json(_ bytes: [UInt8]) -> [UInt8] {
    [0x22] + bytes.flatMap { $0 < 0x20 ? Array(String(format: "\\u%04x", $0).utf8) : [$0] } + [0x22]
  }

  /// A text in which everything a message may quote is hostile.
  private static func payloads(_ text: [UInt8]) -> [[UInt8]] {
    let (word, one) = (json(text), Array(#"{"id":1,"name":7,"color":"c","#.utf8))
    return [
      word, Array("[".utf8) + text,
      Array("{".utf8) + word + Array(":[".utf8) + one + word + Array(":2}]}".utf8),
      Array(#"[{"url":"#.utf8) + word + Array(#","state":"#.utf8) + word + Array(#","number":"#.utf8) + word
        + Array(#","id":1,"title":2},"#.utf8) + word + Array("]".utf8),
      Array("{".utf8) + word + Array(":1,".utf8) + word + Array(":tru}".utf8),
      Array("<?xml version=\"1.0\"?><plist><dict><key>$version</key><integer>".utf8) + text,
      Array("bplist".utf8) + text + Array("00000000000000000000000000000000".utf8),
    ]
  }

  private static func expectSafe(_ outcome: Executable.Outcome, _ what: String) {
    for text in [outcome.output, outcome.errors] {
      let hostile = text.unicodeScalars.filter { scalar in
        guard scalar != "\n" else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
      }
      #expect(hostile.isEmpty, "\(what): \(hostile.map { String($0.value, radix: 16) })")
      #expect(
        !text.split(separator: "\n").contains { $0.hasPrefix("issues.json:") || $0.hasPrefix("::error::") })
    }
    #expect(outcome.status == 0, "\(what)")
  }

  /// Ends with 0 where everything that was said is UTF-8.
  private func said(_ line: String, in scratch: Scratch) throws -> Executable.Outcome {
    try shell("{ \(line); } 2>&1 | iconv -f UTF-8 -t UTF-8; exit ${PIPESTATUS[1]}", in: scratch)
  }

  @Test(arguments: corpus.indices) func outputEscapesControlSequencesInData(_ number: Int) throws {
    let scratch = try Scratch()
    let text = Self.corpus[number]
    for (index, payload) in Self.payloads(text).enumerated() { _ = try scratch.file("p\(index)", payload) }
    let name = text.map { "\\" + String($0, radix: 8) }.joined()
    // The whole of it as a file name, too.
    let make = "N=$(printf '\(name)x'); cp p3 \"$N\"; "
    for form in ["text", "json", "github", "sarif", "junit"] {
      let check = "\(make) $M check --format \(form) --notes p* \"$N\" \"no$N\""
      Self.expectSafe(try said(check, in: scratch), "check \(form)")
    }
    let convert = "\(make) for f in p* \"$N\" \"no$N\"; do $M convert \"$f\" out --to archive; done"
    Self.expectSafe(try said(convert, in: scratch), "convert")
    let words =
      "\(make) $M check --model \"$N\" p0; $M \"--$N\"; $M \"no$N\" \"$N\"; $M explain \"$N\"; $M \"no$N\""
    Self.expectSafe(try said(words, in: scratch), "usage")
    let lists = "\(make) $M check --baseline \"$N\" p0; $M check @\"$N\"; $M check p0 --allow @\"$N\""
    Self.expectSafe(try said(lists, in: scratch), "lists")
  }

  @Test(arguments: [
    "$M check issues.json > /dev/full", "$M check issues.json --format json > /dev/full",
    "$M check issues.json --format sarif > /dev/full", "$M check issues.json >&-",
    "$M convert issues.json - --to json > /dev/full", "$M convert issues.json - --to json >&-",
    "$M convert broken.json - --to json --mapped-only 2> /dev/full",
    "$M convert broken.json - --to json --mapped-only 2>&-",
    "echo '{\"login\":\"a\",\"id\":1}' > a.json; $M convert a.json out.json 2>&-; test $? = 0 || exit; $M --help > /dev/full",
    "$M explain > /dev/full", "$M check absent.json 2>&-", "(ulimit -f 1; $M convert issues.json out.json)",
    "$M check issues.json --write-baseline /dev/full", "$M convert issues.json /dev/full --to json",
  ])
  func unwritableOutputIsAnError(_ line: String) throws {
    let scratch = try Scratch()
    _ = try scratch.sample("issues.json")
    _ = try scratch.sample("broken.json")
    let outcome = try shell(line, in: scratch)
    #expect(outcome.status == 2, "\(outcome.errors)")
  }

  @Test func commandsAcceptInvalidUTF8Names() throws {
    let scratch = try Scratch()
    _ = try scratch.sample("issue.json")
    let outcome = try shell(
      #"N=$(printf 'inv\377.json'); cp issue.json "$N"; $M check "$N" && $M check . && $M convert "$N" - --to json | wc -l"#,
      in: scratch)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(#"inv\xff.json: 1 Issue at the root, 0 errors"#), "\(outcome.output)")
    #expect(outcome.output.contains("2 of 2 files fine"))
  }

  @Test(arguments: [
    "$M check /dev/stdin < issue.json", "cat issue.json | $M check /dev/stdin", "$M check <(cat issue.json)",
    "mkfifo f; (sleep 0.2; cat issue.json > f) & $M check f", "cat issue.json | $M check -",
    "$M convert issue.json /dev/stdout --to json | $M check",
    "$M convert <(cat issue.json) >(cat > /dev/null) --to json && $M check issue.json",
  ])
  func commandsReadAndWritePipes(_ line: String) throws {
    let scratch = try Scratch()
    _ = try scratch.sample("issue.json")
    let outcome = try shell(line, in: scratch)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(": 1 Issue at the root, 0 errors"), "\(outcome.output)")
  }
}
