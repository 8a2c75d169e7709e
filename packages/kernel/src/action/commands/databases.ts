/** @module Command lines of databases: the statements decide (actions, section 6.6). */

import { isStream, type Reversibility } from "../reading.ts";
import { type Command, tableOf } from "../shell/command.ts";
import type { OptionTable } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { isKnown } from "../shell/text.ts";

/** What one statement does; null when its first word is not declared or it may run something. */
interface Statement {
  readonly kind: "read" | "write" | "delete";
  readonly reversibility: Reversibility;
}

/** Splits outside quotes and comments; null where a quote has no end. */
export function splitSql(sql: string): string[] | null {
  const statements: string[] = [];
  let current = "";
  for (let at = 0; at < sql.length; at += 1) {
    const sign = sql.charAt(at);
    const two = sql.slice(at, at + 2);
    if (two === "--" || sign === "#") {
      const end = sql.indexOf("\n", at);
      at = end < 0 ? sql.length : end;
      current += " ";
    } else if (two === "/*") {
      const end = sql.indexOf("*/", at + 2);
      // `/*! … */` runs on some servers.
      if (end < 0 || sql.charAt(at + 2) === "!") return null;
      at = end + 1;
      current += " ";
    } else if (sign === "'" || sign === '"' || sign === "`") {
      let end = at + 1;
      while (end < sql.length && sql.charAt(end) !== sign) end += sql.charAt(end) === "\\" ? 2 : 1;
      if (end >= sql.length) return null;
      current += sign === "'" ? "''" : sql.slice(at, end + 1);
      at = end;
    } else if (/^\$[a-z_]*\$/i.test(sql.slice(at, at + 40))) {
      const mark = /^\$[a-z_]*\$/i.exec(sql.slice(at, at + 40))?.[0] ?? "$$";
      const end = sql.indexOf(mark, at + mark.length);
      if (end < 0) return null;
      current += "''";
      at = end + mark.length - 1;
    } else if (sign === ";") {
      statements.push(current);
      current = "";
    } else current += sign;
  }
  return [...statements, current].map((statement) => statement.trim()).filter((statement) => statement !== "");
}

const irreversible: Statement = { kind: "delete", reversibility: "irreversible" };
const read: Statement = { kind: "read", reversibility: "reversible" };

