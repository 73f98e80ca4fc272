/// The GitHub REST API as a client would declare it.
public enum GitHubModels {}
