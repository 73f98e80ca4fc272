import MantlePlatform

extension Report {
  /// What is in a folder, folders with a slash at the end; nothing where it cannot be read.
  static func listing(of folder: String) -> Report {
    let path = folder.isEmpty ? "." : folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return .listed(
      folder: folder,
      names: names.map { name in
        var status = stat()
        let isFolder = stat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        return isFolder ? name + "/" : name
      })
  }
}
