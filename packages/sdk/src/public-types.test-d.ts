/** Tests the public types. `tsc -p .` checks this file; nothing runs it. */
import {
  type Address,
  type Answer,
  type Block,
  batch,
  checkAll,
  checkAllV1,
  checkContract,
  checkErc20,
  checkErc721,
  type checkErc1155,
  createClient,
  type Delegation,
  type DelegationV1,
  type Eligibility,
  type EligibilityOfMany,
  type ExactDelegation,
  type ExclusiveOwner,
  type Explained,
  getEligibility,
  getEligibilityOfMany,
  getExclusiveOwner,
  getExclusiveWallet,
  type getNetworks,
  type getStatus,
  type Hex,
  listDelegations,
  listDelegationsV1,
  listExclusiveVaults,
  MandateError,
  type PartlyResolved,
  RateLimitedError,
  type Resolved,
  readSnapshot,
  resolve,
  rightsFromText,
  type SnapshotRecord,
  type WatchedChange,
  watchChanges,
} from './index.ts';
import { type BlockSource, type ProvenCheck, verifyCheck } from './proof/index.ts';
import type { Equal, Expect } from './testing/equal.ts';

const client = createClient({ baseUrl: 'https://mandate.example' });
const to = '0x0000000000000000000000000000000000000407';
const from = '0x00000000000000000000000000000000000c01d0';
const contract: Address = '0xC011eC7100000000000000000000000000000001';

// Answers.
const whether = await checkErc721(client, { to, from, contract, tokenId: 7n });
const howMuch = await checkErc20(client, { to, from, contract, rights: rightsFromText('vote') });
const list = await listDelegations(client, { wallet: from });
const exact = await listDelegations(client, { wallet: from, types: 'exact' });
const listV1 = await listDelegationsV1(client, { wallet: from, limit: 1, cursor: 'a' });
const why = await checkErc721(client, { to, from, contract, tokenId: 7n, explain: true, atBlock: 1 });
const perhaps = await checkAll(client, { to, from, explain: Math.random() > 0.5 });
const vaults = await resolve(client, { to });
const some = await resolve(client, { from, partial: true });
const [first] = (await batch(client, [{ registry: 'v1', kind: 'all', to, from }])).answers;
const claim = await getEligibility(client, {
  wallet: to,
  contract,
  min: 2n,
  standard: 'ERC721',
  vault: from,
});
const claims = await getEligibilityOfMany(client, { wallets: [to, from], contract, exclusive: true });
const owner = await getExclusiveOwner(client, { contract, tokenId: 7n, rights: '0x' });
const exclusive = await getExclusiveWallet(client, { vault: from, atBlock: 1 });
const page = await listExclusiveVaults(client, { wallet: to, limit: 1, cursor: from });
const watched = watchChanges(client);
const records = readSnapshot(client, { chainId: 1, block: 1, contract });
export type Answers = [
  Expect<Equal<typeof claim, Eligibility>>,
  Expect<Equal<typeof claim.eligible, boolean | null>>,
  Expect<Equal<(typeof claim.holders)[number]['tokenIds'], bigint[] | null>>,
  Expect<Equal<typeof claims, EligibilityOfMany>>,
  Expect<Equal<typeof owner, ExclusiveOwner>>,
  Expect<Equal<typeof owner.wallet, Address | null>>,
  Expect<Equal<typeof exclusive.wallet, Address>>,
  Expect<Equal<typeof page.nextCursor, Address | null>>,
  Expect<Equal<typeof why, Explained<boolean>>>,
  Expect<Equal<typeof perhaps, Answer<boolean> | Explained<boolean>>>,
  Expect<Equal<typeof vaults, Resolved>>,
  Expect<Equal<typeof some, PartlyResolved>>,
  Expect<Equal<NonNullable<typeof first>['value'], boolean | bigint | null>>,
  Expect<Equal<typeof watched, AsyncGenerator<WatchedChange, never>>>,
  Expect<Equal<typeof records, AsyncGenerator<SnapshotRecord, void>>>,
  Expect<Equal<typeof whether, Answer<boolean>>>,
  Expect<Equal<typeof whether.value, boolean>>,
  Expect<Equal<typeof whether.block, Block>>,
  Expect<Equal<typeof howMuch.value, bigint>>,
  Expect<Equal<Awaited<ReturnType<typeof checkErc1155>>['value'], bigint>>,
  Expect<Equal<typeof list.value, Delegation[]>>,
  Expect<Equal<typeof exact.value, ExactDelegation[]>>,
  Expect<Equal<typeof list.nextCursor, string | null>>,
  Expect<Equal<typeof listV1.value, DelegationV1[]>>,
  Expect<Equal<Delegation['tokenId'], bigint | null>>,
  Expect<Equal<ReturnType<typeof rightsFromText>, Hex>>,
  Expect<Equal<Awaited<ReturnType<typeof getStatus>>['chains'][number]['chainId'], number>>,
  Expect<
    Equal<Awaited<ReturnType<typeof getNetworks>>['networks'][number]['registries']['v1'], Address | null>
  >,
];

