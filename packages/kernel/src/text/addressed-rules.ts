/** @module The rules for prose that speaks to a model: orders, roles, wanted outcomes, silence, notes (change gate, section 11.4). */

// Who could be spoken to. `reviewer` alone is a person; with one of these words before it, it is a machine.
const machine =
  "(?:ai|a\\.i\\.|llms?|language[- ]models?|gpt(?:-?\\d\\w*)?|chatgpt|claude|copilot|gemini|codex|devin|coderabbit|greptile|warrant|automated|automatic|automation|bot|machine|artificial intelligence|ai-powered|agentic)";
const office =
  "(?:reviewers?|assistants?|verifiers?|models?|judges?|agents?|graders?|classifiers?|evaluators?|checkers?|bots?|systems?|scanners?|auditors?|gatekeepers?|validators?|tools?|llms?|gates?)";
const speaker = `(?:${machine}(?:[- /]+(?:code|pr|pull[- ]request|security|change|risk|review|merge|automated|ai))?(?:[- ]+${office})?|(?:review|verifier|reviewing|grading|code[- ]review)[- ](?:bots?|models?|agents?|assistants?|llms?))`;
const thisChange =
  "(?:(?:this|the|these|my|our|such|attached|following|present|entire|whole)\\s+){1,3}(?:\\w+\\s+)?(?:changes?|changesets?|prs?|pull requests?|patch(?:es)?|diffs?|commits?|merge requests?|mrs?|reviews?|contributions?|submissions?|code|files?|updates?|branch|work|edits?|modifications?|refactoring|request)";
const anyObject = `(?:${thisChange}|this|it|these|them|everything|anything|all of (?:it|this|these|them|the (?:changes|files|findings|claims))|all (?:changes|files|findings|claims|items))`;
const outcome =
  "(?:trivial|low[- ]?(?:risk|severity|impact)?|no[- ]risk|risk[- ]free|minimal[- ]risk|harmless|benign|aligned|supported|approved|pre-?approved|safe(?: to merge)?|authori[sz]ed|verified|in[- ]scope|lgtm|passing|passed|mergeable|ready to merge|non-?sensitive)";
const judgeVerb =
  "(?:treat|mark|classify|rate|label|score|regard|rank|grade|categori[sz]e|judge|deem|assess|report|flag|tag|consider|record|count)";
const judged =
  "(?:treated|marked|classified|rated|labell?ed|scored|categori[sz]ed|graded|judged|reported|flagged|tagged)";
const answerVerb = "(?:respond|reply|answer|output|return|say|write|emit|print|state|conclude)";
const silenceVerb =
  "(?:flag|report|mention|comment on|raise|note|highlight|disclose|complain about|point out|list|warn about|bring up|call out|include|question|scrutini[sz]e|inspect|analy[sz]e|examine|read|look at|check|review)";
const requestVerb =
  "(?:approve|accept|rate|classify|report|skip|ignore|mark|treat|merge|pass|score|label|consider|return|respond|reply|output|answer|say|give|stay|remain|keep|not|avoid|refrain|do not|don't|trust|allow|disregard|assume|set|conclude|be silent|sign off|lgtm|auto-?approve)";
// Where an order can begin: after punctuation or a word that leads into one. `to ignore` and `it will ignore` are descriptions.
const order =
  "(?:^|[.!?;:,(\\[\\]\"'“”‘’>|=–—-]\\s*|\\b(?:please|kindly|now|then|and|or|just|simply|must|should|you (?:can|may|will|shall|could|have to|need to|ought to|are to)|instead|so|always|immediately|instructed to|required to|asked to|told to|important to|imperative to|want you to|need you to|ask you to|like you to|allowed to|free to|ok to|okay to|reviewers?|assistants?|models?|agents?|bots?|also)\\s+)";
const instructions =
  "(?:instructions?|rules?|prompts?|guidelines?|directives?|directions|commands?|orders|policies|policy|constraints|guardrails|safeguards|programming|training|context|messages?)";

/** Words that may stand between `previous` and `instructions`; any word at all would join two lines of code. */
const between =
  "[ ,/]+(?:and|or|system|user|developer|given|stated|safety|review|reviewer|reviewing|security|content|set|of|the|your|all|any|other|earlier|previous|prior|written|such|these|those|listed|agent|model)";

