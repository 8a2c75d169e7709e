/** @module Commands that talk to other machines (actions, section 6.2). */

import { type Command, tableOf } from "../shell/command.ts";
import { type Flow, fetchedFlow } from "../shell/flow.ts";
import type { Options, OptionTable } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { isKnown, isOpen, shownText, someOf, unknownMark } from "../shell/text.ts";
import { readUrl } from "./url.ts";

const curlOptions: OptionTable = {
  short: "#012346aA:b:B:c:C:d:D:e:E:fF:gGhH:iIjJK:kl:Lm:MnNo:OpP:qQ:r:RsSt:T:u:U:vVw:x:X:y:Y:z:Z:",
  long: "abstract-unix-socket= anyauth append basic ca-native cacert= capath= cert= cert-type= ciphers= compressed compressed-ssh config= connect-timeout= connect-to= continue-at= cookie= cookie-jar= create-dirs crlf data= data-ascii= data-binary= data-raw= data-urlencode= digest disable doh-url= dump-header= fail fail-early fail-with-body false-start form= form-string= get globoff head header= http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 ignore-content-length include insecure interface= ipv4 ipv6 json= junk-session-cookies keepalive-time= key= key-type= limit-rate= list-only local-port= location location-trusted max-filesize= max-redirs= max-time= negotiate netrc netrc-file= netrc-optional next no-alpn no-buffer no-clobber no-keepalive no-progress-meter no-sessionid noproxy= ntlm oauth2-bearer= output= output-dir= parallel parallel-max= pass= path-as-is post301 post302 post303 preproxy= progress-bar proto= proto-default= proto-redir= proxy= proxy-user= proxy-insecure quote= range= raw referer= remote-header-name remote-name remote-name-all remote-time remove-on-error request= request-target= resolve= retry= retry-all-errors retry-connrefused retry-delay= retry-max-time= show-error show-headers silent socks4= socks5= socks5-hostname= speed-limit= speed-time= ssl ssl-reqd stderr= styled-output tcp-nodelay time-cond= tls-max= tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace= trace-ascii= trace-time unix-socket= upload-file= url= url-query= use-ascii user= user-agent= verbose write-out= xattr help version manual",
};

const dataOptions = [
  "d",
  "data",
  "data-ascii",
  "data-binary",
  "data-raw",
  "data-urlencode",
  "json",
  "F",
  "form",
  "form-string",
  "T",
  "upload-file",
];

function dataFiles(options: Options): string[] {
  const files: string[] = [];
  for (const value of options.values("d", "data", "data-ascii", "data-binary", "json")) {
    if (value.startsWith("@")) files.push(value.slice(1));
  }
  for (const value of options.values("data-urlencode")) {
    const at = value.indexOf("@");
    if (at >= 0 && !value.slice(0, at).includes("=")) files.push(value.slice(at + 1));
  }
  for (const value of options.values("F", "form")) {
    const found = /^[^=]*=[@<](?<file>[^;]*)/.exec(value)?.groups?.["file"];
    if (found !== undefined) files.push(found.replace(/^"|"$/g, ""));
  }
  return [...files, ...options.values("T", "upload-file")];
}

interface Request {
  readonly method: string;
  readonly sends: boolean;
}

