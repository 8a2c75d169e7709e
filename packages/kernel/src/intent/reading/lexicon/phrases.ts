/** @module Phrases around a request: greetings, polite openers, joints between steps, negators. Words are separated by spaces. */

import { phraseList } from "./phrase-set.ts";

/** Peeled as greetings and thanks. */
export const greetings: readonly string[] = phraseList(
  "hi, hello, hey, hiya, howdy, yo, dear, greetings, hello there, hi there, hey there, hi all, good morning",
  "good afternoon, good evening, good day, good night, morning, evening, how are you, how are you doing",
  "how is it going, how's it going, how are things, what's up, whats up, sup, thanks, thank you, thx, ty",
  "cheers, many thanks, thanks a lot, thank you so much, thanks so much, thank you very much, thanks again",
  "much appreciated, bye, goodbye, see you, see ya, see you later, see you tomorrow, talk later",
  "have a nice day, have a good day, have a good one, have a great day, have a nice weekend",
  "nice to meet you, welcome back, great job, good job, nice work, well done, great work, good work, nice",
  "great, perfect, awesome, cool, lovely, brilliant, excellent, wonderful, haha, lol, no problem",
  "no worries, sorry, congrats, congratulations, good luck, take care, happy friday, hope you are well",
  "hope you're well, hope you're doing well, hope all is well, nice one, you're the best, you are the best",
  "for your help, for the help, for that, everyone, team, all, folks, guys, there, mate, buddy, friend",
  "again, so much, a lot, later, tomorrow then",
);

/** Greetings that are only so after another greeting: `hi all`, `thanks everyone`. */
export const greetingTails: ReadonlySet<string> = new Set(
  phraseList(
    "for your help, for the help, for that, everyone, team, all, folks, guys, there, mate, buddy, friend",
    "again, so much, a lot, later, tomorrow then",
  ),
);

/** Peeled as polite openers. Those that ask (`could you`) take the question mark of their sentence with them. */
export const askingOpeners: readonly string[] = phraseList(
  "could you, can you, would you, will you, could u, can u, would you mind, do you mind, could you please",
  "can you please, would you please, may i ask you to, can i ask you to, could i ask you to, could we",
  "can we please, would it be possible to, is it possible for you to, are you able to, would you be able to",
  "might you, why don't you, why dont you, why not, why don't we, how about you, can i get you to",
  "could i get you to, may i have you, any chance you could, any chance you can",
  "is there any chance you could, could someone, can someone, won't you, can't you, couldn't you",
  "wouldn't you, would you kindly, could you kindly, could you quickly",
);
export const plainOpeners: readonly string[] = phraseList(
  "please, pls, plz, kindly, i want you to, i need you to, i'd like you to, i would like you to, i want to",
  "i need to, i'd like to, i would like to, we need to, we want to, we'd like to, we would like to",
  "we have to, i have to, you should, you need to, you must, you have to, you can, you may, you could",
  "don't skip, do not skip, never skip, don't avoid, never avoid, don't refrain from, don't not, don't omit, help me, help me to, help us, help, go ahead and, go and, feel free to, don't forget to, dont forget to",
  "do not forget to, don't hesitate to, do not hesitate to, remember to, make sure to, be sure to",
  "never fail to, don't fail to, try to, try and, let's, lets, let us, i'm asking you to, i ask you to",
  "your task is to, your job is to, the task is to, the goal is to, your goal is to, the idea is to",
  "it would be great if you could, it would be nice if you could, it would be good to",
  "it'd be great if you could, would be great if you could, would be nice to, i wonder if you could",
  "i was wondering if you could, wondering if you could, let me, time to, it's time to, it is time to",
  "be so kind to, be so kind and, you're going to, we are going to, we're going to, i'm going to",
  "i am going to, we'll, i'll, start by, begin by, you will, you'll, we should, we must, we ought to",
  "don't just, do not just, not only, don't only, do not only, no need to wait, have to, need to, needs to",
  "got to, gotta, wanna, want to, continue to, ready to, it is ok to, it's ok to, it's okay to",
  "don't worry, do not worry, don't bother asking",
);
/** Peeled as fillers. */
export const fillers: readonly string[] = phraseList(
  "ok, okay, so, now, just, only, first, firstly, second, secondly, third, thirdly, next, last, lastly",
  "wait, actually, quickly, well, right, alright, oh, ah, um, uh, hmm, yes, yeah, yep, yup, sure, no, nope",
  "and, but, or, also, simply, basically, maybe, perhaps, instead, again, anyway, btw, by the way, fyi",
  "asap, urgent, urgently, quick one, one more thing, all right, anyhow, carefully, slowly, immediately",
  "manually, gently, automatically, additionally, afterwards, finally, then, meanwhile, otherwise",
  "in that case, if possible, if you can, when you can, when you have time, when you get a chance",
  "if you have time, as a next step, for now, this time, today, tonight, tomorrow, right now, at once",
  "sometime, later, soon, step 1, to do, todo, task, hereby, thoroughly, properly, fully, completely",
  "permanently, irreversibly, safely, partially, temporarily, entirely, directly, proactively, always",
  "eventually, silently, locally, hard, soft, force, bulk, mass, batch, auto, re, i wonder, i was wondering, quick question, one thing",
  "question, plus, as discussed, as agreed, like we said, per our chat, in general, from now on",
  "going forward, henceforth, from here on, from today on, do the following, the following",
);

