/** The contract of the ten operations: what each takes and answers. Routes and OpenAPI are made from it. */
import type { Kind, Registry } from '@mandate/core';
import {
  chain,
  contract,
  cursorParameter,
  delegate,
  explainParameter,
  from,
  limitParameter,
  numbersParameter,
  type Parameter,
  rightsParameter,
  to,
  tokenId,
  vault,
  WHEN,
  wallet,
} from '../request/parameters.ts';

interface Described {
  readonly id: string;
  readonly version: Registry;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
}

export interface CheckOperation extends Described {
  readonly type: 'check';
  readonly kind: Kind;
  readonly answer: 'boolean' | 'balance';
}

export interface ListOperation extends Described {
  readonly type: 'list';
}

export type Operation = CheckOperation | ListOperation;

const beyond = [explainParameter, ...WHEN];
const v1 = (parameters: readonly Parameter[]) => [
  delegate,
  vault,
  ...parameters,
  chain,
  numbersParameter,
  ...beyond,
];
const v2 = (parties: readonly Parameter[], parameters: readonly Parameter[] = []) => [
  ...parties,
  ...parameters,
  chain,
  rightsParameter,
  numbersParameter,
  ...beyond,
];
const listed = [wallet, chain, numbersParameter, limitParameter, cursorParameter, ...WHEN];

const LISTED =
  'Outgoing delegations first, then incoming, each by block, then position in the block; one from the wallet to ' +
  'itself appears once. Anyone can delegate to a wallet without asking it: an incoming delegation says what ' +
  'its `from` allows, and nothing about the wallet.';
const BALANCE =
  'How much of it may `delegate` act for? The most that any delegation allows; 2^256-1 when the whole contract or wallet is delegated, 0 when nothing is.';

export const OPERATIONS: readonly Operation[] = [
  {
    id: 'v2List',
    version: 'v2',
    type: 'list',
    path: '/registry/v2/:wallet',
    summary: 'Delegations by wallet',
    description: `Every delegation that stands, from the wallet and to it. ${LISTED}`,
    parameters: listed,
  },
  {
    id: 'v2CheckAll',
    version: 'v2',
    type: 'check',
    kind: 'all',
    answer: 'boolean',
    path: '/registry/v2/check/all',
    summary: 'Check all',
    description: 'May `to` act for all of `from`? True if it may act for the entire wallet.',
    parameters: v2([to, from]),
  },
  {
    id: 'v2CheckContract',
    version: 'v2',
    type: 'check',
    kind: 'contract',
    answer: 'boolean',
    path: '/registry/v2/check/contract',
    summary: 'Check contract',
    description:
      'May `to` act for `from` on this contract? True if it may act for the entire wallet, or for this contract. `from` is the cold wallet that ' +
      'issued the delegation, as everywhere.',
    parameters: v2([from, to], [contract]),
  },
  {
    id: 'v2CheckErc721',
    version: 'v2',
    type: 'check',
    kind: 'erc721',
    answer: 'boolean',
    path: '/registry/v2/check/erc721',
    summary: 'Check ERC721',
    description:
      'May `delegate` act for `vault` on this token? True if it may act for the entire wallet, the contract, or this token.',
    parameters: v2([delegate, vault], [contract, tokenId]),
  },
  {
    id: 'v2CheckErc1155',
    version: 'v2',
    type: 'check',
    kind: 'erc1155',
    answer: 'balance',
    path: '/registry/v2/check/erc1155',
    summary: 'Check ERC1155',
    description: BALANCE,
    parameters: v2([delegate, vault], [contract, tokenId]),
  },
  {
    id: 'v2CheckErc20',
    version: 'v2',
    type: 'check',
    kind: 'erc20',
    answer: 'balance',
    path: '/registry/v2/check/erc20',
    summary: 'Check ERC20',
    description: BALANCE,
    parameters: v2([delegate, vault], [contract]),
  },
  {
    id: 'v1List',
    version: 'v1',
    type: 'list',
    path: '/registry/v1/:wallet',
    summary: 'Delegations by wallet (v1)',
    description: `Every delegation of the v1 registry that stands, from the wallet and to it. ${LISTED}`,
    parameters: listed,
  },
  {
    id: 'v1CheckAll',
    version: 'v1',
    type: 'check',
    kind: 'all',
    answer: 'boolean',
    path: '/registry/v1/check/all',
    summary: 'Check all (v1)',
    description: 'May `delegate` act for all of `vault`? True if it may act for the entire vault.',
    parameters: v1([]),
  },
  {
    id: 'v1CheckContract',
    version: 'v1',
    type: 'check',
    kind: 'contract',
    answer: 'boolean',
    path: '/registry/v1/check/contract',
    summary: 'Check contract (v1)',
    description:
      'May `delegate` act for `vault` on this contract? True if it may act for the entire vault, or for this contract.',
    parameters: v1([contract]),
  },
  {
    id: 'v1CheckToken',
    version: 'v1',
    type: 'check',
    kind: 'token',
    answer: 'boolean',
    path: '/registry/v1/check/token',
    summary: 'Check token (v1)',
    description:
      'May `delegate` act for `vault` on this token? True if it may act for the entire vault, the contract, or this token.',
    parameters: v1([contract, tokenId]),
  },
];
