/** @module Commands that look at, make, change and remove files (actions, section 6.1). */

import { type Command, tableOf } from "../shell/command.ts";
import { boundedFlow, type Flow } from "../shell/flow.ts";
import type { Options } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { cp, install, ln, mv } from "./copies.ts";
import { attributes, checkMode, chmod, chown } from "./modes.ts";
import { echo, printf } from "./prints.ts";

/** No effect, whatever its options. */
function quiet(): Command {
  return { options: { isLenient: true }, isIndifferent: true, read: () => undefined };
}

/** No effect but through the options that are named. */
function quietBut(short: string, long: string, react: (run: Run, options: Options) => void): Command {
  return { options: { short, long, isLenient: true }, read: (run, options) => react(run, options) };
}

/** Lines of the input stay lines of the input, fewer of them. */
function selects(run: Run, options: Options): Flow | undefined {
  const bounded = run.input?.bounded ?? null;
  return options.operands.length === 0 && bounded !== null ? (run.input ?? undefined) : undefined;
}

function reader(
  short: string,
  long: string,
  also?: (run: Run, options: Options) => void,
  selectsLines = false,
): Command {
  return {
    options: { short, long, hasNumbers: true },
    read: (run, options) => {
      run.reads(options.operands);
      also?.(run, options);
      return selectsLines ? selects(run, options) : undefined;
    },
  };
}

function useOf(options: Options, ...names: readonly string[]): boolean {
  return options.has(...names);
}

const rm: Command = {
  options: {
    short: "rRfidvI",
    long: "recursive force interactive? verbose dir one-file-system no-preserve-root preserve-root?",
  },
  read: (run, options) => {
    const mode = useOf(options, "r", "R", "recursive") ? "tree" : undefined;
    for (const path of options.operands) run.path("delete", path, mode === undefined ? {} : { mode });
  },
};

const shred: Command = {
  options: { short: "fn:s:uvxz", long: "force iterations= random-source= size= remove? verbose exact zero" },
  read: (run, options) => {
    for (const path of options.operands) run.path("delete", path, { reversibility: "irreversible" });
  },
};

const dd: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    for (const arg of run.args) {
      const [, key = "", value = ""] = /^(?<key>[a-z]+)=(?<value>.*)$/s.exec(arg) ?? [];
      if (key === "if") run.path("read", value);
      else if (key === "of") run.path("write", value);
      else if (key === "") run.lose("dd has an operand nobody declared");
    }
  },
};

/** Programs that make, mount or divide file systems. */
const device: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    const [target] = run.args.filter((arg) => arg.startsWith("/dev/"));
    if (run.args.length === 0 || (run.name === "mount" && run.args.every((arg) => arg === "-l"))) return;
    if (target === undefined) {
      run.effect("configure", "machine:devices", "irreversible");
      run.lose("it is not known which device this changes");
    } else run.path("write", target, { reversibility: "irreversible" });
  },
};

const tee: Command = {
  options: { short: "aip", long: "append ignore-interrupts output-error?" },
  read: (run, options) => {
    run.writes(options.operands);
    const hosts = run.input?.hosts ?? [];
    for (const path of options.operands) run.made(path, hosts.length > 0 ? { from: "fetch", hosts } : { from: "text" });
    return run.input ?? undefined;
  },
};

const cat: Command = {
  options: {
    short: "AbeEnstTuv",
    long: "show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting",
  },
  read: (run, options) => {
    run.reads(options.operands);
    const files = options.operands.filter((path) => path !== "-");
    return files.length === 0 && run.args.length === 0 ? (run.input ?? undefined) : undefined;
  },
};

const zip: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    const isRead = run.args.some((arg) => /^-[clt]+$|^--(?:stdout|list|test)$/.test(arg));
    for (const path of run.args.filter((arg) => !arg.startsWith("-"))) {
      run.path("read", path);
      if (isRead) continue;
      run.path(
        "write",
        run.args.some((arg) => /^-[a-z]*d|^--decompress/.test(arg)) ? path.replace(/\.[a-z0-9]+$/, "") : `${path}.gz`,
      );
      if (!run.args.some((arg) => /^-[a-z]*k|^--keep/.test(arg))) run.path("delete", path, { mode: "moved" });
    }
    if (run.args.some((arg) => arg.startsWith("-") && !/^-(?:[0-9cdfklnNqrtvTe]+|-[a-z-]+(?:=.*)?)$/.test(arg))) {
      run.lose(`${run.name} has an option nobody declared`);
    }
  },
};

const touch: Command = {
  options: { short: "acd:fhmr:t:", long: "date= no-create no-dereference reference= time=" },
  read: (run, options) => run.writes(options.operands),
};

const mkdir: Command = {
  options: { short: "m:pvZ", long: "mode= parents verbose context?" },
  read: (run, options) => {
    run.writes(options.operands);
    for (const mode of options.values("m", "mode")) for (const path of options.operands) checkMode(run, mode, path);
  },
};

