/** A real block and real proofs: account, storage, and an account without storage. */

import { size } from '@mandate/testing/size';
import { describe, expect, test } from 'vitest';
import { collectProof } from './collect-proof.ts';
import { encodeHeader } from './encode-header.ts';
import { hashHeader, parseHeader } from './header.ts';
import type { Hex } from './hex.ts';
import { createNodeSet } from './node-set.ts';
import { ProofError } from './proof-error.ts';
import { readAccount, readStorage } from './state.ts';
import { MAINNET } from './testing/mainnet.ts';

const { hash, header: fields } = MAINNET.block;
const HEADER = encodeHeader(fields);
/** A byte has 255 other values. In the gate, each byte takes one of them. */
const CHANGES = size(1, 255);
const TIMEOUT_MS = 90 * 60_000;

test('the header hashes to the hash of its block', () => {
  expect(hashHeader(HEADER)).toBe(hash);
  const { stateRoot, parentHash, receiptsRoot, logsBloom } = fields;
  expect(parseHeader(HEADER)).toEqual({
    ...{ stateRoot, parentHash, receiptsRoot, logsBloom, hash },
    ...{ number: 21_925_176, timestamp: 1_740_508_595 },
  });
});

/** Reads the account and its storage as a verifier does, from the block's hash on. */
function verify(header: Hex, address: Hex, slots: readonly Hex[], nodes: readonly Hex[]) {
  const parsed = parseHeader(header);
  if (parsed.hash !== hash) throw new ProofError('header', 'It is one of another block.');
  const set = createNodeSet(nodes);
  const account = readAccount(parsed.stateRoot, address, set);
  if (!account) throw new ProofError('account', 'There is none.');
  const values = readStorage(account.storageRoot, slots, set);
  set.assertAllUsed();
  return { ...account, values };
}

function isRefused(...parameters: Parameters<typeof verify>): boolean {
  try {
    verify(...parameters);
    return false;
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return true;
  }
}

/** Returns the bytes with one of them changed. */
function change(hex: Hex, byte: number, by: number): Hex {
  const at = 2 + 2 * byte;
  const changed = (Number.parseInt(hex.slice(at, at + 2), 16) + by) % 256;
  return `${hex.slice(0, at)}${changed.toString(16).padStart(2, '0')}${hex.slice(at + 2)}` as Hex;
}

const lengthOf = (hex: Hex) => hex.length / 2 - 1;

describe.each(MAINNET.proofs)('$address', (proof) => {
  const slots = proof.storageProof.map(({ key }) => key);
  const { nodes, values } = collectProof(proof, slots);

  test('its proof holds', () => {
    expect(verify(HEADER, proof.address, slots, nodes)).toEqual({
      nonce: BigInt(proof.nonce),
      balance: BigInt(proof.balance),
      storageRoot: proof.storageHash,
      codeHash: proof.codeHash,
      values,
    });
    expect(values).toEqual(proof.storageProof.map(({ value }) => BigInt(value)));
  });

  test(
    `every byte of its nodes changed, ${CHANGES} times each`,
    () => {
      let changes = 0;
      for (const [i, node] of nodes.entries()) {
        for (let byte = 0; byte < lengthOf(node); byte++) {
          for (let by = 0; by < CHANGES; by++) {
            const changed = nodes.with(i, change(node, byte, 1 + ((by + byte) % 255)));
            if (!isRefused(HEADER, proof.address, slots, changed))
              throw new Error(`Byte ${byte} of node ${i}.`);
            changes++;
          }
        }
      }
      process.stdout.write(`${changes} changed proofs of ${proof.address} refused\n`);
    },
    TIMEOUT_MS,
  );
});

test(`every byte of the header changed, ${CHANGES} times each`, () => {
  const [proof] = MAINNET.proofs;
  const { nodes } = collectProof({ ...proof, storageProof: [] }, []);
  for (let byte = 0; byte < lengthOf(HEADER); byte++) {
    for (let by = 0; by < CHANGES; by++) {
      const changed = change(HEADER, byte, 1 + ((by + byte) % 255));
      expect(isRefused(changed, proof?.address ?? '0x', [], nodes)).toBe(true);
    }
  }
});

test('an account that does not exist, and one whose nodes are those of another', () => {
  const [first, second] = MAINNET.proofs;
  const { nodes } = collectProof({ ...first, storageProof: [] }, []);
  const address = second?.address ?? '0x';
  expect(() => readAccount(fields.stateRoot, address, createNodeSet(nodes))).toThrow(/account.*is missing/);
});
