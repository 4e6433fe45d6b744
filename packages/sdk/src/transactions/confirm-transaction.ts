/** Waits until the service confirms a transaction, and watches it until its block is safe. */
import type { Hex } from '../hex.ts';
import { askService, type ServiceAnswer, type When } from './ask-service.ts';
import type { Following } from './following.ts';
import type { Doubt } from './progress.ts';
import { pause } from './timing.ts';
import { findReceipt, type Receipt, readChainId } from './wallet-calls.ts';

/** The wallet's view of a block that a transaction was in. */
type Sight = 'there' | 'gone' | 'unseen';

/** So many answers in a row must contradict the receipt before a later change is assumed. */
const MAX_CONTRADICTIONS = 3;

interface Confirmation {
  readonly hash: Hex;
  readonly block: number;
  isKnown: boolean;
  contradictions: number;
}

/** Returns false if a reorg took the block back, true when there is nothing more to follow. */
export async function confirmTransaction(
  following: Following,
  hash: Hex,
  receipt: Receipt,
): Promise<boolean> {
  const { onProgress, signal, timing } = following;
  const { block } = receipt;
  const state: Confirmation = { hash, block, isKnown: false, contradictions: 0 };
  onProgress({ step: 'inBlock', hash, block, doubt: null });
  for (; !signal.aborted; await pause(state.isKnown ? timing.watchMs : timing.pollMs, signal)) {
    const sight = await look(following, hash, receipt);
    if (sight === 'gone') return false;
    const answer = await ask(following, { minBlock: block });
    const isEnd = await ('fits' in answer && answer.fits
      ? takeYes(following, state)
      : takeDoubt(following, state, sight, 'fits' in answer ? null : answer));
    if (isEnd) return true;
  }
  return true;
}

/** The service sees the change. Returns true once its block is safe. */
async function takeYes(following: Following, state: Confirmation): Promise<boolean> {
  const { hash, block } = state;
  state.isKnown = true;
  state.contradictions = 0;
  following.onProgress({ step: 'known', hash, block });
  const safe = await ask(following, { blockTag: 'safe' });
  if (!('fits' in safe) || !safe.fits || safe.block < block) return false;
  following.onProgress({ step: 'safe', hash, block });
  return true;
}

/** The service does not see the change, or cannot answer: then there is a `doubt`. */
function takeDoubt(
  { onProgress, chainId }: Following,
  state: Confirmation,
  sight: Sight,
  doubt: Doubt | null,
): boolean {
  const { hash, block, isKnown } = state;
  if (doubt !== null) {
    if (!isKnown) onProgress({ step: 'inBlock', hash, block, doubt });
    return false;
  }
  state.contradictions++;
  if (isKnown && sight === 'unseen') onProgress({ step: 'paused', hash, chainId, isGone: true });
  if (sight === 'unseen' || state.contradictions < MAX_CONTRADICTIONS) return false;
  if (!isKnown) onProgress({ step: 'inBlock', hash, block, doubt: { code: 'unseen' } });
  else onProgress({ step: 'changedLater', hash, block });
  return isKnown;
}

async function look({ provider, chainId }: Following, hash: Hex, { blockHash }: Receipt): Promise<Sight> {
  try {
    if ((await readChainId(provider)) !== chainId) return 'unseen';
    const receipt = await findReceipt(provider, hash);
    return receipt?.blockHash === blockHash ? 'there' : 'gone';
  } catch {
    return 'unseen';
  }
}

/** Returns the answer for all transactions, or the reason that there is none. */
async function ask({ client, transactions, signal }: Following, when: When): Promise<ServiceAnswer | Doubt> {
  try {
    const answers: ServiceAnswer[] = [];
    for (const transaction of transactions) {
      answers.push(await askService(client, transaction, when, signal));
    }
    return {
      fits: answers.every(({ fits }) => fits),
      block: Math.min(...answers.map(({ block }) => block)),
    };
  } catch (error) {
    return { code: 'noAnswer', error };
  }
}
