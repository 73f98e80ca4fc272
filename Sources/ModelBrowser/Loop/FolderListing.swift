import Foundation

extension Report {
  /// What is in a folder, folders with a slash at the end; nothing where it cannot be read.
  static func listing(of folder: String) -> Report {
    let path = folder.isEmpty ? "." : folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return .listed(
      folder: folder,
      names: names.map { name in
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
        return exists && isFolder.boolValue ? name + "/" : name
      })
  }
}
