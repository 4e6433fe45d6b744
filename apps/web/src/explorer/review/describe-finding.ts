/** The words of a review. They state facts, and never more than the delegations show. */
import type { WalletDelegation } from '@mandate/sdk/explore';
import { MIN_STRANGERS, WINDOW_HOURS, writeCount } from '@mandate/sdk/words';
import { isFull } from './is-full.ts';
import type { Finding, FindingKind } from './review.ts';
import { OLD_YEARS } from './thresholds.ts';

type Rows = readonly WalletDelegation[];
type Words = Pick<Finding, 'title' | 'text' | 'next' | 'revocable'>;

const DESCRIBE: Readonly<Record<FindingKind, (rows: Rows) => Words>> = {
  'whole-wallet': (rows) => ({
    title: `${writeCount(countDelegates(rows), 'wallet')} may act for this whole wallet`,
    text: 'A delegation of the whole wallet with full rights covers everything in it, also what this wallet receives later. It moves nothing by itself: apps that look it up let the other wallet act.',
    next: 'If a wallet needs one collection only, let it act for that collection and revoke the whole wallet.',
    revocable: rows,
  }),
  contracts: (rows) => {
    const delegates = countDelegates(rows);
    return {
      title:
        delegates === 1
          ? '1 wallet that may act is a contract'
          : `${writeCount(delegates, 'wallet')} that may act are contracts`,
      text: 'A contract acts as its code says. A smart wallet, e.g. a Safe, is a contract, too.',
      next: 'Keep the delegations to contracts that you know. Revoke the others.',
      revocable: rows,
    };
  },
  'both-registries': describeTwins,
  expired: (rows) => ({
    title: `${writeCount(rows.length, 'exclusive right')} ${rows.length === 1 ? 'has' : 'have'} expired`,
    text: 'Apps that know exclusive rights ignore them after their last day. The registry does not: an app that asks it for exactly these rights still gets a yes.',
    next: 'Revoke those that you no longer need, or change them to a later day.',
    revocable: rows,
  }),
  single: (rows) => ({
    title:
      rows.length === 1
        ? '1 wallet shares a single delegation with this one'
        : `${writeCount(rows.length, 'wallet')} share a single delegation each with this one`,
    text: 'Nothing else connects them with this wallet: no other delegation on any chain, in either direction. Others that may act for it have more than one.',
    next: 'Check that you still know these wallets. Revoke the delegations that you do not recognise.',
    revocable: rows,
  }),
  old: (rows) => ({
    title: `${writeCount(rows.length, 'delegation')} ${rows.length === 1 ? 'is' : 'are'} older than ${OLD_YEARS} years`,
    text: `A delegation lasts until it is revoked. The oldest of these began on ${writeDay(rows)}.`,
    next: 'Revoke those that you no longer use.',
    revocable: rows,
  }),
  unsolicited: (rows) => ({
    title: `${writeCount(countWallets(rows), 'stranger')} delegated to this wallet`,
    text: `At least ${MIN_STRANGERS} of them did within ${WINDOW_HOURS} hours, and nothing else connects them with this wallet. If an app asks people to delegate to it, that is expected. Otherwise nobody may have asked for these delegations. They give nobody power over this wallet.`,
    next: 'You need not do anything. Only the wallet that gave a delegation can revoke it. Do not take such a wallet for one of your own.',
    revocable: [],
  }),
};

export const describeFinding = (kind: FindingKind, rows: Rows): Words => DESCRIBE[kind](rows);

function describeTwins(rows: Rows): Words {
  const old = rows.filter(({ registry }) => registry === 'v1');
  const isLimited = rows.some(({ registry, rights }) => registry === 'v2' && !isFull(rights));
  return {
    title: `${writeCount(old.length, 'v1 delegation')} ${old.length === 1 ? 'is' : 'are'} in registry v2, too`,
    text: `The same wallet may do the same in both registries. Revoking it in one of them does not end it in the other.${
      isLimited
        ? ' Some in v2 are limited to one purpose. v1 has no limits of that kind: there, the same delegation is for everything.'
        : ''
    }`,
    next: 'If your apps read v2, revoke the delegations in v1.',
    revocable: old,
  };
}

const countDelegates = (rows: Rows) => new Set(rows.map(({ to }) => to.toLowerCase())).size;
const countWallets = (rows: Rows) => new Set(rows.map(({ from }) => from.toLowerCase())).size;

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

function writeDay(rows: Rows): string {
  const oldest = rows.reduce((least, { since }) => Math.min(least, since ?? least), Infinity);
  return DAY.format(new Date(oldest * 1_000));
}