function readStatement(text: string): Statement | null {
  const upper = text.toUpperCase().replace(/\s+/g, " ");
  if (
    /\bPROGRAM\b|\bLOAD_EXTENSION\b|\bLOAD_FILE\b|\bINTO (?:OUT|DUMP)FILE\b|\bPG_READ_FILE\b|\bLO_(?:IMPORT|EXPORT)\b|XP_CMDSHELL|\bDBLINK\b|\bSYS_EXEC\b/.test(
      upper,
    )
  )
    return null;
  const [first = ""] = upper.split(/[ (]/);
  if (first === "WITH") {
    if (/\b(?:DELETE|UPDATE|INSERT|MERGE)\b/.test(upper))
      return /\bDELETE\b|\bUPDATE\b/.test(upper) && !/\bWHERE\b/.test(upper)
        ? irreversible
        : { kind: "write", reversibility: "costly" };
    return read;
  }
  if (/^(?:SELECT|SHOW|DESCRIBE|DESC|VALUES|TABLE)$/.test(first))
    return /\bINTO\b/.test(upper) && first === "SELECT" ? { kind: "write", reversibility: "costly" } : read;
  if (first === "EXPLAIN")
    return /\bANALYZE\b/.test(upper)
      ? readStatement(text.replace(/^explain\s+(?:\([^)]*\)|analyze|verbose|\s)*/i, ""))
      : read;
  if (first === "PRAGMA")
    return /[=(]/.test(upper.replace(/^PRAGMA [A-Z_.]+\('?[A-Z0-9_]*'?\)$/, ""))
      ? { kind: "write", reversibility: "costly" }
      : read;
  if (/^(?:DROP|TRUNCATE|GRANT|REVOKE|VACUUM)$/.test(first))
    return first === "VACUUM" ? { kind: "write", reversibility: "reversible" } : irreversible;
  if (first === "ALTER")
    return /\bDROP\b|\bRENAME\b/.test(upper) ? irreversible : { kind: "write", reversibility: "costly" };
  if (first === "DELETE") return /\bWHERE\b/.test(upper) ? { kind: "delete", reversibility: "costly" } : irreversible;
  if (first === "UPDATE")
    return /\bWHERE\b/.test(upper)
      ? { kind: "write", reversibility: "costly" }
      : { kind: "write", reversibility: "irreversible" };
  if (/^(?:INSERT|REPLACE|CREATE|MERGE|UPSERT|REFRESH|REINDEX|ANALYZE|COMMENT)$/.test(first))
    return { kind: "write", reversibility: "costly" };
  if (/^(?:BEGIN|COMMIT|ROLLBACK|START|SAVEPOINT|RELEASE|END|USE|SET|RESET|FETCH|CLOSE|ABORT)$/.test(first))
    return read;
  return null;
}

const metaRead =
  /^\\(?:d[a-z+]*|l\+?|dt\+?|timing|x|conninfo|encoding|h|\?|q|echo|pset|a|t|z|sf|sv|du|dn|set)\b|^\\\?|^\.(?:tables|schema|databases|headers|mode|indexes|indices|width|timeout|stats|show|help|quit|exit|dbinfo|fullschema|eqp|echo|nullvalue|separator|explain)\b/;

/** The effects of statements on one database. */
export function runSql(run: Run, sql: string, target: string, isPath: boolean): void {
  const statements = isKnown(sql) ? splitSql(sql) : null;
  if (statements === null) {
    run.effect("execute", "inline:sql", "costly");
    run.lose("the statements are not known");
    return;
  }
  for (const text of statements) {
    if (/^[\\.]/.test(text)) {
      if (metaRead.test(text)) put(run, read, target, isPath);
      else run.lose("a command of the database's shell may run or write something");
      continue;
    }
    const statement = readStatement(text);
    if (statement === null) run.lose("a statement nobody declared");
    else put(run, statement, target, isPath);
  }
}

function put(run: Run, statement: Statement, target: string, isPath: boolean): void {
  const { kind, reversibility } = statement;
  if (isPath) run.path(kind, target, { reversibility, mode: "git" });
  else run.effect(kind, target, reversibility);
}

interface Client {
  readonly options: OptionTable;
  readonly sql: readonly string[];
  readonly files: readonly string[];
  readonly database: readonly string[];
  readonly isFile: boolean;
}

const clients: Readonly<Record<string, Client>> = {
  psql: {
    options: {
      short: "ac:d:eEf:F:h:HlLbnNo:p:P:qR:sStT:U:v:VwWxX1z0A?",
      long: "echo-all command= dbname= echo-queries echo-hidden file= field-separator= host= html list log-file= no-readline output= port= pset= quiet record-separator= single-step single-line tuples-only table-attr= username= set= variable= version no-password password expanded no-psqlrc single-transaction no-align csv help? field-separator-zero record-separator-zero",
    },
    sql: ["c", "command"],
    files: ["f", "file"],
    database: ["d", "dbname"],
    isFile: false,
  },
  mysql: {
    options: {
      short: "ABbCD:e:fGHh:iNnop?P:qrSs tT:u:vVwWX".replace(" ", ""),
      long: "execute= database= host= port= user= password? batch table vertical silent skip-column-names raw verbose force protocol= socket= ssl-mode= default-character-set= no-auto-rehash safe-updates xml html init-command= compress wait defaults-file= defaults-extra-file= help version column-names quick",
    },
    sql: ["e", "execute"],
    files: [],
    database: ["D", "database"],
    isFile: false,
  },
  sqlite3: {
    options: {
      isSingleDash: true,
      short: "c",
      long: "readonly header noheader csv json line list column html box markdown table quote separator= nullvalue= cmd= init= batch bail echo interactive stats version ascii newline= tabs safe s",
    },
    sql: ["cmd", "c", "s"],
    files: ["init"],
    database: [],
    isFile: true,
  },
};

function client(spec: Client): Command {
  return {
    options: spec.options,
    read: (run, options) => {
      const operands = [...options.operands];
      const database = options.values(...spec.database)[0] ?? operands.shift() ?? (spec.isFile ? ":memory:" : "");
      const isMemory = spec.isFile && (database === ":memory:" || database === "");
      const target = spec.isFile && !isMemory ? database : `db:${database.replace(/^[a-z]+:\/\/(?:[^@/]*@)?/, "")}`;
      const texts = [...options.values(...spec.sql), ...(spec.isFile ? operands : [])];
      for (const text of texts) runSql(run, text, target, spec.isFile && !isMemory);
      for (const file of options.values(...spec.files)) {
        if (!isKnown(file) || file === "-" || isStream(file)) run.lose("the statements are in a file nobody knows");
        run.path("execute", file, { reversibility: "costly" });
        const isHere = run
          .absolute(file)
          .every((path) => path !== null && run.place.roots.some((root) => path.startsWith(`${root.path}/`)));
        if (!isHere || run.originOf(file) !== null) run.lose("the statements are in a file that is not the project's");
      }
      run.writes(options.values("o", "output", "log-file", "L"));
      if (options.has("list", "l", "version", "V", "help")) return;
      if (options.has("init-command", "defaults-file", "defaults-extra-file"))
        run.lose("the database runs statements of its own");
      if (texts.length > 0 || options.has(...spec.files)) return;
      const literal = run.input?.literal ?? null;
      if (literal !== null) runSql(run, literal, target, spec.isFile && !isMemory);
      else {
        run.effect("execute", "stdin", "irreversible");
        run.lose("the statements are not known");
      }
    },
  };
}

function clientOf(name: string): Client {
  return clients[name] ?? { options: {}, sql: [], files: [], database: [], isFile: false };
}

const redis: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    const operands: string[] = [];
    for (let at = 0; at < run.args.length; at += 1) {
      const arg = run.args[at] ?? "";
      if (/^(?:-[hpansudirt]|--user|--pass|-x)$/.test(arg)) at += arg === "-x" ? 0 : 1;
      else if (/^--(?:eval|pipe|rdb|cluster)/.test(arg)) run.lose("redis-cli does something nobody declared");
      else if (!arg.startsWith("-")) operands.push(arg);
    }
    const verb = (operands[0] ?? "").toUpperCase();
    if (
      /^(?:GET|MGET|KEYS|SCAN|INFO|TTL|PTTL|TYPE|LRANGE|LLEN|HGET|HGETALL|HKEYS|HLEN|SMEMBERS|SCARD|ZRANGE|ZCARD|EXISTS|PING|DBSIZE|STRLEN|MEMORY|SLOWLOG|CLIENT|TIME|OBJECT|XRANGE|XLEN|XINFO)$/.test(
        verb,
      )
    )
      run.effect("read", "db:redis");
    else if (
      /^(?:SET|SETEX|SETNX|MSET|EXPIRE|PERSIST|HSET|HMSET|LPUSH|RPUSH|SADD|ZADD|INCR|DECR|INCRBY|APPEND|XADD|PUBLISH|RENAME)$/.test(
        verb,
      )
    )
      run.effect("write", "db:redis", "costly");
    else if (
      /^(?:DEL|UNLINK|FLUSHDB|FLUSHALL|CONFIG|SHUTDOWN|EVAL|EVALSHA|SCRIPT|HDEL|SREM|ZREM|LTRIM|LPOP|RPOP|XDEL|XTRIM|DEBUG|SLAVEOF|REPLICAOF|MODULE|MIGRATE|RESTORE|FUNCTION|FCALL)$/.test(
        verb,
      )
    )
      run.effect("delete", "db:redis", "irreversible");
    else run.lose("it is not known what redis-cli does");
  },
};

