import { pair, peakMemory, runQuietly } from "/work/main/bench/measure.ts";
import { plainLog } from "/work/main/packages/sources/src/git/commits.ts"; import { diffArguments } from "/work/main/packages/sources/src/git/files.ts";
const W="/work/main/packages/cli/bin/warrant.js", H="/tmp/perf/hist"; const bt=(n:number)=>[W,"backtest","--count",String(n),"--format","json"];
const m=pair(3,()=>runQuietly(process.execPath,bt(5000),H),()=>runQuietly("git",["log","--reverse","--first-parent","--max-count=5000","-m","--root",...diffArguments,...plainLog,"HEAD","--"],H));
console.log(JSON.stringify(m)); const few=peakMemory(bt(5000),H); console.log("few",few); const many=peakMemory(bt(50000),H); console.log("many",many, many/few);
