import Mantle

extension DamagedRegion {
  /// The hints for mistakes whose hint depends on the cause only, and not on the text.
  static let hints: [Cause: String] = [
    .comment: "JSON has no comments; remove it",
    .trailingComma: "remove the comma: JSON allows none after the last value",
    .surplusComma: "a comma too many, or a value is missing",
    .missingComma: "is a comma missing before this?",
    .semicolon: "JSON separates values by commas",
    .missingColon: "a ':' belongs between a key and its value",
    .surplusColon: "a surplus ':'",
    .equalsSign: "JSON writes ':' between a key and its value",
    .missingValue: "the key has no value; write null if it has none",
    .missingKey: "every value of an object needs a key, and every key a value; this one was skipped",
    .singleQuotes: "JSON uses double quotes",
    .singleQuotedText:
      "JSON uses double quotes; json.dumps of Python and JSON.stringify of JavaScript write them",
    .curlyQuotes: "these are typographic quotes; JSON uses \"",
    .backquotes: "JSON uses double quotes",
    .tripleQuotes:
      "JSON has no triple quotes: a string begins and ends with one, and its line breaks are written \\n",
    .unquotedKey: "put the key in double quotes",
    .pythonLiteral: "this is Python; JSON writes null, true and false (json.dumps does)",
    .pythonText: "Python printed its own value; json.dumps writes JSON",
    .javaScriptText: "JavaScript has keys without quotes and other quotes; JSON.stringify writes JSON",
    .arrowText: "this is how Ruby, PHP and Perl write it; to_json and json_encode write JSON",
    .literalSpelling: "JSON knows null, true and false, in small letters",
    .notANumber: "JSON has no NaN and no infinity; write null or a string",
    .unescapedQuote: "a quote inside a string is written \\\"",
    .unescapedControl: "in a string, a line break is written \\n, a tab \\t",
    .missingQuote: "a quote is missing at one end of this string",
    .surplusQuote: "a quote too many",
    .invalidUTF8:
      "save the text as UTF-8; if it is Windows-1252 or Latin-1: iconv -f WINDOWS-1252 -t UTF-8",
    .missingOpener: "a '{' or '[' is missing before this",
    .missingList: "values with commas between them: put `[` and `]` around all of them",
    .php: "PHP printed its own value; json_encode writes JSON",
    .surplusBracket: "a bracket too many",
    .secondValue:
      "several values are on one line; put each on its own line (NDJSON), or all in an array",
    .placeholder: "a template was not filled in here: write the value in its place",
    .call: "this is a call, as MongoDB's shell and Python's repr write it; JSON has values only",
    .nulBytes: "the file has a hole, or was not written completely: fetch it again",
    .mergeConflict: "choose one side, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`",
    .lineNumbers: "each line begins with a number, as `cat -n` writes it: remove the numbers",
    .colors: "these are colors for a terminal: write the text without them (jq -M, --color=never)",
    .empty: "the text is empty; was there a response?",
    .html: "probably an error or login page: look at the address, the status and the credentials",
    .xml: "ask the service for JSON (Accept: application/json)",
    .gzip: "decompress it first: gunzip",
    .zstd: "decompress it first: zstd -d",
    .zip: "unpack it first: unzip",
    .image: "an image (PNG, JPEG or GIF) has no JSON; is it the right file?",
    .binary: "a binary file, such as a program or a picture; is it the right one?",
    .utf16: "convert it first: iconv -f UTF-16 -t UTF-8",
    .utf32: "convert it first: iconv -f UTF-32 -t UTF-8",
    .escaped:
      "each quote is written `\\\"`, `&quot;` or `\"\"`, as inside a string, HTML or CSV: unescape the text once",
    .yaml: "convert it first: yq -o json",
    .csv: "a table is read from a file whose name ends in .csv or .tsv",
    .settings: "convert it to JSON first, or is it the wrong file?",
    .openStep: "convert it first: plutil -convert xml1",
    .patch: "apply it (git apply), and check the file that it changes",
  ]
}

extension DamagedRegion {
  /// Returns the hint for two tokens in the wrong order, such as `,` and `"a"`.
  func swapHint(_ bytes: JSONBytes) -> String {
    let first = bytes.text(range), second = String(decoding: replacement, as: UTF8.self)
    let isFirst = ",:{}[]".contains(first.prefix(1))
    let (sign, other) = isFirst ? (first.prefix(1), second) : (second.prefix(1), first)
    let last = other.dropLast().lastIndex { !$0.isWhitespace }
    let token = last.map { String(other[...$0]) } ?? ""
    return "`\(sign)` and `\(Shortened.text(token))` are in the wrong order"
  }

  /// Returns whether the mistaken bracket closes an array directly after the value of a member: `"a": {…}]`.
  func isBehindMember(in bytes: JSONBytes) -> Bool {
    guard let container, bytes[container] == ASCII.openBrace, bytes[offset] == ASCII.closeBracket else {
      return false
    }
    let before = bytes.slice(max(container + 1, offset - 256)..<offset)
    return before.last { !ASCII.isWhitespace($0) }.map { !",:{[]".utf8.contains($0) } ?? false
  }

  /// Returns whether the text of the region is a short word after a number, such as a unit: `12 kg`.
  func isUnit(in bytes: JSONBytes) -> Bool {
    let before = bytes.slice(max(0, offset - 8)..<offset).last { !ASCII.isWhitespace($0) }
    return container != nil && range.count <= 8 && before.map(ASCII.isDigit) ?? false
      && !ASCII.isDigit(bytes[offset])
      && bytes.slice(range).allSatisfy { ASCII.isLetter($0) || $0 >= 0x80 || $0 == 0x25 }
  }

  /// Returns whether the text of the region is an HTML page and not a single tag.
  func isPage(_ bytes: JSONBytes) -> Bool {
    let start = bytes.text(range.prefix(16)).lowercased()
    return ["<html", "<!doctype html", "<body", "<head"].contains(where: start.hasPrefix)
  }

  /// Returns whether the string with the missing quote ends with an escaped quote: `"C:\Temp\",`.
  func endsWithEscapedQuote(_ bytes: JSONBytes) -> Bool {
    range.isEmpty && range.lowerBound > offset + 2 && bytes[range.lowerBound - 1] == ASCII.quote
      && bytes[range.lowerBound - 2] == ASCII.backslash
  }
}
