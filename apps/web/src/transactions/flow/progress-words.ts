/** Describes the steps of a transaction to its owner. */
import type { Doubt, Progress, Reason } from '@mandate/sdk/transactions';
import { shorten } from '@mandate/sdk/words';
import { describeFailure } from '../../service/failure.ts';
import { sayReason, sayRefusal } from '../../wallets/say-reason.ts';

export interface ProgressWords {
  /** e.g. "Waiting for your signature". */
  readonly title: string;
  /** The meaning of the step, and the next thing to do. */
  readonly detail: string;
}

type StepOf<Name> = Extract<Progress, { step: Name }>;

const TRY_AGAIN = 'Nothing was changed. You can try again.';

/** Wallets often leave the full stop out. */
const endSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

const WORDS: { readonly [Name in Progress['step']]: (p: StepOf<Name>, nameOf: NameOf) => ProgressWords } = {
  switching: ({ chainId }, nameOf) => ({
    title: `Waiting for your wallet to switch to ${nameOf(chainId)}`,
    detail: 'Open your wallet and allow the change of its chain.',
  }),
  wrongChain: ({ chainId, reason }, nameOf) => ({
    title: `Your wallet is not on ${nameOf(chainId)}`,
    detail: `${sayNotSwitched(reason, nameOf(chainId))} Nothing was changed.`,
  }),
  wrongAccount: ({ account, wanted }) => ({
    title: 'Your wallet shows another account',
    detail: account
      ? `It shows ${shorten(account)}. Only ${shorten(wanted)} can make this change: select it in your wallet, then try again.`
      : `Connect ${shorten(wanted)}, then try again.`,
  }),
  simulating: () => ({
    title: 'Trying it out',
    detail: 'Your wallet’s node runs the transaction without sending it.',
  }),
  refused: ({ reason }) => ({
    title: 'The trial run failed',
    detail: `${endSentence(sayRefusal(reason))} Nothing was sent and nothing was changed.`,
  }),
  signing: () => ({
    title: 'Waiting for your signature',
    detail: 'Open your wallet, compare what it shows, and confirm.',
  }),
  rejected: () => ({
    title: 'You declined the transaction',
    detail: TRY_AGAIN,
  }),
  failed: ({ reason }) => ({
    title: 'Your wallet did not send the transaction',
    detail: `${endSentence(sayReason(reason))} ${TRY_AGAIN}`,
  }),
  proposed: ({ signed, required }) => ({
    title:
      signed === null ? 'Proposed to the owners of the Safe' : `Proposed, ${signed} of ${required} signed`,
    detail:
      signed !== null && required !== null && signed >= required
        ? 'It has its signatures. An owner has to execute it in Safe.'
        : 'The owners sign it in Safe, which may take days, or reject it. Nothing is changed yet. You can close this page: it finds the proposal again.',
  }),
  sent: ({ replaces }) =>
    replaces
      ? {
          title: 'Sped up, waiting for a block',
          detail: 'Your wallet replaced the transaction by the same one with a higher fee.',
        }
      : {
          title: 'Sent, waiting for a block',
          detail: 'If it takes long, your wallet can speed it up with a higher fee.',
        },
  paused: ({ chainId, isGone }, nameOf) => ({
    title: `Your wallet is no longer on ${nameOf(chainId)}`,
    detail: isGone
      ? `The service no longer sees the change. Switch your wallet back to ${nameOf(chainId)}: this page then finds out why.`
      : `The transaction goes on without this page. Switch back to ${nameOf(chainId)} to follow it.`,
  }),
  cancelled: ({ by }) => ({
    title: 'The transaction was cancelled',
    detail: `Another transaction of your wallet took its place${by ? ` (${shorten(by)})` : ''}. ${TRY_AGAIN}`,
  }),
  dropped: () => ({
    title: 'The transaction was dropped',
    detail:
      'The network no longer has it, often because the fee was too low. Nothing was changed. You can try again; this page says so if it comes back.',
  }),
  reverted: ({ block }) => ({
    title: 'The transaction failed',
    detail: `It is in block ${block}, but it was reverted: the fee is spent and nothing was changed. Often the gas limit was too low. You can try again.`,
  }),
  inBlock: ({ block, doubt }) => ({
    title: `In block ${block}`,
    detail: doubt
      ? `The service cannot confirm it yet: ${sayDoubt(doubt)} This page keeps asking.`
      : 'Waiting until the service has read this block.',
  }),
  known: ({ block }) => ({
    title: 'Done: the service confirms it',
    detail: `It is in block ${block}. That block is not safe yet: this page watches and says so if the chain takes it back.`,
  }),
  safe: ({ block }) => ({
    title: 'Done: the service confirms it',
    detail: `Block ${block} is safe.`,
  }),
  takenBack: ({ block, isWaiting }) => ({
    title: 'The chain took it back',
    detail: `A reorganization removed block ${block}, and the change with it. ${
      isWaiting
        ? 'The transaction waits for a new block. There is nothing to do.'
        : 'If it does not come back in a new block, try again.'
    }`,
  }),
  changedLater: ({ block }) => ({
    title: 'Changed again by a later transaction',
    detail: `It was done in block ${block}. A later transaction of this wallet changed the same delegation. To change it once more, try again.`,
  }),
};

/** Returns the name of a chain, e.g. "Ethereum". */
type NameOf = (chainId: number) => string;

function sayNotSwitched(reason: Reason, chain: string): string {
  if (reason.code === 'declined') return `Switch it to ${chain}, then try again.`;
  if (reason.code === 'otherChain') return `Choose ${chain} in your wallet, then try again.`;
  if (reason.code === 'unknownChain')
    return `Your wallet does not have ${chain}. Add the chain there, then try again.`;
  return endSentence(sayReason(reason));
}

function sayDoubt(doubt: Doubt): string {
  if (doubt.code === 'noAnswer') return `${describeFailure(doubt.error).title}.`;
  return 'It has read the block and does not see the change, which a later transaction may have undone.';
}

export function describeProgress(progress: Progress, nameOf: NameOf): ProgressWords {
  const write = WORDS[progress.step] as (progress: Progress, nameOf: NameOf) => ProgressWords;
  return write(progress, nameOf);
}