// With and without optional parameters.
checkAll(client, {
  to,
  from,
  chainId: 8453,
  rights: `0x${'00'.repeat(32)}`,
  signal: new AbortController().signal,
});
checkAll(client, { to, from, chainId: undefined, rights: undefined, signal: undefined });
createClient({ baseUrl: '', apiKey: undefined, retries: 0, timeoutMs: 1, fetch: globalThis.fetch });

// @ts-expect-error An answer is not its value: an object is always true, and would let everyone in.
if (whether === true) throw new Error('never');
// @ts-expect-error A promise is not the value either.
if (checkAll(client, { to, from }) === true) throw new Error('never');

// @ts-expect-error Not an address.
checkAll(client, { to: 'vitalik.eth', from });
// @ts-expect-error One of the two wallets is missing.
checkAll(client, { to });
// @ts-expect-error `checkAll` takes no contract.
checkAll(client, { to, from, contract });
// @ts-expect-error A misspelled parameter.
checkAll(client, { to, from, chainid: 8453 });
// @ts-expect-error The name of a right instead of its bytes.
checkAll(client, { to, from, rights: 'vote' });
// @ts-expect-error v1 has no rights.
checkAllV1(client, { to, from, rights: rightsFromText('vote') });
// @ts-expect-error The contract is missing.
checkContract(client, { to, from });
// @ts-expect-error The token is missing.
checkErc721(client, { to, from, contract });
// @ts-expect-error Numbers lose digits.
checkErc721(client, { to, from, contract, tokenId: 7 });
// @ts-expect-error ERC20 has no token ids.
checkErc20(client, { to, from, contract, tokenId: 7n });
// @ts-expect-error A chain is a number.
listDelegations(client, { wallet: from, chainId: '1' });
// @ts-expect-error The client comes first.
listDelegations({ wallet: from });
// @ts-expect-error The URL is missing.
createClient({});
// @ts-expect-error Answers are read-only.
whether.value = true;

// @ts-expect-error There are no reasons without `explain`.
whether.because;
// @ts-expect-error Without `partial` nothing is unknown: the call would have thrown.
vaults.unknown;
// @ts-expect-error Only one side may be given.
resolve(client, { to, from });
// @ts-expect-error One side is required.
resolve(client, { contract });
// @ts-expect-error `resolve` takes no past block.
resolve(client, { to, atBlock: 1 });
// @ts-expect-error v1 has no such kind.
batch(client, [{ registry: 'v1', kind: 'erc721', to, from, contract, tokenId: 7n }]);
// @ts-expect-error A time is a number or a Date.
checkAll(client, { to, from, atTime: '2026-01-01' });
// @ts-expect-error Null is not a no: an answer needs three cases.
export const mayClaim: boolean = claim.eligible;
// @ts-expect-error The contract is missing.
getEligibility(client, { wallet: to });
// @ts-expect-error Numbers lose digits.
getEligibility(client, { wallet: to, contract, min: 2 });
// @ts-expect-error Many wallets have no vault in common.
getEligibilityOfMany(client, { wallets: [to], contract, vault: from });
// @ts-expect-error An exclusive delegate is named at one block.
getExclusiveWallet(client, { vault: from, consistency: 'strict' });
// @ts-expect-error The block is missing.
readSnapshot(client, { chainId: 1, contract });

// Errors.
const error: unknown = null;
if (error instanceof RateLimitedError) error.retryAfterMs satisfies number;
if (error instanceof MandateError) {
  error.status satisfies number | null;
  error.code satisfies string;
  // @ts-expect-error Not every error has a retry time.
  error.retryAfterMs satisfies number;
}

// Proofs.
declare const provenCheck: ProvenCheck;
declare const source: BlockSource;
checkAll(client, { to, from, proof: true }).then((proven) =>
  verifyCheck({ registry: 'v2', kind: 'all', to, from }, proven, { block: source, minBlock: 1 }),
);
verifyCheck({ registry: 'v2', kind: 'erc721', to, from, contract, tokenId: '7' }, provenCheck, {
  block: [source, source],
  maxAgeSeconds: 60,
});
// @ts-expect-error No limit of the block's age.
verifyCheck({ registry: 'v2', kind: 'all', to, from }, provenCheck, { block: source });
// @ts-expect-error The registry has no such kind.
verifyCheck({ registry: 'v1', kind: 'erc20', to, from, contract }, provenCheck, {
  block: source,
  minBlock: 1,
});
// @ts-expect-error The contract is missing.
verifyCheck({ registry: 'v2', kind: 'erc20', to, from }, provenCheck, { block: source, minBlock: 1 });
