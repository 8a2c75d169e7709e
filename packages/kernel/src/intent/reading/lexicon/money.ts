/** @module Words that speak of money: without one, no operation may pay. */

export const moneyWords: ReadonlySet<string> = new Set(
  "pay buy purchase order book refund charge transfer donate reimburse rent hire euro euros dollar dollars usd eur gbp pounds money fee fees price deposit subscription subscriptions checkout ticket-price bill bills salary salaries wage wages tip reserve renew provision $ €".split(
    " ",
  ),
);
