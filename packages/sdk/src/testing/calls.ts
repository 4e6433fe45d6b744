/** Every function of the SDK with valid parameters, and the operation it calls. */

import * as explore from '../explore/index.ts';
import * as sdk from '../index.ts';
import {
  type Address,
  batch,
  type Client,
  type Kind,
  listChanges,
  listDelegations,
  listDelegationsV1,
  REGISTRIES,
  readSnapshot,
  resolve,
  rightsFromText,
} from '../index.ts';
import { functionNameOf, getCheck, operationOf } from './check-functions.ts';
import { OPERATIONS, type OpenApiOperation } from './open-api.ts';

export const TO: Address = '0x0000000000000000000000000000000000000407';
export const FROM: Address = '0x00000000000000000000000000000000000c01d0';
export const CONTRACT: Address = '0xC011eC7100000000000000000000000000000001';

/** The service rejects this combination. These tests only look at the parameter names. */
const when = {
  blockTag: 'latest',
  atBlock: 19_000_000,
  atTime: 1_700_000_000,
  minBlock: 19_000_000,
  consistency: 'latest',
} as const;
const parties = { to: TO, from: FROM, chainId: 1, explain: false, proof: false, ...when };
const rights = rightsFromText('vote');
const scope = { contract: CONTRACT, tokenId: 2n ** 256n - 1n };
const list = { wallet: FROM, chainId: 1, limit: 3, cursor: 'abc', ...when };
const feed = { chainIds: [1, 8453], wallet: FROM, contract: CONTRACT, limit: 3, cursor: 'start' };

export interface Call {
  readonly operation: string;
  readonly functionName: string;
  readonly answers: 'boolean' | 'balance' | 'list' | 'page' | 'stream';
  ask(client: Client, signal?: AbortSignal): Promise<unknown>;
}

function parametersOf(kind: Kind): object {
  const fields = Object.fromEntries(kind.scope.map((field) => [field, scope[field]]));
  return { ...parties, ...fields, ...(kind.hasRights ? { rights } : {}) };
}

const LISTED: readonly Call[] = [
  ...Object.entries(REGISTRIES).flatMap(([registry, kinds]) =>
    Object.entries<Kind>(kinds).map(([kind, facts]) => ({
      operation: operationOf(registry, kind),
      functionName: functionNameOf(registry, kind),
      answers: facts.answer,
      ask: (client: Client, signal?: AbortSignal) =>
        getCheck(registry, kind)(client, { ...parametersOf(facts), signal }),
    })),
  ),
  {
    operation: 'v2List',
    functionName: 'listDelegations',
    answers: 'list',
    ask: (client, signal) => listDelegations(client, { ...list, signal }),
  },
  {
    operation: 'v1List',
    functionName: 'listDelegationsV1',
    answers: 'list',
    ask: (client, signal) => listDelegationsV1(client, { ...list, signal }),
  },
  {
    operation: 'resolve',
    functionName: 'resolve',
    answers: 'page',
    ask: (client, signal) =>
      resolve(client, {
        to: TO,
        contract: CONTRACT,
        tokenId: 7n,
        rights,
        chainIds: [1, 8453],
        registries: ['v1', 'v2'],
        consistency: 'strict',
        limit: 3,
        cursor: FROM,
        signal,
      }),
  },
  {
    operation: 'batch',
    functionName: 'batch',
    answers: 'page',
    ask: (client, signal) =>
      batch(
        client,
        [
          {
            registry: 'v2',
            kind: 'erc721',
            to: TO,
            from: FROM,
            chainId: 1,
            contract: CONTRACT,
            tokenId: 7n,
            rights,
          },
        ],
        { ...when, proof: false, signal },
      ),
  },
  {
    operation: 'changes',
    functionName: 'listChanges',
    answers: 'page',
    ask: (client, signal) => listChanges(client, { ...feed, signal }),
  },
  {
    operation: 'snapshot',
    functionName: 'readSnapshot',
    answers: 'stream',
    ask: (client, signal) =>
      readSnapshot(client, {
        chainId: 1,
        block: 19_000_000,
        contract: CONTRACT,
        registries: ['v1', 'v2'],
        signal,
      }).next(),
  },
];

/** For monitoring only. */
export const WITHOUT_FUNCTION = ['getHealth'];

const VALUES: Readonly<Record<string, unknown>> = { ...parties, ...scope, rights, ...feed, ...list };
const identifier: Address = `0x${'12'.repeat(24)}`;
const eligibility = {
  contract: CONTRACT,
  min: 2n ** 255n,
  standard: 'ERC721',
  registries: ['v1', 'v2'],
  exclusive: false,
} as const;
/** Values that only one operation takes, under its name. Those of a body are all here. */
const VALUES_OF: Readonly<Record<string, object>> = {
  getEligibility: { ...eligibility, vault: FROM },
  getEligibilityOfMany: { ...eligibility, ...when, wallets: [TO, FROM], chainId: 1, tokenId: 7n, rights },
  getExclusiveWallet: { vault: FROM, rights: identifier },
  getExclusiveOwner: { rights: identifier },
  listExclusiveVaults: { rights: identifier, cursor: FROM },
  getAuditReport: { day: 'newest' },
  getNames: { of: [{ chainId: 1, address: CONTRACT, tokenId: 7n }], name: 'mira.eth' },
  getStatusHistory: { hours: 24 },
  getWallet: { direction: 'from', registries: ['v1', 'v2'] },
};

/** The functions of the package and of `@mandate/sdk/explore`. */
const ALL = { ...sdk, ...explore } as unknown as Readonly<
  Record<string, (client: Client, given: object) => Promise<unknown>>
>;

/** Calls the function that has the operation's name, with a value for each parameter. */
function createCall({ operationId, parameters = [] }: OpenApiOperation): Call {
  const ask = ALL[operationId];
  if (!ask) throw new Error(`No function of the SDK asks the operation ${operationId}.`);
  const given = {
    ...Object.fromEntries(parameters.map(({ name }) => [name, VALUES[name]])),
    ...VALUES_OF[operationId],
  };
  return {
    operation: operationId,
    functionName: operationId,
    answers: 'page',
    ask: (client, signal) => ask(client, { ...given, signal }),
  };
}

/** Every operation that has a function. */
export const CALLS: readonly Call[] = [
  ...LISTED,
  ...OPERATIONS.filter(
    ({ operationId }) =>
      !WITHOUT_FUNCTION.includes(operationId) && LISTED.every(({ operation }) => operation !== operationId),
  ).map(createCall),
];

/** The functions that read a whole answer before they return. */
export const WHOLE = CALLS.filter(({ answers }) => answers !== 'stream');

export const CHECKS = CALLS.filter(({ answers }) => answers === 'boolean' || answers === 'balance');
