/** Follows a transaction from the wallet to a block, to the service, and until its block is safe. */
import { type Hex, isSame } from '../hex.ts';
import { confirmTransaction } from './confirm-transaction.ts';
import { findReplacement } from './find-replacement.ts';
import type { Following } from './following.ts';
import type { Progress } from './progress.ts';
import { reasonOf } from './reason.ts';
import { type PlaceInAccount, readBatch, type Sent } from './send-transaction.ts';
import { pause } from './timing.ts';
import {
  countTransactions,
  findReceipt,
  findTransaction,
  type Receipt,
  readChainId,
  type SentTransaction,
} from './wallet-calls.ts';

/** A transaction that is looked for. */
interface Search {
  hash: Hex;
  /** `null` if another account sends it, as for a batch, so that nobody can say that it was dropped. */
  place: PlaceInAccount | null;
  replaces: Hex | null;
  /** The block that a reorg removed. */
  lostBlock: number | null;
  /** Since when no node has it. */
  missingSince: number | null;
}

export async function followTransaction(following: Following): Promise<void> {
  const { sent, signal } = following;
  const report = withoutRepeats(following.onProgress);
  const search = await startSearch({ ...following, onProgress: report }, sent);
  while (search && !signal.aborted) {
    const receipt = await waitForBlock({ ...following, onProgress: report }, search);
    if (!receipt) return;
    const isOver = await confirmTransaction({ ...following, onProgress: report }, search.hash, receipt);
    if (isOver) return;
    search.lostBlock = receipt.block;
    search.missingSince = null;
    report({ step: 'takenBack', hash: search.hash, block: receipt.block, isWaiting: false });
  }
}

/** Passes a step on only if it differs from the one before. */
function withoutRepeats(onProgress: (progress: Progress) => void): (progress: Progress) => void {
  let last = '';
  return (progress) => {
    const text = JSON.stringify(progress);
    if (text !== last) onProgress(progress);
    last = text;
  };
}

async function startSearch(following: Following, sent: Sent): Promise<Search | null> {
  const none = { replaces: null, lostBlock: null, missingSince: null };
  if (sent.kind === 'transaction') {
    const { hash, place } = sent;
    following.onProgress({ step: 'sent', hash, replaces: null });
    return { hash, place, ...none };
  }
  const hash = await waitForBatch(following, sent);
  return hash ? { hash, place: null, ...none } : null;
}

/** Returns the transaction of a batch. `null` if there is none. */
async function waitForBatch(
  { provider, onProgress, signal, timing }: Following,
  { kind, id }: Exclude<Sent, { kind: 'transaction' }>,
): Promise<Hex | null> {
  const isProposal = kind === 'proposal';
  const tell = (signed: number | null, required: number | null) =>
    onProgress(
      isProposal ? { step: 'proposed', id, signed, required } : { step: 'sent', hash: null, replaces: null },
    );
  tell(null, null);
  for (; !signal.aborted; await pause(timing.pollMs, signal)) {
    const status = await readBatch(provider, id).catch(() => null);
    if (status?.state === 'mined') return status.hash;
    if (status?.state === 'pending') tell(status.signed, status.required);
    if (status?.state === 'reverted') {
      onProgress({ step: 'reverted', hash: status.hash, block: status.block });
      return null;
    }
    if (status?.state === 'failed') {
      onProgress({ step: 'failed', reason: reasonOf(isProposal ? 'proposalRejected' : 'batchGivenUp') });
      return null;
    }
  }
  return null;
}

/** Returns the receipt of a transaction that succeeded. `null` if the search is over. */
async function waitForBlock(following: Following, search: Search): Promise<Receipt | null> {
  const { signal, timing } = following;
  for (; !signal.aborted; await pause(timing.pollMs, signal)) {
    // The wallet's node may fail for a while. The transaction does not depend on it.
    const look = await lookOnce(following, search).catch(() => 'pending' as const);
    if (look === 'over') return null;
    if (look !== 'pending') return look;
  }
  return null;
}

async function lookOnce(following: Following, search: Search): Promise<Receipt | 'pending' | 'over'> {
  const { provider, chainId, onProgress } = following;
  const { hash } = search;
  if ((await readChainId(provider)) !== chainId) {
    onProgress({ step: 'paused', hash, chainId, isGone: search.lostBlock !== null });
    return 'pending';
  }
  const receipt = await findReceipt(provider, hash);
  if (receipt) {
    if (receipt.succeeded) return receipt;
    onProgress({ step: 'reverted', hash, block: receipt.block });
    return 'over';
  }
  const found = await findTransaction(provider, hash);
  if (found) {
    search.place = placeOf(search.place, found);
    search.missingSince = null;
    onProgress(waiting(search));
    return 'pending';
  }
  return lookForOthers(following, search);
}

/** Another account that sends for a smart wallet has its own places. */
function placeOf(place: PlaceInAccount | null, { from, nonce }: SentTransaction): PlaceInAccount | null {
  return place && isSame(from, place.from) ? { ...place, nonce } : null;
}

/** The step of a transaction that is in no block. */
function waiting({ hash, replaces, lostBlock }: Search, isWaiting = true): Progress {
  return lostBlock === null
    ? { step: 'sent', hash, replaces }
    : { step: 'takenBack', hash, block: lostBlock, isWaiting };
}

/** The node does not have the transaction: another one took its place, or it was dropped. */
async function lookForOthers(following: Following, search: Search): Promise<'pending' | 'over'> {
  const { provider, onProgress, timing } = following;
  const { place, hash } = search;
  if (place && (await countTransactions(provider, place.from, 'latest')) > place.nonce) {
    const other = await findReplacement(following, { ...place, hash });
    if (other === 'unknown') return 'pending';
    if (other.isSame) {
      search.replaces = hash;
      search.hash = other.hash;
      search.missingSince = null;
      onProgress(waiting(search));
      return 'pending';
    }
    onProgress({ step: 'cancelled', hash, by: other.hash });
    return 'over';
  }
  // Something else with the same nonce waits for a block.
  const isTaken = place && (await countTransactions(provider, place.from, 'pending')) > place.nonce;
  if (isTaken) {
    search.missingSince = null;
    onProgress(waiting(search));
    return 'pending';
  }
  search.missingSince ??= Date.now();
  const isDropped = place && Date.now() - search.missingSince >= timing.droppedMs;
  if (search.lostBlock !== null) onProgress(waiting(search, false));
  else if (isDropped) onProgress({ step: 'dropped', hash });
  return 'pending';
}
