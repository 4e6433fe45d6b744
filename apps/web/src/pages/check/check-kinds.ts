/** The checks with their parameters and names in the API and the SDK. */

import {
  type Answer,
  type Client,
  checkAll,
  checkAllV1,
  checkContract,
  checkContractV1,
  checkErc20,
  checkErc721,
  checkErc1155,
  checkTokenV1,
  type Explained,
  type Kind,
  type REGISTRIES,
  type Registry,
} from '@mandate/sdk';
import { findKind, type GrantKind, listKinds, REGISTRY_NAMES } from '../../components/grant-kinds.ts';
import { KIND_WORDS } from '../../components/grant-words.ts';
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
  readonly ask: (client: Client, parameters: CheckParameters) => Promise<Answered>;
  readonly hasContract: boolean;
  readonly hasTokenId: boolean;
  readonly hasRights: boolean;
  readonly answer: 'boolean' | 'balance';
  /** The API's names for `to` and `from`. */
  readonly parties: readonly [to: string, from: string];
}

/** An answer with its reasons. */
export type Answered = Answer<boolean | bigint> & Pick<Explained<unknown>, 'because'>;

type Ask = (client: Client, parameters: never) => Promise<unknown>;

const FUNCTIONS: { readonly [R in Registry]: Readonly<Record<keyof (typeof REGISTRIES)[R], Ask>> } = {
  v2: {
    all: checkAll,
    contract: checkContract,
    erc721: checkErc721,
    erc1155: checkErc1155,
    erc20: checkErc20,
  },
  v1: { all: checkAllV1, contract: checkContractV1, token: checkTokenV1 },
};

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
    explain: true,
    ...(moment && whenOf(moment)),
    ...Object.fromEntries(kind.scope.map((field) => [field, asked[field]])),
    ...(kind.hasRights && rights ? { rights } : {}),
  };
}

function createCheck(registry: Registry, kind: GrantKind): Check {
  const facts = findKind(registry, kind);
  if (!facts) throw new RangeError(`The ${registry} registry has no ${kind} delegations.`);
  const ask = FUNCTIONS[registry][kind as 'all'] as (client: Client, parameters: object) => Promise<Answered>;
  return {
    registry,
    kind,
    name: KIND_WORDS[kind].check,
    path: `/registry/${registry}/check/${kind}`,
    functionName: nameOf(registry, kind),
    ask: (client, asked) => ask(client, parametersOf(facts, asked)),
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
