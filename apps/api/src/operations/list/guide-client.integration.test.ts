/** A client that filters rows as the closed service's claim guide does, and the changes that our page about moving names. */
import { at, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, expect, test } from 'vitest';

const { vault, hot, other } = wallets;

interface Row {
  readonly type: string;
  readonly tokenType?: string | null;
  readonly to?: string;
  readonly delegate?: string;
  readonly tokenId: number | null;
}

let service: LedgerApi;
beforeAll(async () => {
  service = await startLedgerApi();
  const ofToken = { contract: other, tokenId: 7n };
  await service.ledger.write(
    service.chainId,
    3,
    row(delegate('1', { kind: 'erc1155', ...ofToken, amount: 2n }), at(2)),
    row(delegate('2', { kind: 'erc721', ...ofToken, tokenId: 8n }), at(2, 1)),
    row(delegate('3', { kind: 'contract' }), at(2, 2)),
    row(delegate('4', { registry: 'v1', kind: 'token', ...ofToken }), at(2, 3)),
    row(delegate('5', { kind: 'erc721', ...ofToken, from: hot, to: vault }), at(3)),
  );
});
afterAll(() => service?.close());

/** Lists the ids of tokens that were delegated to the visitor. */
async function listClaimable(path: string, isToken = ({ type }: Row) => type === 'ERC721') {
  const [wallet, query = ''] = path.split('?');
  const url = `/registry/${wallet}?chainId=${service.chainId}&${query}`;
  const rows: Row[] = JSON.parse((await service.api.app.inject(url)).body);
  const isReceived = ({ to, delegate }: Row) => (to ?? delegate)?.toLowerCase() === hot;
  return rows.filter((each) => isReceived(each) && isToken(each)).map(({ tokenId }) => tokenId);
}

test('finds nothing by default, and the right row with either of the changes', async () => {
  expect(await listClaimable(`v2/${hot}`)).toEqual([]);
  expect(await listClaimable(`v2/${hot}?types=exact`)).toEqual([8]);
  expect(await listClaimable(`v2/${hot}`, ({ tokenType }) => tokenType === 'ERC721')).toEqual([8]);
});

test('finds no row of v1, which records no standard', async () => {
  expect(await listClaimable(`v1/${hot}?types=exact`)).toEqual([]);
  expect(await listClaimable(`v1/${hot}?types=exact`, ({ type }) => type === 'TOKEN')).toEqual([7]);
});
