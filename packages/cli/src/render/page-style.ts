/** @module The style of the pages Warrant writes, light and dark, for a screen and for paper. */

/** Colours are told apart by lightness too, and every number also stands as text. */
export const pageStyle = `
:root { color-scheme: light dark; --page: #fbfbfa; --card: #ffffff; --ink: #1d2327; --soft: #5b6670; --line: #e2e5e8;
  --allowed: #bccbd9; --undecided: #d9993a; --denied: #b8430f; --track: #eef1f3; --code: #f1f3f5; --good: #2c7a4b; }
@media (prefers-color-scheme: dark) { :root { --page: #14181b; --card: #1b2024; --ink: #e6eaed; --soft: #9aa6b0;
  --line: #2d343a; --allowed: #46607a; --undecided: #b5862f; --denied: #ff9a66; --track: #252c31; --code: #252c31; --good: #6cc08b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto,
  "Helvetica Neue", Arial, sans-serif; -webkit-text-size-adjust: 100%; }
main, header, footer { max-width: 1080px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 48px; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 8px; letter-spacing: -0.01em; text-wrap: balance; }
h2 { font-size: 1.25rem; margin: 48px 0 12px; }
h3 { font-size: 1rem; margin: 0; }
p { margin: 0 0 8px; }
.over { margin: 0 0 10px; color: var(--soft); font-size: .875rem; }
.soft { color: var(--soft); }
.lead { font-size: 1.125rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 28px 0 0; padding: 0; }
.tiles div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px; }
.tiles dt { color: var(--soft); font-size: .875rem; }
.tiles dd { margin: 2px 0 0; font-size: 1.65rem; font-weight: 650; font-variant-numeric: tabular-nums; line-height: 1.25; }
.tiles dd small { display: block; font-size: .8125rem; font-weight: 400; color: var(--soft); }
.tiles .denied dd { color: var(--denied); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; margin: 0 0 16px; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 16px; align-items: start; }
.pair .card { margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
caption { text-align: left; font-weight: 650; padding: 0 0 8px; }
th, td { padding: 5px 0; text-align: left; vertical-align: middle; font-weight: 400; }
thead th { color: var(--soft); font-size: .8125rem; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
th[scope=row] { padding-right: 12px; overflow-wrap: break-word; }
th[scope=row] small { display: block; color: var(--soft); font-size: .75rem; font-family: ui-monospace, Consolas, monospace; }
.bar { width: 26%; padding-right: 4px; }
.bar svg { display: block; width: 100%; height: 12px; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding-left: 14px; }
td.number small { display: block; color: var(--soft); font-size: .75rem; }
svg .allowed { fill: var(--allowed); } svg .denied { fill: var(--denied); } svg .undecided { fill: var(--undecided); } svg .track { fill: var(--track); }
svg .axis { stroke: var(--line); stroke-width: 1; } svg text { fill: var(--soft); font-size: 12px; }
.plot { width: 100%; height: auto; display: block; } .plot.narrow { display: none; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; font-size: .875rem; color: var(--soft); margin: 0 0 8px; padding: 0; list-style: none; }
.legend svg { width: 12px; height: 12px; vertical-align: -1px; margin-right: 6px; }
details { margin-top: 12px; font-size: .9375rem; } summary { cursor: pointer; color: var(--soft); }
.card > details table { margin-top: 8px; max-width: 480px; }
details.card { margin: 16px 0 0; } details.card summary { color: var(--ink); font-weight: 650; } details.card table { margin-top: 8px; }
td.rule, th.rule { padding-left: 20px; width: 40%; } td.rule small { display: block; color: var(--soft); font-size: .75rem; font-family: ui-monospace, Consolas, monospace; }
code { font: .875em ui-monospace, SFMono-Regular, Consolas, "Liberation Mono", monospace; background: var(--code);
  border-radius: 4px; padding: 1px 5px; overflow-wrap: anywhere; }
ol.drifts { list-style: none; margin: 0; padding: 0; }
.drifts li.card { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 20px; }
.drifts h3 { overflow-wrap: anywhere; }
.drifts h3 + p + p { grid-column: 1; }
.drifts .amount { grid-row: span 2; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--denied); font-weight: 650; }
.drifts .amount small { display: block; color: var(--soft); font-weight: 400; }
.drifts dl { grid-column: 1 / -1; margin: 6px 0 0; display: grid; gap: 6px; font-size: .9375rem; }
.drifts dd { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
footer { padding-top: 32px; padding-bottom: 56px; color: var(--soft); font-size: .875rem; }
@media (max-width: 520px) { main, header, footer { padding-left: 16px; padding-right: 16px; } h1 { font-size: 1.55rem; }
  .bar { display: none; } .card { padding: 14px 14px; } .plot.narrow { display: block; } .plot.wide { display: none; } }
@media print { body { background: #fff; } .card, .tiles div { break-inside: avoid; } }
`;
