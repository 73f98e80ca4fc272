import Mantle
import MantlePlatform

/// Editing values in the user's own editor.
extension EditorRequest {
  /// Applies the text that the user edited in the external editor, or reports why it is not valid.
  static func take(_ browser: inout Browser, _ request: EditorRequest, _ text: String) {
    // Editors add a line break to the last line.
    let text = text.hasSuffix("\n") && !request.text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard ExactText(text) != ExactText(request.text) else {
      browser.message = .note("Unchanged")
      return
    }
    do {
      if let record = browser.cursor.record, let range = browser.cursor.editedRange {
        let splice = JSONSplice(range, with: Array(text.utf8))
        let text = try record.bytes.applying([splice], in: record.range)
        browser.editor.change { try $0.rewriting($1, as: text) }
        return
      }
      let json = try json(browser, of: text, request)
      browser.editor.commit(EditBuilder(outline: browser.outline).indented(json, for: browser.cursor))
    } catch {
      refuse(&browser, EditorRequest(text: text, isText: request.isText), "\(error)")
    }
  }

  /// Asks whether to reopen the external editor with the rejected text, so that the text can be corrected.
  private static func refuse(_ browser: inout Browser, _ request: EditorRequest, _ reason: String) {
    let again = Question.Answer(key: "e", words: "edit again") { $0.request(.edit(request)) }
    browser.mode = .asking(Question(text: "Not accepted: \(reason)", answers: [again]))
  }

  private static func json(_ browser: Browser, of text: String, _ request: EditorRequest) throws -> [UInt8] {
    if let property = browser.cursor.typing {
      do {
        return try property.replacement(for: text)
      } catch let diagnostic as Diagnostic {
        throw EditRefused(description: ValueEdit.words(for: diagnostic))
      }
    }
    if request.isText { return Array(JSONText.quoted(text).utf8) }
    do throws(JSONSyntaxError) {
      let value = try JSONDocument(text).root
      return value.rawText == text ? value.rawBytes : Array(text.utf8)
    } catch {
      let place = JSONBytes(text).location(at: error.offset)
      throw EditRefused(
        description: "line \(place.line), column \(place.column): \(error.description)")
    }
  }
}

extension Browser {
  /// The value under the cursor as text for the external editor; nil if the row has no value.
  var editorOrder: EditorRequest? {
    if let record = cursor.record, let range = cursor.editedRange {
      return EditorRequest(text: record.bytes.text(range), isText: false)
    }
    guard let node = cursor.node else { return nil }
    return node.kind == .string
      ? EditorRequest(text: node.displayText, isText: true)
      : EditorRequest(text: node.formatted(), isText: false)
  }
}

extension Row {
  /// Whether the row's value is a container whose source text has comments or mistakes. Replacing it by JSON would remove
  /// them.
  var holdsMistakes: Bool { node?.kind.isContainer == true && editedRange != nil }

  /// The range of the record that is edited as source text, because it has comments or mistakes; nil for any other value.
  fileprivate var editedRange: Range<Int>? {
    guard let record else { return nil }
    if isBroken { return record.range }
    if mistake != nil { return parent?.editedRange }
    guard let node, node.kind.isContainer, let range = textRange, let damage = record.damage,
      !damage.regions(in: range).isEmpty
    else { return nil }
    return parent?.record == nil ? record.range : range
  }
}

extension Report {
  /// Returns a report of the text that the user's editor returned.
  static func edited(_ request: EditorRequest, _ text: String) -> Report {
    Report { EditorRequest.take(&$0, request, text) }
  }
}

extension EditorRequest {
  /// Opens the text in the external editor, as a temporary file that only the user can read.
  ///
  /// - Parameter run: runs a command line; returns whether the command succeeded.
  func report(_ run: (String) -> Bool) -> Report {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mantle-\(UUID().uuidString)")
    let file = folder.appendingPathComponent("value" + suffix)
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(text.utf8).write(to: file)
      let command = Self.editor + " '" + file.path.replacing("'", with: "'\\''") + "'"
      guard run(command) else {
        return .failed("\(Self.editor): exited with an error; the value is unchanged")
      }
      return .edited(self, String(decoding: try Data(contentsOf: file), as: UTF8.self))
    } catch {
      return .failed("not edited: cannot write or read a file in \(folder.path)")
    }
  }

  /// The editor in `$VISUAL` or `$EDITOR`, which other programs use, too; otherwise `vi`.
  private static var editor: String {
    let environment = ProcessInfo.processInfo.environment
    return ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
  }
}
