import Mantle
import MantleDocuments
import MantleFiles
import MantleQuery
import TerminalText

/// A request of the browser to its surroundings, which it never changes by itself.
enum Effect: Sendable {
  case quit
  /// Leave with these values.
  case pick([PickedValue])
  case suspend
  /// Redraw the whole screen.
  case redraw
  /// Offer text to the clipboard; `what` names it for the message.
  case copy(String, what: String)
  /// Write a file.
  case write(any WriteOrder)
  /// Write the text with its unsaved edits somewhere, since there is no time to ask.
  case rescue(RescueOrder)
  /// Open another file, or read the open one again.
  case open(path: String, UnsavedEdits)
  /// Read another file to compare it or merge it with this one.
  case readOther(path: String, for: OtherFileUse)
  /// Show what has come of the text by now.
  case readOn(any IncomingText)
  /// Say what is in a folder: a path is being completed.
  case listFolder(String)
  /// Read a file with the unsaved edits of an earlier session.
  case recover(RecoverOrder)
  /// Delete the unsaved edits of an earlier session.
  case discard([Leftover])
  /// Have a text edited in the user's own editor.
  case edit(EditorOrder)
  /// Report the mouse, or leave it to the terminal.
  case mouse(Bool)
  /// Keep settings for the sessions to come.
  case keep([Setting])
  /// Draw in other colors.
  case theme(Theme)
  /// Colors of one's own, whatever the theme: numbers of the terminal's 256.
  case colors([Style.Role: Int])
  /// Draw with signs of ASCII only, or with what the terminal has.
  case ascii(Bool)
  case start(Work)
  case cancel(Work.Kind)
}

/// A text for the user's own editor.
struct EditorOrder: Sendable {
  /// The text to edit.
  let text: String
  /// Whether it is the text of a string, and not JSON.
  let isText: Bool

  /// The ending of the file it is edited in, which tells the editor its language.
  var suffix: String { isText ? ".txt" : ".json" }
}

/// The result of an effect, or the progress or a result of background work.
enum Report: Sendable {
  case saved(SaveOrder, FileFingerprint, bytes: Int)
  case rowsSaved(RowsOrder, JSONBytes?)
  /// Something was done, as described.
  case noted(String)
  case exported(ExportOrder, bytes: Int)
  case defined(DefinitionOrder, bytes: Int)
  case opened(DocumentSource, UnsavedEdits = .kept)
  /// More values after those there were, and the text that is still being read.
  case grown(JSONBytes, FileFingerprint?, (any IncomingText)?)
  case other(path: String, JSONBytes, OtherFileUse)
  case listed(folder: String, names: [String])
  /// The text that the user's editor returned.
  case edited(EditorOrder, String)
  /// The file with the recovered edits of an earlier session.
  case offered(DocumentSource, RecoverOrder)
  /// Edits of an earlier session that cannot be recovered, and the reason.
  case unrecoverable(RecoverOrder, reason: String)
  /// The outcome of writing the unsaved edits to the journal.
  case journal(JournalFile.Outcome)
  /// The current fingerprint of the file; nil if the file was removed.
  case onDisk(FileFingerprint?)
  /// More of the stream, or its end, has arrived.
  case incoming
  /// An action failed, for the described reason.
  case failed(String)

  /// The share of the work that is done, from 0 to 1.
  case progress(Double)
  case checked(CheckNews)
  /// The repair of a text of one value that is not JSON.
  case repaired(JSONRepair)
  /// The model that all of the text was read for; nil where it holds none.
  case inferred(ModelPlace?)
  /// The match of a search; nil where there is none.
  case found((place: TextPlace, wrapped: Bool)?)
  /// Where children begin that a filter shows.
  case passed([Int], share: Double)
  /// The part of the text in which all children that a filter shows were found.
  case inspected(ElementFilter.Extent)
  /// The order of the rows of a table, as far as the rows were read; nil if it is complete.
  case sorted([Int], share: Double?)
  /// The keys of all elements of a table.
  case columns(TableKeys)
  /// More places where the pattern is found.
  case hits([TextPlace])
  /// The rows of a result that were found so far.
  case result(ResultTable.Found)
  /// Which match was gone to, and of how many.
  case numbered(String)
  /// The differences from another text.
  case compared(Comparison)
  /// A text merged into the document.
  case merged(MergedText)
  /// The forms of the values of a list's properties.
  case types(TypeSurvey)
  /// The models and problems of files of the session.
  case surveyed([(name: String, facts: OpenFiles.Facts)])
  /// The output of a shell command.
  case answered(ShellFilter.Outcome, String, Browser.ShellUse)
  /// The children are counted, the lines are not.
  case counted
  /// Work without a result of its own has ended.
  case done

  /// Whether it is the last report of the work it is of.
  var isLast: Bool {
    switch self {
    case .progress, .passed, .sorted, .columns, .hits, .result, .counted, .surveyed, .repaired: false
    case .checked(let news): news.isDone
    default: true
    }
  }

  /// Whether the user waits for it.
  var isAwaited: Bool {
    switch self {
    case .counted, .surveyed: true
    default: isLast
    }
  }

  /// Writes settings into the user's configuration, and reports the path of the file.
  static func keeping(_ settings: [Setting]) -> Report {
    .attempting("not kept") {
      let words = settings.map(\.description).joined(separator: " ")
      return .noted("kept in \(try Configuration.keep(settings, in: nil)): \(words)")
    }
  }

  /// The report of an action, or of its error.
  ///
  /// - Parameter failure: what did not happen if the action fails.
  static func attempting(_ failure: String, _ action: () throws -> Report) -> Report {
    do { return try action() } catch { return .failed("\(failure): \(error)") }
  }
}

/// A request to write a file.
protocol WriteOrder: Sendable {
  /// The size of the text in bytes.
  var size: Int { get }

  /// Writes the file.
  ///
  /// - Parameter progress: receives the written share, from 0 to 1; returns false to stop.
  func report(_ progress: (Double) -> Bool) -> Report
}

extension WriteOrder {
  /// Whether writing takes long enough to be seen.
  var isLarge: Bool { size > 1 << 23 }
}

/// A request to write the document to a file.
struct SaveOrder: WriteOrder {
  let content: SplicedBytes
  let path: String
  let replacing: FileSaver.Replacing
  /// Nil to write the text as it is.
  var form: SavedForm?
  /// The file the text is mapped from.
  let source: MappedFile?
  /// Whether this is the file being browsed from now on, and not a copy.
  let isOwnFile: Bool
  /// Whether to leave once it is written.
  var quits = false
  /// A short summary of the changes.
  var changes: String?

  /// Writes it.
  ///
  /// - Parameter progress: receives the share written so far, from 0 to 1; returns false to stop.
  /// - Throws: ``SaveError``; nothing has then changed.
  func perform(_ progress: (Double) -> Bool) throws(SaveError) -> FileFingerprint {
    // Told as what it is where this is the file itself.
    if case .file = replacing {} else { try source?.check(content, before: path) }
    let written = try form?.content(of: content, for: path) ?? content
    let total = Double(max(1, written.count))
    return try FileSaver.save(written, to: path, replacing: replacing, reader: form?.reader ?? .text) {
      progress(min(1, Double($0) / total))
    }
  }
}
