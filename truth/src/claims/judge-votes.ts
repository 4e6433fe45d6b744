/**
 * Counts votes in the plainest way, unit by unit, from the registries' own lists, their logs, and the views of the token. No part
 * of it is shared with the service.
 */
import type { LocalChain } from '@mandate/contracts';
import {
  type Address,
  type Delegation,
  identify,
  type Registry,
  type Rights,
  type Standard,
} from '@mandate/core';
import { parseAbi, parseEventLogs } from 'viem';
import type { Context } from '../extensions/context.ts';
import type { Block } from '../extensions/resting-chain.ts';
import { registryOf } from '../play.ts';
import { WALLETS } from '../world.ts';
import { findBalance, findOwner } from './judge.ts';
import { IDS } from './tokens.ts';

const v1 = parseAbi([
  'event DelegateForAll(address vault, address delegate, bool value)',
  'event DelegateForContract(address vault, address delegate, address contract_, bool value)',
  'event DelegateForToken(address vault, address delegate, address contract_, uint256 tokenId, bool value)',
  'event RevokeAllDelegates(address vault)',
  'event RevokeDelegate(address vault, address delegate)',
]);
const v2 = parseAbi([
  'event DelegateAll(address indexed from, address indexed to, bytes32 rights, bool enable)',
  'event DelegateContract(address indexed from, address indexed to, address indexed contract_, bytes32 rights, bool enable)',
  'event DelegateERC721(address indexed from, address indexed to, address indexed contract_, uint256 tokenId, bytes32 rights, bool enable)',
  'event DelegateERC20(address indexed from, address indexed to, address indexed contract_, bytes32 rights, uint256 amount)',
  'event DelegateERC1155(address indexed from, address indexed to, address indexed contract_, uint256 tokenId, bytes32 rights, uint256 amount)',
]);