/** Joints that put one step after another. */
export const sequenceJoints: readonly string[] = phraseList(
  "and then, then, after that, and after that, afterwards, and afterwards, afterward, finally, and finally",
  "once done, when done, once that is done, once that's done, when that is done, when that's done",
  "once finished, when finished, once you are done, once you're done, when you are done, when you're done",
  "after this, subsequently, followed by, and only then, only then, thereafter, and lastly, lastly",
  "at the end",
);
/** Joints that add another step. */
export const additionJoints: readonly string[] = phraseList(
  "also, and also, additionally, and additionally, in addition, as well as, besides, furthermore, moreover",
  "on top of that, and in addition, while you are at it, while you're at it, and while you're at it, plus",
  "but also, apart from that, at the same time, in the same go, oh and",
);

/** What rules a thing out when a verb follows. Longest first at a place. */
export const negators: readonly string[] = phraseList(
  "don't, dont, do not, never, without, except, except for, other than, apart from, no need to, there is no need to, there's no need to, avoid",
  "must not, mustn't, should not, shouldn't, cannot, can not, rather than, instead of, refrain from",
  "hold off on, please don't, not to, may not, you can't, stay away from, stop short of",
  "under no circumstances, do not ever, don't ever, not, no, be careful not to, make sure not to",
  "take care not to, make sure you don't, never ever, don't you dare, need not, needn't, don't need to",
  "do not need to, don't have to, do not have to, abstain from, by no means, in no case, steer clear of",
  "hands off, keep from, keep your hands off, short of, stop",
);
/** They look like negators and are none. */
export const notNegators: readonly string[] = phraseList(
  "don't forget, dont forget, do not forget, don't hesitate, do not hesitate, don't worry, do not worry",
  "don't just, do not just, don't only, do not only, not only, never fail to, don't fail to, do not fail to",
  "why don't you, why dont you, why don't we, never mind, not just, no problem, no worries, don't be afraid",
  "never forget, no matter, not sure, if not, why not, whether or not, or not, don't bother asking",
  "don't wait, do not wait, don't ask, do not ask, no longer, don't stop until, do not stop until",
  "don't miss, don't skip, do not skip, never skip, no one, don't mind, don't you think, don't know",
  "don't understand, do not understand, do not know, don't see, don't think, don't like, don't have",
  "do not have, don't want to lose, not yet, not working, no need to ask, no need to wait, don't let",
  "don't leave, do not leave, never leave, don't avoid, never avoid, don't refrain, don't hold, don't not",
);
/** Negators that open an order: where they reach no verb, nobody can tell what they rule out. */
export const orderingNegators: ReadonlySet<string> = new Set(
  phraseList(
    "don't, dont, do not, never, please don't, under no circumstances, do not ever, don't ever, never ever, in no case, by no means",
  ),
);
/** Orders to be asked before the act that follows. */
export const askingFirst: readonly string[] = phraseList(
  "ask me before, ask me first before, ask before, ask first before, check with me before, confirm with me before, confirm before",
  "ask for permission before, ask for my permission before, ask for approval before, ask for my approval before",
  "get my approval before, get my permission before, get my ok before, wait for my approval before, wait for my ok before",
  "ask for confirmation before, ask me for confirmation before, tell me before, let me know before, run it by me before",
);
/** What asks so behind the act: `before you push, ask me`. */
export const askingAfter: readonly string[] = phraseList(
  "ask me, ask first, check with me, confirm with me, tell me, let me know, get my approval, get my ok, wait for my approval, wait for my ok",
);
/** What takes back what was said before it. */
export const retractions: readonly string[] = phraseList(
  "just kidding, only kidding, i was kidding, i'm kidding, scratch that, forget that, forget it, forget what i said, on second thought",
  "on second thoughts, i changed my mind, changed my mind, i take that back, take that back, don't actually, do not actually, not really",
);
/** The same, as a whole clause. */
export const wholeRetractions: readonly string[] = phraseList(
  "no, nope, nah, no no, never mind, nevermind, nvm, jk, kidding, don't, dont, do not, no don't, actually no, actually don't, please don't, oh no, not",
);
/** What makes a rehearsal of an order. */
export const rehearsals: readonly string[] = phraseList(
  "dry run, hypothetically, in theory, pretend, pretend to, for example, as an example, for instance, imagine, let's say, suppose",
);
/** Negators that only count before a verb right after them, so that `no tests` and `it is not` stay what they are. */
export const strictNegators: ReadonlySet<string> = new Set(
  phraseList(
    "not, no, except, except for, other than, apart from, cannot, can not, without, stop short of, short of, may not, not to, stop",
  ),
);
/** Orders not to touch what is named after them. */
export const warningsOff: readonly string[] = phraseList(
  "hands off, keep your hands off, keep hands off, keep off, stay off, stay away from, stay out of, stay clear of",
  "keep away from, keep out of, keep clear of, steer clear of, steer away from",
);
/** What ends `leave … alone`. */
export const leftAlone: readonly string[] = phraseList(
  "alone, untouched, unchanged, unmodified, intact, as is, as it is, as they are, be",
);
/** Negators that stand for good. */
export const standingWords: ReadonlySet<string> = new Set(
  phraseList("never, always, never ever, from now on, in this session, ever, in no case, under no circumstances"),
);