function drop(run: Run): void {
  const name = run.args.filter((arg) => !arg.startsWith("-")).at(-1) ?? "?";
  run.effect("delete", `db:${name}`, "irreversible");
}

const dump: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    const operands: string[] = [];
    for (let at = 0; at < run.args.length; at += 1) {
      const arg = run.args[at] ?? "";
      if (/^(?:-[fhpUudtTnNPr]|--(?:file|host|port|username|user|dbname|table|schema|result-file))$/.test(arg)) {
        if (/^(?:-f|-r|--file|--result-file)$/.test(arg)) run.path("write", run.args[at + 1] ?? "");
        if (/^(?:-d|--dbname)$/.test(arg)) operands.push(run.args[at + 1] ?? "");
        at += 1;
      } else if (/^--(?:file|result-file)=/.test(arg)) run.path("write", arg.slice(arg.indexOf("=") + 1));
      else if (!arg.startsWith("-")) operands.push(arg);
    }
    run.effect("read", `db:${operands[0] ?? "*"}`);
  },
};

const mongo: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    const text = run.args.join(" ");
    run.lose("what mongosh runs is not read");
    run.effect("execute", "inline:mongosh", /drop|deleteMany|deleteOne|remove/i.test(text) ? "irreversible" : "costly");
    run.effect(
      /drop|deleteMany|deleteOne|remove/i.test(text) ? "delete" : "write",
      "db:mongo",
      /drop|deleteMany|deleteOne|remove/i.test(text) ? "irreversible" : "costly",
    );
  },
};

export const databaseCommands = tableOf({
  psql: client(clientOf("psql")),
  "mysql mariadb": client(clientOf("mysql")),
  "sqlite3 duckdb": client(clientOf("sqlite3")),
  "pg_dump pg_dumpall mysqldump mariadb-dump": dump,
  "pg_restore dropdb dropuser": { options: { isLenient: true }, isRaw: true, read: drop },
  createdb: {
    options: { isLenient: true },
    isRaw: true,
    read: (run) => run.effect("write", `db:${run.args.filter((arg) => !arg.startsWith("-")).at(-1) ?? "?"}`, "costly"),
  },
  "mongosh mongo": mongo,
  "redis-cli valkey-cli": redis,
});
