/** Every function of the SDK with valid parameters, and the operation it calls. */
import {
  type Address,
  batch,
  type Client,
  checkAll,
  checkAllV1,
  checkContract,
  checkContractV1,
  checkErc20,
  checkErc721,
  checkErc1155,
  checkTokenV1,
  getNetworks,
  getStatus,
  listChanges,
  listDelegations,
  listDelegationsV1,
  readSnapshot,
  resolve,
  rightsFromText,
} from '../index.ts';

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
const parties = { to: TO, from: FROM, chainId: 1, explain: false, ...when };
const rights = rightsFromText('vote');
const ofContract = { ...parties, contract: CONTRACT };
const ofToken = { ...ofContract, tokenId: 2n ** 256n - 1n };
const list = { wallet: FROM, chainId: 1, limit: 3, cursor: 'abc', ...when };
const feed = { chainIds: [1, 8453], wallet: FROM, contract: CONTRACT, limit: 3, cursor: 'start' };

export interface Call {
  readonly operation: string;
  readonly answers: 'boolean' | 'balance' | 'list' | 'page' | 'stream';
  ask(client: Client, signal?: AbortSignal): Promise<unknown>;
}

export const CALLS: readonly Call[] = [
  {
    operation: 'v2CheckAll',
    answers: 'boolean',
    ask: (client, signal) => checkAll(client, { ...parties, rights, signal }),
  },
  {
    operation: 'v2CheckContract',
    answers: 'boolean',
    ask: (client, signal) => checkContract(client, { ...ofContract, rights, signal }),
  },
  {
    operation: 'v2CheckErc721',
    answers: 'boolean',
    ask: (client, signal) => checkErc721(client, { ...ofToken, rights, signal }),
  },
  {
    operation: 'v2CheckErc1155',
    answers: 'balance',
    ask: (client, signal) => checkErc1155(client, { ...ofToken, rights, signal }),
  },
  {
    operation: 'v2CheckErc20',
    answers: 'balance',
    ask: (client, signal) => checkErc20(client, { ...ofContract, rights, signal }),
  },
  {
    operation: 'v2List',
    answers: 'list',
    ask: (client, signal) => listDelegations(client, { ...list, signal }),
  },
  {
    operation: 'v1CheckAll',
    answers: 'boolean',
    ask: (client, signal) => checkAllV1(client, { ...parties, signal }),
  },
  {
    operation: 'v1CheckContract',
    answers: 'boolean',
    ask: (client, signal) => checkContractV1(client, { ...ofContract, signal }),
  },
  {
    operation: 'v1CheckToken',
    answers: 'boolean',
    ask: (client, signal) => checkTokenV1(client, { ...ofToken, signal }),
  },
  {
    operation: 'v1List',
    answers: 'list',
    ask: (client, signal) => listDelegationsV1(client, { ...list, signal }),
  },
  {
    operation: 'resolve',
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
        { ...when, signal },
      ),
  },
  {
    operation: 'changes',
    answers: 'page',
    ask: (client, signal) => listChanges(client, { ...feed, signal }),
  },
  {
    operation: 'snapshot',
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
  { operation: 'getStatus', answers: 'page', ask: (client, signal) => getStatus(client, { signal }) },
  { operation: 'getNetworks', answers: 'page', ask: (client, signal) => getNetworks(client, { signal }) },
];

/** The functions that read a whole answer before they return. */
export const WHOLE = CALLS.filter(({ answers }) => answers !== 'stream');

export const CHECKS = CALLS.filter(({ answers }) => answers === 'boolean' || answers === 'balance');
