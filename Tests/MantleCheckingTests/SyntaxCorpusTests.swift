import Foundation
import Testing

@testable import Mantle
@testable import MantleChecking

/// What is said of texts that are not JSON, read aloud: would you know what to do?
@Suite struct SyntaxCorpusTests {
  private static func lamp(_ line: String) -> [UInt8] {
    Array("{\n  \"id\": 7,\n  \(line)\n  \"title\": \"Lamp\"\n}\n".utf8)
  }

  private static func list(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let cases: [(name: String, bytes: [UInt8])] = [
    ("a comma after the last member", list("{\"id\": 7, \"title\": \"Lamp\",}\n")),
    ("a comma after the last element", list("[1, 2, 3,]\n")),
    ("two commas", lamp(#""size": 3,,"#)),
    ("a missing comma", lamp(#""size": 3"#)),
    ("a missing comma between objects", list("[\n  {\"id\": 1}\n  {\"id\": 2}\n]\n")),
    ("a semicolon", lamp(#""size": 3;"#)),
    ("a comment to the end of the line", lamp("\"size\": 3, // in cm")),
    ("a comment in between", lamp("\"size\": /* cm */ 3,")),
    ("a comment of a shell", lamp("\"size\": 3, # in cm")),
    ("single quotes", lamp("'size': 'large',")),
    ("typographic quotes", lamp("“size”: “large”,")),
    ("a key without quotes", lamp("size: 3,")),
    ("text without quotes", lamp(#""size": large,"#)),
    ("Python's None", lamp(#""size": None,"#)),
    ("Python's True", lamp(#""size": True,"#)),
    ("JavaScript's undefined", lamp(#""size": undefined,"#)),
    ("not a number", lamp(#""size": NaN,"#)),
    ("an infinity", lamp(#""size": -Infinity,"#)),
    ("a leading zero", lamp(#""size": 007,"#)),
    ("a number that begins with a point", lamp(#""size": .5,"#)),
    ("a hexadecimal number", lamp(#""size": 0x1F,"#)),
    ("a quote inside a string", lamp(#""size": "3" wide","#)),
    ("a line break inside a string", lamp("\"size\": \"three\n cm\",")),
    ("a tab inside a string", lamp("\"size\": \"3\tcm\",")),
    ("a string without its end", lamp(#""size": "large,"#)),
    ("a Windows path", lamp(#""file": "C:\temp\new\Users","#)),
    ("an equals sign", lamp(#""size" = 3,"#)),
    ("a missing colon", lamp(#""size" 3,"#)),
    ("a missing value", lamp(#""size": ,"#)),
    ("an element that is not closed", list("[\n  {\"id\": 1},\n  {\"id\": 2,\n  {\"id\": 3}\n]\n")),
    ("a list closed as an object", list("{\"tags\": [1, 2}, \"id\": 7}\n")),
    ("a bracket too many", list("{\"tags\": [1, 2]], \"id\": 7}\n")),
    ("a text that is cut off", list("{\"id\": 7, \"owner\": {\"login\": \"ad")),
    ("a text that is cut off behind a colon", list("[{\"id\": 7}, {\"id\":")),
    ("two values on one line", list("{\"id\": 7} {\"id\": 8}\n")),
    ("a line of a log before it", list("2026-01-02 10:00:00 INFO response:\n{\"id\": 7}\n")),
    ("text behind it", list("{\"id\": 7}\nDone in 3 ms.\n")),
    ("a callback around it", list("callback({\"id\": 7});\n")),
    ("a guard before it", list(")]}',\n{\"id\": 7}\n")),
    ("nothing", []),
    ("a page", list("<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>\n")),
    ("XML", list("<?xml version=\"1.0\"?>\n<items/>\n")),
    ("compressed data", [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xAB, 0x56, 0x4A]),
    ("a program", Array("\u{7F}ELF\u{2}\u{1}\u{1}\0\0\0\0 x={\"a\":1}".utf8)),
    ("UTF-16", [0xFF, 0xFE] + "{\"id\": 7}".utf8.flatMap { [$0, 0] }),
    ("UTF-32", "{\"id\": 7}".utf8.flatMap { [$0, 0, 0, 0] }),
    ("Latin-1", list("{\"title\": \"Caf") + [0xE9] + list("\"}\n")),
    ("a space that is none", lamp("\"size\":\u{A0}3,")),
    ("an invisible character", lamp("\u{200B}\"size\": 3,")),
    ("a full-width comma", lamp(#""size": "large"，"#)),
    ("a full-width colon", lamp(#""size"： 3,"#)),
    ("two strings in a row", lamp(#""size": "large" "r","#)),
    ("strings that are added", lamp(#""size": "large" + "r","#)),
    ("three quotes", lamp("\"size\": \"\"\"large\nor not\"\"\",")),
    ("what was left out", lamp("...,")),
    ("an exponent without digits", lamp(#""size": 1e,"#)),
    ("two signs", lamp(#""size": --1,"#)),
    ("a space behind a sign", lamp(#""size": - 5,"#)),
    ("a dash for a minus", lamp(#""size": –5,"#)),
    ("Arabic digits", lamp(#""size": ١٢,"#)),
    ("a suffix of Java", lamp(#""size": 42L,"#)),
    ("an underscore in a number", lamp(#""size": 1_000,"#)),
    ("a comma in a number", lamp(#""size": 1,000,"#)),
    ("a decimal comma", lamp(#""size": 3,5,"#)),
    ("a regular expression", lamp(#""size": /la?rge/i,"#)),
    ("parentheses", lamp(#""size": ("large"),"#)),
    ("a call", lamp(#""size": ObjectId("5f2a"),"#)),
    ("a call of Python", lamp(#""size": datetime.date(2020, 1, 2),"#)),
    ("a variable of a template", lamp(#""size": ${SIZE},"#)),
    ("a placeholder of a template", lamp(#""size": {{ size }},"#)),
    ("a block of a template", lamp("{% if large %}")),
    ("a hole of NULs", lamp("\"size\": 3," + String(repeating: "\0", count: 40))),
    ("a torn string", lamp("\"size\": \"la" + String(repeating: "\0", count: 40) + "\",")),
    (
      "a merge conflict",
      list("{\n<<<<<<< HEAD\n \"id\": 7,\n=======\n \"id\": 8,\n>>>>>>> b\n \"size\": 3\n}\n")
    ),
    ("Python's repr", list("[{'id': 7, 'title': \"it's\", 'large': True}, {'id': 8, 'title': None}]\n")),
    ("single quotes everywhere", list("{'id': 7, 'title': 'Lamp'}\n")),
    ("JavaScript", list("{id: 7, title: 'Lamp', size: undefined}\n")),
    ("Ruby", list("{:id=>7, \"title\"=>\"Lamp\", :size=>nil}\n")),
    ("MongoDB's shell", list("{\"_id\": ObjectId(\"5f\"), \"n\": NumberLong(42)}\n")),
    ("Latin-1 throughout", list("{\"a\": \"") + [0xE9] + list("\", \"b\": \"") + [0xE8] + list("\"}\n")),
    ("a log", list("10:01 INFO {\"id\": 7}\n10:02 INFO {\"id\": 8}\n")),
    ("Markdown", list("# Lamps\n\nThey are bright.\n")),
    ("line numbers", list("     1\t{\n     2\t  \"id\": 7,\n     3\t  \"size\": 3,\n     4\t}\n")),
    ("a quoted mail", list("> {\n>   \"id\": 7,\n>\n>   \"size\": 3,\n> }\n")),
    ("commented out", list("// {\n//   \"id\": 7,\n//   \"size\": 3,\n// }\n")),
    ("colors", list("{\u{1B}[32m\"id\"\u{1B}[0m: 7, \u{1B}[32m\"size\"\u{1B}[0m: 3,}\n")),
    ("HTTP chunks", list("d\r\n{\"id\": 7, \"si\r\n8\r\nze\": 3,}\r\n0\r\n\r\n")),
    ("YAML", list("---\nid: 7\ntags:\n  - a\n  - b: [1]\n")),
    ("CSV", list("id,title\n7,Lamp\n8,Table\n")),
    ("settings", list("[lamp]\nid = 7\nsize = 3\n")),
    ("a form", list("id=7&title=Lamp")),
    ("base64", list("eyJpZCI6IDcsICJ0aXRsZSI6ICJMYW1wIn0K\n")),
    (
      "a mail",
      list(
        "From 5e2f Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nSubject: [PATCH] x\n\n{ x = 1; }\n-- \n2.1\n")
    ),
    ("a patch", list("--- a/x.json\n+++ b/x.json\n@@ -1,3 +1,3 @@\n {\n-  \"id\": 7\n+  \"id\": 8\n }\n")),
    ("the message of an error", list("Internal Server Error")),
    ("the error of a tool", list("curl: (6) Could not resolve host: example.com\n")),
    ("errors of a tool", list("error: repository not found\nerror: could not fetch origin\n")),
    ("the head of a response", list("HTTP/1.1 404 Not Found\nContent-Type: text/plain\nServer: x\n")),
    ("a pointer of Git LFS", list("version https://git-lfs.github.com/spec/v1\noid sha256:4d\nsize 12\n")),
    ("NULs only", list(String(repeating: "\0", count: 512))),
    ("NULs between lines", list("{\"id\": 7}\n\0\0\0\0\n{\"id\": 8}\n")),
    ("a percentage", lamp(#""size": 6%,"#)),
    ("a version", lamp(#""size": 1.2.3,"#)),
    ("a minus alone", lamp(#""size": -,"#)),
    ("a semicolon at the end", list("{\"id\": 7};\n")),
    ("a line break of Windows inside a string", lamp("\"size\": \"three\r\n cm\",")),
    ("a comment of SQL", lamp("\"size\": 3, -- in cm")),
    ("a comment of HTML", lamp("\"size\": 3, <!-- in cm -->")),
    ("an array with keys", list("[\"id\": 7, \"title\": \"Lamp\"]\n")),
    ("JSON escaped as in a string", list(#"{\"id\": 7, \"title\": \"Lamp\"}"#)),
    ("a stream of events", list("event: a\ndata: {\"id\": 7}\n\nevent: a\ndata: [DONE]\n\n")),
    ("a bracket around lines", list("[\n{\"id\": 7}\n{\"id\": 8}\n")),
    ("a line of a log with JSON in it", list("INFO: {\"a\": 1} came back\n{\"id\": 7}\n")),
    ("a text that is cut off in a character", list("{\"id\": 7, \"title\": \"Caf") + [0xC3]),
    ("quotes around a word inside a string", lamp(#""size": "the "large": yes","#)),
    ("double quotes inside single ones", lamp(#""size": 'the "large", yes',"#)),
    ("a string of two words without its first quote", lamp(#""size": very large","#)),
    (
      "a shorter text over a longer one",
      list("{\"id\": 7, \"tags\": [1]}, \"b\"],\n  \"size\": 3,\n  \"title\": \"Lamp\"\n}\n")
    ),
    ("JSON as a field of CSV", list(#""{""id"": 7, ""title"": ""Lamp""}""#)),
    ("a comment on the only line", list("{\"id\": 7, // was \"id\": 8, \"size\": 3}\n")),
    ("a sharp for a quote", list("{\"id\": 7,#size\": 3,\"title\": \"Lamp\"}\n")),
    ("a key without its end", lamp(#""size: 3,"#)),
    ("a key with two quotes", lamp(#"""size": 3,"#)),
    ("a point for a comma", lamp(#""size": "large"."#)),
    ("a point for a comma behind a number", lamp(#""size": 3."#)),
    ("a digit for a colon", lamp(#""size"8"large","#)),
    ("a brace for a bracket", lamp(#""sizes": {1, 2, 3],"#)),
    ("a letter for a brace", lamp(#""size": z"w": 3, "h": 4},"#)),
    ("an address with a placeholder and one quote", lamp(#""page": https://x.org/lamps{/id}","#)),
    ("members without an object", list("\"id\": 7,\n\"sizes\": [1, 2]\n")),
    ("objects without a list", list("{\"id\": 7},\n{\"id\": 8},\n{\"id\": 9}\n")),
    ("an array of PHP", list("array(\n  'id' => 7,\n)\n")),
    ("a number in groups", lamp(#""size": 1 000,"#)),
    ("JSON escaped for HTML", list("{&quot;id&quot;: 7, &quot;title&quot;: &quot;Lamp&quot;}")),
    (
      "a text without its beginning",
      list("mp\", \"size\": 3},\n{\"id\": 8, \"title\": \"Table\"},\n{\"id\": 9, \"title\": \"Chair\"}\n]\n")
    ),
    (
      "curl's progress",
      list(
        "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
          + "                                 Dload  Upload   Total   Spent    Left  Speed\n"
          + "\r100    24  100    24    0     0    310      0 --:--:-- --:--:-- --:--:--   311\n{\"id\": 7, \"size\": 3}\n"
      )
    ),
  ]

  private static var corpus: String {
    cases.map { name, text in
      let bytes = JSONBytes(text)
      let found = Checker(bytes, name: "lamp.json", model: nil).diagnostics().diagnostics
      let lines = found.map { $0.rendered(in: bytes, name: "lamp.json") }
      return "== \(name)\n" + lines.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Golden/SyntaxHints.txt")

  @Test func syntaxMessagesMatchTheGoldenFile() throws {
    let found = Self.corpus
    if ProcessInfo.processInfo.environment["MANTLE_UPDATE_GOLDEN"] != nil {
      try found.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: Self.file, encoding: .utf8)
    let pairs = zip(found.components(separatedBy: "\n\n"), expected.components(separatedBy: "\n\n"))
    for (found, expected) in pairs { #expect(found == expected) }
    #expect(found.count == expected.count)
  }

  @Test func everySyntaxErrorHasAHint() {
    for (name, text) in Self.cases {
      let found = Checker(JSONBytes(text), name: "lamp.json", model: nil).diagnostics().diagnostics
      #expect(!found.isEmpty && found.allSatisfy { $0.severity >= .warning && $0.hint != nil }, "\(name)")
    }
  }
}
