/** For tests: the ways in which nodes lie about proofs of storage. */
import type { Hex } from 'viem';
import type { Behaviour, Context } from '../chain/misbehaving-node.ts';
import { both, change } from '../chain/misbehaviours.ts';

/** Proves storage as it was in the first block, with the values and the header of that block. */
export function proveOldStorage(): Behaviour {
  const old = (ask: Context['ask']) => ask('eth_getBlockByNumber', '0x1', false) as Promise<{ hash: Hex }>;
  const proofs = change('eth_getProof', async (_, { params: [address, slots] }, { ask }) =>
    ask('eth_getProof', address, slots, { blockHash: (await old(ask)).hash }),
  );
  const headers = change('eth_getBlockByHash', (_, __, { ask }) => old(ask));
  return both(proofs, headers);
}

export function refuseProofs(): Behaviour {
  const error = { code: -32_601, message: 'the method eth_getProof does not exist/is not available' };
  return { answer: ({ method }, honest) => (method === 'eth_getProof' ? { error } : honest) };
}
