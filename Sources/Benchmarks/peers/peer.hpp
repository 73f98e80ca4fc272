// What the C++ peers share: models, checksum and the protocol of `Benchmarks --serve`.
#pragma once

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct User {
  std::string login;
  int64_t id;
};

struct Label {
  std::string name, color;
};

struct Issue {
  std::string url;
  std::optional<std::string> html_url;
  int64_t number;
  bool is_closed;
  std::string title;
  std::optional<std::string> body;
  std::string reporter;
  std::optional<User> assignee;
  std::vector<Label> labels;
  int64_t comments, created_at;
  std::optional<int64_t> updated_at;
};

inline int64_t seconds(std::string_view text) {
  auto pair = [&](int at) { return (text[at] - '0') * 10 + text[at + 1] - '0'; };
  if (text.size() != 20) throw std::runtime_error("no plain ISO 8601 date");
  int64_t year = pair(0) * 100 + pair(2), month = pair(5), day = pair(8);
  int64_t shifted = month <= 2 ? year - 1 : year;
  int64_t era = shifted / 400, year_of_era = shifted - era * 400;
  int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return (era * 146097 + day_of_era - 719468) * 86400 + pair(11) * 3600 + pair(14) * 60 + pair(17);
}

inline std::string tally(const std::vector<Issue> &issues) {
  int64_t sum = 0;
  for (const Issue &issue : issues) {
    sum += issue.url.size() + (issue.html_url ? issue.html_url->size() : 0) + issue.number + issue.comments;
    sum += issue.is_closed + issue.title.size() + (issue.body ? issue.body->size() : 0) + issue.reporter.size();
    if (issue.assignee) sum += issue.assignee->login.size() + issue.assignee->id;
    for (const Label &label : issue.labels) sum += label.name.size() + label.color.size();
    sum += issue.created_at + issue.updated_at.value_or(0);
  }
  return std::to_string(issues.size()) + ":" + std::to_string(sum);
}

struct Watch {
  uint64_t wall = 0, cpu = 0;
  void start() { wall -= now(CLOCK_MONOTONIC), cpu -= now(CLOCK_PROCESS_CPUTIME_ID); }
  void stop() { wall += now(CLOCK_MONOTONIC), cpu += now(CLOCK_PROCESS_CPUTIME_ID); }
  static uint64_t now(clockid_t clock) {
    timespec time;
    clock_gettime(clock, &time);
    return uint64_t(time.tv_sec) * 1000000000 + time.tv_nsec;
  }
};

struct Contender {
  std::string work, name;
  std::function<std::string(Watch &)> run;
};

inline std::string contents(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

inline int serve(size_t size, const std::vector<Contender> &contenders) {
  for (const Contender &contender : contenders)
    std::cout << contender.work << " " << size << " " << contender.name << "\n";
  std::cout << "ready" << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    for (const Contender &contender : contenders) {
      if (line != contender.work + " " + contender.name) continue;
      Watch watch;
      std::string result = contender.run(watch);
      std::cout << watch.wall << " " << watch.cpu << " " << result << std::endl;
    }
  }
  return 0;
}
