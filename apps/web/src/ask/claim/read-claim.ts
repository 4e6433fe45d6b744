/** Validates the form for "May claim?". */
import type { TokenType } from '@mandate/sdk';
import {
  collectProblems,
  isBytes32,
  type Read,
  readAddress,
  readRights,
  readTokenId,
} from '../../ui/read/read-field.ts';
import { type CheckSearch, type TextField, textsOf } from '../question/check-search.ts';
import type { Moment } from '../question/moments.ts';
import { readMoment } from '../question/read-moment.ts';
import type { Problems } from '../question/read-question.ts';

type Hex = `0x${string}`;

export interface ClaimQuestion {
  readonly wallet: Hex;
  readonly contract: Hex;
  readonly chainId: number;
  readonly tokenId?: bigint;
  /** Defaults to 1. */
  readonly min?: bigint;
  /** Found by the service if absent. */
  readonly standard?: TokenType;
  /** Counts the tokens of this vault only. */
  readonly vault?: Hex;
  readonly rights?: Hex;
  /** The name as typed, unless it was typed as bytes. */
  readonly rightsText?: string;
  /** Defaults to now. */
  readonly moment?: Moment;
}

export type ReadClaim =
  | { readonly question: ClaimQuestion; readonly problems?: never }
  | { readonly question?: never; readonly problems: Problems };

/** An empty field that may be empty. */
const NOTHING = { value: undefined };

export function readClaim(search: CheckSearch, chainId: number): ReadClaim {
  const texts = textsOf(search);
  const { problems, take, hasProblems } = collectProblems<TextField>();
  const wallet = take('to', readAddress(texts.to, 'wallet'));
  const contract = take('contract', readAddress(texts.contract, 'contract'));
  const tokenId = take('tokenId', texts.tokenId.trim() ? readTokenId(texts.tokenId) : NOTHING);
  const min = take('min', texts.min.trim() ? readMin(texts.min) : NOTHING);
  const vault = take('from', texts.from.trim() ? readAddress(texts.from, 'vault') : NOTHING);
  const rights = take('rights', readRights(texts.rights));
  const moment = take('at', readMoment(search.when, texts.at));
  Object.assign(problems, findContradictions({ search, wallet, vault, tokenId }));
  if (hasProblems() || !wallet || !contract) return { problems };
  return {
    question: {
      wallet,
      contract,
      chainId,
      ...(tokenId !== undefined && { tokenId }),
      ...(min !== undefined && { min }),
      ...(search.standard && { standard: search.standard }),
      ...(vault && { vault }),
      ...(rights && { rights }),
      ...(rights && !isBytes32(texts.rights) && { rightsText: texts.rights.trim() }),
      ...(moment && { moment }),
    },
  };
}

function readMin(text: string): Read<bigint> {
  const read = readTokenId(text.replaceAll(',', ''));
  return 'value' in read && read.value > 0n
    ? read
    : { problem: 'Enter a whole number from 1 to 2^256-1, in the smallest unit of the token.' };
}

interface Values {
  readonly search: CheckSearch;
  readonly wallet: Hex | undefined;
  readonly vault: Hex | undefined;
  readonly tokenId: bigint | undefined;
}

/** Finds fields that contradict each other, which the service would refuse. */
function findContradictions({ search, wallet, vault, tokenId }: Values): Problems {
  const hasId = Boolean(search.tokenId?.trim());
  return {
    ...(search.standard === 'ERC1155' &&
      !hasId && { tokenId: 'Enter the id of the item: each has a balance of its own.' }),
    ...(search.standard === 'ERC20' &&
      tokenId !== undefined && { tokenId: 'A currency has no token ids. Leave this empty.' }),
    ...(vault &&
      vault.toLowerCase() === wallet?.toLowerCase() && {
        from: 'This is the wallet itself. Its own tokens count anyway.',
      }),
  };
}