/** A log of a registry, by the place that it has among all logs of the chain. */
interface Told {
  readonly place: number;
  readonly block: number;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type Logs = readonly Told[];

export async function readLogs(chain: LocalChain, registry: Registry): Promise<Logs> {
  const logs = await chain.client.getLogs({ address: registryOf(chain, registry), fromBlock: 0n });
  const parsed = parseEventLogs({ abi: [...v1, ...v2], logs });
  return parsed.map(({ blockNumber, logIndex, eventName, args }) => ({
    place: Number(blockNumber) * 10_000 + logIndex,
    block: Number(blockNumber),
    name: eventName,
    args: args as Readonly<Record<string, unknown>>,
  }));
}

/** The state that votes are counted at. */
export interface Tally {
  readonly context: Context;
  readonly logs: Readonly<Record<Registry, Logs>>;
  readonly block: Block;
  readonly contract: Address;
  readonly standard: Standard;
  readonly tokenId: bigint | null;
  readonly rights: Rights;
  readonly registries: readonly Registry[];
  readonly voters: readonly Address[];
  readonly isOverride: boolean;
}

const ZERO = `0x${'0'.repeat(64)}`;
const NAMES: Readonly<Record<string, string>> = {
  all: 'DelegateForAll DelegateAll',
  contract: 'DelegateForContract DelegateContract',
  token: 'DelegateForToken',
  erc721: 'DelegateERC721',
  erc20: 'DelegateERC20',
  erc1155: 'DelegateERC1155',
};
const isSame = (a: unknown, b: unknown) => String(a).toLowerCase() === String(b).toLowerCase();
const ofPair = ({ args }: Told) => ({
  from: args['from'] ?? args['vault'],
  to: args['to'] ?? args['delegate'],
});

/** Tells whether a log is about just this grant. */
function isAbout(told: Told, grant: Delegation): boolean {
  const { from, to } = ofPair(told);
  const has = (name: string, own: unknown) =>
    told.args[name] === undefined || own === undefined || isSame(told.args[name], own);
  return (
    (NAMES[grant.kind]?.split(' ').includes(told.name) ?? false) &&
    isSame(from, grant.from) &&
    isSame(to, grant.to) &&
    has('contract_', 'contract' in grant ? grant.contract : undefined) &&
    has('tokenId', 'tokenId' in grant ? grant.tokenId : undefined) &&
    has('rights', 'rights' in grant ? grant.rights : undefined)
  );
}

/** Finds the log that a standing grant began with: its first since it was absent or had another amount. */
async function findBeginning({ context, logs, block }: Tally, grant: Delegation): Promise<number> {
  let state: unknown = null;
  let began = -1;
  const own = logs[grant.registry].filter((told) => told.block <= block.number);
  for (const [number, ofBlock] of Map.groupBy(own, (told) => told.block)) {
    for (const told of ofBlock) {
      const next = stateAfter(state, told, grant);
      if (next !== null && next !== state) began = told.place;
      state = next;
    }
    // A revocation by the vault does not name whom: the list at the end of its block shows it.
    const at = context.resting.blocks[number];
    if (!at || !ofBlock.some((told) => isUnnamed(told, grant))) continue;
    const listed = await context.listAt(at);
    if (!listed.some((each) => identify(each) === identify(grant))) state = null;
  }
  return began;
}

/** Returns the amount of a grant after a log, or true if it has none. `null` if it does not stand. */
function stateAfter(state: unknown, told: Told, grant: Delegation): unknown {
  if (isRevocation(told, grant)) return null;
  if (!isAbout(told, grant)) return state;
  const { amount, enable, value } = told.args;
  return (amount ?? enable ?? value) || null;
}

const isUnnamed = ({ name, args }: Told, { from }: Delegation) =>
  name === 'RevokeDelegate' && isSame(args['vault'], from) && isSame(args['delegate'], from);

function isRevocation(told: Told, grant: Delegation): boolean {
  const { name, args } = told;
  if (!isSame(args['vault'], grant.from) || isUnnamed(told, grant)) return false;
  return name === 'RevokeAllDelegates' || (name === 'RevokeDelegate' && isSame(args['delegate'], grant.to));
}

interface Dated {
  readonly grant: Delegation;
  readonly began: number;
  readonly isExact: boolean;
}

const BROAD = ['all', 'contract'];

function isBefore(a: Dated, b: Dated): boolean {
  if (a.isExact !== b.isExact) return a.isExact;
  const [ofA, ofB] = [a, b].map(({ grant }) => BROAD.indexOf(grant.kind));
  const [narrowA, narrowB] = [ofA === -1 ? 2 : (ofA ?? 0), ofB === -1 ? 2 : (ofB ?? 0)];
  return narrowA === narrowB ? a.began > b.began : narrowA > narrowB;
}

/** Tells whether a grant may be about a token, or about this unit of it. */
function isAboutToken({ standard, contract, tokenId }: Tally, grant: Delegation, id: bigint): boolean {
  if (grant.kind === 'all') return true;
  if (grant.contract !== contract) return false;
  if (grant.kind === 'contract') return true;
  if (grant.kind === 'erc20') return standard === 'ERC20';
  if (grant.kind === 'erc1155') return standard === 'ERC1155' && grant.tokenId === tokenId;
  if (grant.kind === 'erc721') return standard === 'ERC721' && grant.tokenId === id;
  return standard === 'ERC721' ? grant.tokenId === id : standard === 'ERC1155' && grant.tokenId === tokenId;
}

async function listGrants(tally: Tally, holder: Address): Promise<Dated[]> {
  const { context, block, registries, rights } = tally;
  const listed = await context.listAt(block);
  const own = listed.filter(({ from, registry }) => from === holder && registries.includes(registry));
  const dated: Dated[] = [];
  for (const grant of own) {
    const right = 'rights' in grant ? grant.rights : ZERO;
    if (right !== ZERO && right !== rights) continue;
    dated.push({ grant, began: await findBeginning(tally, grant), isExact: right !== ZERO });
  }
  return dated;
}

/** Returns the voter of one token, or of one unit. `given` is what each delegate of the holder has already. */
function findVoter(
  tally: Tally,
  { holder, grants, id }: { holder: Address; grants: readonly Dated[]; id: bigint },
  given: ReadonlyMap<string, bigint>,
): Address | null {
  const { voters, isOverride } = tally;
  if (isOverride && voters.includes(holder)) return holder;
  const left = grants.filter(
    ({ grant }) =>
      isAboutToken(tally, grant, id) &&
      (!isOverride || voters.includes(grant.to)) &&
      (!('amount' in grant) || (given.get(grant.to) ?? 0n) < grant.amount),
  );
  const best = left.find((each) => left.every((other) => other === each || isBefore(each, other)));
  return best?.grant.to ?? (isOverride ? null : holder);
}

/** Lists the tokens or the units that a holder has. */
async function listUnits({ context, block, contract, standard, tokenId }: Tally, holder: Address) {
  const judged = { chain: context.resting.chain, hashes: [block.hash], steady: null };
  if (standard === 'ERC721') {
    const owners = await Promise.all(IDS.map((id) => findOwner(judged, contract, id)));
    return IDS.filter((_, i) => owners[i] === holder);
  }
  const has = await findBalance(judged, contract, holder, standard === 'ERC1155' ? tokenId : null);
  return Array.from({ length: Number(has ?? 0n) }, (_, unit) => BigInt(unit));
}

/** Returns the votes of each wallet, and how many units there are. */
export async function judgeVotes(tally: Tally): Promise<{ votes: Map<string, bigint>; units: bigint }> {
  const votes = new Map<string, bigint>();
  let units = 0n;
  const add = (map: Map<string, bigint>, voter: string) => map.set(voter, (map.get(voter) ?? 0n) + 1n);
  for (const holder of WALLETS) {
    const grants = await listGrants(tally, holder);
    const given = new Map<string, bigint>();
    for (const id of await listUnits(tally, holder)) {
      units++;
      const voter = findVoter(tally, { holder, grants, id }, given);
      if (voter === null) continue;
      add(given, voter);
      add(votes, voter);
    }
  }
  return { votes, units };
}
