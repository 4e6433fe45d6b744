/** Validates the form. Returns a question, or the problem of each field. */
import { InvalidParametersError, rightsFromText } from '@mandate/sdk';
import { readWallet } from '../../components/read-wallet.ts';
import type { Check, Question } from './check-kinds.ts';
import type { TextField } from './check-search.ts';
import { readMoment } from './read-moment.ts';
import type { WhenKind } from './when-kinds.ts';

export type Texts = Readonly<Record<TextField, string>>;
export type Problems = { [Field in TextField]?: string | undefined };

export type ReadQuestion =
  | { readonly question: Question; readonly problems?: never }
  | { readonly question?: never; readonly problems: Problems };

type Hex = `0x${string}`;

/** Exactly one of the two. */
type Read<T> = { readonly value: T } | { readonly problem: string };

const MAX_UINT256 = 2n ** 256n - 1n;
const BYTES32 = /^0x[0-9a-f]{64}$/i;

export const isBytes32 = (text: string) => BYTES32.test(text.trim());

interface Form {
  readonly check: Check;
  readonly chainId: number;
  readonly when: WhenKind | undefined;
  readonly texts: Texts;
}

export function readQuestion({ check, chainId, when, texts }: Form): ReadQuestion {
  const problems: Problems = {};
  function take<T>(field: TextField, read: Read<T>): T | undefined {
    if ('value' in read) return read.value;
    problems[field] = read.problem;
    return undefined;
  }
  const to = take('to', readAddress(texts.to, 'wallet'));
  const from = take('from', readAddress(texts.from, 'wallet'));
  const contract = check.hasContract ? take('contract', readAddress(texts.contract, 'contract')) : undefined;
  const tokenId = check.hasTokenId ? take('tokenId', readTokenId(texts.tokenId)) : undefined;
  const rights = check.hasRights ? take('rights', readRights(texts.rights)) : undefined;
  const { moment, problem } = readMoment(when, texts.at);
  if (problem) problems.at = problem;
  if (Object.keys(problems).length > 0 || !to || !from) return { problems };
  return {
    question: {
      check,
      chainId,
      to,
      from,
      ...(contract && { contract }),
      ...(tokenId !== undefined && { tokenId }),
      ...(rights && { rights }),
      ...(rights && !isBytes32(texts.rights) && { rightsText: texts.rights.trim() }),
      ...(moment && { moment }),
    },
  };
}

export function readAddress(text: string, what: string): Read<Hex> {
  const { wallet, problem } = readWallet(text);
  if (wallet) return { value: wallet };
  return { problem: text.trim() ? problem : `Paste the address of the ${what}: 0x and 40 hex digits.` };
}

export function readTokenId(text: string): Read<bigint> {
  const typed = text.trim().replace(/^#/, '');
  if (typed === '') return { problem: 'Enter a token id: a whole number, or 0x and hex digits.' };
  if (!/^(?:\d+|0x[0-9a-f]+)$/i.test(typed))
    return { problem: 'A token id is a whole number, or 0x and hex digits.' };
  // Longer input is too large anyway, so it is not parsed.
  const value = typed.length <= 80 ? BigInt(typed) : MAX_UINT256 + 1n;
  return value > MAX_UINT256 ? { problem: 'Token ids go up to 2^256-1. This is larger.' } : { value };
}

/** An empty text means full rights. */
export function readRights(text: string): Read<Hex | undefined> {
  const typed = text.trim();
  if (typed === '') return { value: undefined };
  if (BYTES32.test(typed)) return { value: typed.toLowerCase() as Hex };
  if (/^0x/i.test(typed)) {
    return { problem: `Bytes are 0x and 64 hex digits. This has ${typed.length - 2} after 0x.` };
  }
  try {
    return { value: rightsFromText(typed) };
  } catch (error) {
    if (!(error instanceof InvalidParametersError)) throw error;
    return { problem: 'A name has at most 32 bytes. For a longer one, enter its keccak-256 hash.' };
  }
}
