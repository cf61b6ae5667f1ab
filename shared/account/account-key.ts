/** Characters without a shape of their own, which a reader of the address cannot see: controls, joiners, marks of direction. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The account that an email address names. Two spellings with one key are one account, for the lookup at login and
 * sign-up and for every budget that counts by account, in the gateway and in the upstream.
 */
export function accountKey(email: string): string {
  // Lower case can decompose letters (İ becomes i and a dot), so the forms are composed again, which makes the key of a
  // key the same key.
  return email.normalize('NFKC').replace(unseen, '').toLowerCase().normalize('NFKC').trim();
}