const truncate: Command = {
  options: { short: "cor:s:", long: "no-create io-blocks reference= size=" },
  read: (run, options) => run.writes(options.operands),
};

const split: Command = {
  options: {
    short: "a:b:C:den:l:t:ux",
    long: "suffix-length= additional-suffix= bytes= line-bytes= numeric-suffixes? hex-suffixes? elide-empty-files filter= lines= number= separator= unbuffered verbose",
  },
  read: (run, options) => {
    const [source = "-", prefix = "x"] = options.operands;
    run.reads([source]);
    run.path("write", `${prefix}\uFDD0`);
    if (options.has("filter")) run.lose("split runs a command of its own");
  },
};

const uniq: Command = {
  options: {
    short: "cdDf:is:uw:z",
    long: "count repeated all-repeated? skip-fields= group? ignore-case skip-chars= unique zero-terminated check-chars=",
  },
  read: (run, options) => {
    run.reads(options.operands.slice(0, 1));
    run.writes(options.operands.slice(1));
    return selects(run, options);
  },
};

const sortOptions = {
  short: "bdfghik:mMno:rRsS:t:T:uVzcC",
  long: "ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort ignore-nonprinting key= merge month-sort numeric-sort output= reverse random-sort random-source= stable buffer-size= field-separator= temporary-directory= unique version-sort zero-terminated check? compress-program= files0-from= parallel= batch-size= sort= debug",
};

/** `[`, `test`: names alone, but a subscript that is tested runs. */
const testing: Command = {
  options: { isLenient: true },
  isIndifferent: true,
  isRaw: true,
  read: (run) => {
    for (const [index, arg] of run.args.entries()) {
      if ((arg === "-v" || arg === "-R") && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(run.args[index + 1] ?? "")) {
        run.lose("a subscript may run its value");
      }
    }
  },
};

