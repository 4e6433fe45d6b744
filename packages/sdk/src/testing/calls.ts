/** Every function of the SDK with valid parameters, and the operation it calls. */
import { CONTRACT, FROM, TO } from '@mandate/testing/ledger/sample-grant';
import * as explore from '../explore/index.ts';
import * as sdk from '../index.ts';
import { type Address, batch, type Client, type Kind, REGISTRIES, rightsFromText } from '../index.ts';
import { OPERATIONS, type OpenApiOperation } from './open-api.ts';

export interface Call {
  readonly operation: string;
  readonly functionName: string;
  readonly answers: 'boolean' | 'balance' | 'list' | 'page' | 'stream';
  ask(client: Client, signal?: AbortSignal): Promise<unknown>;
}

/** For monitoring only. */
export const WITHOUT_FUNCTION = ['getHealth'];

/** The service rejects this combination. These tests only look at the parameter names. */
const when = {
  blockTag: 'latest',
  atBlock: 19_000_000,
  atTime: 1_700_000_000,
  minBlock: 19_000_000,
  consistency: 'latest',
} as const;
const rights = rightsFromText('vote');
const identifier: Address = `0x${'12'.repeat(24)}`;
const registries = ['v1', 'v2'] as const;
/** A value for each parameter, under the name that functions give it. */
const VALUES: Readonly<Record<string, unknown>> = {
  ...when,
  ...{ to: TO, from: FROM, vault: FROM, wallet: FROM, chainId: 1, chainIds: [1, 8453], block: 19_000_000 },
  ...{ contract: CONTRACT, tokenId: 2n ** 256n - 1n, rights, registries, limit: 3, cursor: 'abc' },
  ...{ explain: false, proof: false, min: 2n ** 255n, standard: 'ERC721', exclusive: false },
  types: 'scope',
};
/** Values that only one operation takes, under its name. */
const VALUES_OF: Readonly<Record<string, object>> = {
  resolve: { from: undefined, consistency: 'strict', cursor: FROM },
  changes: { cursor: 'start' },
  // Those of its body.
  getEligibilityOfMany: {
    ...when,
    ...{ contract: CONTRACT, min: 2n ** 255n, standard: 'ERC721', registries, exclusive: false },
    ...{ wallets: [TO, FROM], chainId: 1, tokenId: 7n, rights },
  },
  checkTokens: {
    ...when,
    ...{
      wallet: TO,
      contract: CONTRACT,
      tokenIds: [7n, 8n],
      standard: 'ERC721',
      registries,
      exclusive: false,
    },
    ...{ vault: FROM, chainId: 1, rights },
  },
  scoreVotes: {
    ...{ addresses: [TO, FROM], contract: CONTRACT, standard: 'ERC1155', chainId: 1, tokenId: 7n, rights },
    ...{ registries, override: false, atBlock: 19_000_000 },
  },
  getExclusiveWallet: { rights: identifier },
  getExclusiveOwner: { rights: identifier },
  listExclusiveVaults: { rights: identifier, cursor: FROM },
  getAuditReport: { day: 'newest' },
  getNames: { of: [{ chainId: 1, address: CONTRACT, tokenId: 7n }], name: 'mira.eth' },
  getStatusHistory: { hours: 24 },
  getWallet: { direction: 'from', cursor: 'start', accounts: true },
};

const CHECK_FUNCTIONS = Object.entries(REGISTRIES).flatMap(([registry, kinds]) =>
  Object.entries<Kind>(kinds).map(([kind, { answer }]) => {
    const capital = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const name = `check${capital}${registry === 'v2' ? '' : registry.toUpperCase()}`;
    return [`${registry}Check${capital}`, [name, answer]] as const;
  }),
);
/** The functions that don't have the name of their operation, and what they answer. */
const FUNCTIONS: Readonly<Record<string, readonly [name: string, answers: Call['answers']]>> = {
  v1List: ['listDelegationsV1', 'list'],
  v2List: ['listDelegations', 'list'],
  changes: ['listChanges', 'page'],
  snapshot: ['readSnapshot', 'stream'],
  ...Object.fromEntries(CHECK_FUNCTIONS),
};

/** The functions of the package and of `@mandate/sdk/explore`. */
const ALL = { ...sdk, ...explore } as unknown as Readonly<
  Record<string, (client: Client, given: object) => Promise<unknown> | AsyncIterator<unknown>>
>;

/** Calls the function of an operation with a value for each parameter. */
function createCall({ operationId, parameters = [] }: OpenApiOperation): Call {
  const [functionName, answers] = FUNCTIONS[operationId] ?? [operationId, 'page'];
  const ask = ALL[functionName];
  if (!ask) throw new Error(`No function of the SDK asks the operation ${operationId}.`);
  const isCheck = answers === 'boolean' || answers === 'balance';
  const names = parameters.map(({ name }) =>
    isCheck ? ({ delegate: 'to', vault: 'from' }[name] ?? name) : name,
  );
  const given = {
    ...Object.fromEntries(names.map((name) => [name, VALUES[name]])),
    ...VALUES_OF[operationId],
  };
  return {
    operation: operationId,
    functionName,
    answers,
    async ask(client, signal) {
      const answer = ask(client, { ...given, signal });
      return 'next' in answer ? answer.next() : answer;
    },
  };
}

const check = {
  registry: 'v2',
  kind: 'erc721',
  to: TO,
  from: FROM,
  contract: CONTRACT,
  tokenId: 7n,
} as const;
const BATCH: Call = {
  operation: 'batch',
  functionName: 'batch',
  answers: 'page',
  ask: (client, signal) =>
    batch(client, [{ ...check, chainId: 1, rights }], { ...when, proof: false, signal }),
};

/** Every operation that has a function. */
export const CALLS: readonly Call[] = OPERATIONS.filter(
  ({ operationId }) => !WITHOUT_FUNCTION.includes(operationId),
).map((operation) => (operation.operationId === 'batch' ? BATCH : createCall(operation)));

/** The functions that read a whole answer before they return. */
export const WHOLE = CALLS.filter(({ answers }) => answers !== 'stream');

export const CHECKS = CALLS.filter(({ answers }) => answers === 'boolean' || answers === 'balance');