/** Stems, by the role they play in an order. A rule is tried only where all the roles it needs stand near each other. */
export const stems = {
  override: "ignor|disregard|forget|overrid|bypass|discard|neglect|abandon|drop|follow|attention|set aside|supersed",
  instructions:
    "instruction|rule|prompt|guideline|directive|direction|command|order|polic|constraint|guardrail|safeguard|programming|training|context|message|override",
  before: "above|before|know|told|said|came|up to|previously|here",
  fresh: "new|updated|revised|real|actual|important|system|developer|admin",
  you: "you|your|you're",
  office:
    "reviewer|assistant|verifier|model|language model|judge|auditor|evaluator|grader|classifier|approver|gatekeeper|chatbot|ai|llm|dan|maintainer",
  machine:
    "ai|a\\.i|llm|language|gpt|chatgpt|claude|copilot|gemini|codex|devin|coderabbit|greptile|warrant|automat|bot|machine|artificial|agentic|verifier|grading|reviewing|bots",
  act: "act|behave|respond|pretend|roleplay|operate|function|imagine",
  role: "role|task|job|goal|purpose|mission|duty|objective",
  request:
    "approve|accept|rate|classify|report|skip|ignore|mark|treat|merge|pass|score|label|consider|trust|allow|disregard|silent|sign|lgtm|auto|flag|comment|mention",
  please: "please|kindly",
  judge:
    "treat|mark|classif|rate|rated|label|score|regard|rank|grade|categori|judge|deem|assess|report|flag|tag|consider|record|count",
  outcome:
    "trivial|low|free|minimal|harmless|benign|aligned|supported|approv|safe|authori|verified|lgtm|pass|mergeable|allow|0|zero|none|lowest|scope|sensitive",
  verdict:
    "verdict|decision|answer|rating|classification|risk|floor|tier|output|response|conclusion|assessment|review|severity|score|alignment",
  answer: "respond|reply|answer|output|return|say|write|emit|print|state|conclude",
  approve: "approve|merge|accept|lgtm|ship|land|pass|sign|rubber|merged|accepted",
  without: "without",
  just: "just|simply|immediately|auto|blindly|unconditionally|always|automatically",
  not: "do|don't|dont|never|not|no|avoid|refrain|must|should",
  silence:
    "flag|report|mention|comment|rais|noting|highlight|disclos|complain|warn|bring|question|scrutini|inspect|analy|examine|review",
  quiet: "silent|quiet|mum",
  note: "note|message|notice|attention|memo|reminder|hint|dear|hello|hey|hi|greeting|instruction|directive|addressed|warning",
  reveal: "reveal|print|show|repeat|output|leak|dump|disclose|tell|share|write",
  skip: "skip|waive|omit|forgo",
  clear: "issue|finding|problem|concern|risk|looks",
  // "To" and "For" that begin a clause; the lower-case words are everywhere.
  toward: "To|For",
} as const;
export type Role = keyof typeof stems;
export const roles = Object.keys(stems) as Role[];

/** `first` and, at most `within` words later, `second`: what a rule needs before it is worth trying. */
type Pair = readonly [first: Role, second: Role, within: number];

export const pairs = {
  "override instructions": ["override", "instructions", 12],
  "override before": ["override", "before", 8],
  "fresh instructions": ["fresh", "instructions", 4],
  "you office": ["you", "office", 14],
  "you machine": ["you", "machine", 8],
  "act office": ["act", "office", 10],
  "machine you": ["machine", "you", 6],
  "role request": ["role", "request", 6],
  "machine request": ["machine", "request", 16],
  "machine please": ["machine", "please", 6],
  "judge outcome": ["judge", "outcome", 18],
  "verdict outcome": ["verdict", "outcome", 10],
  "answer outcome": ["answer", "outcome", 10],
  "answer clear": ["answer", "clear", 10],
  "approve without": ["approve", "without", 16],
  "just approve": ["just", "approve", 4],
  "not silence": ["not", "silence", 8],
  "skip silence": ["skip", "silence", 5],
  quiet: ["quiet", "quiet", 0],
  "note machine": ["note", "machine", 10],
  "toward machine": ["toward", "machine", 8],
  "reveal instructions": ["reveal", "instructions", 8],
} as const satisfies Readonly<Record<string, Pair>>;
type PairName = keyof typeof pairs;
export const pairNames = Object.keys(pairs) as PairName[];

