/** E-mail, if the server sends any. */
import type { MailOffer } from "$generated/messages";
import { get } from "$lib/api";

let offer: Promise<boolean> | null = null;

/** Return true if the server sends e-mail. It is asked once. */
export function mailOffered(): Promise<boolean> {
  offer ??= get<MailOffer>("/api/mail").then(
    ({ offered }) => offered,
    () => {
      offer = null; // ask again next time
      return false;
    },
  );
  return offer;
}
