/**
 * @module Words of other languages that speak of deleting, everything, production, publishing, sending and paying. They
 * are looked for only where the English reading understood nothing, and they only raise.
 */

import { phraseList } from "./phrase-set.ts";

/** A word that begins so. */
const beginnings: readonly string[] = phraseList(
  // German
  "lösch, loesch, gelösch, vernicht, entfern, produktion, veröffentlich, veroeffentlich, ausroll, ausspiel",
  "verschick, versend, bezahl, überweis, ueberweis, sämtlich, kündig, einspiel",
  // French
  "supprim, efface, effaç, détrui, detrui, déploi, déploy, deploie, envoye, envoie, résili",
  // Spanish, Portuguese, Italian
  "borra, borre, elimin, suprim, destruy, destruir, destrua, producción, produccion, producció, despleg, desplieg, enví, envia",
  "publiqu, publicar, vacía, apagu, apague, apagar, exclua, excluir, produção, producao, implant, cancella",
  "rimuov, distrugg, produzione, pubblic, inviar, invia, distribuis, svuota, rilascia, cancelar",
  // Dutch, Polish, Nordic
  "verwijder, productie, uitrol, publiceer, verstuur, betaal, vernietig, usuń, usun, usuw, skasuj, wszystk",
  "produkcj, wdróż, wdroz, wdraż, opublik, wyślij, wyslij, zapłać, zaplac, wyczyść, wyczysc, radera, slett",
  "publicer, publiser, skicka, slette",
  // Russian, Ukrainian
  "удал, сотр, стере, стир, очист, уничтож, продакш, разверн, задепло, депло, опублик, отправ, оплат",
  "заплат, выкат, видал, розгорн, надісл, сброс, дроп",
  // Turkish, Czech, Hungarian, Romanian
  "tümünü, hepsini, yayınla, gönder, smaž, smaz, odstran, nasaď, odešli, zaplať, törö, șterge, sterge",
  "trimite, plăte",
);
/** The word itself. */
const exact: readonly string[] = phraseList(
  "alle, alles, allen, aller, sende, senden, schick, schicke, schicken, zahl, zahle, zahlen, leere, prod",
  "produktiv, livegang, tous, toutes, tout, toute, publie, publiez, publier, paie, paye, payez, payer",
  "vide, videz, vider, envoi, todos, todas, paga, pague, pagar, pagad, manda, mande, mandar, publica, publique",
  "tudo, apaga, envie, enviar, pagare, tutti, tutte, tutto, mandare, remova, remover, borrar, wis, stuur",
  "zend, gooi, alla, allt, slet, rolle, sil, tüm, öde, smazat, vše, všechny, všechno, toate, összes, все",
  "всё, всех, всю, весь, всі, прод, проде, прода, шли, пошли",
);
/** Anywhere in the text: scripts without spaces, or with joined articles. */
const inside: readonly string[] = phraseList(
  "删, 刪, 清空, 所有, 全部, 生产, 生產, 部署, 发布, 發佈, 發布, 上线, 上線, 发送, 發送, 寄出, 支付, 付款, 转账, 销毁, 抹掉, 削除, 消去, 消し, 消す, 全て",
  "すべて, 全件, 本番, デプロイ, 公開, 送信, 送って, 支払, 破棄, リリース, 삭제, 지워, 지우, 모두, 모든, 전부, 전체, 프로덕션, 운영환경, 운영서버, 운영에, 배포, 게시, 보내, 전송",
  "결제, 지불, 발송, 송금, احذف, حذف, امسح, مسح, جميع, الإنتاج, إنتاج, الانتاج, انشر, نشر, أرسل, ارسل, إرسال, ادفع",
  "دفع, أزل, كل , كافة, מחק, הכל, לפרודקשן, हटा, मिटा, सभी, भेज, ลบ, ทั้งหมด",
);

const exactWords: ReadonlySet<string> = new Set(exact);
const byInitial = new Map<string, string[]>();
for (const stem of beginnings) {
  const initial = stem.slice(0, 2);
  byInitial.set(initial, [...(byInitial.get(initial) ?? []), stem]);
}

/** Everything the list holds, for the digest of the tables. */
export const cautionTables: readonly (readonly string[])[] = [beginnings, exact, inside];

/** The first caution word among lower-case words, or undefined. */
export function cautionWord(words: readonly string[]): string | undefined {
  for (const word of words) {
    if (exactWords.has(word)) return word;
    if ((byInitial.get(word.slice(0, 2)) ?? []).some((stem) => word.startsWith(stem))) return word;
    if (/[^\u0000-\u02FF]/.test(word)) {
      const found = inside.find((part) => `${word} `.includes(part));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
