import { bytesToHex, hexToBytes, keccakBytes } from '@mandate/core';
import type { Hex } from './hex.ts';
import type { NodeSet } from './node-set.ts';
import { ProofError } from './proof-error.ts';
import { decodeItems, decodeList, readNumber } from './rlp.ts';
import { findValue } from './trie.ts';

export interface Account {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly storageRoot: Hex;
  readonly codeHash: Hex;
}

/** Reads an account from the state; null where the state has none at the address. */
export function readAccount(stateRoot: Hex, address: Hex, nodes: NodeSet): Account | null {
  const part = 'account';
  const value = findValue(stateRoot, keccakBytes(hexToBytes(address)), nodes, part);
  if (!value) return null;
  const [nonce, balance, root, code, ...rest] = decodeList(value, part);
  if (root?.data.length !== 32 || code?.data.length !== 32 || !nonce || !balance || rest.length > 0)
    throw new ProofError(part, 'It is no account.');
  return {
    nonce: readNumber(nonce, 8, part),
    balance: readNumber(balance, 32, part),
    storageRoot: bytesToHex(root.data),
    codeHash: bytesToHex(code.data),
  };
}

/** Reads words of an account's storage. A place without an entry holds 0. */
export function readStorage(storageRoot: Hex, slots: readonly Hex[], nodes: NodeSet): bigint[] {
  const part = 'storage';
  return slots.map((slot) => {
    const value = findValue(storageRoot, keccakBytes(hexToBytes(slot)), nodes, part);
    if (!value) return 0n;
    const [word, ...rest] = decodeItems(value, part);
    // Some development chains keep the entry of a word that became 0.
    if (!word || rest.length > 0) throw new ProofError(part, 'An entry is no word.');
    return readNumber(word, 32, part);
  });
}
