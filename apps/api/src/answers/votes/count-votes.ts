/** Counts votes from what the ledger and the token contract hold at one block. */
import {
  type Address,
  type Asset,
  divideVotes,
  listVotingTokens,
  type Registry,
  rankVotingGrants,
  type Voters,
} from '@mandate/core';
import type { TokenAnswer } from '@mandate/nodes';
import type { Listed, Reader, VotingRequest } from '@mandate/store';
import type { Hex } from 'viem';
import { ProblemError } from '../../http/problems.ts';
import { hasBlock, type Pinned } from '../../request/at-block.ts';
import { findAuditMark } from '../../request/audit-marks.ts';
import type { ServedChain } from '../../request/chains.ts';
import { uncertain } from '../../request/freshness.ts';
import { balanceOf, ownerOf, readBalance, readOwner } from '../chain/token-calls.ts';

export interface Counting {
  /** Each once. */
  readonly voters: readonly Address[];
  readonly asset: Asset;
  readonly registries: readonly Registry[];
  /** These are all that vote: a holder among them votes itself, and grants to others do not count. */
  readonly areAll: boolean;
}

export interface Reading {
  readonly reader: Pick<Reader, 'listVotingVaults' | 'listVotingGrants' | 'listUncertainVaults'>;
  readonly readViews: (calls: readonly Hex[]) => Promise<ReadonlyMap<Hex, TokenAnswer>>;
  /** Throws once there is no time for another step. */
  readonly assertTime: () => void;
}

/** The most grants that stood at the block and are read: to the voters, and of the holders. */
const MAX_GRANTS = 100_000;
/** The most wallets whose balances are read: voters, and vaults that granted to them. */
const MAX_HOLDERS = 20_000;
/** The most tokens granted one by one whose owners are read. */
const MAX_TOKENS = 20_000;
/** Wallets in one statement. */
const WALLETS_AT_ONCE = 2_000;

export function unknownScores(why: string): ProblemError {
  return new ProblemError('scores_unknown', why);
}

/** Returns the votes of each voter that has any; those of other wallets are not whole. `null` if the chain went back meanwhile. */
export async function countVotes(
  reading: Reading,
  chain: ServedChain,
  pinned: Pinned,
  counting: Counting,
): Promise<ReadonlyMap<Address, bigint> | null> {
  const { voters, asset, areAll } = counting;
  const all: Voters = areAll ? new Set(voters) : null;
  const found = await findHolders(reading, chain, pinned, counting);
  if (!found) return null;
  const balances = await readBalances(reading, found.holders, asset);
  // A holder that votes itself needs no grants, so it does not matter whether they are known.
  const others = [...balances.keys()].filter((holder) => !all?.has(holder));
  for (const holder of others) {
    const problem = found.doubts.get(holder);
    if (problem) throw problem;
  }
  const grants = await findGrants(reading, chain, pinned, counting, others);
  if (!grants) return null;
  const ranked = new Map(
    others.map((holder) => [holder, rankVotingGrants(grants.get(holder) ?? [], asset, all)]),
  );
  const tokens = new Map([...ranked].map(([holder, own]) => [holder, listVotingTokens(own, asset)]));
  const owners = await readOwners(reading, [...tokens.values()].flat());
  const votes = new Map<Address, bigint>();
  for (const [holder, balance] of balances) {
    const tokenIds = new Set(tokens.get(holder)?.filter((tokenId) => owners.get(tokenId) === holder));
    if (tokenIds.size > balance)
      throw unknownScores('The contract names a wallet the owner of more tokens than its balance.');
    const divided = divideVotes({ holder, balance, tokenIds }, ranked.get(holder) ?? [], asset, all);
    for (const [voter, count] of divided) votes.set(voter, (votes.get(voter) ?? 0n) + count);
  }
  return votes;
}

interface Holders {
  readonly holders: readonly Address[];
  /** Why the grants of some of them are not known. */
  readonly doubts: ReadonlyMap<Address, ProblemError>;
}

