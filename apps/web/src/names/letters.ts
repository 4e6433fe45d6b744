/** Letters that look like those of the Latin alphabet. Case counts: Cyrillic "Т" looks like "T", and "т" does not. */

const LOOKS_LIKE: readonly (readonly [script: string, letters: string, latin: string])[] = [
  ['Cyrillic', 'АВЕЅІЈКМНОРСТУХЬасеіјѕорухһԁԛԝѵԍӏ', 'ABESIJKMHOPCTYXbaceijsopyxhdqwvgl'],
  ['Greek', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορυκτω', 'ABEZHIKMNOPTYXaivopuktw'],
  ['Armenian', 'օոսհցզԼՏՍ', 'onuhgqLSU'],
  ['Cherokee', 'ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏒᏚᏞᏟᏢᏦ', 'DRTiAJEWMHYGZRSLCPK'],
  ['phonetic', 'ɑɡɩɪıɢɴʀʏʙʜʟᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱꜰ', 'agiiiGNRYBHLACDEJKMOPTUVWZSF'],
];

interface Twin {
  readonly latin: string;
  readonly script: string;
}

const TWINS = new Map<string, Twin>(
  LOOKS_LIKE.flatMap(([script, letters, latin]) =>
    Array.from(letters, (letter, i): [string, Twin] => [letter, { latin: latin[i] ?? '', script }]),
  ),
);

const LATIN_OR_DIGIT = /^[a-z0-9]+$/i;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;

/** Finds the Latin letter that another one looks like. */
function findTwin(letter: string): Twin | undefined {
  const twin = TWINS.get(letter);
  if (twin) return twin;
  // Wide, bold and similar forms of the alphabet.
  const plain = letter.normalize('NFKC');
  if (plain === letter || !LATIN_OR_DIGIT.test(plain) || !LETTER_OR_DIGIT.test(letter)) return;
  return { latin: plain, script: 'special' };
}

interface ForeignLetter extends Twin {
  readonly letter: string;
}

/**
 * Finds a letter of another alphabet that makes a word readable as a Latin one. Words in other alphabets are normal:
 * only those count that mix in Latin letters or read as Latin from start to end.
 */
export function findForeignLetter(text: string): ForeignLetter | null {
  for (const word of text.split(/[^\p{L}\p{N}\p{M}]+/u)) {
    const found = findInWord(Array.from(word));
    if (found) return found;
  }
  return null;
}

function findInWord(letters: readonly string[]): ForeignLetter | null {
  const foreign = letters.flatMap((letter) => {
    const twin = findTwin(letter);
    return twin ? [{ letter, ...twin }] : [];
  });
  const latin = letters.filter((letter) => /[a-z]/i.test(letter)).length;
  const digits = letters.filter((letter) => /[0-9]/.test(letter)).length;
  const readsAsLatin = foreign.length + latin + digits === letters.length;
  return latin > 0 || readsAsLatin ? (foreign[0] ?? null) : null;
}

/** Returns the same text for names that people confuse, e.g. "paypal" and "paypa1", or "morn" and "mom". */
export function skeletonOf(name: string): string {
  return Array.from(name.normalize('NFKC'), (letter) => TWINS.get(letter)?.latin ?? letter)
    .join('')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\s'’\-_]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[0i1|5]/g, (letter) => FOLDED[letter] ?? letter);
}

const FOLDED: Readonly<Record<string, string>> = { '0': 'o', i: 'l', '1': 'l', '|': 'l', '5': 's' };
