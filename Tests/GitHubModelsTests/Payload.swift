/// Payloads as the public REST documentation shows them, with made-up content.
enum Payload {
  static let user = """
    {"login": "ada", "id": 1, "node_id": "U_1", "avatar_url": "https://a.b/i", "gravatar_id": "",
     "url": "https://a.b/users/ada", "html_url": "https://a.b/ada", "followers_url": "https://a.b/f",
     "following_url": "https://a.b/g{/other}", "gists_url": "https://a.b/g{/id}", "starred_url": "https://a.b/s{/o}",
     "subscriptions_url": "https://a.b/s", "organizations_url": "https://a.b/o", "repos_url": "https://a.b/r",
     "events_url": "https://a.b/e{/p}", "received_events_url": "https://a.b/e", "type": "User", "site_admin": false}
    """

  static let fullUser: String =
    user.dropLast() + """
      , "name": "Ada", "company": null, "blog": "", "location": null, "email": null, "hireable": null, "bio": null,
       "twitter_username": null, "public_repos": 8, "public_gists": 1, "followers": 20, "following": 0,
       "created_at": "2008-01-14T04:33:35Z", "updated_at": "2008-01-14T04:33:35Z", "private_gists": 81,
       "total_private_repos": 100, "owned_private_repos": 100, "disk_usage": 203, "collaborators": 8,
       "two_factor_authentication": true, "plan": {"name": "m", "space": 400, "private_repos": 20, "collaborators": 0}}
      """

  static let label = """
    {"id": 5, "node_id": "L_5", "url": "https://a.b/l", "name": "bug", "description": null, "color": "d73a4a",
     "default": true}
    """

  static let milestone = """
    {"url": "https://a.b/m/1", "html_url": "https://a.b/m/1", "labels_url": "https://a.b/m/1/l", "id": 1002,
     "node_id": "M_1", "number": 1, "state": "open", "title": "v1.0", "description": "d", "creator": \(user),
     "open_issues": 4, "closed_issues": 8, "created_at": "2011-04-10T20:09:31Z",
     "updated_at": "2014-03-03T18:58:10Z", "closed_at": null, "due_on": null}
    """

  static let reactions = """
    {"url": "https://a.b/r", "total_count": 0, "+1": 0, "-1": 0, "laugh": 0, "hooray": 0, "confused": 0,
     "heart": 0, "rocket": 0, "eyes": 0}
    """

  static let issue = """
    {"url": "https://a.b/1", "repository_url": "https://a.b", "labels_url": "https://a.b/l{/name}",
     "comments_url": "https://a.b/c", "events_url": "https://a.b/e", "html_url": "https://a.b/1", "id": 1,
     "node_id": "I_1", "number": 7, "title": "t", "user": \(user), "labels": [\(label)], "state": "open",
     "locked": false, "assignee": null, "assignees": [\(user)], "milestone": \(milestone), "comments": 2,
     "created_at": "2011-04-22T13:33:48Z", "updated_at": "2011-04-23T13:33:48Z", "closed_at": null,
     "author_association": "OWNER", "active_lock_reason": null, "body": "b", "closed_by": null,
     "reactions": \(reactions), "timeline_url": "https://a.b/t", "performed_via_github_app": null,
     "state_reason": null}
    """

  /// Of 2012: few keys.
  static let olderIssue = """
    {"url": "https://a.b/1", "html_url": "https://a.b/1", "id": 1, "number": 7, "state": "open", "title": "t",
     "body": "b", "user": {"login": "ada", "id": 1}, "labels": [], "assignee": null, "comments": 2,
     "created_at": "2011-04-22T13:33:48Z", "updated_at": "2011-04-23T13:33:48Z"}
    """

