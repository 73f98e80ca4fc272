// RapidJSON as a peer: a validating DOM parse.
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "peer.hpp"

static std::string text(const rapidjson::Value &value) { return {value.GetString(), value.GetStringLength()}; }

static std::vector<Issue> extract(const rapidjson::Document &document) {
  std::vector<Issue> issues;
  for (const auto &element : document.GetArray()) {
    Issue issue;
    issue.url = text(element["url"]);
    if (element.HasMember("html_url") && !element["html_url"].IsNull()) issue.html_url = text(element["html_url"]);
    issue.number = element["number"].GetInt64();
    issue.is_closed = text(element["state"]) == "closed";
    issue.title = text(element["title"]);
    if (!element["body"].IsNull()) issue.body = text(element["body"]);
    issue.reporter = text(element["user"]["login"]);
    const auto &assignee = element["assignee"];
    if (!assignee.IsNull()) issue.assignee = User{text(assignee["login"]), assignee["id"].GetInt64()};
    for (const auto &label : element["labels"].GetArray())
      issue.labels.push_back({text(label["name"]), text(label["color"])});
    issue.comments = element["comments"].GetInt64();
    issue.created_at = seconds(text(element["created_at"]));
    if (!element["updated_at"].IsNull()) issue.updated_at = seconds(text(element["updated_at"]));
    issues.push_back(std::move(issue));
  }
  return issues;
}

int main(int, char **arguments) {
  std::string input = contents(arguments[1]);
  constexpr unsigned flags = rapidjson::kParseValidateEncodingFlag;
  return serve(input.size(), {
    {"parse", "RapidJSON: DOM", [&](Watch &watch) {
      watch.start();
      auto document = std::make_unique<rapidjson::Document>();
      document->Parse<flags>(input.data(), input.size());
      watch.stop();
      std::string result = std::to_string(document->Size()) + ":0";
      watch.start();
      document = nullptr;
      watch.stop();
      return result;
    }},
    {"decode", "RapidJSON: DOM", [&](Watch &watch) {
      watch.start();
      auto document = std::make_unique<rapidjson::Document>();
      document->Parse<flags>(input.data(), input.size());
      std::vector<Issue> issues = extract(*document);
      document = nullptr;
      watch.stop();
      std::string result = tally(issues);
      watch.start();
      issues = {};
      watch.stop();
      return result;
    }},
  });
}
