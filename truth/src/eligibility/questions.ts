/** Random questions about eligibility, and the service's answers. */
import { setTimeout as delay } from 'node:timers/promises';
import { integer, pick, type Random } from '@mandate/contracts';
import {
  type Address,
  GLOBAL_IDENTIFIER,
  parseRightsIdentifier,
  REGISTRY_IDS,
  type Registry,
  type Rights,
  type RightsIdentifier,
  STANDARDS,
  type Standard,
} from '@mandate/core';
import type { Hex } from 'viem';
import type { RestingChain } from '../extensions/resting-chain.ts';
import type { Reply, Service } from '../service.ts';
import { RIGHTS, WALLETS } from '../world.ts';
import { ART, COIN, IDS, ITEMS, NO_ID, TOKENS, type Token } from './tokens.ts';

export interface Asked {
  readonly wallet: Address;
  readonly token: Token;
  readonly tokenId: bigint | null;
  readonly min: bigint;
  /** Null: not sent. */
  readonly standard: Standard | null;
  readonly rights: Rights;
  /** The right whose exclusive delegates alone count. Null: any grant counts. */
  readonly exclusive: RightsIdentifier | null;
  readonly registries: readonly Registry[];
  readonly vault: Address | null;
  readonly moment: Readonly<Record<string, string>>;
  /** By POST, together with every other wallet. */
  readonly isMany: boolean;
}

/** The identifier that expiring rights of this world have. */
export const IDENTIFIER = parseRightsIdentifier(RIGHTS[3].slice(0, 50));

const REGISTRY_CHOICES = [REGISTRY_IDS, ['v1'], ['v2']] as const;

/** One vault that grants one wallet amounts of few tokens, again and again, with two rights. */
export const DENSE = {
  vault: WALLETS[0],
  wallet: WALLETS[1],
  tokens: [COIN, ITEMS],
  rights: [RIGHTS[0], RIGHTS[1]],
} as const;
const DENSE_ID = IDS[0];

const MAX_TRIES = 10;
const TRY_AGAIN_MS = 1_000;

/** One vault that names few wallets its exclusive delegate, again and again, with one right: several grants stand at once. */
export const RIVALS = {
  vault: WALLETS[0],
  wallets: [WALLETS[1], WALLETS[2]],
  rights: RIGHTS[3],
} as const;

export function chooseAsked(random: Random, resting: RestingChain): Asked {
  const dice = integer(random, 0, 7);
  if (dice < 2) return chooseDense(random, resting);
  if (dice < 3) return chooseRivalry(random, resting);
  const asked = chooseOrdinary(random, resting);
  const exclusive =
    integer(random, 0, 1) === 0 ? pick(random, [IDENTIFIER, IDENTIFIER, GLOBAL_IDENTIFIER]) : null;
  const isPlain = asked.token.standard !== null && asked.standard === asked.token.standard;
  // The contract that misbehaves, and wrong standards, are asked about without it.
  if (!exclusive || !isPlain || asked.moment['consistency']) return asked;
  return { ...asked, exclusive, registries: ['v2'] };
}

function chooseDense(random: Random, resting: RestingChain): Asked {
  const token = pick(random, DENSE.tokens);
  return {
    wallet: DENSE.wallet,
    token,
    tokenId: token === ITEMS ? DENSE_ID : null,
    min: 1n,
    standard: token.standard,
    rights: pick(random, DENSE.rights),
    exclusive: null,
    registries: REGISTRY_IDS,
    vault: pick(random, [DENSE.vault, null]),
    moment: chooseMoment(random, resting),
    isMany: false,
  };
}

function chooseRivalry(random: Random, resting: RestingChain): Asked {
  const token = pick(random, [ART, COIN]);
  const { consistency: _, ...moment } = chooseMoment(random, resting);
  return {
    wallet: pick(random, RIVALS.wallets),
    token,
    tokenId: token === ART ? pick(random, [DENSE_ID, null]) : null,
    min: 1n,
    standard: token.standard,
    rights: RIVALS.rights,
    exclusive: IDENTIFIER,
    registries: ['v2'],
    vault: pick(random, [RIVALS.vault, null]),
    moment,
    isMany: false,
  };
}

