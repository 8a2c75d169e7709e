/**
 * @module The verbs a request can begin with: one row a group, `[act, weight, words]` and what else the group is known
 * for. To add a word, put it into a row (base form, phrases as they are said) and raise the resolver version.
 */

import type { Act } from "../reading.ts";

/** What an operation costs if it was not meant. `staged` depends on the environment that is named. */
export type VerbClass = "inward" | "costly" | "money" | "outward" | "staged" | "launch";
/** How plainly a verb speaks of removal. */
export type RemovalWording = "explicit" | "indirect" | "soft";

export interface VerbTraits {
  readonly class?: VerbClass;
  readonly removal?: RemovalWording;
  /** It pays or orders: a ban on it rules out paying, and an operation with it may pay. */
  readonly pays?: boolean;
  /** It changes the state of what runs: a named production environment is then its target. */
  readonly changesState?: boolean;
}

type VerbRow = readonly [act: Act, weight: number, words: string, traits?: VerbTraits];

export const verbRows: readonly VerbRow[] = [
  ["answer", 0.9, "explain, summarise, summarize, describe, translate, define, clarify, recap, sum up"],
  [
    "answer",
    0.8,
    "let me know, know, tell, recommend, suggest, advise, elaborate, paraphrase, brief, walk me through, interpret, spell out",
  ],
  [
    "answer",
    0.7,
    "show, give, report, teach, name, quote, tabulate, say, state, guess, estimate, predict, answer, list out",
  ],
  [
    "answer",
    0.5,
    "message me, text me, call me, ping me, dm me, message us, display, present, discuss, tell apart, remind me of, note, mention",
  ],
  ["locate", 1, "find, search, locate, grep, look up, look for, hunt for, search for, track down, find out where"],
  [
    "locate",
    0.9,
    "git status, git log, git diff, git show, git blame, list, enumerate, spot, retrieve, fetch, gather, collect, point me to, pull up, dig up, scan for, trace",
  ],
  ["locate", 0.7, "browse, get, open, see, view, count, pick out, identify, discover, query"],
  [
    "analyze",
    1,
    "analyse, analyze, compare, investigate, review, diagnose, look into, figure out, examine, study, debug, find out",
  ],
  [
    "analyze",
    0.9,
    "inspect, assess, evaluate, proofread, critique, contrast, troubleshoot, profile, explore, research, work out, have a look, take a look, look at, dig into, go through, look over",
  ],
  [
    "analyze",
    0.7,
    "consider, rank, rate, weigh, judge, think about, reason about, measure, survey, understand, read, skim, determine, decide, map out, break down, look through, check out why, check out how, check out whether, triage, get to the bottom of, classify, correlate, calculate, compute",
  ],
  [
    "author",
    0.9,
    "write, draft, create, design, generate, implement, compose, author, sketch, prototype, scaffold, simulate",
  ],
  [
    "author",
    0.8,
    "add, build, plan, document, develop, introduce, prepare, produce, invent, outline, jot down, write down, write up, put together, come up with, bootstrap, stub, mock, mock up, code, brainstorm",
  ],
  [
    "author",
    0.7,
    "make, save, render, insert, include, append, prepend, draw, paint, plot, record, log, export, annotate, illustrate, script, provide, dump, embed, attach, list down, store, copy",
  ],
  [
    "modify",
    1,
    "refactor, rename, rewrite, repair, patch, reformat, correct, resolve, simplify, debounce, inline, extract",
  ],
  [
    "modify",
    0.9,
    "fix, update, change, modify, edit, replace, improve, optimise, optimize, convert, bump, upgrade, adjust, tweak, reword, rephrase, port, restructure, rework, shorten, extend, revise, polish, handle, address, downgrade, deduplicate, dedupe, swap, shrink, speed up, split up",
  ],
  [
    "modify",
    0.8,
    "move, merge, revert, sort, order, commit, rebase, undo, squash, cherry pick, amend, split, combine, unify, consolidate, style, format, rearrange, reorder, reorganise, reorganize, restyle, align, center, centre, wrap, unwrap, pin, unpin, mark, label, tag, toggle, enable, disable, turn on, switch to, set, unset, reduce, increase, decrease, raise, lower, resize, crop, round, trim, pad, expand, collapse, hide, unhide, transform, localise, localize, internationalise, modernise, modernize, normalise, normalize, standardise, standardize, parameterise, parameterize, memoise, memoize, cache, escape, sanitise, sanitize, encode, decode, encrypt, decrypt, hash, sign, link, bind, map, filter, group, arrange, call, stack, indent, dedent, capitalise, capitalize, lowercase, uppercase, minify, bundle, compress, decompress, deprecate, harden, secure, protect, guard, throttle, rate limit, lazy load, preload, prefetch, connect, wire up, hook up, integrate, plug in, support, allow list, fill in, populate, complete, finish, flesh out, stop using, use, adopt, keep, respect, honour, honor, prefer, turn, turn into, bring back, put back, take over, factor out, pull out, hoist, lift, lower case, upper case, mute, unmute, darken, lighten, highlight, dim, blur, sharpen, animate, redesign, redo, retry, rerender, refresh, reload, seed, unblock, relax, tighten, loosen, widen, narrow, generalise, generalize, specialise, specialize, type, retype, untangle, decouple, couple, isolate, separate, join, concatenate, interpolate, infer, number, renumber, version, vendor, fork, clone, stage, unstage, check out, stash, work on, deal with, take care of, tune, calibrate, recolour, recolor, shift, nudge, drag, fade, bold, italicise, underline, archive, mask, redact, anonymise, anonymize, flatten, nest, prefix, suffix, suppress, silence, ignore, skip, exclude, limit, cap, clamp, deflake, de flake, port over, carry over, slim down, tone down, beef up, round off, touch up",
  ],
  ["modify", 0.6, "do, perform, carry out, conduct"],
  [
    "modify",
    0.8,
    "prevent, scrub, destructure, checkout, git checkout, git switch, git stash, git fetch, git add, poll, throw, catch, require, return, accept, reject, parse, serialise, serialize, deserialise, deserialize, compile, transpile, precompile, debounce, batch, queue, stream, paginate, lazy load, virtualise, virtualize, emit, listen, subscribe, propagate, bubble, forward, redirect, route, proxy, expose, export as, inject, wrap in, abstract, encapsulate, dockerise, dockerize, containerise, containerize, automate, scaffold out, instrument, trace out, hardcode, externalise, externalize, override, overload, subclass, inherit, alias, shadow, rebind, remap, reassign, reuse, recycle, share, store in, read from, write to, persist, hydrate, rehydrate, prefill, prepopulate, autofill, validate on, debug print, warn, assert that, guard against, fall back, default, initialise, initialize, bootstrap from, seed with, upsert, soft delete, undelete, unarchive, reopen, close, open up, expire, lengthen, tighten up, cover, exercise, parametrise, parametrize, stub out, spy on, snapshot, pretty print, syntax highlight, prettify, beautify, uglify, tree shake, code split, drop in, plug, unplug, bind to, mirror, replicate, duplicate, invert, flip, reverse, swap out, substitute, exchange, interchange, interleave, zip, unzip, pack, unpack, encode as, humanise, humanize, pluralise, pluralize, titlecase, slugify, ellipsize, justify, stretch, squeeze, pin to, stick, anchor, float, position, place, put, fit, space, space out, spread, distribute, balance, offset, layer, elevate, shade, tint, theme, brand, rebrand, tune up, upgrade to, downgrade to, roll forward, backport, forward port, patch up, shim, polyfill, vendor in, pin down, lock, unlock, freeze, unfreeze, hold, wait, delay, defer, postpone, stagger, rate limit the, retry on, back off, time out, short circuit, bypass, disallow, block, blocklist, permit only, restrict, scope, namespace, modularise, modularize, componentise, componentize, split off, carve out, spin off, hive off, fold, unfold, merge in, collapse into, roll up, summarise in, aggregate, total, tally, sum, average, count up, index, cross link, crosslink, interlink, hyperlink, footnote, caption, title, retitle, subtitle, translate into, transliterate, voice, trim down, cut down, cut, paste, splice, stitch, glue, thread, weave, wire, rewire, hook, unhook, attach, detach, fasten, nudge up, step up, ramp up, dial down, dial back, boost, amplify, dampen, soften, harden up, firm up, straighten, square, rectify, remedy, mend, heal, cure, rejuvenate, refurbish, renovate, overhaul, revamp, rebuild, recreate, regenerate, re generate, recompile, reconcile, realign, rebalance, recalculate, recompute, reimplement, rearchitect, rethink, renormalise, respond with, react to, cope with, account for, allow for, cater for, provide for, make use of, leverage, utilise, utilize, employ, exploit, embrace, switch over to, move over, shift to, transition, phase in, ease in, iron out, smooth, smooth out, sand down, fine tune, hone, perfect, sharpen up, brush up, freshen up, jazz up, dress up, pep up, liven up, brighten, colour, color, recolor, colorize, colourise, dye, paint over, grey out, gray out, strike through, cross out, check off, tick, untick, uncheck, select, deselect, focus, unfocus, scroll, zoom, pan, tilt, spin, crop out, cut out, mask out, smudge, post process, pre process, preprocess, postprocess, pre compute, precompute, pre render, prerender",
  ],
  [
    "modify",
    0.9,
    "delete, remove, drop, purge, wipe, erase, destroy, prune, truncate, get rid of, nuke, obliterate, annihilate, expunge, shred, trash, throw away, throw out, discard, wipe out, take out, strip out, strip, scrap, dispose of, bin, tear down, blow away, zap, unlink, uninstall, clear all, do away with, rm, rip out, eliminate, drop all",
    { removal: "explicit" },
  ],
  [
    "modify",
    0.8,
    "cancel, kill, terminate, abort, kill off, unsubscribe, deprovision, decommission",
    { removal: "explicit" },
  ],
  [
    "modify",
    0.8,
    "clean up, cleanup, clear out, clean out, sweep, retire, weed out, flush, clear, empty, sweep up, sweep out, thin out, phase out, clean",
    { removal: "indirect" },
  ],
  [
    "modify",
    0.7,
    "tidy, tidy up, sort out, straighten out, straighten up, declutter, organise, organize, spruce up, neaten, housekeep, do some housekeeping, put in order, bring order to, get in order, sort through",
    { removal: "soft" },
  ],
  [
    "modify",
    0.8,
    "load, import, reset, migrate, scale back, switch, apply, restore, alter, backfill, reseed, reindex, failover, fail over, turn off, switch off, shut off",
    { changesState: true },
  ],
  [
    "operate",
    0.9,
    "open a pr, open a pull request, open a merge request, create a pr, create a pull request, raise a pr, open an issue, create an issue, install, start, restart, stop, push, reinstall, relaunch, bounce, resume",
    { class: "inward" },
  ],
  [
    "operate",
    0.8,
    "launch, run, execute, reconnect, mount, unmount, boot, boot up, start up, fire up, pull, sync, trigger, pause, enqueue, requeue, warm up, download, serve, invoke, connect to, log in, log into, sign in, play, print, click, ping, crawl, scrape, replay, rerun",
    { class: "inward" },
  ],
  [
    "operate",
    0.8,
    "schedule, roll back, rollback, upload, take down, shut down, reboot, reschedule, power off, power down, power cycle, bring down, evict, drain, cordon, fail over to, failover to, suspend, ban, take offline, call off, hire, switch over, set up a meeting, arrange a meeting, file a bug, file an issue, file a report, file a ticket, file the report, file a complaint",
    { class: "costly" },
  ],
  [
    "operate",
    0.8,
    "provision, scale, spin up, scale up, scale down, scale out, autoscale, spin out, stand up, allocate, rent",
    { class: "money" },
  ],
  [
    "operate",
    0.9,
    "send, email, e mail, mail, post, publish, submit, invite, announce, reply, tweet, retweet, broadcast, notify, fax, unpublish, republish, resend, file the report, hand in, turn in, blog about, reply to, sms, whatsapp, toot, press release, mail out, send out, send off, put out, upload to the app store, open source, apply for, sign up for",
    { class: "outward" },
  ],
  [
    "operate",
    0.9,
    "pay, buy, transfer, book, refund, charge, purchase, reimburse, donate, order, reorder the supplies, remit, pay off, pay out, pay for, sell off, cash out, place an order, place the order",
    { class: "outward", pays: true },
  ],
  [
    "operate",
    0.9,
    "deploy, promote, roll out, release, ship, redeploy, push out, rollout, ship out",
    { class: "staged" },
  ],
  [
    "operate",
    0.9,
    "go live, cut over, flip the switch, take live, push live, put live, make live, bring live, set live, turn live, get live, go to production, pull the trigger, launch publicly, go public",
    { class: "launch" },
  ],
  [
    "verify",
    1,
    "pytest, jest, vitest, tsc, eslint, test, check, verify, validate, lint, audit, double check, cross check, sanity check, smoke test, load test, unit test, type check, typecheck, benchmark, fact check, recheck, retest, spot check",
  ],
  [
    "verify",
    0.8,
    "watch, confirm, ensure, prove, monitor, make sure, keep an eye on, make certain, certify, assert, attest, see if, see whether, find out whether, find out if, keep track of, track, keep watch on, keep watching, observe, reproduce, spell check, vet, make sure that, supervise",
  ],
  [
    "orchestrate",
    1,
    "coordinate, delegate, hand, orchestrate, split the work, hand off, hand over, spawn, kick off, parallelise, parallelize, farm out, fan out, assign, dispatch, divide the work, divvy up, split the task, manage, outsource, set up a team, distribute the work",
  ],
  [
    "govern",
    0.8,
    "configure, remember, remember that, grant, revoke, allow, rotate, permit, forbid, authorise, authorize, approve, deny, set the policy, keep in mind, bear in mind, note that, adopt the rule, whitelist, blacklist, reconfigure, deauthorise, deauthorize, opt in, opt out, set up",
  ],
  [
    "govern",
    0.6,
    "pay attention, pay heed, remind, forget, trust, distrust, prefer to, default to, always, never, delegate authority, let",
  ],
];

