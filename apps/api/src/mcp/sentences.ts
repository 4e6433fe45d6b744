/** Says an answer in a sentence or two. */
import { UNLIMITED } from '@mandate/core';
import { CHECKS, type Json, LISTS } from '../operations/index.ts';
import { sayNames } from './names.ts';
import { describeReasons, type Grant, listSome } from './shared-words.ts';

/** The arguments of a call, as text. */
export type Arguments = Readonly<Record<string, string>>;
type Say = (answer: Json, asked: Arguments) => string;

interface Block {
  readonly chainId?: number;
  readonly number: number;
}
interface AskedChain {
  readonly chainId: number;
  readonly known: boolean;
  readonly detail?: string;
}
type Unknowns = readonly { readonly detail: string }[];

const at = ({ block }: Json, { chainId = '1' }: Arguments = {}) => {
  const { chainId: named, number } = block as Block;
  return `at block ${number} of chain ${named ?? chainId}`;
};
const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

function scopeOf({ contract, tokenId, rights }: Arguments): string {
  const thing = contract
    ? `${tokenId === undefined ? 'for' : `for token ${tokenId} of`} the contract ${contract}`
    : 'for the whole wallet';
  return rights ? `${thing}, with the right ${rights}` : thing;
}

function sayCheck(registry: string, answer: Json, asked: Arguments): string {
  const { value } = answer;
  const { to, from } = asked;
  const where = `${at(answer, asked)}, in registry ${registry}`;
  const other = registry === 'v2' ? 'v1' : 'v2';
  if (value === false || value === '0')
    return `No: ${to} (to) may not act for ${from} (from) ${scopeOf(asked)}, ${where}. This says nothing about the opposite direction, nor about registry ${other}.`;
  const amount =
    typeof value !== 'string'
      ? ''
      : value === String(UNLIMITED)
        ? ', for any amount'
        : `, for up to ${value} units`;
  const reasons = describeReasons((answer['because'] ?? []) as readonly Grant[]);
  return `Yes: ${to} (to) may act for ${from} (from) ${scopeOf(asked)}${amount}, ${where}.${reasons}`;
}

function sayList(registry: string, answer: Json, asked: Arguments): string {
  const rows = answer['delegations'] as readonly (Grant & { vault?: string })[];
  const wallet = asked['wallet'] ?? '';
  const given = rows.filter(
    ({ from, vault }) => (from ?? vault ?? '').toLowerCase() === wallet.toLowerCase(),
  );
  const page = answer['next'] || asked['cursor'] ? ' on this page' : '';
  const limited = rows.some(({ untrustedRightsText }) => untrustedRightsText)
    ? ' A delegation with rights is limited to them.'
    : '';
  return `${wallet} has ${plural(rows.length, 'delegation')} in registry ${registry}${page}, ${at(answer, asked)}: ${given.length} that it gives, ${rows.length - given.length} that it receives. Anyone can delegate to any wallet: a received one says only what its giver allows.${limited}`;
}

function sayWallet(answer: Json, { wallet = '', ...asked }: Arguments): string {
  const rows = answer['delegations'] as readonly { chainId: number; from: string }[];
  const chains = answer['chains'] as readonly AskedChain[];
  const unknown = chains.filter(({ known }) => !known);
  const given = rows.filter(({ from }) => from.toLowerCase() === wallet.toLowerCase());
  const page = answer['next'] || asked['cursor'] ? ' on this page' : '';
  return `${wallet} has ${plural(rows.length, 'delegation')}${page} on ${plural(chains.length - unknown.length, 'chain')}: ${given.length} that it gives, ${rows.length - given.length} that it receives. Anyone can delegate to any wallet: a received one says only what its giver allows.${sayUnknownChains(unknown)}`;
}

function sayResolve(answer: Json, { to, from, ...asked }: Arguments): string {
  const wallets = (answer['wallets'] as readonly { address: string }[]).map(({ address }) => address);
  const chains = answer['chains'] as readonly AskedChain[];
  const unknown = chains.filter(({ known }) => !known);
  const known = plural(chains.length - unknown.length, 'chain');
  const page = answer['next'] ? ' on this page' : '';
  const found = to
    ? `${to} (to) may act for ${plural(wallets.length, 'vault')} ${scopeOf(asked)}${page}`
    : `${plural(wallets.length, 'wallet')} may act for ${from} (from) ${scopeOf(asked)}${page}`;
  return `${found}${listSome(wallets)}. This covers ${known}.${sayUnknownChains(unknown)}`;
}

function sayUnknownChains(chains: readonly AskedChain[]): string {
  if (chains.length === 0) return '';
  const ids = chains.map(({ chainId }) => chainId).join(', ');
  return ` Not known on chain ${ids}, which is not "no": ${chains[0]?.detail ?? ''}`;
}

