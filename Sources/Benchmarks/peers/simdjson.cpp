// simdjson as a peer: DOM and On-Demand, with a fresh and with a reused parser.
#include <simdjson.h>

#include "peer.hpp"

using namespace simdjson;

static std::optional<std::string> text_or_null(dom::element value) {
  if (value.is_null()) return std::nullopt;
  return std::string(std::string_view(value));
}

static std::vector<Issue> extract(dom::element document) {
  std::vector<Issue> issues;
  for (dom::element element : dom::array(document)) {
    Issue issue;
    issue.url = std::string_view(element["url"]);
    issue.html_url = text_or_null(element["html_url"]);
    issue.number = element["number"];
    issue.is_closed = std::string_view(element["state"]) == "closed";
    issue.title = std::string_view(element["title"]);
    issue.body = text_or_null(element["body"]);
    issue.reporter = std::string_view(element["user"]["login"]);
    dom::element assignee = element["assignee"];
    if (!assignee.is_null()) issue.assignee = User{std::string(std::string_view(assignee["login"])), assignee["id"]};
    for (dom::element label : dom::array(element["labels"]))
      issue.labels.push_back({std::string(std::string_view(label["name"])), std::string(std::string_view(label["color"]))});
    issue.comments = element["comments"];
    issue.created_at = seconds(element["created_at"]);
    dom::element updated = element["updated_at"];
    if (!updated.is_null()) issue.updated_at = seconds(updated);
    issues.push_back(std::move(issue));
  }
  return issues;
}

static std::vector<Issue> extract(ondemand::parser &parser, const padded_string &text) {
  std::vector<Issue> issues;
  auto document = parser.iterate(text);
  for (ondemand::object object : document.get_array()) {
    Issue issue;
    for (auto field : object) {
      ondemand::raw_json_string key = field.key();
      ondemand::value value = field.value();
      if (key == "url") issue.url = std::string_view(value);
      else if (key == "html_url") { if (!value.is_null()) issue.html_url = std::string(std::string_view(value)); }
      else if (key == "number") issue.number = value;
      else if (key == "state") issue.is_closed = std::string_view(value) == "closed";
      else if (key == "title") issue.title = std::string_view(value);
      else if (key == "body") { if (!value.is_null()) issue.body = std::string(std::string_view(value)); }
      else if (key == "user") issue.reporter = std::string_view(value["login"]);
      else if (key == "comments") issue.comments = value;
      else if (key == "created_at") issue.created_at = seconds(std::string_view(value));
      else if (key == "updated_at") { if (!value.is_null()) issue.updated_at = seconds(std::string_view(value)); }
      else if (key == "assignee") {
        if (!value.is_null()) {
          ondemand::object user = value;
          std::string login{std::string_view(user["login"])};
          issue.assignee = User{login, user["id"]};
        }
      } else if (key == "labels") {
        for (ondemand::object label : value.get_array()) {
          std::string name{std::string_view(label["name"])};
          issue.labels.push_back({name, std::string(std::string_view(label["color"]))});
        }
      }
    }
    issues.push_back(std::move(issue));
  }
  return issues;
}

int main(int, char **arguments) {
  padded_string text(contents(arguments[1]));
  dom::parser dom_parser;
  ondemand::parser ondemand_parser;
  auto parse = [&](dom::parser &parser, Watch &watch) {
    watch.start();
    dom::element document = parser.parse(text);
    watch.stop();
    return std::to_string(dom::array(document).size()) + ":0";
  };
  auto decode = [&](Watch &watch, auto make) {
    watch.start();
    std::vector<Issue> issues = make();
    watch.stop();
    std::string result = tally(issues);
    watch.start();
    issues = {};
    watch.stop();
    return result;
  };
  return serve(text.size(), {
    {"parse", "simdjson: DOM, fresh parser", [&](Watch &watch) {
      auto parser = std::make_unique<dom::parser>();
      std::string result = parse(*parser, watch);
      watch.start();
      parser = nullptr;
      watch.stop();
      return result;
    }},
    {"parse", "simdjson: DOM, reused parser", [&](Watch &watch) { return parse(dom_parser, watch); }},
    {"boundaries", "simdjson: On-Demand count", [&](Watch &watch) {
      watch.start();
      auto document = ondemand_parser.iterate(text);
      ondemand::array array = document.get_array();
      size_t count = array.count_elements();
      watch.stop();
      return std::to_string(count) + ":0";
    }},
    {"decode", "simdjson: DOM, fresh parser", [&](Watch &watch) {
      return decode(watch, [&] { dom::parser parser; return extract(parser.parse(text)); });
    }},
    {"decode", "simdjson: On-Demand, fresh parser (skips unvalidated)", [&](Watch &watch) {
      return decode(watch, [&] { ondemand::parser parser; return extract(parser, text); });
    }},
    {"decode", "simdjson: On-Demand, reused parser (skips unvalidated)", [&](Watch &watch) {
      return decode(watch, [&] { return extract(ondemand_parser, text); });
    }},
  });
}
