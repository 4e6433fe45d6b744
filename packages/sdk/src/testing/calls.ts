/** Every function that asks, with parameters that are right, beside the operation it is for. */
import {
  type Address,
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
  listDelegations,
  listDelegationsV1,
  rightsFromText,
} from '../index.ts';

export const TO: Address = '0x0000000000000000000000000000000000000407';
export const FROM: Address = '0x00000000000000000000000000000000000c01d0';
export const CONTRACT: Address = '0xC011eC7100000000000000000000000000000001';

const parties = { to: TO, from: FROM, chainId: 1 };
const rights = rightsFromText('vote');
const ofContract = { ...parties, contract: CONTRACT };
const ofToken = { ...ofContract, tokenId: 2n ** 256n - 1n };
const list = { wallet: FROM, chainId: 1, limit: 3, cursor: 'abc' };

export interface Call {
  readonly operation: string;
  readonly answers: 'boolean' | 'balance' | 'list' | 'page';
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
  { operation: 'getStatus', answers: 'page', ask: (client, signal) => getStatus(client, { signal }) },
  { operation: 'getNetworks', answers: 'page', ask: (client, signal) => getNetworks(client, { signal }) },
];

export const CHECKS = CALLS.filter(({ answers }) => answers === 'boolean' || answers === 'balance');
