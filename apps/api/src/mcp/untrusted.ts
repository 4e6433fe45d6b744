/** Shows text that anybody may have written on a chain: quoted, short, and without characters that act on their reader. */

const MAX_CHARACTERS = 64;
const VISIBLE = /^[\p{L}\p{N}\p{P}\p{S} ]$/u;
/** Some letters are invisible, e.g. U+3164. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

export function quoteUntrusted(text: string): string {
  let quoted = '';
  for (const character of text) {
    const shown = character === '"' || character === '\\' ? writeEscape(character) : show(character);
    if (quoted.length + shown.length > MAX_CHARACTERS) return `"${quoted}…"`;
    quoted += shown;
  }
  return `"${quoted}"`;
}

/** Escapes control and bidi characters, and whatever else cannot be seen. */
export function escapeInvisible(text: string): string {
  return PRINTABLE_ASCII.test(text) ? text : Array.from(text, show).join('');
}

function show(character: string): string {
  return VISIBLE.test(character) && !INVISIBLE.test(character) ? character : writeEscape(character);
}

function writeEscape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
