import type { RpcBlock } from '../encode-header.ts';
import type { Hex } from '../hex.ts';
import mainnet from './mainnet-proof.json' with { type: 'json' };

interface MainnetProof {
  readonly address: Hex;
  readonly nonce: Hex;
  readonly balance: Hex;
  readonly storageHash: Hex;
  readonly codeHash: Hex;
  readonly accountProof: readonly Hex[];
  readonly storageProof: readonly {
    readonly key: Hex;
    readonly value: Hex;
    readonly proof: readonly Hex[];
  }[];
}

/** A block of Ethereum mainnet, and what nodes answer to eth_getProof at it. */
export const MAINNET = mainnet as {
  readonly chainId: number;
  readonly block: { readonly hash: Hex; readonly header: RpcBlock & { readonly stateRoot: Hex } };
  readonly proofs: readonly MainnetProof[];
};