/** Two words that are one noun although the first is a verb: `release notes`. The first word, then its nouns. */
export const compounds: Readonly<Record<string, string>> = {
  release:
    "note, notes, candidate, candidates, date, dates, branch, branches, process, cycle, train, manager, pipeline, script, plan, page, channel, channels, engineer, checklist, lock, locks, workflow",
  test: "plan, plans, suite, suites, case, cases, data, coverage, file, files, runner, fixture, fixtures, environment, helper, helpers, setup, results, bench, server, database, job",
  push: "notification, notifications, event, events, hook, button, api, message, messages",
  email:
    "template, templates, address, addresses, client, field, fields, validation, provider, service, notification, notifications, form, input, list, column, subject, footer, queue",
  mail: "server, template, client, queue, merge, address, service",
  deploy:
    "script, scripts, key, keys, job, jobs, step, steps, pipeline, log, logs, button, preview, workflow, guide, docs, command, target, hook, time, process",
  build:
    "script, scripts, step, steps, error, errors, pipeline, log, logs, time, times, output, server, status, badge, artifact, artifacts, cache, config, failure, failures, folder, directory, system, tool, number, target, machine, flag, flags",
  commit: "message, messages, hash, hashes, history, hook, hooks, sha, log, graph, id",
  merge: "conflict, conflicts, request, requests, commit, commits, queue, strategy, button, base",
  search: "result, results, bar, box, field, index, page, query, engine, form, input, term, terms",
  audit: "log, logs, trail, trails, panel, table, report, event, events",
  log: "file, files, level, levels, line, lines, message, messages, output, format, entry, entries, viewer, statement, statements, rotation",
  check: "box, boxes, mark, marks, list, run, runs, digit",
  order:
    "form, page, number, numbers, history, table, id, status, confirmation, total, service, model, class, details, screen, list, book, line, lines, entity, api, flow",
  book: "class, model, list, page, cover, entity, table, title, review, store, form, club, component, api, schema",
  charge: "object, objects, model, id, event, events, class, amount, api",
  post: "handler, handlers, request, requests, endpoint, endpoints, body, route, routes, model, list, page, call, calls, data, title, editor, type, types, method, controller, form, class, parameter, parameters, component",
  invite: "link, links, code, codes, flow, page, button, form, modal, token, email",
  publish: "date, dates, button, step, steps, workflow, job, script, command, action, pipeline, flow",
  plan: "page, picker, limits, tier",
  schedule: "page, view, table, grid, component, picker, conflict, conflicts, model",
  scale: "factor, bar, function, transform, animation, parameter, property, component, value",
  ship: "date, dates, address, model, class, sprite, method",
  share: "button, link, links, dialog, menu, icon, sheet, modal, feature",
  message:
    "bus, queue, broker, list, component, format, type, types, handler, body, box, template, class, model, bubble, schema",
  text: "field, fields, area, color, colour, size, input, alignment, editor, node, file, files, content, box, style, label, wrapping, overflow",
  call: "site, sites, stack, graph, center, sign",
  ring: "buffer, topology",
  vote: "count, button, table, total, model",
  bill: "total, table, model, page",
  transfer: "form, page, model, object, speed, function, learning, class, dialog, history",
  refund: "flow, page, form, policy, button, model, logic, handler, endpoint",
  invoice:
    "page, table, model, template, number, numbers, total, pdf, form, list, export, view, service, line, generator, id",
  notify: "function, method, handler, hook",
  submit: "button, handler, event, form, action, function, label",
  pay: "button, page, period, grade, slip",
  buy: "button, page, box",
  delete:
    "button, buttons, endpoint, endpoints, icon, icons, dialog, action, actions, handler, route, method, key, operation, operations, functionality, feature, flow, confirmation, modal, statement, query, request, requests, option, permission",
  drop: "down, downs, zone, zones, shadow, target, targets, cap, event, list, area, handler",
  cancel: "button, buttons, link, icon, handler, action, token, event, dialog",
  remove: "button, buttons, icon, icons, action, handler, method, option, function",
  sort: "order, key, keys, function, direction, icon, button, column",
  filter: "function, panel, bar, chip, chips, button, dropdown, expression",
  view: "model, models, component, layer, port, controller",
  display: "name, names, mode",
  reset: "button, link, password, form, email, token, flow, handler",
  import: "statement, statements, path, paths, script, error, order, map, job",
  export: "button, function, format, job, option, dialog, menu, page",
  start: "button, page, screen, date, time, script, menu, index, value",
  stop: "button, word, words, sign, loss",
  run: "time, button, script, log, logs, id",
  launch: "date, page, screen, plan, checklist, config, party, script, darkly, day, button, week",
  print: "stylesheet, statement, statements, layout, view, button, preview, dialog, media",
  support: "page, ticket, tickets, team, email, form, chat, link",
  review: "comment, comments, process, queue, request, requests, checklist, page, app, form",
  change: "log, set, request, requests, event, history, detection, handler",
  update: "statement, endpoint, function, method, script, banner, notification, dialog",
  install: "script, guide, instructions, page, prompt, banner, step, command",
  upload: "button, form, page, widget, component, limit, handler, progress, size, field, endpoint, speed, dialog",
  download: "button, link, page, progress, speed, icon, folder",
  restart: "button, policy, loop, script",
  cache: "key, keys, layer, miss, misses, hit, hits, control, header, headers, invalidation, ttl, size",
  copy: "button, icon, text, link",
  query:
    "string, strings, parameter, parameters, builder, planner, plan, cache, time, language, performance, result, results",
  link: "color, colour, text, checker, icon, component, preview, target",
  group: "chat, name, policy, header, member, members, id",
  report: "page, card, template, generator, view, button, form, table, builder",
  record: "type, types, class, button, id, player",
  mark: "down, up",
};

