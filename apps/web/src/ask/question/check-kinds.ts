/** The checks with their parameters and names in the API and the SDK. */

import {
  type Answer,
  type BatchCheck,
  type Client,
  check,
  type Explained,
  type Kind,
  type Registry,
} from '@mandate/sdk';
import type { ProvenCheck } from '@mandate/sdk/proof';
import { KIND_WORDS } from '@mandate/sdk/words';
import { findKind, type GrantKind, listKinds, REGISTRY_NAMES } from '../../words/grant-kinds.ts';
import { type Moment, whenOf } from './moments.ts';

type Hex = `0x${string}`;

/** A validated question. */
export interface Question {
  readonly check: Check;
  readonly chainId: number;
  readonly to: Hex;
  readonly from: Hex;
  readonly contract?: Hex;
  readonly tokenId?: bigint;
  readonly rights?: Hex;
  /** The name as typed, unless it was typed as bytes. */
  readonly rightsText?: string;
  /** Defaults to now. */
  readonly moment?: Moment;
}

interface CheckParameters {
  readonly chainId: number;
  readonly to: Hex;
  readonly from: Hex;
  readonly contract: Hex;
  readonly tokenId: bigint;
  readonly rights?: Hex;
  readonly moment?: Moment | undefined;
  readonly signal?: AbortSignal;
}

export interface Check {
  readonly registry: Registry;
  readonly kind: GrantKind;
  readonly name: string;
  readonly path: string;
  /** The name of the SDK's function. */
  readonly functionName: string;
  /** The check as a batch takes it. */
  readonly questionOf: (parameters: CheckParameters) => BatchCheck;
  readonly ask: (client: Client, parameters: CheckParameters) => Promise<Answered>;
  /** Asks for an answer with its proof. */
  readonly prove: (client: Client, parameters: CheckParameters) => Promise<ProvenCheck>;
  readonly hasContract: boolean;
  readonly hasTokenId: boolean;
  readonly hasRights: boolean;
  readonly answer: 'boolean' | 'balance';
  /** The API's names for `to` and `from`. */
  readonly parties: readonly [to: string, from: string];
}

/** An answer with its reasons. */
export type Answered = Answer<boolean | bigint> & Pick<Explained<unknown>, 'because'>;

/** Returns the parameters of a question. Those that its kind does not take are never sent. */
export function askOf({ chainId, to, from, contract, tokenId, rights, moment }: Question): CheckParameters {
  return {
    chainId,
    to,
    from,
    moment,
    contract: contract ?? '0x',
    tokenId: tokenId ?? 0n,
    ...(rights && { rights }),
  };
}

/** Returns the name of a function, as code that calls it has to write it. */
function nameOf(registry: Registry, kind: GrantKind): string {
  return `check${kind[0]?.toUpperCase()}${kind.slice(1)}${registry === 'v2' ? '' : registry.toUpperCase()}`;
}

/** Gives each check the parameters that it takes: the client refuses others. */
function parametersOf(kind: Kind, asked: CheckParameters) {
  const { chainId, to, from, rights, moment, signal } = asked;
  return {
    chainId,
    to,
    from,
    signal,
    ...(moment && whenOf(moment)),
    ...Object.fromEntries(kind.scope.map((field) => [field, asked[field]])),
    ...(kind.hasRights && rights ? { rights } : {}),
  };
}

function createCheck(registry: Registry, kind: GrantKind): Check {
  const facts = findKind(registry, kind);
  if (!facts) throw new RangeError(`The ${registry} registry has no ${kind} delegations.`);
  const questionOf = (asked: CheckParameters) =>
    ({ registry, kind, ...parametersOf(facts, asked) }) as BatchCheck;
  return {
    registry,
    kind,
    name: KIND_WORDS[kind].choice,
    path: `/registry/${registry}/check/${kind}`,
    functionName: nameOf(registry, kind),
    questionOf,
    ask: (client, asked) => check(client, { ...questionOf(asked), explain: true }),
    prove: (client, asked) => check(client, { ...questionOf(asked), proof: true }),
    hasContract: facts.scope.includes('contract'),
    hasTokenId: facts.scope.includes('tokenId'),
    hasRights: facts.hasRights,
    answer: facts.answer,
    parties: [facts.checkParties.to, facts.checkParties.from],
  };
}

export const CHECKS: readonly Check[] = REGISTRY_NAMES.flatMap((registry) =>
  listKinds(registry).map((kind) => createCheck(registry, kind)),
);

/** Finds the check of a kind; where the registry lacks the kind, the nearest one: v1 does not tell tokens apart. */
export function findCheck(registry: Registry, kind: GrantKind): Check {
  const checks = CHECKS.filter((one) => one.registry === registry);
  const exact = checks.find((one) => one.kind === kind);
  const isOfToken = CHECKS.some((one) => one.kind === kind && one.hasTokenId);
  const nearest = isOfToken ? checks.find(({ hasTokenId }) => hasTokenId) : checks[0];
  const found = exact ?? nearest;
  if (!found) throw new RangeError(`The ${registry} registry has no checks.`);
  return found;
}
