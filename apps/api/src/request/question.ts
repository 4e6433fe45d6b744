/** The question of a check: its parameters, and what they mean in the domain. */
import {
  createDelegation,
  FULL_RIGHTS,
  grantOf,
  type Kind,
  type Question,
  type Registry,
} from '@mandate/core';
import type { ValuesOf } from './parameter.ts';
import { chainId, contract, delegate, from, rights, to, tokenId, vault } from './parameters.ts';

export type QuestionParameters = {
  readonly to: typeof to;
  readonly from: typeof from;
  readonly contract?: typeof contract;
  readonly tokenId?: typeof tokenId;
  readonly chainId: typeof chainId;
  readonly rights?: typeof rights;
};

const named = { to: delegate, from: vault };

/** The parameters of each check, in the order and under the names that the specification gives them. */
export const QUESTIONS: Readonly<Record<Registry, Partial<Record<Kind, QuestionParameters>>>> = {
  v2: {
    all: { to, from, chainId, rights },
    contract: { from, to, contract, chainId, rights },
    erc721: { ...named, contract, tokenId, chainId, rights },
    erc1155: { ...named, contract, tokenId, chainId, rights },
    erc20: { ...named, contract, chainId, rights },
  },
  v1: {
    all: { ...named, chainId },
    contract: { ...named, contract, chainId },
    token: { ...named, contract, tokenId, chainId },
  },
};

export function questionOf(
  registry: Registry,
  kind: Kind,
  { from, to, contract, tokenId, rights = FULL_RIGHTS }: Omit<ValuesOf<QuestionParameters>, 'chainId'>,
): Question {
  return grantOf(createDelegation({ registry, kind, from, to, contract, tokenId, rights, amount: 0n }));
}
