/** Judges whether a wallet may be chosen: yes, no or unknown. Only what the service has answered decides. */
import type { Address } from '../hex.ts';
import type { Facts, Holdings, PickerGrant } from './facts.ts';
import { chainOf, keyOf, type PickerQuestion } from './question.ts';

type Reason =
  /** It may be chosen. */
  | 'delegated'
  /** It holds less than what is needed. */
  | 'holds-too-little'
  /** It delegates no longer. */
  | 'gone'
  /** A chain cannot answer, or the answers are too old. */
  | 'chain-unknown'
  /** The service repairs its records of this vault. */
  | 'vault-in-doubt'
  /** Its delegations have just changed. */
  | 'changed'
  | 'holding-unknown'
  /** More vaults delegated than one question reads. This one has to be asked about alone. */
  | 'not-read';

export interface Judgement {
  readonly verdict: 'yes' | 'no' | 'unknown';
  readonly reason: Reason;
  /** The broadest first. Empty for the visitor's own wallet. */
  readonly grants: readonly PickerGrant[];
  /** What it holds that counts. `null` if that is not known, or nothing is asked about. */
  readonly balance: bigint | null;
}

type Sort = Omit<Judgement, 'grants' | 'balance'>;

const unknown = (reason: Reason): Sort => ({ verdict: 'unknown', reason });
const YES: Sort = { verdict: 'yes', reason: 'delegated' };
const GONE: Sort = { verdict: 'no', reason: 'gone' };

/** Judges the visitor's own wallet, which needs no delegation. */
export function judgeOwn(question: PickerQuestion, facts: Facts): Judgement {
  const chainId = chainOf(question);
  if (chainId === null) return { ...YES, grants: [], balance: null };
  const held = readHolding(facts.holdings, question.wallet);
  const sort = findDoubt(facts, chainId, question.wallet) ?? judgeHolding(question, held);
  return { ...sort, grants: [], balance: held.balance };
}

export function judgeVault(question: PickerQuestion, facts: Facts, address: Address): Judgement {
  const chainId = chainOf(question);
  const listed = facts.found?.vaults.get(keyOf(address))?.grants ?? [];
  return chainId === null
    ? judgeWholeWallet(facts, address, listed)
    : judgeHolder(question, facts, address, listed, chainId);
}

function judgeWholeWallet(facts: Facts, address: Address, listed: readonly PickerGrant[]): Judgement {
  const doubts = listed.map(({ chainId }) => findDoubt(facts, chainId, address));
  const grants = listed.filter((_, i) => doubts[i] === null);
  const common = { grants, balance: null };
  if (grants.length > 0) return { ...common, ...YES };
  if (doubts[0]) return { ...common, ...doubts[0], grants: listed };
  const { found, isStale } = facts;
  // A chain that cannot answer may have its delegation.
  const isWhole = found !== null && !isStale && found.unknown.length === 0 && facts.doubts.length === 0;
  const isListed = !found?.last || keyOf(address) <= keyOf(found.last);
  return { ...common, ...(isWhole && isListed ? GONE : unknown('chain-unknown')) };
}

function judgeHolder(
  question: PickerQuestion,
  facts: Facts,
  address: Address,
  listed: readonly PickerGrant[],
  chainId: number,
): Judgement {
  const { alone } = facts;
  const holdings = alone?.key === keyOf(address) ? alone.holdings : facts.holdings;
  const held = readHolding(holdings, address);
  // The holdings are never read at an older block than the list.
  const grants = held.grants?.map((grant) => ({ ...grant, chainId })).sort(byBreadth) ?? listed;
  const judged = grants.length > 0 ? judgeHolding(question, held) : unknown('holding-unknown');
  const isGone = held.grants === null && held.isWhole;
  return {
    ...(findDoubt(facts, chainId, address) ?? (isGone ? GONE : judged)),
    grants,
    balance: held.balance,
  };
}

interface Held {
  /** `null` if nothing of it could be read, or it is no holder. */
  readonly balance: bigint | null;
  /** Everything that counts of it could be read. */
  readonly isWhole: boolean;
  readonly isLeftOut: boolean;
  readonly grants: readonly Omit<PickerGrant, 'chainId'>[] | null;
}

function readHolding(holdings: Holdings | null, address: Address): Held {
  if (!holdings) return { balance: null, isWhole: false, isLeftOut: false, grants: null };
  const holder = holdings.holders.find((each) => keyOf(each.address) === keyOf(address));
  const parts = holdings.unknown.filter(
    (part) => part.holder === null || keyOf(part.holder) === keyOf(address),
  );
  const others = parts.filter(({ reason }) => reason !== 'too_many_vaults');
  return {
    balance: holder?.balance ?? null,
    // That other vaults were left out says nothing about a holder that was read.
    isWhole: (holder ? others : parts).length === 0,
    isLeftOut: !holder && others.length === 0 && parts.length > 0,
    grants: holder?.grants ?? null,
  };
}

function judgeHolding({ min = 1n }: PickerQuestion, { balance, isWhole, isLeftOut }: Held): Sort {
  if (min === 0n || (balance ?? -1n) >= min) return YES;
  if (balance !== null && isWhole) return { verdict: 'no', reason: 'holds-too-little' };
  return unknown(isLeftOut ? 'not-read' : 'holding-unknown');
}

/** Returns why nothing is known of a vault on a chain now. `null` if it is known. */
function findDoubt({ isStale, changed, doubts, found }: Facts, chainId: number, vault: Address): Sort | null {
  if (isStale) return unknown('chain-unknown');
  if (changed.has(keyOf(vault))) return unknown('changed');
  const ofChain = doubts.filter((doubt) => doubt.chainId === chainId);
  if (ofChain.some((doubt) => doubt.vault === null)) return unknown('chain-unknown');
  if (ofChain.some((doubt) => doubt.vault && keyOf(doubt.vault) === keyOf(vault)))
    return unknown('vault-in-doubt');
  return found?.unknown.some((chain) => chain.chainId === chainId) ? unknown('chain-unknown') : null;
}

const BREADTH = ['ALL', 'CONTRACT', 'TOKEN'];

/** Orders the broader first, and of equals the older. */
export function byBreadth(a: PickerGrant, b: PickerGrant): number {
  return BREADTH.indexOf(a.type) - BREADTH.indexOf(b.type) || a.block - b.block;
}
