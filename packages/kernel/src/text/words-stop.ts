/** @module Words that say nothing about what a change is about: data for `words.ts` and `identifiers.ts`. */

/** Words of programming languages. An identifier that is one of these is not an identifier. */
export const languageKeywords: ReadonlySet<string> = new Set(
  `abstract and any array as assert async await auto base begin bool boolean break byte case catch chan char class
  const constexpr continue crate debugger declare decimal def default defer del delete do done double dyn elif else
  elsif end endif enum ensure esac eval except exec explicit export extends extern false final finally float fn for
  foreach friend from func function global go goto if impl implements implicit import in include inline inout input
  instanceof int integer interface internal is isinstance lambda let local long loop match mod module move mut mutable
  namespace native new nil none nonlocal not null object operator or out override package params pass private
  protected protocol pub public raise range readonly record ref register require rescue return satisfies sealed select
  self short signed sizeof static static_cast str string struct super switch synchronized template then this throw
  throws trait transient true try tuple type typedef typeof undefined union unless unsafe unsigned until use using val
  var virtual void volatile when where while with yield`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** Words of English, of requests and of source trees that stand nearly everywhere. */
const everyday = `a about above add added adding adds after all allow allows also an and another any are as at avoid be
 because been before being below between both but by bug bugs can cannot change changed changes check checks checklist
 clean close closes code com common config configs configuration correct could current currently
 did do does doing done during each either ensure etc ever every existing 
 few file files find fix fixed fixes fixing following for from further get gets github give given good
 had has have having here how id if implementation improve improved in
 index into is issue issues it item items its just keep know last lib like ll look made main
 make makes many may merge might misc more most much must need needed needs new no non not now null of
 on once one only or org other our out over own part please pr previous properly
 proper pull re read really 
 return run running same see several should simple since so some spec src
 still string such sure take test tested testing tests than that the their them then there these they
 thing this those through to todo too two type types under unit until up update updated updates updating upon us
 use used user uses using util utils ve very via want was way we well were what when
 where whether which while who why will with within without work working works would www you your`;

/** Keywords that are also what people build: as words they tell something. */
const plainWords = new Set(
  `array assert begin boolean byte char class decimal delete dynamic end enum export extern float friend global input
  integer interface internal lambda lock loop match module namespace native null object operator override package
  params private protected protocol public record ref register retry schema signed string struct synchronized template
  tuple union unsigned virtual`.split(/\s+/),
);

export const stopWords: ReadonlySet<string> = new Set(
  [...everyday.split(/\s+/), ...[...languageKeywords].filter((word) => !plainWords.has(word))].filter(
    (word) => word !== "",
  ),
);
