// What SQLite offers as macros and variadic functions, which Swift does not import.
#pragma once
#include <sqlite3.h>

static inline void sqlite3_enable_triggers(sqlite3 *database, int enables) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, enables, (int *)0);
}

// Without it, a name in double quotes that is not a column is a string.
static inline void sqlite3_refuse_quoted_strings(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}

static inline int sqlite3_bind_copied_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int sqlite3_bind_copied_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
