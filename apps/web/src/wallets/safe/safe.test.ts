import type SafeAppsSDK from '@safe-global/safe-apps-sdk';
import { expect, test } from 'vitest';
import { anchor } from './find-safe.ts';
import { FAILURE, readProposal, SUCCESS } from './read-proposal.ts';

const SAFE = `0x${'5a'.repeat(20)}`;
const ID = `0x${'ab'.repeat(32)}`;
const HASH = `0x${'cd'.repeat(32)}`;
const PAYMENT = '0'.repeat(64);

test('only a whole origin is listed', () => {
  const pattern = anchor('https://app.safe.global');
  expect(pattern.test('https://app.safe.global')).toBe(true);
  for (const other of [
    'https://app.safe.global.evil.example',
    'https://app-safe.global',
    'x-https://app.safe.global',
  ])
    expect(pattern.test(other), other).toBe(false);
});

interface Said {
  readonly address?: string;
  readonly topics?: readonly string[];
  readonly data?: string;
}

/** Plays a Safe whose service names the transaction, or does not answer. */
function read({ address = SAFE, topics = [SUCCESS], data = ID + PAYMENT }: Said, isAnswering = true) {
  const log = { address, topics, data, transactionHash: HASH };
  const sdk = {
    txs: {
      getBySafeTxHash: () =>
        isAnswering
          ? Promise.resolve({ txStatus: 'SUCCESS', txHash: HASH })
          : Promise.reject(new Error('not found')),
    },
    eth: {
      getTransactionReceipt: async () => ({ transactionHash: HASH, logs: [log] }),
      getBlockByNumber: async () => ({ number: '0x10' }),
      getPastLogs: async () => [log],
    },
  };
  return readProposal(sdk as unknown as SafeAppsSDK, SAFE, ID);
}

test.each([
  ['success, with the hash in the data', {}, 200],
  ['success, with the hash in a topic', { topics: [SUCCESS, ID], data: `0x${PAYMENT}` }, 200],
  ['failure', { topics: [FAILURE] }, 500],
  ['an event of another contract', { address: ID.slice(0, 42) }, 100],
  ['an event of another proposal', { topics: [SUCCESS, HASH] }, 100],
  ['another event', { topics: [HASH] }, 100],
])('%s', async (_, said, status) => {
  expect((await read(said)).status).toBe(status);
});

test('while Safe does not name the transaction, the events do', async () => {
  expect(await read({}, false)).toMatchObject({ status: 200, receipts: [{ transactionHash: HASH }] });
});
