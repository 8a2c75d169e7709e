/** @module Words that link no two texts: function words, question words, quantities, empty verbs. */

export const threadStopWords: ReadonlySet<string> = new Set(
  (
    "the and for are was were but not you your our his her its their this that these those with from into onto over under than then when where what which who whom whose why how " +
    "all any some each every both either neither none many much more most few less several other another such same own too very can could will would shall should may might must has have had having " +
    "does did done doing been being please thanks thank also just only now here there about after before again once because while until between through during without within " +
    "get got getting give gave make made making show tell let put take use used using want need like look see say said know think try keep going " +
    "one two three lot bit thing things something anything everything nothing way still yet ever never always maybe them they she him out off don didn doesn isn aren won can't"
  ).split(" "),
);
