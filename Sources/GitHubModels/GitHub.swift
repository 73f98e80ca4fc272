import Mantle

/// The GitHub REST API as a client would declare it: the models `mantle` knows without being told.
public enum GitHub {
  /// Every model, the likeliest root first.
  public static var all: [any Model.Type] {
    [Issue.self, PullRequest.self, User.self, Milestone.self, Label.self]
  }
}