/** Finds the wallets whose tokens the voters may vote with: their own, and vaults that granted to them. */
async function findHolders(
  { reader, assertTime }: Reading,
  chain: ServedChain,
  pinned: Pinned,
  { voters, registries, asset }: Counting,
): Promise<Holders | null> {
  const { chainId } = chain;
  const atBlock = pinned.readUpTo;
  const doubts = findMarked(chain, registries);
  const vaults = new Set<Address>(voters);
  let limit = MAX_GRANTS;
  for (const wallets of divide(voters)) {
    assertTime();
    const read = await reader.listVotingVaults({ chainId, registries, asset, wallets, atBlock, limit });
    if (!read || !hasBlock(read.checkpoint, pinned)) return null;
    if (read.looked > limit) throw tooManyGrants(`to wallets that vote`);
    limit -= read.looked;
    for (const vault of read.vaults) vaults.add(vault);
    if (!registries.includes('v1')) continue;
    for (const vault of await reader.listUncertainVaults({ chainId, wallets, atBlock }))
      doubts.set(vault, uncertain(chain, vault, pinned));
  }
  const holders = [...new Set([...vaults, ...doubts.keys()])];
  if (holders.length > MAX_HOLDERS)
    throw unknownScores(
      `More than ${MAX_HOLDERS.toLocaleString('en')} wallets delegated to those that vote. Send fewer addresses in one request.`,
    );
  return { holders, doubts };
}

/** Finds the vaults under audit. The ledger may lack grants of theirs, so any of them may have granted to a voter. */
function findMarked(chain: ServedChain, registries: readonly Registry[]): Map<Address, ProblemError> {
  const marked = chain.auditMarks.vaults().flatMap((from) => {
    const mark = registries.map((registry) => findAuditMark(chain, { registry, from })).find(Boolean);
    return mark ? [[from, mark] as const] : [];
  });
  return new Map(marked);
}

/** Finds the grants of these wallets, by wallet. */
async function findGrants(
  { reader, assertTime }: Reading,
  { chainId }: ServedChain,
  pinned: Pinned,
  { asset, registries }: Counting,
  holders: readonly Address[],
): Promise<ReadonlyMap<Address, readonly Listed[]> | null> {
  const rows: Listed[] = [];
  let limit = MAX_GRANTS;
  for (const wallets of divide(holders)) {
    assertTime();
    const request: VotingRequest = { chainId, registries, asset, wallets, atBlock: pinned.readUpTo, limit };
    const read = await reader.listVotingGrants(request);
    if (!read || !hasBlock(read.checkpoint, pinned)) return null;
    if (read.looked > limit) throw tooManyGrants('of wallets that hold the token');
    limit -= read.looked;
    rows.push(...read.rows);
  }
  return Map.groupBy(rows, ({ delegation }) => delegation.from);
}

function tooManyGrants(which: string): ProblemError {
  return unknownScores(
    `There are more than ${MAX_GRANTS.toLocaleString('en')} delegations ${which}. Send fewer addresses in one request.`,
  );
}

/** Reads the balance of each holder. Those that hold nothing are left out. */
async function readBalances(
  { readViews }: Reading,
  holders: readonly Address[],
  { contract, standard, tokenId }: Asset,
): Promise<Map<Address, bigint>> {
  const calls = holders.map((holder) => balanceOf(holder, standard === 'ERC1155' ? tokenId : null));
  const views = await readViews(calls);
  const balances = new Map<Address, bigint>();
  for (const [i, holder] of holders.entries()) {
    const balance = readBalance(views.get(calls[i] ?? '0x'));
    if (balance === undefined)
      throw unknownScores(
        `The contract ${contract} does not tell the balance of ${holder}. Check \`contract\` and \`standard\`.`,
      );
    if (balance > 0n) balances.set(holder, balance);
  }
  return balances;
}

/** Reads who owns each token. `null` for nobody. */
async function readOwners(
  { readViews }: Reading,
  tokenIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Address | null>> {
  const asked = [...new Set(tokenIds)];
  if (asked.length > MAX_TOKENS)
    throw unknownScores(
      `More than ${MAX_TOKENS.toLocaleString('en')} tokens were delegated one by one. Send fewer addresses in one request.`,
    );
  const calls = asked.map(ownerOf);
  const views = await readViews(calls);
  return new Map(
    asked.map((tokenId, i) => {
      const owner = readOwner(views.get(calls[i] ?? '0x'));
      if (owner === undefined)
        throw unknownScores(`The contract does not tell who owns token ${tokenId}. Check \`standard\`.`);
      return [tokenId, owner];
    }),
  );
}

function divide(wallets: readonly Address[]): Address[][] {
  const parts: Address[][] = [];
  for (let i = 0; i < wallets.length; i += WALLETS_AT_ONCE) parts.push(wallets.slice(i, i + WALLETS_AT_ONCE));
  return parts;
}
