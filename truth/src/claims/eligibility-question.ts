/** Random questions about eligibility, and the service's answers. */
import { setTimeout as delay } from 'node:timers/promises';
import { integer, pick, type Random } from '@mandate/contracts';
import {
  type Address,
  GLOBAL_IDENTIFIER,
  REGISTRY_IDS,
  type Registry,
  type Rights,
  type RightsIdentifier,
  STANDARDS,
  type Standard,
} from '@mandate/core';
import type { Hex } from 'viem';
import { chooseOne } from '../extensions/choose.ts';
import { chooseMoments, type Moment } from '../extensions/moments.ts';
import type { RestingChain } from '../extensions/resting-chain.ts';
import type { Reply, Service } from '../service.ts';
import { REGISTRY_CHOICES, RIGHTS, WALLETS } from '../world.ts';
import { DENSE, IDENTIFIERS, RIVALS } from './claims-history.ts';
import { ART, COIN, IDS, ITEMS, NO_ID, TOKENS, type Token } from './tokens.ts';

export interface Asked {
  readonly wallet: Address;
  readonly token: Token;
  readonly tokenId: bigint | null;
  readonly min: bigint;
  /** `null` if it was not sent. */
  readonly standard: Standard | null;
  readonly rights: Rights;
  /** The right whose exclusive delegates alone count. `null` if any grant counts. */
  readonly exclusive: RightsIdentifier | null;
  readonly registries: readonly Registry[];
  readonly vault: Address | null;
  readonly moment: Moment;
  /** By POST, together with every other wallet. */
  readonly isMany: boolean;
}

const [IDENTIFIER] = IDENTIFIERS;
const DENSE_ID = IDS[0];

const MAX_TRIES = 10;
const TRY_AGAIN_MS = 1_000;

export function chooseAsked(random: Random, resting: RestingChain): Asked {
  const asked = chooseOrdinary(random, resting);
  const dice = integer(random, 0, 7);
  if (dice < 2) return { ...asked, ...chooseDense(random) };
  if (dice < 3) return { ...asked, ...chooseRivalry(random, resting) };
  const exclusive =
    integer(random, 0, 1) === 0 ? pick(random, [IDENTIFIER, IDENTIFIER, GLOBAL_IDENTIFIER]) : null;
  const isPlain = asked.token.standard !== null && asked.standard === asked.token.standard;
  // The contract that misbehaves, and wrong standards, are asked about without it.
  if (!exclusive || !isPlain || asked.moment.safe) return asked;
  return { ...asked, exclusive, registries: ['v2'] };
}

function chooseDense(random: Random): Omit<Asked, 'moment' | 'exclusive'> {
  const token = pick(random, DENSE.tokens);
  return {
    wallet: DENSE.wallet,
    token,
    tokenId: token === ITEMS ? DENSE_ID : null,
    min: 1n,
    standard: token.standard,
    rights: pick(random, DENSE.rights),
    registries: REGISTRY_IDS,
    vault: pick(random, [DENSE.vault, null]),
    isMany: false,
  };
}

/** Exclusive delegates have no strict answers. */
function chooseRivalry(random: Random, resting: RestingChain): Asked {
  const token = pick(random, [ART, COIN]);
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
    moment: chooseOne(
      random,
      chooseMoments(resting, random).filter(({ safe }) => !safe),
    ),
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

/** Chooses mostly the present, a strict answer, or any moment. */
function chooseMoment(random: Random, resting: RestingChain): Moment {
  const moments = chooseMoments(resting, random);
  const dice = integer(random, 0, 9);
  const [usual] = dice < 4 ? moments : dice < 6 ? moments.filter(({ safe }) => safe) : [];
  return usual ?? chooseOne(random, moments);
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
    ...moment.query,
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
export async function untilNodesAnswer(send: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await send();
    if (tries === MAX_TRIES || !reply.body.includes('"nodes_unavailable"')) return reply;
    await delay(TRY_AGAIN_MS);
  }
}

export function nameAsked({ wallet, token, vault, isMany, moment, ...asked }: Asked): string {
  const rest = JSON.stringify(asked, (_, v) => (typeof v === 'bigint' ? String(v) : v));
  return `${isMany ? 'POST' : 'GET'} eligibility of ${wallet} for ${token.name}${vault ? ` by ${vault}` : ''} ${moment.name} ${rest}`;
}