/** What leaves something out of a removal: the names after it are banned. */
export const exceptions: readonly string[] = phraseList(
  "except, except for, but nothing, but no, but none of, but not, but keep, leave, keep, apart from, other than, spare, excluding, but leave",
  "with the exception of, all but, everything but, save for, aside from, and keep, and leave, just keep",
);

/** Words a person says yes with. Such a text, at most four words, is an affirmation. */
export const affirmations: ReadonlySet<string> = new Set(
  phraseList(
    "yes, y, yep, yeah, yup, ok, okay, k, sure, go, go ahead, yes go ahead, ok go ahead, do it, yes do it",
    "ok do it, just do it, do that, yes do that, proceed, please proceed, yes proceed, ok proceed, yes please",
    "please do, yes please do, continue, please continue, ok continue, yes continue, sounds good",
    "sounds good to me, looks good, looks good to me, lgtm, lgtm thanks, approved, fine, fine by me",
    "that's fine, thats fine, that works, works for me, agreed, correct, that's right, right, exactly",
    "make it so, go for it, yes go for it, carry on, please go ahead, keep going, of course, absolutely",
    "definitely, sure thing, sure go ahead, yes sounds good, ok sounds good, perfect go ahead, great go ahead",
    "good to go, all good, ok thanks, yes thanks, yes that works, ok that works, alright, alright go ahead",
    "confirmed, i agree, i approve, si, oui, ja, aye, affirmative, roger, ack, acknowledged, by all means",
    "yes exactly, yes correct, yes ok, ok yes, okay then, ok then, go on, please go on, yes i agree",
    "yes make it so, go ahead please, go ahead then, do so, please do so, yes do so, yes you may, you may",
    "you may proceed, you may continue",
  ),
);

/** Words that steer the session and are no request. */
export const controlWords: ReadonlySet<string> = new Set(phraseList("stop, cancel, pause, resume, status"));