function chooseOrdinary(random: Random, resting: RestingChain): Asked {
  const token = pick(random, TOKENS);
  const isMany = integer(random, 0, 5) === 0;
  const wallet = pick(random, WALLETS);
  const vault = pick(random, WALLETS);
  const hasVault = !isMany && vault !== wallet && integer(random, 0, 3) === 0;
  // Mostly the right standard; sometimes none, or any.
  const dice = integer(random, 0, 9);
  const standard = dice < 6 ? token.standard : dice < 9 ? null : pick(random, STANDARDS);
  const wantsId = standard === 'ERC1155' || (standard !== 'ERC20' && integer(random, 0, 1) === 0);
  return {
    wallet,
    token,
    tokenId: wantsId ? pick(random, [...IDS, NO_ID] as [bigint, ...bigint[]]) : null,
    min: BigInt(pick(random, [1, 1, 1, 2, 3, 6])),
    standard,
    rights: pick(random, RIGHTS),
    exclusive: null,
    registries: pick(random, REGISTRY_CHOICES),
    vault: hasVault ? vault : null,
    moment: chooseMoment(random, resting),
    isMany,
  };
}

function chooseMoment(random: Random, { blocks, latest }: RestingChain): Record<string, string> {
  const dice = integer(random, 0, 9);
  if (dice < 4) return {};
  if (dice < 5) return { blockTag: pick(random, ['safe', 'finalized']) };
  if (dice < 7) return { consistency: 'strict' };
  const block = blocks[integer(random, 2, Math.max(2, latest.number))] ?? latest;
  if (dice < 9) return { atBlock: String(block.number) };
  const time = Math.max(blocks[2]?.timestamp ?? 0, block.timestamp + integer(random, -1, 1));
  return time < latest.timestamp ? { atTime: String(time) } : {};
}

/** An answer to one wallet, or the code of a refusal. */
export type Told =
  | { readonly code: string; readonly status: number }
  | {
      readonly eligible: boolean | null;
      readonly balance: bigint;
      readonly complete: boolean;
      readonly standard: Standard | null;
      readonly block: { readonly number: number; readonly hash: Hex; readonly safeNumber: number | null };
      /** The wallets whose tokens count, each with the amounts that it granted. */
      readonly holders: readonly { readonly balance: bigint; readonly amounts: readonly bigint[] }[];
    };

interface Body {
  readonly eligible: boolean | null;
  readonly balance: string;
  readonly complete: boolean;
  readonly standard: Standard | null;
  readonly block: { number: number; hash: Hex; safeNumber: number | null };
  readonly holders: readonly { balance: string; grants: readonly { amount: string | null }[] }[];
  readonly answers?: readonly Pick<Body, 'eligible' | 'balance' | 'complete' | 'holders'>[];
  readonly code?: string;
}

export async function ask(service: Service, chainId: number, asked: Asked): Promise<Told> {
  const { wallet, token, tokenId, min, standard, rights, exclusive, registries, vault, moment, isMany } =
    asked;
  const shared = {
    chainId: String(chainId),
    contract: token.address,
    min: String(min),
    rights: exclusive ?? rights,
    exclusive: String(exclusive !== null),
    registries: registries.join(','),
    numbers: 'string',
    ...(tokenId === null ? {} : { tokenId: String(tokenId) }),
    ...(standard === null ? {} : { standard }),
    ...moment,
  };
  const reply = await untilNodesAnswer(() =>
    isMany
      ? service.post('/eligibility', { ...shared, wallets: [...WALLETS, wallet] })
      : service.get('/eligibility', { ...shared, wallet, ...(vault ? { vault } : {}) }),
  );
  const body = JSON.parse(reply.body) as Body;
  if (reply.status !== 200) return { code: String(body.code), status: reply.status };
  const own = isMany ? body.answers?.at(-1) : body;
  if (!own) throw new Error(`An answer lacks its last wallet: ${reply.body}`);
  const { eligible, complete, holders: all } = own;
  const holders = all.map(({ balance, grants }) => ({
    balance: BigInt(balance),
    amounts: grants.flatMap(({ amount }) => (amount === null ? [] : [BigInt(amount)])),
  }));
  const balance = BigInt(own.balance);
  return { eligible, balance, complete, standard: body.standard, block: body.block, holders };
}

/** On a machine that is slow, the node may not answer in time. */
async function untilNodesAnswer(send: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await send();
    if (tries === MAX_TRIES || !reply.body.includes('"nodes_unavailable"')) return reply;
    await delay(TRY_AGAIN_MS);
  }
}

export function nameAsked({ wallet, token, vault, isMany, moment, ...asked }: Asked): string {
  const rest = JSON.stringify({ ...asked, ...moment }, (_, v) => (typeof v === 'bigint' ? String(v) : v));
  return `${isMany ? 'POST' : 'GET'} eligibility of ${wallet} for ${token.name}${vault ? ` by ${vault}` : ''} ${rest}`;
}