  static let repository = """
    {"id": 1296269, "node_id": "R_1", "name": "r", "full_name": "ada/r", "owner": \(user), "private": false,
     "html_url": "https://a.b/ada/r", "description": "d", "fork": false, "url": "https://a.b/ada/r",
     "archive_url": "https://a.b/{f}", "assignees_url": "https://a.b/a", "blobs_url": "https://a.b/b",
     "branches_url": "https://a.b/b", "issues_url": "https://a.b/i", "labels_url": "https://a.b/l",
     "pulls_url": "https://a.b/p", "clone_url": "https://a.b/r.git", "homepage": "https://a.b",
     "language": null, "forks_count": 9, "stargazers_count": 80, "size": 108, "default_branch": "main",
     "open_issues_count": 0, "topics": ["a"], "has_issues": true, "archived": false, "visibility": "public",
     "pushed_at": "2011-01-26T19:06:43Z", "created_at": "2011-01-26T19:01:12Z",
     "updated_at": "2011-01-26T19:14:43Z", "open_issues": 0, "forks": 9, "watchers": 80}
    """

  private static func branch(_ name: String) -> String {
    """
    {"label": "ada:\(name)", "ref": "\(name)", "sha": "6dcb09b5b57875f334f61aebed695e2e4193db5e", "user": \(user),
     "repo": \(repository)}
    """
  }

  static let listedPullRequest = """
    {"url": "https://a.b/p/7", "id": 1, "node_id": "PR_1", "html_url": "https://a.b/p/7",
     "diff_url": "https://a.b/7.diff", "patch_url": "https://a.b/7.patch", "issue_url": "https://a.b/i/7",
     "commits_url": "https://a.b/c", "review_comments_url": "https://a.b/c", "review_comment_url": "https://a.b/c",
     "comments_url": "https://a.b/c", "statuses_url": "https://a.b/s", "number": 7, "state": "open",
     "locked": true, "title": "t", "user": \(user), "body": "b", "labels": [\(label)],
     "milestone": \(milestone), "active_lock_reason": null, "created_at": "2011-01-26T19:01:12Z",
     "updated_at": "2011-01-26T19:01:12Z", "closed_at": null, "merged_at": null,
     "merge_commit_sha": "e5bd3914e2e596debea16f433f57875b5b90bcd6", "assignee": \(user),
     "assignees": [\(user)], "requested_reviewers": [\(user)], "requested_teams": [\(team)],
     "head": \(branch("new")), "base": \(branch("main")), "_links": {"self": {"href": "https://a.b/p/7"}},
     "author_association": "OWNER", "auto_merge": null, "draft": false}
    """

  static let pullRequest: String =
    listedPullRequest.dropLast() + """
      , "merged": false, "mergeable": true, "rebaseable": true, "mergeable_state": "clean", "merged_by": null,
       "comments": 10, "review_comments": 0, "maintainer_can_modify": true, "commits": 3, "additions": 100,
       "deletions": 3, "changed_files": 5}
      """

  static let organization = """
    {"login": "lanterns", "id": 1, "node_id": "O_1", "url": "https://a.b/o", "repos_url": "https://a.b/r",
     "events_url": "https://a.b/e", "hooks_url": "https://a.b/h", "issues_url": "https://a.b/i",
     "members_url": "https://a.b/m", "public_members_url": "https://a.b/p", "avatar_url": "https://a.b/a",
     "description": "d"}
    """

  static let fullOrganization: String =
    organization.dropLast() + """
      , "name": "Lanterns", "company": "Harbour", "blog": "https://a.b", "location": "Here", "email": "o@a.b",
       "twitter_username": "l", "is_verified": true, "has_organization_projects": true,
       "has_repository_projects": true, "public_repos": 2, "public_gists": 1, "followers": 20, "following": 0,
       "html_url": "https://a.b/lanterns", "created_at": "2008-01-14T04:33:35Z", "type": "Organization",
       "total_private_repos": 100, "owned_private_repos": 100, "private_gists": 81, "disk_usage": 10000,
       "collaborators": 8, "billing_email": "m@a.b", "plan": {"name": "Medium", "space": 400},
       "updated_at": "2014-03-03T18:58:10Z", "archived_at": null}
      """

