/** Writes the rows of a wallet's list as JSON, in the words of its registry: from bytes to bytes, without objects between. */
import { type Address, FULL_RIGHTS, KINDS } from '@mandate/core';
import { checksum, spell } from '@mandate/read-model/checksum';
import {
  type Direction,
  GRANT,
  hasRights,
  type Layout,
  layoutOf,
  OTHER,
  OTHER_CASE,
  readNumber,
  readSmallNumber,
} from '@mandate/read-model/rows';
import type { Listed } from '@mandate/store';
import type { ListTypes, Numbers } from '../request/parameters.ts';

const ADDRESS_BYTES = 20;
const RIGHTS_BYTES = 32;
const FIRST_BYTES = 2 ** 16;
/** More than any row: three addresses, a right, two numbers of 78 digits, a place, and the words between. */
const MAX_TEXT_BYTES = 900;
const QUOTE = '"'.charCodeAt(0);
const END_OF_ROW = '}'.charCodeAt(0);
const [OWN, OTHER_WALLET, CONTRACT] = ['1', '2', '3'].map((digit) => digit.repeat(2 * ADDRESS_BYTES)) as [
  string,
  string,
  string,
];
const HEX = Buffer.from(
  Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join(''),
);

/** The constant parts of all rows of a kind in one direction. What varies comes between them. */
interface Words {
  /** With room for the addresses. Ends before the token id, or after its `null`. */
  readonly start: Buffer;
  readonly ownAt: number;
  readonly otherAt: number;
  readonly contractAt: number;
  /** With full rights at its end. Empty in v1, which has none. */
  readonly rights: Buffer;
  readonly tail: Buffer;
}

const createKnown = () => ({ from: new Map<Layout, Words>(), to: new Map<Layout, Words>() });
const known = { scope: createKnown(), exact: createKnown() };
// Shared by all lists: a text is taken out before anything else can be written.
let out = Buffer.allocUnsafe(FIRST_BYTES);
let end = 0;

/** Begins a text. Call `take` before the next pause: all lists are written into the same memory. */
export function createListText(wallet: Address, numbers: Numbers = 'number', types: ListTypes = 'scope') {
  /** One hash for a list, and none for its rows. */
  let own: Buffer | null = null;
  // A text that was never taken must not come before this one.
  end = 0;

  /** Writes every digit of a number. Returns where it ends in the row. */
  function putNumber(record: Buffer, at: number): number {
    const text = String(readSmallNumber(record, at) ?? readNumber(record, at));
    if (numbers === 'string') out[end++] = QUOTE;
    end += out.write(text, end, 'latin1');
    if (numbers === 'string') out[end++] = QUOTE;
    return at + 1 + (record[at] as number);
  }

  return {
    /** Adds a row, after a comma. `first` is the place of its first grant, if that is asked for. */
    add(direction: Direction, record: Buffer, start: number, first?: Listed['first']): void {
      if (out.length - end < MAX_TEXT_BYTES) out = Buffer.concat([out], 2 * out.length);
      const grant = start + GRANT;
      const layout = layoutOf(record, grant);
      const { hasContract, hasTokenId, hasAmount } = layout;
      const words = wordsOf(layout, direction, types);
      own ??= Buffer.from(checksum(wallet).slice(2), 'latin1');
      const began = end;
      put(words.start);
      out.set(own, began + words.ownAt);
      spell(record, start + OTHER, start + OTHER_CASE, out, began + words.otherAt);
      let at = grant + 1 + (hasContract ? ADDRESS_BYTES : 0);
      if (hasTokenId) at = putNumber(record, at);
      put(words.rights);
      if (hasRights(record, grant)) {
        putRights(record, at);
        at += RIGHTS_BYTES;
      }
      put(words.tail);
      if (hasAmount) at = putNumber(record, at);
      if (first) {
        const place = `,"firstGrant":{"block":${first.block},"log":${first.log}}`;
        end += out.write(place, end, 'latin1');
      }
      out[end++] = END_OF_ROW;
      // The case of the contract's digits comes last.
      if (hasContract) spell(record, grant + 1, at, out, began + words.contractAt);
    },
    /** Returns the rows that were added since the last call. */
    take(): string {
      const text = out.toString('latin1', 0, end);
      end = 0;
      return text;
    },
  };
}

function put(bytes: Buffer): void {
  out.set(bytes, end);
  end += bytes.length;
}

/** Writes a right in the place of the full rights that were written last. */
function putRights(record: Buffer, at: number): void {
  end -= 2 * RIGHTS_BYTES;
  for (let i = at; i < at + RIGHTS_BYTES; i++) {
    const from = 2 * (record[i] as number);
    out[end++] = HEX[from] as number;
    out[end++] = HEX[from + 1] as number;
  }
}

function wordsOf(layout: Layout, direction: Direction, types: ListTypes): Words {
  let words = known[types][direction].get(layout);
  if (!words) {
    words = createWords(layout, direction, types);
    known[types][direction].set(layout, words);
  }
  return words;
}

function createWords(layout: Layout, direction: Direction, types: ListTypes): Words {
  const { type: scope, tokenType } = KINDS[layout.kind];
  const type = types === 'exact' ? (tokenType ?? scope) : scope;
  const { hasContract, hasTokenId, hasAmount } = layout;
  const isV1 = layout.registry === 'v1';
  const [from, to] = direction === 'from' ? [OWN, OTHER_WALLET] : [OTHER_WALLET, OWN];
  const wallets = isV1 ? `"delegate":"0x${to}","vault":"0x${from}"` : `"from":"0x${from}","to":"0x${to}"`;
  const contract = hasContract ? `"0x${CONTRACT}"` : 'null';
  const start = `,{"type":"${type}",${wallets},"contract":${contract},"tokenId":${hasTokenId ? '' : 'null'}`;
  const tail = `","tokenType":${JSON.stringify(tokenType)},"amount":${hasAmount ? '' : 'null'}`;
  return {
    start: Buffer.from(start),
    ownAt: start.indexOf(OWN),
    otherAt: start.indexOf(OTHER_WALLET),
    contractAt: start.indexOf(CONTRACT),
    rights: Buffer.from(isV1 ? '' : `,"rights":"${FULL_RIGHTS}`),
    tail: Buffer.from(isV1 ? '' : tail),
  };
}
