import MantleFiles
import MantlePlatform

extension Report {
  /// Returns the contents of a folder, folders with a trailing slash; empty if the folder cannot be read.
  static func listing(of folder: String) -> Report {
    let path = folder.isEmpty ? "." : folder
    let files = (path.fileNames() ?? []).filter { ![".", ".."].contains($0) }
    let names = files.map { name in
      let kind = "\(path)/\(name)".fileStatus().map { $0.st_mode & S_IFMT }
      return kind == S_IFDIR ? name + "/" : name
    }
    return Report { LinePrompt.complete(&$0, folder: folder, names: names) }
  }
}