  static let team = """
    {"id": 1, "node_id": "T_1", "url": "https://a.b/t/1", "html_url": "https://a.b/t", "name": "Keepers",
     "slug": "keepers", "description": "d", "privacy": "closed", "notification_setting": "n",
     "permission": "admin", "members_url": "https://a.b/m", "repositories_url": "https://a.b/r", "parent": null}
    """

  static let comment = """
    {"id": 1, "node_id": "C_1", "url": "https://a.b/c/1", "html_url": "https://a.b/c/1", "body": "Me too",
     "user": \(user), "created_at": "2011-04-14T16:00:49Z", "updated_at": "2011-04-14T16:00:49Z",
     "issue_url": "https://a.b/i/7", "author_association": "COLLABORATOR", "reactions": \(reactions)}
    """

  static let commit = """
    {"url": "https://a.b/c/6", "sha": "6dcb09b5", "node_id": "C_1", "html_url": "https://a.b/c/6",
     "comments_url": "https://a.b/c/6/comments",
     "commit": {"url": "https://a.b/git/c/6", "author": {"name": "Ada", "email": "a@a.b",
     "date": "2011-04-14T16:00:49Z"}, "committer": {"name": "Ada", "email": "a@a.b", "date": "2011-04-14T16:00:49Z"},
     "message": "m", "tree": {"url": "https://a.b/t", "sha": "6dcb09b5"}, "comment_count": 0,
     "verification": {"verified": false, "reason": "unsigned", "signature": null, "payload": null}},
     "author": \(user), "committer": \(user), "parents": [{"url": "https://a.b/c/5", "sha": "6dcb09b5"}]}
    """

  private static func event(_ type: String, _ payload: String) -> String {
    """
    {"id": "22249084947", "type": "\(type)", "actor": {"id": 1, "login": "ada", "display_login": "ada",
     "gravatar_id": "", "url": "https://a.b/u", "avatar_url": "https://a.b/a"},
     "repo": {"id": 1, "name": "ada/r", "url": "https://a.b/r"}, "payload": \(payload), "public": true,
     "created_at": "2022-06-09T12:47:28Z"}
    """
  }