/** The effects of one request; gives the host it goes to. */
function request(run: Run, url: string, { method, sends }: Request): string | null {
  if (!isKnown(url) || run.splits) {
    const known = isKnown(url) ? url : "";
    const host = /^(?:[a-z]+:\/\/)?(?<host>[^/?#\uFDD0-\uFDEF]+)[/?#]/i.exec(url)?.groups?.["host"];
    run.lose("the address is not known");
    if (known === "" && host === undefined) {
      run.effect("network", "?", "irreversible");
      return null;
    }
    const target = host ?? readUrl(known)?.host ?? "?";
    run.reading.effect("publish", `host:${shownText(target)}`, method === "DELETE" ? "irreversible" : "costly");
    return target;
  }
  const read = readUrl(url);
  if (read === null) {
    run.lose("the address cannot be read");
    run.effect("network", "?", "irreversible");
    return null;
  }
  if (read.scheme === "file") {
    run.path("read", read.path);
    return null;
  }
  if (read.isMetadata) run.effect("read", "env:metadata", "costly");
  if (read.isLoopback) run.effect("network", `host:${read.host}`);
  else if (method === "DELETE") run.effect("publish", `host:${read.host}`, "irreversible");
  else if (sends || !/^(?:GET|HEAD|OPTIONS)$/.test(method)) run.effect("publish", `host:${read.host}`, "costly");
  else run.effect("network", `host:${read.host}`);
  if (!/^(?:https?|ftps?)$/.test(read.scheme)) run.lose("the address has a scheme nobody declared");
  return read.host;
}

function lastPart(url: string): string {
  if (!isKnown(url)) return unknownMark;
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/[?#].*$/, "");
  const name = path.split("/").at(-1) ?? "";
  return name === "" ? "index.html" : name;
}

const silent = /^(?:-|\/dev\/(?:null|stdout|stderr))$/;

const curl: Command = {
  options: curlOptions,
  read: (run, options): Flow | undefined => {
    const urls = [...options.operands, ...options.values("url")];
    const method = (options.values("X", "request").at(-1) ?? (options.has("I", "head") ? "HEAD" : "GET")).toUpperCase();
    const isQuery = options.has("G", "get");
    const sends = options.has(...dataOptions) && !isQuery;
    for (const file of dataFiles(options)) if (file !== "-") run.path("read", file);
    run.reads(options.values("E", "cert", "key", "netrc-file", "cacert").map((value) => value.split(":")[0] ?? value));
    for (const value of options.values("H", "header", "w", "write-out"))
      if (value.startsWith("@")) run.path("read", value.slice(1));
    run.reads(options.values("b", "cookie").filter((value) => !value.includes("=")));
    if (options.has("n", "netrc", "netrc-optional") && run.place.home !== null)
      run.path("read", `${run.place.home}/.netrc`);
    if (options.has("K", "config")) {
      run.reads(options.values("K", "config"));
      run.lose("curl reads its options from a file");
    }
    if (
      options.has("x", "proxy", "preproxy", "socks5", "socks5-hostname", "socks4", "resolve", "connect-to", "doh-url")
    ) {
      run.lose("the request may go to another host");
    }
    const sockets = options.values("unix-socket", "abstract-unix-socket");
    for (const socket of sockets) {
      if (/docker|podman|containerd/.test(socket)) run.effect("elevate", "container:privileged", "irreversible");
      else run.lose("it talks to a socket");
      // What is sent there changes whatever listens.
      run.path("write", socket);
    }
    if (options.has("Q", "quote")) {
      run.effect("publish", "host:?", "irreversible");
      run.lose("curl sends commands of its own");
    }
    const folder = options.values("output-dir").at(-1);
    const outputs = options.values("o", "output");
    const named = options.has("O", "remote-name", "remote-name-all", "J") ? urls.map(lastPart) : [];
    const hosts: string[] = [];
    for (const url of urls) {
      const host = request(run, url, { method, sends });
      if (host !== null) hosts.push(host);
    }
    if (urls.length === 0 && run.args.length > 0 && !options.has("V", "version", "h", "help", "M", "manual")) {
      run.lose("the address is not known");
      run.effect("network", "?", "irreversible");
    }
    const files = [
      ...outputs,
      ...named,
      ...options.values("D", "dump-header", "c", "cookie-jar", "stderr", "trace", "trace-ascii"),
    ].filter((file) => !silent.test(file));
    for (const file of files) {
      const path = folder === undefined ? file : `${folder}/${file}`;
      run.path("write", path);
      if (outputs.includes(file) || named.includes(file))
        run.made(path, { from: "fetch", hosts: hosts.length === 0 ? ["?"] : hosts });
    }
    const isAway =
      outputs.length + named.length >= urls.length &&
      outputs.length + named.length > 0 &&
      outputs.every((file) => file !== "-");
    return fetchedFlow(isAway ? [] : hosts.length > 0 ? hosts : urls.length > 0 ? ["?"] : []);
  },
};

const wget: Command = {
  options: {
    short: "46a:A:b:B:cD:dEe:FhHi:I:kKl:LmnNo:O:pP:qQ:rR:St:T:U:vVw:xX:",
    long: "append-output= background base= config= continue debug directory-prefix= execute= force-html header= help input-file= level= max-redirect= method= mirror no-cache no-check-certificate no-clobber no-config no-directories no-host-directories no-parent no-verbose output-document= output-file= page-requisites password= post-data= post-file= body-data= body-file= progress= quiet quota= random-wait recursive reject= accept= restrict-file-names= retry-connrefused save-cookies= load-cookies= show-progress server-response span-hosts spider timeout= timestamping tries= user= user-agent= wait= waitretry= content-disposition convert-links adjust-extension cut-dirs= domains= version limit-rate= trust-server-names no-hsts compression= https-only inet4-only inet6-only",
  },
  read: (run, options): Flow | undefined => {
    const method = (options.values("method").at(-1) ?? "GET").toUpperCase();
    const sends = options.has("post-data", "post-file", "body-data", "body-file");
    run.reads(options.values("post-file", "body-file", "load-cookies"));
    if (options.has("e", "execute", "config", "use-askpass")) run.lose("wget has options of its own");
    if (options.has("i", "input-file")) {
      run.reads(options.values("i", "input-file"));
      run.lose("the addresses are in a file");
    }
    const hosts: string[] = [];
    for (const url of options.operands) {
      const host = request(run, url, { method, sends });
      if (host !== null) hosts.push(host);
    }
    const [output] = options.values("O", "output-document");
    const folder = options.values("P", "directory-prefix").at(-1);
    run.writes(options.values("o", "output-file", "a", "append-output", "save-cookies"));
    if (output === "-") return fetchedFlow(hosts);
    if (options.has("spider", "V", "version", "h", "help")) return undefined;
    if (options.has("r", "recursive", "m", "mirror", "p", "page-requisites")) {
      run.path("write", someOf(run.absolute(folder ?? ".")[0] ?? "?"));
      return undefined;
    }
    const names =
      output === undefined
        ? options.operands.map((url) => `${folder === undefined ? "" : `${folder}/`}${lastPart(url)}`)
        : [output];
    for (const name of names) {
      if (silent.test(name)) continue;
      run.path("write", name);
      run.made(name, { from: "fetch", hosts: hosts.length === 0 ? ["?"] : hosts });
    }
    return undefined;
  },
};

/** `host:path` and `user@host:path`. */
function remoteOf(text: string): string | null {
  return /^(?:[a-z]+:\/\/)?(?:[^@/:]+@)?(?<host>[^/:\\]+):/.exec(shownText(text))?.groups?.["host"] ?? null;
}

const scp: Command = {
  options: { short: "346ABc:CD:F:i:J:l:o:OP:pqrRS:sTvX:", long: "" },
  read: (run, options) => {
    run.reads(options.values("i", "F"));
    if (options.has("S", "o", "D")) run.lose("it runs a program of its own");
    const { operands } = options;
    const destination = operands.at(-1) ?? "";
    const to = remoteOf(destination);
    for (const source of operands.slice(0, -1)) {
      const from = remoteOf(source);
      if (from === null) run.path("read", source, options.has("r") ? { mode: "tree" } : {});
      else run.effect("network", `host:${from}`);
    }
    if (to !== null) run.effect("publish", `host:${to}`, "costly");
    else if (operands.length > 1) {
      const [first = ""] = operands;
      const isFolder = /(?:^|\/)\.{0,2}$/.test(destination) || operands.length > 2;
      const name = first.replace(/^.*:/, "").split("/").at(-1) ?? "";
      const place = isFolder ? `${destination.replace(/\/+$/, "")}/${name}` : destination;
      run.path("write", place);
      run.made(place, { from: "fetch", hosts: [remoteOf(first) ?? "?"] });
    }
  },
};

const rsyncOptions: OptionTable = {
  short: "0468aAbBcCdDe:EFf:gHhiIkKlLmM:nNoOpPqrRsStT:uUvVWxXyz@:",
  long: "archive verbose quiet no-motd checksum recursive relative no-relative inc-recursive no-inc-recursive backup backup-dir= suffix= update inplace append append-verify dirs links copy-links copy-unsafe-links safe-links copy-dirlinks keep-dirlinks hard-links perms executability chmod= acls xattrs owner group devices specials times atimes omit-dir-times omit-link-times super fake-super sparse preallocate dry-run whole-file checksum-choice= one-file-system block-size= rsh= rsync-path= existing ignore-existing remove-source-files del delete delete-before delete-during delete-delay delete-after delete-excluded ignore-errors force max-delete= max-size= min-size= partial partial-dir= delay-updates prune-empty-dirs numeric-ids usermap= groupmap= chown= timeout= contimeout= ignore-times size-only modify-window= temp-dir= fuzzy compare-dest= copy-dest= link-dest= compress compress-level= skip-compress= cvs-exclude filter= exclude= exclude-from= include= include-from= files-from= from0 protect-args address= port= sockopts= blocking-io stats 8-bit-output human-readable progress itemize-changes remote-option= out-format= log-file= log-file-format= password-file= list-only bwlimit= stop-after= write-batch= only-write-batch= read-batch= protocol= iconv= ipv4 ipv6 version help no-perms no-owner no-group info= debug= mkpath",
};

const rsync: Command = {
  options: rsyncOptions,
  read: (run, options) => {
    if (options.has("e", "rsh", "rsync-path", "read-batch", "files-from", "backup-dir", "temp-dir", "T"))
      run.lose("rsync runs or reads something of its own");
    run.writes(options.values("log-file", "write-batch", "only-write-batch"));
    const { operands } = options;
    const destination = operands.at(-1) ?? "";
    const isDry = options.has("n", "dry-run", "list-only") || operands.length < 2;
    const to = remoteOf(destination);
    for (const source of operands.slice(0, Math.max(1, operands.length - 1))) {
      const from = remoteOf(source);
      if (from === null) run.path("read", source, { mode: "tree" });
      else run.effect("network", `host:${from}`);
      if (options.has("remove-source-files") && !isDry) run.path("delete", source, { mode: "tree" });
    }
    if (isDry) return;
    const deletes = options.has(
      "del",
      "delete",
      "delete-before",
      "delete-during",
      "delete-delay",
      "delete-after",
      "delete-excluded",
    );
    if (to !== null) {
      run.effect("publish", `host:${to}`, "costly");
      const folder = shownText(destination).replace(/^.*?:/, "").replace(/\/+$/, "");
      if (deletes) run.effect("delete", `host:${to}:${folder}/**`, "irreversible");
    } else {
      run.path("write", destination);
      if (deletes)
        run.path("delete", `${destination.replace(/\/+$/, "")}/\uFDD0\uFDD0`, {
          mode: "tree",
          reversibility: "irreversible",
        });
      run.made(destination, { from: "copy" });
    }
  },
};

function contact(reversibility: "network" | "tunnel" | "mail"): Command {
  return {
    options: { isLenient: true },
    isRaw: true,
    read: (run) => {
      const host = run.args.find((arg) => !arg.startsWith("-") && !arg.startsWith("+") && !arg.startsWith("@")) ?? "?";
      if (reversibility === "network") run.effect("network", `host:${isOpen(host) ? "?" : host}`);
      else if (reversibility === "mail") run.effect("publish", "mail:", "irreversible");
      else {
        run.effect("publish", "tunnel", "irreversible");
        if (run.splits) run.lose("an argument may be an option");
      }
    },
  };
}

const netcat: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    const operands = run.args.filter((arg) => !arg.startsWith("-"));
    const isListening =
      run.name === "socat" ||
      run.args.some((arg) => /^-[a-zA-Z]*l/.test(arg)) ||
      run.args.some((arg) => /^-[a-zA-Z]*[ec]$|^--(?:exec|sh-exec)/.test(arg));
    const isProbe = run.args.some((arg) => /^-[a-zA-Z]*z/.test(arg));
    if (isListening) run.effect("publish", "tunnel", "costly");
    else if (isProbe) {
      run.effect("network", `host:${operands[0] ?? "?"}`);
      return undefined;
    } else run.effect("publish", `host:${operands.slice(0, 2).join(":") || "?"}`, "costly");
    run.lose("it talks to a socket");
    return fetchedFlow(operands.slice(0, 1));
  },
};

/** Payment and messaging programs: looking is a fetch, everything else cannot be taken back. */
const stripe: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    const words = run.args.filter((arg) => !arg.startsWith("-"));
    const isRead =
      words.some((word) => /^(?:list|retrieve|get|search|status|version|logs)$/.test(word)) &&
      !words.some((word) => /^(?:create|capture|refund|payout|cancel|update|delete|confirm|pay|post)$/.test(word));
    run.effect("network", "host:api.stripe.com");
    if (!isRead)
      run.reading.add({
        kind: "pay",
        target: "pay:stripe",
        reversibility: "irreversible",
        certain: true,
        amount_usd: null,
      });
    if (!isRead && words.length === 0) run.lose("it is not known what this pays");
  },
};

export const networkCommands = tableOf({
  curl,
  wget,
  scp,
  sftp: {
    options: { isLenient: true },
    isRaw: true,
    read: (run) => {
      const host = run.args.filter((arg) => !arg.startsWith("-")).at(-1) ?? "?";
      run.effect("publish", `host:${(remoteOf(host) ?? host).replace(/^.*@/, "")}`, "costly");
      run.lose("what it sends is not in the call");
    },
  },
  rsync,
  "ping ping6 dig nslookup host traceroute mtr whois tracepath": contact("network"),
  "nc ncat netcat telnet socat ftp": netcat,
  "ngrok localtunnel lt": contact("tunnel"),
  cloudflared: {
    options: { isLenient: true },
    isRaw: true,
    read: (run) => {
      if (run.args[0] === "tunnel") run.effect("publish", "tunnel", "irreversible");
      else run.lose("cloudflared does something nobody declared");
    },
  },
  "mail mailx sendmail mutt msmtp swaks slack twilio": contact("mail"),
  stripe,
});
