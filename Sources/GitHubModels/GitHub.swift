import Mantle

/// The models of the GitHub REST API, which the program `mantle` knows without definition files.
public enum GitHub {
  /// All models of GitHub, in the order in which they are likely to be the root of a document.
  public static var all: [any Model.Type] {
    [Issue.self, PullRequest.self, User.self, Milestone.self, Label.self]
  }
}
