import Mantle
import MantleDocuments
import MantleFiles
import MantlePlatform

extension ParsedWords {
  /// Returns advice about an input that cannot be read; nil if there is none.
  func advice(for error: any Error) -> String? {
    switch error {
    case let error as FileReadError where error.cause == .missing:
      error.path.flatMap { advice(forMissing: FileName($0)) }
    case let error as UnreadableText where error.isUnusable: adviceForUnnamedInput
    default: nil
    }
  }

  /// The advice for unusable standard input that was read because no file was named; nil if standard input was named.
  var adviceForUnnamedInput: String? {
    guard isInputPiped, values.count < CommandSyntax.operands(of: syntax.forms[0]).count,
      !values.contains("-")
    else {
      return nil
    }
    return misplacedFile
      ?? "no \(CommandSyntax.operands(of: syntax.forms[0]).first { $0.isFile }?.name ?? "FILE") was given, so standard input was read"
  }

  private func advice(forMissing file: FileName) -> String? {
    let name = file.shown
    if let scheme = name.firstRange(of: "://")?.lowerBound, name[..<scheme].allSatisfy(\.isLetter) {
      return "fetch it first: curl -s \(name) | mantle" + (command.isEmpty ? "" : " \(command)")
    }
    return misplacedFile ?? file.similarFile.map { "did you mean `\($0)`?" }
  }

  /// A message with the correct order of the operands if an existing file is given in the place of another operand;
  /// otherwise nil.
  private var misplacedFile: String? {
    let form = syntax.forms.first {
      CommandSyntax.operands(of: $0).count >= values.count && !$0.hasPrefix("…")
    }
    guard let form else { return nil }
    // If the file is missing, the other operands are shifted.
    let piped = isInputPiped ? syntax.forms.first { $0.hasPrefix("…") } : nil
    let isShort = values.count < CommandSyntax.operands(of: form).count(where: { !$0.isOptional })
    let operands = CommandSyntax.operands(of: isShort ? piped ?? form : form)
    let misplaced = zip(values, operands).first { !$1.isFile && $0.isRegular }
    return misplaced.map { "`\($0.0.shown)` is a file; the order is `\(form)`" }
  }
}

extension FileName {
  /// The file in the same directory whose name is most similar to this name; nil if none is similar.
  fileprivate var similarFile: String? {
    let folder = self.folder
    let name = String(shown.split(separator: "/").last ?? "")
    let names = (folder.children ?? []).compactMap { String(validating: $0, as: UTF8.self) }.sorted()
    guard let near = Spelling.nearest(to: name, among: names) else { return nil }
    return folder == "." ? near : folder.appending(near.utf8).shown
  }
}
