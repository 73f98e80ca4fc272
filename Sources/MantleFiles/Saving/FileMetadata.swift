import CExtendedAttributes
import MantlePlatform

/// The metadata of a file: owner, group, permissions, access control lists and other extended attributes.
struct FileMetadata {
  private let status: stat
  /// The extended attributes of the file, with a nil value for an attribute that cannot be read; nil if the file cannot
  /// be opened.
  private let attributes: [(name: String, value: [UInt8]?)]?

  private static let accessList = "system.posix_acl_access"
  /// The attributes that the kernel computes from the file's content. They must not be copied to a file with other
  /// content.
  private static let measured: Set<String> = ["security.ima", "security.evm"]

  /// Reads the metadata of the file at a path.
  ///
  /// - Parameter status: the status of the same file.
  init(of path: String, _ status: stat) {
    self.status = status
    let descriptor = path.withSystemPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      attributes = nil
      return
    }
    defer { close(descriptor) }
    attributes = ExtendedAttributes.names(descriptor).filter { !Self.measured.contains($0) }
      .map { ($0, ExtendedAttributes.value($0, descriptor)) }
  }

  /// Applies the metadata to a new file that only the user can access.
  ///
  /// - Returns: descriptions of the metadata that the system refused. The permissions are narrowed then, so that
  ///   nobody gains access to the file.
  /// - Throws: an error if the permissions cannot be set.
  func give(to descriptor: Int32) throws(WriteFailure) -> [String] {
    let (keepsOwner, keepsGroup) = giveOwner(to: descriptor)
    let lost = attributes.map { give($0, to: descriptor) } ?? [Self.accessList]
    var mode = status.st_mode & 0o7777
    if !keepsOwner || !keepsGroup { mode &= 0o1777 }
    if !keepsGroup { mode &= 0o1707 | (mode & 0o7) << 3 }
    // With an access list, these bits are its mask rather than the permissions of the group.
    if lost.contains(Self.accessList) { mode &= 0o7707 }
    try FileCalls.setMode(descriptor, mode)
    return (keepsOwner ? [] : ["its owner (user \(status.st_uid))"])
      + (keepsGroup ? [] : ["its group (\(status.st_gid))"])
      + (attributes == nil
        ? ["its attributes, which cannot be read"]
        : lost.map { $0 == Self.accessList ? "its access list" : "its attribute \($0)" })
  }

  private func giveOwner(to descriptor: Int32) -> (owner: Bool, group: Bool) {
    var fresh = stat()
    guard fstat(descriptor, &fresh) == 0 else { return (false, false) }
    if fresh.st_uid == status.st_uid, fresh.st_gid == status.st_gid { return (true, true) }
    if (try? FileCalls.setOwner(descriptor, status.st_uid, status.st_gid)) != nil { return (true, true) }
    // Users may give a file to any group that they belong to.
    let sameGroup =
      fresh.st_gid == status.st_gid || (try? FileCalls.setOwner(descriptor, .max, status.st_gid)) != nil
    return (fresh.st_uid == status.st_uid, sameGroup)
  }

  /// Sets the extended attributes of an open file, and returns the names of the attributes that could not be
  /// set.
  private func give(_ attributes: [(name: String, value: [UInt8]?)], to descriptor: Int32) -> [String] {
    // The new file may have inherited an access control list from its directory.
    if !attributes.contains(where: { $0.name == Self.accessList }),
      ExtendedAttributes.names(descriptor).contains(Self.accessList)
    {
      try? ExtendedAttributes.remove(Self.accessList, descriptor)
    }
    return attributes.filter { name, value in
      guard let value else { return true }
      if ExtendedAttributes.value(name, descriptor) == value { return false }
      return (try? ExtendedAttributes.set(name, value, descriptor)) == nil
    }.map(\.name)
  }
}

/// Access to the extended attributes of open files.
///
/// The functions are unsafe, because the system writes into buffers of a given size.
enum ExtendedAttributes {
  /// Returns the names of an open file's attributes; empty if the file system does not support attributes.
  static func names(_ descriptor: Int32) -> [String] {
    let bytes =
      sized { buffer, size in
        let buffer = buffer?.assumingMemoryBound(to: CChar.self)
        #if canImport(Darwin)
          return flistxattr(descriptor, buffer, size, 0)
        #else
          return flistxattr(descriptor, buffer, size)
        #endif
      } ?? []
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the value of an open file's attribute; nil if the attribute is absent or cannot be read.
  static func value(_ name: String, _ descriptor: Int32) -> [UInt8]? {
    sized { buffer, size in
      #if canImport(Darwin)
        fgetxattr(descriptor, name, buffer, size, 0, 0)
      #else
        fgetxattr(descriptor, name, buffer, size)
      #endif
    }
  }

  static func set(_ name: String, _ value: [UInt8], _ descriptor: Int32) throws(WriteFailure) {
    try FileCalls.perform(.attribute, name) {
      #if canImport(Darwin)
        fsetxattr(descriptor, name, value, value.count, 0, 0)
      #else
        fsetxattr(descriptor, name, value, value.count, 0)
      #endif
    }
  }

  static func remove(_ name: String, _ descriptor: Int32) throws(WriteFailure) {
    try FileCalls.perform(.attribute, name) {
      #if canImport(Darwin)
        fremovexattr(descriptor, name, 0)
      #else
        fremovexattr(descriptor, name)
      #endif
    }
  }

  /// Returns data whose size the system reports first. If the data has grown before it is read, it is read again.
  ///
  /// - Parameter read: reads the data into a buffer and returns its size; without a buffer, only returns the size.
  private static func sized(_ read: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
    for _ in 0..<10 {
      let size = read(nil, 0)
      guard size >= 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      let count = bytes.withUnsafeMutableBytes { read($0.baseAddress, $0.count) }
      if count >= 0, size > 0 || count == 0 { return Array(bytes.prefix(count)) }
      if count < 0, errno != ERANGE { return nil }
    }
    return nil
  }
}