export const fileCommands = tableOf({
  "pgrep pidof stat df readlink realpath basename dirname pwd true false : cal uname whoami id groups which type nproc uptime free lsof sleep wait jobs seq expr break continue return exit times getconf arch uuidgen tput stty factor numfmt tty umask sync whereis ulimit shift getopts logname users who w nohup.out":
    quiet(),
  "ls dir vdir exa eza": {
    options: { isLenient: true },
    isIndifferent: true,
    read: (run, options) => {
      const [first = "."] = options.operands;
      const [folder] = options.operands.length < 2 ? run.absolute(first) : [];
      return boundedFlow(folder ?? null);
    },
  },
  top: quiet(),
  ps: {
    options: { isLenient: true },
    isIndifferent: true,
    isRaw: true,
    read: (run) => {
      // The letter `e` without a dash shows the environment of each process.
      if (run.args.some((arg) => /^[a-zA-Z]*e[a-zA-Z]*$/.test(arg) || /^-[a-zA-Z]*E/.test(arg)))
        run.effect("read", "env:*", "costly");
    },
  },
  "yes clear reset": quiet(),
  du: quietBut("", "files0-from=", (run, options) => run.reads(options.values("files0-from"))),
  tree: quietBut("aAdfgilnNpqrstuvxCDFJSXo:L:P:I:H:T:", "", (run, options) => run.writes(options.values("o"))),
  file: quietBut("f:m:", "files-from= magic-file=", (run, options) => {
    run.reads(options.values("f", "files-from"));
    if (options.has("C", "compile")) run.lose("file writes a compiled list");
  }),
  date: quietBut("d:f:r:s:I?", "date= file= reference= set= iso-8601?", (run, options) => {
    run.reads(options.values("f", "file"));
    if (options.has("s", "set")) run.effect("configure", "machine:clock", "costly");
  }),
  hostname: quietBut("F:", "file=", (run, options) => {
    if (options.operands.length > 0 || options.has("F", "file")) run.effect("configure", "machine:name", "costly");
  }),
  locale: quiet(),
  man: quietBut("P:", "pager= html=", (run, options) => {
    if (options.has("P", "pager", "H", "html")) run.lose("man runs a pager of its own");
  }),
  echo,
  printf,
  "test [": testing,
  cat,
  head: reader("c:n:qvz", "bytes= lines= quiet silent verbose zero-terminated", undefined, true),
  tail: reader(
    "c:fFn:qs:vz",
    "bytes= follow? lines= max-unchanged-stats= pid= quiet silent retry sleep-interval= verbose zero-terminated",
    undefined,
    true,
  ),
  wc: reader("clLmw", "bytes chars lines max-line-length words files0-from= total=", (run, options) =>
    run.reads(options.values("files0-from")),
  ),
  nl: reader(
    "b:d:f:h:i:l:n:ps:v:w:",
    "body-numbering= number-format= number-separator= number-width= starting-line-number=",
  ),
  bc: reader("hilqsw", "help interactive mathlib quiet standard warn"),
  shuf: reader(
    "e:i:n:o:rz",
    "echo= input-range= head-count= output= repeat zero-terminated random-source=",
    (run, options) => {
      run.writes(options.values("o", "output"));
      run.reads(options.values("random-source"));
    },
  ),
  tac: reader("brs:", "before regex separator="),
  cut: reader(
    "b:c:d:f:nsz",
    "bytes= characters= delimiter= fields= complement only-delimited output-delimiter= zero-terminated",
  ),
  tr: { options: { short: "cCdst", long: "complement delete squeeze-repeats truncate-set1" }, read: () => undefined },
  sort: {
    options: sortOptions,
    read: (run, options) => {
      run.reads([...options.operands, ...options.values("files0-from")]);
      run.writes(options.values("o", "output"));
      if (options.has("compress-program")) run.lose("sort runs a program of its own");
      return selects(run, options);
    },
  },
  uniq,
  comm: reader("123z", "check-order nocheck-order output-delimiter= total zero-terminated"),
  join: reader("a:e:i1:2:j:o:t:v:z", "ignore-case check-order nocheck-order header zero-terminated"),
  paste: reader("d:sz", "delimiters= serial zero-terminated"),
  column: reader(
    "c:dJlL:n:N:o:r:R:s:tT:W:x",
    "table json separator= output-separator= table-columns= fillrows output-width= table-right=",
  ),
  fold: reader("bsw:", "bytes spaces width="),
  fmt: reader("cp:stuw:g:", "width= goal= uniform-spacing split-only"),
  expand: reader("it:", "initial tabs="),
  rev: reader("0V", "zero"),
  diff: reader(
    "abBcC:dD:eE:F:hHiI:lL:nNpqrsS:tTuU:vwW:x:X:yZ",
    "brief unified? context? recursive new-file ignore-case ignore-all-space ignore-space-change ignore-blank-lines ignore-trailing-space side-by-side width= color? exclude= exclude-from= label= text minimal report-identical-files no-dereference strip-trailing-cr suppress-common-lines show-c-function expand-tabs ignore-matching-lines= speed-large-files normal",
    (run, options) => {
      if (!options.has("r", "recursive")) return;
      for (const path of options.operands) run.path("read", path, { mode: "tree" });
    },
  ),
  cmp: reader("bi:ln:s", "print-bytes ignore-initial= verbose bytes= silent quiet"),
  "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum md5": reader(
    "a:bctwz",
    "algorithm= binary check tag text zero ignore-missing quiet status strict warn",
  ),
  "cksum sum": reader("a:", "algorithm= base64 raw tag untagged"),
  xxd: {
    options: { short: "abc:Ceg:il:o:prs:u", long: "" },
    read: (run, options) => {
      run.reads(options.operands.slice(0, 1));
      run.writes(options.operands.slice(1));
    },
  },
  od: reader(
    "A:bcdDefFhHiIj:lLN:oOsS:t:vw?x",
    "address-radix= skip-bytes= read-bytes= format= output-duplicates width? endian=",
  ),
  hexdump: reader("bcCde:f:n:os:vx", ""),
  strings: reader("afn:oT:e:tw", "all bytes= radix= encoding= print-file-name"),
  base64: reader("dDiw:b:", "decode ignore-garbage wrap="),
  base32: reader("diw:", "decode ignore-garbage wrap="),
  "less more zless": reader("aeEfFgGiIJKLmMnNqQrRsSuUVwWXpx:z:j:", "", (run) => {
    if (run.args.some((arg) => /^-[A-Za-z]*[oOkT]/.test(arg) || arg.startsWith("+")))
      run.lose("a pager runs commands of its own");
  }),
  "zcat gzcat bzcat xzcat": reader("fhlqrtv", ""),
  touch: touch,
  mkdir,
  truncate,
  tee,
  split,
  mkfifo: { options: { short: "m:Z", long: "mode= context?" }, read: (run, options) => run.writes(options.operands) },
  mktemp: {
    options: { short: "dqtup:", long: "directory dry-run quiet suffix= tmpdir?" },
    read: (run, options) => {
      const [template] = options.operands;
      const folder = options.values("p", "tmpdir").find((path) => path !== "");
      if (options.has("u", "dry-run")) return;
      if (template === undefined) run.path("write", `${folder ?? "/tmp"}/tmp.\uFDD2`);
      else run.path("write", options.has("t", "p", "tmpdir") ? `${folder ?? "/tmp"}/${template}` : template);
    },
  },
  cp,
  install,
  mv,
  ln,
  rm,
  unlink: {
    options: {},
    read: (run, options) => {
      for (const path of options.operands) run.path("delete", path);
    },
  },
  shred,
  rmdir: {
    options: { short: "pv", long: "parents verbose ignore-fail-on-non-empty" },
    read: (run, options) => {
      for (const path of options.operands) run.path("delete", path, { mode: "empty" });
    },
  },
  chmod,
  "chown chgrp": chown,
  "chattr setfacl xattr": attributes,
  dd,
  "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mke2fs fdisk sfdisk gdisk parted wipefs mkswap swapon swapoff mount umount losetup diskutil blkdiscard":
    device,
  "gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd": zip,
});
