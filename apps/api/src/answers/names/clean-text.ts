/** Makes the texts of strangers safe to show: anyone can write anything into a contract. */

/** Characters that a reader does not see, or that move others: control, format, bidi, zero-width, private, unassigned. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/gu;
/** More than two marks on a letter cover the lines around it. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;
const MAX_CHARACTERS = 64;

/** Returns the text as it may be shown, cut if it is long. `null` if nothing is left. */
export function cleanText(text: string): string | null {
  const shown = text
    .slice(0, 40 * MAX_CHARACTERS)
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(UNSEEN, '')
    .replaceAll(STACKED_MARKS, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  const characters = [...shown];
  if (characters.length === 0) return null;
  return characters.length > MAX_CHARACTERS
    ? `${characters
        .slice(0, MAX_CHARACTERS - 1)
        .join('')
        .trimEnd()}…`
    : shown;
}
