/** A short history over a contract, and the service of its snapshots. */
import { readChains } from '@mandate/config';
import {
  createDelegation,
  type DelegationFields,
  FULL_RIGHTS,
  parseAddress,
  rightsFromText,
  UNLIMITED,
} from '@mandate/core';
import { at, row } from '@mandate/testing/ledger/database';
import { type LedgerApi, startLedgerApi, UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { pino } from 'pino';
import { createServer } from '../../../http/server.ts';
import { createServedChains } from '../../../request/chains.ts';
import { addRoute } from '../../routes.ts';
import { createSnapshotHandler } from '../handler.ts';
import { SNAPSHOT } from '../operation.ts';

const address = (end: string) => parseAddress(`0x${end.padStart(40, '0')}`);
export const contract = address('c011ec7');
export const [from, to] = [address('c01d'), address('407')];
/** A chain that has no v1. */
export const V2_ONLY = 999_001;
const CHAINS = JSON.stringify({
  1: UNFOLLOWED,
  10: UNFOLLOWED,
  [V2_ONLY]: { ...UNFOLLOWED, registries: { v2: contract } },
});

const grant = (fields: Pick<DelegationFields, 'registry' | 'kind'> & Partial<DelegationFields>) =>
  createDelegation({
    from,
    to,
    contract,
    tokenId: UNLIMITED,
    amount: UNLIMITED,
    rights: FULL_RIGHTS,
    ...fields,
  });
/** In the order of their beginning, but for the last, which is over another contract. */
export const HISTORY = [
  row(grant({ registry: 'v2', kind: 'erc1155', rights: rightsFromText('vote') }), at(2, 3)),
  row(grant({ registry: 'v1', kind: 'all' }), at(2, 11)),
  row(grant({ registry: 'v2', kind: 'erc721', tokenId: 0n }), at(3), at(5)),
  row(grant({ registry: 'v2', kind: 'erc20', amount: 2n ** 64n }), at(4), at(7)),
  row(grant({ registry: 'v1', kind: 'token' }), at(5, 1)),
  row(grant({ registry: 'v2', kind: 'all' }), at(5, 2)),
  row(grant({ registry: 'v1', kind: 'contract' }), at(6)),
  row(grant({ registry: 'v2', kind: 'contract' }), at(7, 1)),
  row(grant({ registry: 'v2', kind: 'contract', contract: address('e15e') }), at(4, 9)),
];
export const FINAL = 6;
/** Which of them stand at the end of block 6. */
export const AT_FINAL = [0, 1, 3, 4, 5, 6];

export const pathOf = (atBlock: number | string, query = '', chainId: number | string = 1) =>
  `/snapshots/${chainId}/${atBlock}?contract=${contract}${query}`;

export interface SnapshotService extends LedgerApi {
  /** The same from a reader that counts its pages, and for chains of other kinds. */
  readonly counted: ReturnType<typeof createServer>;
  countPages(): number;
  /** How far the chain is final, and where its head is. */
  mark(marks: { finalized?: number; head?: number }, state?: 'following' | 'backfilling'): Promise<void>;
}

/** The history up to block 8, of which block 6 is final. */
export async function startSnapshotService(): Promise<SnapshotService> {
  const service = await startLedgerApi();
  const { ledger, chainId } = service;
  for (let last = 2; last <= 8; last++) await ledger.write(chainId, last, ...HISTORY);

  const mark: SnapshotService['mark'] = async (marks, state = 'following') => {
    const checkpoint = await ledger.writer.findCheckpoint(chainId);
    if (!checkpoint) throw new Error('The chain is not open.');
    const { head, safe, finalized } = checkpoint;
    await ledger.writer.mark(chainId, checkpoint.block, { head, safe, finalized, ...marks }, state);
  };
  await mark({ finalized: FINAL });

  let pages = 0;
  const readSnapshot: typeof ledger.reader.readSnapshot = (request) => {
    pages++;
    return ledger.reader.readSnapshot(request);
  };
  const counted = createServer(pino({ level: 'silent' }));
  const handler = createSnapshotHandler({
    readerFor: () => ({ ...ledger.reader, readSnapshot }),
    chains: createServedChains(readChains({ CHAINS }), async () => false),
  });
  await addRoute(counted, SNAPSHOT, handler);
  return { ...service, counted, countPages: () => pages, mark };
}