  /// What is none of the models, though some of its keys are theirs.
  static let foreign: [(name: String, text: String)] = [
    ("organisation", organization),
    ("full organisation", String(fullOrganization)),
    ("team", team),
    ("comment", comment),
    (
      "review comment",
      comment.dropLast() + """
        , "pull_request_review_id": 42, "diff_hunk": "@@", "path": "f.txt", "position": 1, "commit_id": "6dcb",
         "pull_request_url": "https://a.b/p", "line": 2, "side": "RIGHT", "_links": {"self": {"href": "h"}}}
        """
    ),
    ("commit", commit),
    ("repository", repository),
    (
      "contents",
      """
      {"type": "file", "encoding": "base64", "size": 5362, "name": "README.md", "path": "README.md",
       "content": "ZW5j", "sha": "3d21", "url": "https://a.b/c", "git_url": "https://a.b/g",
       "html_url": "https://a.b/h", "download_url": "https://a.b/d", "_links": {"git": "g", "self": "s", "html": "h"}}
      """
    ),
    (
      "branch",
      """
      {"name": "main", "commit": {"sha": "c5b9", "url": "https://a.b/c"}, "protected": true,
       "protection": {"required_status_checks": {"enforcement_level": "non_admins", "contexts": ["ci"]}},
       "protection_url": "https://a.b/p"}
      """
    ),
    (
      "tag",
      #"{"name": "v1", "commit": {"sha": "c5b9", "url": "https://a.b/c"}, "zipball_url": "z", "tarball_url": "t"}"#
    ),
    (
      "project",
      """
      {"owner_url": "https://a.b", "url": "https://a.b/p", "html_url": "https://a.b/p", "columns_url": "c",
       "id": 1002604, "node_id": "P_1", "name": "Projects Documentation", "body": "b", "number": 1,
       "state": "open", "creator": \(user), "created_at": "2011-04-10T20:09:31Z",
       "updated_at": "2014-03-03T18:58:10Z"}
      """
    ),
    (
      "project column",
      """
      {"url": "https://a.b/c", "project_url": "https://a.b/p", "cards_url": "https://a.b/k", "id": 367,
       "node_id": "C_1", "name": "To Do", "created_at": "2016-09-05T14:18:44Z", "updated_at": "2016-09-05T14:22:28Z"}
      """
    ),
    (
      "discussion",
      """
      {"repository_url": "https://a.b/r", "category": {"id": 1, "name": "General", "emoji": ":b:", "slug": "g"},
       "answer_html_url": null, "answer_chosen_at": null, "answer_chosen_by": null, "html_url": "https://a.b/d/1",
       "id": 3, "node_id": "D_1", "number": 90, "title": "Welcome", "user": \(user), "state": "open",
       "locked": false, "comments": 0, "created_at": "2022-01-10T17:32:50Z", "updated_at": "2022-01-10T17:32:50Z",
       "author_association": "OWNER", "active_lock_reason": null, "body": "b", "reactions": \(reactions),
       "timeline_url": "https://a.b/t"}
      """
    ),
    (
      "team discussion",
      """
      {"author": \(user), "body": "Hi", "body_html": "<p>Hi</p>", "body_version": "0d49", "comments_count": 0,
       "comments_url": "https://a.b/c", "created_at": "2018-01-25T18:56:31Z", "last_edited_at": null,
       "html_url": "https://a.b/d", "node_id": "D_1", "number": 1, "pinned": false, "private": false,
       "team_url": "https://a.b/t", "title": "Our first team post", "updated_at": "2018-01-25T18:56:31Z",
       "url": "https://a.b/d"}
      """
    ),
    (
      "push event",
      event("PushEvent", #"{"push_id": 1, "size": 1, "ref": "r", "commits": [{"sha": "7a8f"}]}"#)
    ),
    ("watch event", event("WatchEvent", #"{"action": "started"}"#)),
    (
      "release",
      """
      {"url": "https://a.b/r/1", "html_url": "https://a.b/r/1", "assets_url": "https://a.b/a", "id": 1,
       "node_id": "R_1", "tag_name": "v1.0.0", "target_commitish": "main", "name": "v1.0.0", "body": "d",
       "draft": false, "prerelease": false, "created_at": "2013-02-27T19:35:32Z", "author": \(user),
       "assets": [{"url": "https://a.b/x", "id": 1, "name": "example.zip", "label": "short", "state": "uploaded",
       "size": 1024, "created_at": "2013-02-27T19:35:32Z", "uploader": \(user)}]}
      """
    ),
    (
      "gist",
      """
      {"url": "https://a.b/g/1", "id": "aa5a", "node_id": "G_1", "html_url": "https://a.b/g/1",
       "files": {"hello.rb": {"filename": "hello.rb", "type": "application/x-ruby", "language": "Ruby", "size": 167}},
       "public": true, "created_at": "2010-04-14T02:15:15Z", "updated_at": "2011-06-20T11:34:15Z",
       "description": "d", "comments": 0, "user": null, "owner": \(user), "truncated": false}
      """
    ),
    (
      "deployment",
      """
      {"url": "https://a.b/d/1", "id": 1, "node_id": "D_1", "sha": "a84d", "ref": "topic", "task": "deploy",
       "payload": {}, "environment": "production", "description": "d", "creator": \(user),
       "created_at": "2012-07-20T01:19:13Z", "updated_at": "2012-07-20T01:19:13Z", "statuses_url": "https://a.b/s"}
      """
    ),
    (
      "reaction",
      #"{"id": 1, "node_id": "R_1", "user": \#(user), "content": "heart", "created_at": "2016-05-20T20:09:31Z"}"#
    ),
    (
      "notification",
      """
      {"id": "1", "repository": \(repository), "subject": {"title": "Greetings", "url": "https://a.b/i/1",
       "latest_comment_url": "https://a.b/c", "type": "Issue"}, "reason": "subscribed", "unread": true,
       "updated_at": "2014-11-07T22:01:45Z", "last_read_at": null, "url": "https://a.b/n"}
      """
    ),
    (
      "review",
      """
      {"id": 80, "node_id": "R_1", "user": \(user), "body": "LGTM", "state": "APPROVED",
       "html_url": "https://a.b/p/1#r", "pull_request_url": "https://a.b/p/1",
       "_links": {"html": {"href": "https://a.b"}}, "submitted_at": "2019-11-17T17:43:43Z", "commit_id": "ecdd"}
      """
    ),
    (
      "check run",
      """
      {"id": 4, "head_sha": "ce58", "node_id": "C_1", "external_id": "", "url": "https://a.b/c",
       "html_url": "https://a.b/c", "details_url": "https://a.b", "status": "completed", "conclusion": "neutral",
       "started_at": "2018-05-04T01:14:52Z", "completed_at": "2018-05-04T01:14:52Z", "name": "mighty_readme",
       "output": {"title": "Report", "summary": "s", "annotations_count": 2},
       "app": {"id": 1, "slug": "octoapp", "owner": \(organization), "name": "Octocat App"}, "pull_requests": []}
      """
    ),
    (
      "workflow run",
      """
      {"id": 30433642, "name": "Build", "node_id": "W_1", "head_branch": "main", "head_sha": "acb5",
       "run_number": 562, "event": "push", "status": "queued", "conclusion": null, "workflow_id": 159038,
       "url": "https://a.b/r", "html_url": "https://a.b/r", "pull_requests": [], "created_at": "2020-01-22T19:33:08Z",
       "updated_at": "2020-01-22T19:33:08Z", "actor": \(user), "triggering_actor": \(user), "repository": \(repository)}
      """
    ),
    (
      "hook",
      """
      {"type": "Repository", "id": 12345678, "name": "web", "active": true, "events": ["push"],
       "config": {"content_type": "json", "url": "https://a.b/w"}, "updated_at": "2019-06-03T00:57:16Z",
       "created_at": "2019-06-03T00:57:16Z", "url": "https://a.b/h", "ping_url": "https://a.b/p"}
      """
    ),
    (
      "push webhook",
      """
      {"ref": "refs/heads/main", "before": "6113", "after": "0000", "repository": \(repository),
       "pusher": {"name": "ada", "email": "a@a.b"}, "sender": \(user), "created": false, "deleted": true,
       "forced": false, "base_ref": null, "compare": "https://a.b/c", "commits": [], "head_commit": null}
      """
    ),
    (
      "star webhook",
      """
      {"action": "created", "starred_at": "2019-05-15T15:20:40Z", "repository": \(repository),
       "organization": \(organization), "sender": \(user)}
      """
    ),
    (
      "contributor statistics",
      """
      {"author": \(user), "total": 135, "weeks": [\(String(repeating: #"{"w": 1367712000, "a": 6898, "d": 77, "c": 10},"#, count: 70)) {"w": 1, "a": 1, "d": 1, "c": 1}]}
      """
    ),
    (
      "tweet",
      """
      {"created_at": "Mon Sep 24 03:35:21 +0000 2012", "id": 250075927172759552, "id_str": "250075927172759552",
       "text": "t", "source": "web", "user": {"id": 137238150, "id_str": "137238150", "name": "Ada",
       "screen_name": "ada", "location": "here", "url": null, "description": "d", "profile_text_color": "333333"},
       "entities": {"urls": [], "hashtags": [{"text": "f", "indices": [20, 34]}], "user_mentions": []},
       "retweet_count": 0, "favorited": false, "lang": "en"}
      """
    ),
    (
      "package.json",
      """
      {"name": "mantle", "version": "1.0.0", "description": "d", "main": "index.js", "scripts": {"test": "jest"},
       "repository": {"type": "git", "url": "git+https://a.b/r.git"}, "author": {"name": "Ada", "url": "https://a.b"},
       "license": "MIT", "bugs": {"url": "https://a.b/issues"}, "dependencies": {"a": "^1.0.0"}}
      """
    ),
    (
      "GeoJSON",
      """
      {"type": "FeatureCollection", "features": [{"type": "Feature", "id": 7,
       "properties": {"name": "Harbour", "color": "blue", "state": "open"},
       "geometry": {"type": "Point", "coordinates": [102.0, 0.5]}}]}
      """
    ),
    (
      "OpenAPI",
      """
      {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {"/issues": {"get":
       {"operationId": "issues/list", "responses": {"200": {"description": "OK"}}}}}, "components": {"schemas":
       {"label": {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"},
       "color": {"type": "string"}, "description": {"type": "string"}, "default": {"type": "boolean"}}},
       "user": {"type": "object", "properties": {"login": {"type": "string"}, "id": {"type": "integer"}}}}}}
      """
    ),
    (
      "GitLab issue",
      """
      {"id": 76, "iid": 6, "project_id": 8, "title": "t", "description": "d", "state": "opened",
       "created_at": "2016-01-04T15:31:51.081Z", "updated_at": "2016-01-04T15:31:51.081Z", "labels": ["bug"],
       "milestone": {"id": 38, "iid": 4, "title": "v4.0", "state": "closed"},
       "author": {"id": 18, "username": "ada", "name": "Ada", "state": "active", "web_url": "https://a.b/ada"},
       "upvotes": 4, "web_url": "https://a.b/i/6"}
      """
    ),
    (
      "GraphQL issue",
      """
      {"number": 7, "title": "t", "state": "OPEN", "url": "https://a.b/7", "createdAt": "2011-04-22T13:33:48Z",
       "updatedAt": "2011-04-22T13:33:48Z", "author": {"login": "ada"}, "comments": {"totalCount": 2}}
      """
    ),
    (
      "Todoist project",
      """
      {"id": "220474322", "name": "Inbox", "comment_count": 10, "order": 1, "color": "grey", "is_shared": false,
       "is_favorite": false, "parent_id": null, "is_inbox_project": true, "view_style": "list",
       "url": "https://a.b/p"}
      """
    ),
    (
      "Discord role",
      """
      {"id": "41771983423143936", "name": "WE DEM BOYZZ", "color": 3447003, "hoist": true, "icon": null,
       "unicode_emoji": null, "position": 1, "permissions": "66321471", "managed": false, "mentionable": false}
      """
    ),
    (
      "Stripe charge",
      """
      {"id": "ch_1", "object": "charge", "amount": 100, "created": 1679090539, "currency": "usd", "paid": true,
       "description": null, "metadata": {}, "status": "succeeded", "livemode": false,
       "billing_details": {"address": {"city": null}, "email": null, "name": null}}
      """
    ),
    ("links", #"{"url": "https://a.b/7", "html_url": "https://a.b/7"}"#),
    ("one link", #"{"url": "https://a.b/7"}"#),
    (
      "Jupyter notebook",
      """
      {"cells": [{"cell_type": "code", "execution_count": 1, "id": "a", "metadata": {}, "outputs": [],
       "source": ["1"]}], "metadata": {"kernelspec": {"name": "python3"}}, "nbformat": 4, "nbformat_minor": 5}
      """
    ),
  ]
}

extension StringProtocol {
  /// The same value on one line.
  var oneLine: String { split(separator: "\n").joined() }
}
