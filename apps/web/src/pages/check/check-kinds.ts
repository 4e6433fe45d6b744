/** The eight checks: what each takes, and how it is called over HTTP and in the SDK. */

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
} from '@mandate/sdk';
import type { GrantKind } from '../../components/grant-kinds.ts';
import { type Moment, whenOf } from './moments.ts';

export type Registry = 'v1' | 'v2';

type Hex = `0x${string}`;

/** What is asked, with every value read. */
export interface Question {
  readonly check: Check;
  readonly chainId: number;
  readonly to: Hex;
  readonly from: Hex;
  readonly contract?: Hex;
  readonly tokenId?: bigint;
  readonly rights?: Hex;
  /** As it was typed, where it is a name and no bytes. */
  readonly rightsText?: string;
  /** Without it, now. */
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
  /** Of the SDK. */
  readonly functionName: string;
  readonly ask: (client: Client, parameters: CheckParameters) => Promise<Answered>;
  readonly hasContract: boolean;
  readonly hasTokenId: boolean;
  /** How the interface calls `to` and `from`. */
  readonly parties: readonly [to: string, from: string];
}

/** With its reasons. */
export type Answered = Answer<boolean | bigint> & Pick<Explained<unknown>, 'because'>;

const PLAIN = ['to', 'from'] as const;
const VAULT = ['delegate', 'vault'] as const;
const WALLET = { hasContract: false, hasTokenId: false };
const CONTRACT = { hasContract: true, hasTokenId: false };
const TOKEN = { hasContract: true, hasTokenId: true };

type Fields = Omit<Check, 'path' | 'hasContract' | 'hasTokenId'>;
const check = (needs: { hasContract: boolean; hasTokenId: boolean }, fields: Fields): Check => ({
  ...fields,
  ...needs,
  path: `/registry/${fields.registry}/check/${fields.kind}`,
});

/** The SDK refuses what an operation does not know, so each is given its own. */
const wallet = ({ chainId, to, from, moment, signal }: CheckParameters) => ({
  chainId,
  to,
  from,
  signal,
  explain: true as const,
  ...(moment && whenOf(moment)),
});
const withRights = ({ rights }: CheckParameters) => (rights ? { rights } : {});
const contract = (asked: CheckParameters) => ({ ...wallet(asked), contract: asked.contract });
const token = (asked: CheckParameters) => ({ ...contract(asked), tokenId: asked.tokenId });

export const CHECKS: readonly [Check, ...Check[]] = [
  check(WALLET, {
    registry: 'v2',
    kind: 'all',
    name: 'Whole wallet',
    functionName: 'checkAll',
    parties: PLAIN,
    ask: (client, asked) => checkAll(client, { ...wallet(asked), ...withRights(asked) }),
  }),
  check(CONTRACT, {
    registry: 'v2',
    kind: 'contract',
    name: 'Contract',
    functionName: 'checkContract',
    parties: PLAIN,
    ask: (client, asked) => checkContract(client, { ...contract(asked), ...withRights(asked) }),
  }),
  check(TOKEN, {
    registry: 'v2',
    kind: 'erc721',
    name: 'ERC721',
    functionName: 'checkErc721',
    parties: VAULT,
    ask: (client, asked) => checkErc721(client, { ...token(asked), ...withRights(asked) }),
  }),
  check(TOKEN, {
    registry: 'v2',
    kind: 'erc1155',
    name: 'ERC1155',
    functionName: 'checkErc1155',
    parties: VAULT,
    ask: (client, asked) => checkErc1155(client, { ...token(asked), ...withRights(asked) }),
  }),
  check(CONTRACT, {
    registry: 'v2',
    kind: 'erc20',
    name: 'ERC20',
    functionName: 'checkErc20',
    parties: VAULT,
    ask: (client, asked) => checkErc20(client, { ...contract(asked), ...withRights(asked) }),
  }),
  check(WALLET, {
    registry: 'v1',
    kind: 'all',
    name: 'Whole wallet',
    functionName: 'checkAllV1',
    parties: VAULT,
    ask: (client, asked) => checkAllV1(client, wallet(asked)),
  }),
  check(CONTRACT, {
    registry: 'v1',
    kind: 'contract',
    name: 'Contract',
    functionName: 'checkContractV1',
    parties: VAULT,
    ask: (client, asked) => checkContractV1(client, contract(asked)),
  }),
  check(TOKEN, {
    registry: 'v1',
    kind: 'token',
    name: 'Token',
    functionName: 'checkTokenV1',
    parties: VAULT,
    ask: (client, asked) => checkTokenV1(client, token(asked)),
  }),
];

/** v1 knows one kind of token, v2 three: the nearest where the registry has no such kind. */
export function findCheck(registry: Registry, kind: GrantKind): Check {
  const isToken = kind === 'erc721' || kind === 'erc1155' || kind === 'token';
  const wanted = isToken && registry === 'v1' ? 'token' : kind === 'token' ? 'erc721' : kind;
  const found = CHECKS.find((one) => one.registry === registry && one.kind === wanted);
  return found ?? CHECKS.find((one) => one.registry === registry) ?? CHECKS[0];
}