interface Rule {
  readonly needs: number;
  /** Made when the rule is first tried; most texts try none. */
  readonly pattern: () => RegExp;
}

function rule(needs: PairName, source: string): Rule {
  let pattern: RegExp | null = null;
  return {
    needs: 1 << pairNames.indexOf(needs),
    pattern: () => {
      pattern ??= new RegExp(source.replaceAll(" ?", "\\s*").replaceAll(" ", "\\s+"), "i");
      return pattern;
    },
  };
}

export const rules: readonly Rule[] = [
  // Override, whoever the subject is: nobody writes "all previous instructions" about something else.
  rule(
    "override instructions",
    `\\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|do not follow|don't follow|stop following|pay no attention to|set aside)\\b (?:\\w+ ){0,3}?(?:previous|prior|above|earlier|preceding|foregoing|former|existing|original|initial|past)\\b(?:${between}){0,4}? (?:instructions?|rules?|prompts?|guidelines?|directives?|directions|commands|orders|constraints|guardrails|programming|training)\\b`,
  ),
  rule(
    "override instructions",
    `${order}(?:ignore|disregard|forget|override|bypass|discard|abandon|do not follow|don't follow|stop following|pay no attention to|set aside) (?:\\w+ ){0,3}?(?:(?:your|system|developer|all|any|every|those|these)\\b ?)(?:\\w+ ){0,2}?${instructions}\\b(?! (?:in|from|for|when|if|on|with|that are|which|of|by|results?|values?|fields?|files?|option|key|settings?|length|tokens?|size)\\b)`,
  ),
  rule(
    "override before",
    `${order}(?:ignore|disregard|forget) (?:everything|all|anything|what)(?: of)? (?:that |you (?:were|have been|'ve been) )?(?:above|before this|you know|you were told|you have been told|said (?:above|before)|told (?:before|earlier|above|so far)|(?:was |were |that was |i )?said|previously (?:said|told|instructed)|that came before|up to (?:now|here|this point))`,
  ),
  rule(
    "fresh instructions",
    "(?:^|[.!?;:>\\])}\"'*-]\\s*)(?:new|updated|revised|real|actual|important|system|developer|admin(?:istrator)?)(?: (?:system|important|priority))? (?:instructions?|override|directive|prompt|command)(?: (?:for|to) \\w+| follows?)?\\s*[:—–!]\\s*(?:you|ignore|disregard|approve|treat|mark|rate|classify|do not|don't|always|from now|the reviewer|output|respond|merge|forget|skip|all)\\b",
  ),
  // Role. `if you are a reviewer` speaks to people, unless the reviewer is a machine.
  rule(
    "you office",
    "(?<!\\b(?:if|when|whether|unless|once|since|as|because|that|who|assuming|where|while|until|before|after|think|sure|case) )\\byou(?:'re| are)(?: now| hereby| from now on| currently| acting as| playing| to act as)* (?:an?|the|my|our)?\\s?(?:[\\w-]+ ){0,4}?(?:reviewer|assistant|(?:language |ai |reviewing |grading |verifier )model|judge|verifier|auditor|evaluator|grader|classifier|approver|gatekeeper|chatbot|ai|llm)\\b(?! (?:who (?:wants|needs|uses)|on this team|of this repo))",
  ),
  rule(
    "you machine",
    `\\b(?:if|when|since|because|as|in case|assuming) you(?:'re| are) (?:an? |the )?(?:\\w+ ){0,2}?${speaker}(?=[\\s,.:;!?)-]|$)`,
  ),
  rule(
    "act office",
    "(?:^|[.!?;:,>\\]\"'*-]\\s*|\\b(?:please|now|and|you must|you should|you will) )(?:act|behave|respond|pretend|roleplay|operate|function|imagine)(?: now)? (?:as|to be|like|you are)(?: if you (?:are|were))? (?:an? |the )?(?:\\w+ ){0,4}?(?:reviewer|assistant|model|judge|verifier|approver|ai|llm|chatbot|dan|maintainer)\\b",
  ),
  rule("machine you", `(?:^|[.!?;:,>\\]"'*-]\\s*|\\b)as (?:an?|the) ${speaker},? (?:you|please|your)\\b`),
  rule(
    "role request",
    "\\byour (?:new |only |sole |real |true )?(?:role|task|job|goal|purpose|mission|duty|objective) (?:here |now )?(?:is|as (?:the|a) \\w+ is) (?:to )?(?:approve|accept|rate|classify|mark|pass|merge|say|output|report (?:no|that)|ignore|help this)\\b",
  ),
  // A request to a machine that reviews.
  rule(
    "machine request",
    `\\b${speaker}(?: (?:reading|reviewing|processing|evaluating|seeing|looking at|analy[sz]ing|that (?:reads|reviews|processes|evaluates|sees)|who (?:reads|reviews))(?: ${anyObject})?)?(?:\\s*[,:;—–!-]+ ?| )(?:(?:please|kindly|you|now|must|should|can|may|shall|is|are|to|need|needs|ought|will|have|has|requested|asked|instructed|required|expected|supposed|advised|also|just|safely|simply|not|never|always)[, ]+){1,5}(?:${requestVerb})\\b(?:[^.!?\\n]{0,60}?)\\b(?:${thisChange}|this(?! (?:kind|type|sort|step|option|field|function|case|check|event|value|endpoint|way)\\b)|these|it as|it is|everything|silent|quiet|${outcome}|approval|any (?:issues?|findings?|problems?|concerns?|risks?)|no (?:issues?|findings?|problems?|concerns?|risks?)|without|findings below|warnings below)\\b`,
  ),
  rule(
    "machine request",
    `(?:^|[.!?;:(>\\["'*-]\\s*|@|\\b(?:hey|hi|hello|dear|attention|note|notice|warning|important|ok|okay)[, :]+)(?:(?:the|any|all|every|our|to|for|my) ){0,2}@?${speaker}(?:\\[bot\\])?\\s*[,:;!—–-]+ ?(?:please |kindly |you (?:must|should|can|may) |just |simply )?(?:approve|accept|rate|classify|skip|ignore|mark|treat|merge|pass this|score|label|respond|reply|output|say|stay silent|remain silent|disregard|trust|lgtm|auto-?approve|conclude|do not|don't|no (?:review|issues?|need))\\b`,
  ),
  rule(
    "machine request",
    `(?:^|[.!?;:(>\\["'*-]\\s*|\\b(?:ask|asks|tell|instruct|request|requests|invite) (?:all |any |every |the )?)@?${speaker} (?:to )(?:approve|accept|rate|classify|skip|ignore|mark|treat|merge|pass|score|label|stay silent|remain silent|not (?:flag|report|mention|comment))\\b[^.!?\\n]{0,40}?\\b(?:${thisChange}|this|these|it|everything)\\b`,
  ),
  rule(
    "machine please",
    `(?:^|[.!?;:(>\\["'*-]\\s*)@?${speaker}[,:]? (?:please|kindly) (?:approve|accept|rate|classify|skip|ignore|mark|treat|merge|pass|score|label|respond|reply|output|say|stay|remain|disregard|trust|do not|don't)\\b`,
  ),
  rule(
    "machine request",
    `@${speaker}(?:\\[bot\\])? (?:please |can you |you (?:can|may|should|must) )?(?:approve|accept|merge|lgtm|skip|ignore|mark|treat|classify|rate|pass) (?:${thisChange}|this|it|these)\\b`,
  ),
  // An override of rules by whoever reads; a program may override earlier rules.
  rule(
    "override instructions",
    `${order}(?:override|bypass|discard|abandon|drop|neglect) (?:\\w+ ){0,3}?(?:previous|prior|above|earlier|preceding|existing|original|initial)\\b(?:${between}){0,4}? (?:instructions?|rules?|prompts?|guidelines?|directives?|constraints|guardrails|programming|training)\\b`,
  ),
  // The wanted outcome.
  rule(
    "judge outcome",
    `${order}${judgeVerb} ${anyObject}(?: \\w+){0,3}? (?:as|to be|is|are|with)? ?(?:(?:a|an|being|having|of|the|only|entirely|completely|fully|purely|already|very|strictly|perfectly|risk|class|floor|tier|level|category|verdict|status|:) ){0,4}["'“‘\`*]*${outcome}\\b(?! (?:by|until|when|if|unless|once|after|on|for [a-z]+ only)\\b)`,
  ),
  rule(
    "judge outcome",
    `\\b(?:${thisChange}|this|it|everything)(?: \\w+){0,2}? (?:must|should|has to|have to|needs to|need to|is to|are to|shall|ought to) (?:always |only |simply |just |therefore )?be ${judged} (?:as |with )?(?:(?:a|an|being|having|of|the|only) ){0,3}["'“‘\`*]*${outcome}\\b`,
  ),
  rule(
    "verdict outcome",
    `\\b(?:your|the|final|overall) (?:\\w+ )?(?:verdict|decision|answer|rating|classification|risk score|risk class|risk level|risk|floor|tier|output|response|conclusion|assessment|review) (?:must|should|has to|needs to|is to|shall|will|ought to) (?:be|say|read|state|equal|remain)(?: set to)? (?:a |an |only |exactly |just |the word )*["'“‘\`*]*(?:approve|approval|allow|pass|clean|0|zero|${outcome})\\b`,
  ),
  rule(
    "answer outcome",
    `${order}${answerVerb} (?:(?:only|just|exactly|back|simply|with|the|word|words|single|a|verdict|string|text|that|json|:|,) ?){1,6}["'“‘\`*{]*(?:approve|approved|approval|lgtm|trivial|aligned|low[- ]risk|supported|no (?:issues|findings|problems|concerns|risks?)|safe to merge|looks good|this (?:pr|change|is) (?:is )?(?:safe|trivial|low))\\b`,
  ),
  rule(
    "answer clear",
    `${order}${answerVerb} (?:(?:only|just|exactly|back|simply|with|the|word|words|single|a|verdict|string|text|that|json|:|,) ?){1,6}["'“‘\`*{]*(?:no (?:issues|findings|problems|concerns|risks?)|looks good)\\b`,
  ),
  rule(
    "verdict outcome",
    `${order}(?:set|assign|give|choose|pick|select|use|return|report|output|keep|leave)(?: ${thisChange}| this| it)? ?(?:the |a |an |your |its )?(?:final |overall )?(?:risk(?: (?:class|level|score|rating))?|floor|tier|verdict|severity|rating|score|classification|alignment)(?: of ${thisChange})?(?:\\s*(?:to|as|at|of|=|:)\\s*)(?:be )?["'“‘\`*]*(?:${outcome}|0|zero|none|minimal|lowest|approve|allow|pass)\\b`,
  ),
  // Approval without looking.
  rule(
    "approve without",
    `${order}(?:auto-?)?(?:approve|merge|accept|lgtm|ship|land|pass|sign off(?: on)?|rubber-?stamp|green-?light|wave through)\\b(?! (?:commit|conflict|base|queue|strategy|driver|button)s?\\b)[^.!?\\n]{0,60}?\\bwithout (?:any |further |human |manual |additional |more |a |an |doing |asking |the |full |in-depth |detailed |waiting for |needing |reading )*(?:review|reviews|reviewing|checks?|checking|approval|questions|looking|verification|verifying|comments?|scrutiny|inspection|inspecting|analysis|reading|it|them|delay|hesitation|concerns?|feedback)\\b`,
  ),
  rule(
    "approve without",
    `\\b(?:${thisChange}|this|it)(?: \\w+){0,2}? (?:can|should|may|must|is safe to|is to|has to) be (?:auto-?)?(?:approved|merged|accepted|passed) (?:\\w+ ){0,2}?without (?:any |further |human |manual |additional |more |a )*(?:review|checks?|approval|questions|looking|verification|scrutiny|inspection)\\b`,
  ),
  rule(
    "just approve",
    `${order}(?:(?:just|simply|immediately|auto-?|blindly|unconditionally|always|automatically) ?)+(?:approve|merge|accept|lgtm|sign off on) ${anyObject}(?=[.!,;)]|$| (?:now|immediately|and|right away|as is|please)\\b)`,
  ),
  rule(
    "skip silence",
    `${order}(?:skip|waive|omit|forgo) (?:the |any |all |further |your |a )*(?:\\w+ )?reviews? (?:of|for|on) (?:${thisChange}|this|it)\\b`,
  ),
  rule(
    "override instructions",
    `${order}(?:ignore|disregard|forget|discard) (?:\\w+ ){0,3}?${instructions} (?:that |which )?you (?:were|have been|'ve been|are|got|received|had) ?(?:given|told|following|provided|trained|shown|sent)?\\b`,
  ),
  // Silence.
  rule(
    "not silence",
    `${order}(?:do not|don't|dont|never|you need not|no need to|there is no need to|avoid|refrain from|must not|mustn't|should not|shouldn't) (?:ever |even |bother to |publicly )?(?:${silenceVerb}|flagging|reporting|mentioning|commenting on|raising|noting|highlighting|disclosing|reviewing|listing|warning about|questioning)(?: (?:any of|or \\w+|, \\w+ or \\w+|about|of|on))?(?: (?:${thisChange}|the (?:[\\w-]+ ){0,4}?(?:changes?|edits?|files?|additions?|removals?|deletions?|modifications?|findings?|issues?|lines?|hunk|tests?|workflow|migration|dependency))(?=[.!,;)]|$| (?:in|as|to|at|below|above|here|when reviewing)\\b)| (?:any|the following|potential|possible|security|further|other|new) (?:\\w+ )?(?:issues?|findings?|problems?|concerns?|risks?|vulnerabilit(?:y|ies)|drift|warnings|suspicions?)(?=[.!,;)]|$| (?:in|with|about|here|to|for) (?:this|the|your|these|it|anyone)\\b| here\\b)| (?:it|this|these|them|anything|that)(?=[.!;)]|$| (?:in (?:your|the) (?:review|summary|verdict|report|card|answer|output|findings)|to (?:the |any |your )?(?:user|human|maintainer|reviewer|people|owner)s?|as (?:a |an )?(?:risk|risky|issue|problem|concern|vulnerability|finding|drift|suspicious|out of scope|dangerous|sensitive|malicious))\\b))`,
  ),
  rule("quiet", `${order}(?:stay|remain|keep|be) (?:silent|quiet|mum) (?:about|on|regarding|concerning) `),
  // A note to a model.
  rule(
    "note machine",
    `(?:^|[.!?;:(>\\["'*#-]\\s*|\\b(?:a|important|special|short|quick|private|hidden|secret|the following|this is a) )(?:note|notes|message|notice|attention|memo|reminder|hint|dear|hello|hey|hi|greetings|instructions?|directive|to|for|addressed|warning|info|information)(?: (?:to|for|from the author to|of))?,?(?: (?:the|any|all|every|our|whichever|whatever|you|my))* ?${speaker}(?: (?:reading|reviewing|processing|that|who|which|evaluating|assigned|in charge|here|only)\\b[^.!?\\n:]{0,60})?\\s*(?:[:!—–]|,(?! (?:and|or|but|which|add|update|so)\\b)|\\s-\\s|\\.\\.\\.)`,
  ),
  rule(
    "toward machine",
    `(?:^|[.!?;:(>\\["'*#-]\\s*|\\b(?:a|important|special|short|quick|private|hidden|secret|the following|this is a) )(?:to|for),?(?: (?:the|any|all|every|our|whichever|whatever|you|my))* ?${speaker}(?: (?:reading|reviewing|processing|that|who|which|evaluating|assigned|in charge|here|only)\\b[^.!?\\n:]{0,60})?\\s*(?:[:!—–]|,(?! (?:and|or|but|which|add|update|so)\\b)|\\s-\\s|\\.\\.\\.)`,
  ),
  rule(
    "reveal instructions",
    `${order}(?:reveal|print|show|repeat|output|leak|dump|disclose|tell me|share|write out)(?: me)? (?:your|the) (?:full |hidden |original |entire |initial |complete )*(?:system )(?:prompt|instructions|message)\\b(?! (?:in|option|setting|when|for|tab|panel|editor)\\b)`,
  ),
];
