/** The words of a review. They state facts, and never more than the delegations show. */
import type { WalletDelegation } from '@mandate/sdk/explore';
import { count } from './count.ts';
import { isFull } from './is-full.ts';
import type { Finding, FindingKind } from './review.ts';
import { MIN_STRANGERS, OLD_YEARS, WINDOW_HOURS } from './thresholds.ts';

type Rows = readonly WalletDelegation[];
type Words = Pick<Finding, 'title' | 'text' | 'next' | 'revocable'>;

const DESCRIBE: Readonly<Record<FindingKind, (rows: Rows) => Words>> = {
  'whole-wallet': (rows) => ({
    title: `${count(countDelegates(rows), 'wallet')} may act for this whole wallet`,
    text: 'A whole-wallet delegation with full rights covers every contract and token, also those that this wallet receives later. It cannot move tokens by itself: apps that read the registry let the delegate act.',
    next: 'If a delegate needs one collection only, grant that collection and revoke the whole wallet.',
    revocable: rows,
  }),
  contracts: (rows) => {
    const delegates = countDelegates(rows);
    return {
      title: delegates === 1 ? '1 delegate is a contract' : `${count(delegates, 'delegate')} are contracts`,
      text: 'A contract acts as its code says. A smart wallet, e.g. a Safe, is a contract, too.',
      next: 'Keep the delegations to contracts that you know. Revoke the others.',
      revocable: rows,
    };
  },
  'both-registries': describeTwins,
  expired: (rows) => ({
    title: `${count(rows.length, 'exclusive right')} ${rows.length === 1 ? 'has' : 'have'} expired`,
    text: 'The resolver of exclusive delegates ignores expired rights. The registry still holds them: an app that asks it for exactly these rights gets a yes.',
    next: 'Revoke those that are not needed any more, or grant them with a later expiry.',
    revocable: rows,
  }),
  single: (rows) => ({
    title:
      rows.length === 1
        ? '1 wallet shares a single delegation with this one'
        : `${count(rows.length, 'wallet')} share a single delegation each with this one`,
    text: 'Nothing else connects them with this wallet: no other delegation on any chain, in either direction. Its other delegates have more than one.',
    next: 'Check that you still know these wallets. Revoke the delegations that you do not recognise.',
    revocable: rows,
  }),
  old: (rows) => ({
    title: `${count(rows.length, 'delegation')} ${rows.length === 1 ? 'is' : 'are'} older than ${OLD_YEARS} years`,
    text: `A delegation stays in force until it is revoked. The oldest of these began on ${writeDay(rows)}.`,
    next: 'Revoke those that are not used any more.',
    revocable: rows,
  }),
  unsolicited: (rows) => ({
    title: `${count(countWallets(rows), 'wallet')} without another relation delegated to this one`,
    text: `At least ${MIN_STRANGERS} of them began within ${WINDOW_HOURS} hours, and nothing else connects them with this wallet. If people delegate to this wallet because an app asks them to, that is expected. Otherwise nobody may have asked for these delegations. They give nobody power over this wallet.`,
    next: 'Nothing has to be done. Only the wallet that granted a delegation can revoke it. Do not take such a wallet for one of your own.',
    revocable: [],
  }),
};

export const describeFinding = (kind: FindingKind, rows: Rows): Words => DESCRIBE[kind](rows);

function describeTwins(rows: Rows): Words {
  const old = rows.filter(({ registry }) => registry === 'v1');
  const isLimited = rows.some(({ registry, rights }) => registry === 'v2' && !isFull(rights));
  return {
    title: `${count(old.length, 'v1 delegation')} ${old.length === 1 ? 'is' : 'are'} in registry v2, too`,
    text: `The same wallet has the same scope in both registries. Revoking it in one of them does not end it in the other.${
      isLimited
        ? ' Some in v2 are limited to a right. v1 has no rights, so the same delegation is not limited there.'
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
