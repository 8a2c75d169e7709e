/** @module Who wrote a change: the signals of the facts, what they name and how sure that is (change gate, section 4). */

export { isAgentAccount, isBotAccount, isSameAccount, normaliseLogin } from "./identity-account.ts";