function sayEligibility(answer: Json, { wallet, contract, min = '1', tokenId, ...asked }: Arguments): string {
  const { eligible, balance } = answer;
  const token = tokenId === undefined ? '' : `token ${tokenId} of `;
  const what = `${wallet} is eligible for ${token}the contract ${contract}`;
  const where = at(answer, asked);
  if (eligible === null)
    return `Unknown, which is not "no": it cannot be read whether ${what}, ${where}.${sayUnknown(answer)}`;
  if (eligible === false)
    return `No: ${what.replace(' is ', ' is not ')}. Its own tokens and those of its vaults count as ${balance}, and ${min} is needed, ${where}.`;
  const holders = (answer['holders'] as readonly { address: string; balance: string }[]).filter(
    (holder) => holder.balance !== '0',
  );
  const held = listSome(
    holders.map(({ address }) => address),
    ', held by ',
  );
  return `Yes: ${what}. ${balance} counted${held}, ${where}. Record a claim for its holder, who is the person, not for ${wallet}.${sayUnknown(answer)}`;
}

function sayTokens(answer: Json, { wallet, contract, ...asked }: Arguments): string {
  const tokens = answer['tokens'] as readonly { tokenId: string; amount: string | null }[];
  const ids = tokens.map(({ tokenId, amount }) =>
    amount === null ? tokenId : `${tokenId} (${amount} of it)`,
  );
  const page = answer['next'] ? ' on this page' : '';
  const least = answer['complete'] ? '' : 'at least ';
  const others = answer['complete']
    ? ''
    : ' For a token that is not listed, the answer is unknown, not "no".';
  return `${wallet} may use ${least}${plural(tokens.length, 'token')} of the contract ${contract}${page}${listSome(ids)}, ${at(answer, asked)}.${others}${sayUnknown(answer)}`;
}

function sayUnknown({ unknown }: Json): string {
  const [first] = (unknown ?? []) as Unknowns;
  return first ? ` Not everything could be read: ${first.detail}` : '';
}

function sayExclusive(answer: Json, { vault, contract, tokenId, ...asked }: Arguments): string {
  const { wallet, owner, grant } = answer;
  const whose = vault ? `the vault ${vault}` : `the owner of token ${tokenId} of ${contract}`;
  if (wallet === null && (answer['unknown'] as Unknowns).length > 0)
    return `Unknown, which is not "no": who acts for ${whose} cannot be read.${sayUnknown(answer)}`;
  if (wallet === null) return `Nobody owns token ${tokenId} of ${contract}, ${at(answer, asked)}.`;
  if (grant === null)
    return `No exclusive delegate: ${whose}${owner ? `, ${owner},` : ''} acts itself, ${at(answer, asked)}.`;
  return `${wallet} alone acts for ${whose}${owner ? `, ${owner}` : ''}, ${at(answer, asked)}.${describeReasons([grant as Grant])}`;
}

function sayExclusiveVaults(answer: Json, { wallet, ...asked }: Arguments): string {
  const vaults = (answer['vaults'] as readonly { address: string }[]).map(({ address }) => address);
  return `${wallet} is the exclusive wallet of ${plural(vaults.length, 'vault')}${answer['next'] ? ' on this page' : ''}${listSome(vaults)}, ${at(answer, asked)}.${sayUnknown(answer)}`;
}

function sayChanges(answer: Json, { cursor }: Arguments): string {
  const { changes, more } = answer as { changes: readonly unknown[]; more: boolean };
  const later = more ? '' : ` For later changes ask again with cursor=${answer['cursor']}.`;
  if (changes.length === 0 && cursor === undefined)
    return `The feed begins now, so there are no changes yet.${later} The first change ever comes with cursor=start.`;
  return `${plural(changes.length, 'change')}. One that is marked undone was taken back by the chain.${later}`;
}

function sayStatus({ chains }: Json): string {
  const all = chains as readonly { name: string; chainId: number; state: string; detail: string | null }[];
  const others = all.filter(({ state }) => state !== 'ready');
  const why = others.map(({ name, chainId, detail }) => ` ${name} (${chainId}): ${detail}`).join('');
  return `${all.length - others.length} of ${plural(all.length, 'chain')} can answer now.${why}`;
}

const sayNetworks = ({ networks }: Json) =>
  `${plural((networks as readonly unknown[]).length, 'chain')} ${(networks as readonly unknown[]).length === 1 ? 'is' : 'are'} served.`;

const SENTENCES: ReadonlyMap<string, Say> = new Map<string, Say>([
  ...CHECKS.map(
    ({ id, registry }) =>
      [id, (answer: Json, asked: Arguments) => sayCheck(registry, answer, asked)] as const,
  ),
  ...LISTS.map(
    ({ id, registry }) => [id, (answer: Json, asked: Arguments) => sayList(registry, answer, asked)] as const,
  ),
  ['resolve', sayResolve],
  ['getWallet', sayWallet],
  ['getEligibility', sayEligibility],
  ['listTokens', sayTokens],
  ['getExclusiveWallet', sayExclusive],
  ['getExclusiveOwner', sayExclusive],
  ['listExclusiveVaults', sayExclusiveVaults],
  ['getNames', sayNames],
  ['changes', sayChanges],
  ['getStatus', sayStatus],
  ['getNetworks', sayNetworks],
]);

/** Returns the answer of an operation in words. An operation without a sentence of its own has its fields only. */
export function sayAnswer(operation: string, answer: Json, asked: Arguments): string {
  return SENTENCES.get(operation)?.(answer, asked) ?? 'The answer follows.';
}