/** Nouns that say what is done; a light verb before them makes them the head: `do a force push`, `perform the migration`. */
export const actionNouns: Readonly<Record<string, string>> = {
  push: "push",
  migration: "migrate",
  migrations: "migrate",
  rollback: "roll back",
  deploy: "deploy",
  deployment: "deploy",
  redeploy: "deploy",
  rollout: "roll out",
  release: "release",
  restart: "restart",
  reboot: "reboot",
  shutdown: "shut down",
  refund: "refund",
  payment: "pay",
  purchase: "buy",
  transfer: "transfer",
  reset: "reset",
  rebase: "rebase",
  merge: "merge",
  wipe: "wipe",
  purge: "purge",
  deletion: "delete",
  removal: "remove",
  cleanup: "clean up",
  upload: "upload",
  install: "install",
  installation: "install",
  review: "review",
  audit: "audit",
  search: "search",
  comparison: "compare",
  analysis: "analyse",
  refactoring: "refactor",
  refactor: "refactor",
  rewrite: "rewrite",
  summary: "summarise",
  cutover: "cut over",
  launch: "go live",
  submission: "submit",
  announcement: "announce",
  backfill: "backfill",
  teardown: "tear down",
  termination: "terminate",
  cancellation: "cancel",
  booking: "book",
  reservation: "reserve",
  test: "test",
  check: "check",
  investigation: "investigate",
  upgrade: "upgrade",
  failover: "fail over",
};
/** Verbs that leave what is done to the noun after them. */
export const lightVerbs: ReadonlySet<string> = new Set(
  "do, perform, make, carry out, run, execute, start, trigger, initiate, kick off, conduct, begin, process, issue, complete, launch, cut".split(
    ", ",
  ),
);
