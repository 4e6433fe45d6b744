/** Made from packages/core by `npm run build:docs`. */
import type { Address, Hex } from '../hex.ts';
/** The write of each kind of grant. */
export interface Writes {
  v1: {
    all: { name: 'delegateForAll'; args: readonly [delegate: Address, value: boolean] };
    contract: {
      name: 'delegateForContract';
      args: readonly [delegate: Address, contract: Address, value: boolean];
    };
    token: {
      name: 'delegateForToken';
      args: readonly [delegate: Address, contract: Address, tokenId: bigint, value: boolean];
    };
  };
  v2: {
    all: { name: 'delegateAll'; args: readonly [to: Address, rights: Hex, enable: boolean] };
    contract: {
      name: 'delegateContract';
      args: readonly [to: Address, contract: Address, rights: Hex, enable: boolean];
    };
    erc721: {
      name: 'delegateERC721';
      args: readonly [to: Address, contract: Address, tokenId: bigint, rights: Hex, enable: boolean];
    };
    erc20: {
      name: 'delegateERC20';
      args: readonly [to: Address, contract: Address, rights: Hex, amount: bigint];
    };
    erc1155: {
      name: 'delegateERC1155';
      args: readonly [to: Address, contract: Address, tokenId: bigint, rights: Hex, amount: bigint];
    };
  };
}

export const WRITES = {
  v1: {
    all: 'delegateForAll',
    contract: 'delegateForContract',
    token: 'delegateForToken',
  },
  v2: {
    all: 'delegateAll',
    contract: 'delegateContract',
    erc721: 'delegateERC721',
    erc20: 'delegateERC20',
    erc1155: 'delegateERC1155',
  },
} as const;

/** The first four bytes of the hash of each write's signature. */
export const SELECTORS = {
  delegateForAll: '685ee3e8',
  delegateForContract: '49c95d29',
  delegateForToken: '537a5c3d',
  delegateAll: '30ff3140',
  delegateContract: 'd90e73ab',
  delegateERC721: 'b18e2bbb',
  delegateERC20: '003c2ba6',
  delegateERC1155: 'ab764683',
  revokeAllDelegates: '36137872',
  revokeDelegate: 'fa352c00',
  revokeSelf: '219044b0',
  multicall: 'ac9650d8',
} as const;
