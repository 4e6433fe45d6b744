/** Says what will be true after the writes of a plan, and which other delegations still allow the same. */

import { describeRights, FULL_RIGHTS } from '@mandate/sdk';
import { factsOfGrant, type GrantFacts, identityOf } from '@mandate/sdk/transactions';
import { getAddress } from 'viem';
import type { Effects } from './effects.ts';
import { covers } from './grant-facts.ts';
import {
  count,
  describeAmount,
  describeDelegation,
  describeLimit,
  describeScope,
  type NameChain,
  walletPart,
} from './scope-words.ts';
import type { Sentence } from './sentence.ts';
import type { Write } from './write.ts';

const MAX_OTHERS = 5;

export function sayAfter(writes: readonly Write[], effects: Effects, nameChain: NameChain): Sentence[] {
  return writes.flatMap((write) => sayOne(write, effects, nameChain(write.chainId)));
}

function sayOne(write: Write, effects: Effects, chain: string): Sentence[] {
  const ended = effects.ended.get(write) ?? [];
  switch (write.action) {
    case 'grant':
      return sayGranted(factsOfGrant(write.chainId, write.grant), effects, chain);
    case 'revoke':
      return ended.map((facts) => sayEnded(facts, effects, chain));
    case 'revokeWallet': {
      const wallet = { what: 'wallet', address: getAddress(write.to), chainId: write.chainId } as const;
      return [['Every v1 delegation to ', wallet, ` on ${chain} ends${countKinds(ended)}.`]];
    }
    case 'stepDown': {
      const vault = { what: 'wallet', address: getAddress(write.vault), chainId: write.chainId } as const;
      return [
        [
          'Every v1 delegation of ',
          vault,
          ` to this wallet on ${chain} ends: whole wallet, contracts and tokens.`,
        ],
        [vault, ' can grant again, without asking this wallet.'],
      ];
    }
    case 'revokeEveryone': {
      const wallets = new Set(ended.map(({ to }) => to)).size;
      const known = `${count(ended.length, 'delegation')} to ${count(wallets, 'wallet')}`;
      return [[`Every v1 delegation of this wallet on ${chain} ends: ${known}.`]];
    }
  }
}

function sayGranted(facts: GrantFacts, { before }: Effects, chain: string): Sentence[] {
  const old = before.get(identityOf(facts));
  const amount = old && old.amount !== facts.amount ? describeAmount(old) : null;
  const end = amount ? [' instead of up to ', amount, '.'] : ['.'];
  const said: Sentence = [
    walletPart(facts),
    ' may act for ',
    ...describeScope(facts),
    ` on ${chain}${describeLimit(facts)}`,
    ...end,
  ];
  return describeRights(facts.rights).form === 'expiring'
    ? [said, ['The registry itself does not end it on that day. Apps that know rights with a last day do.']]
    : [said];
}

function sayEnded(facts: GrantFacts, { untouched, granted }: Effects, chain: string): Sentence {
  const others = [...untouched, ...granted];
  const scope = [...describeScope(facts), ` on ${chain}${describeLimit(facts)}.`];
  if (others.some((other) => covers(other, facts))) {
    return [...describeDelegation(facts), ' to ', walletPart(facts), ` on ${chain} ends.`];
  }
  // A delegation with one right lets the wallet go on with that right.
  const isLimited =
    facts.rights === FULL_RIGHTS && others.some((other) => covers({ ...other, rights: FULL_RIGHTS }, facts));
  return [walletPart(facts), ` may no longer act ${isLimited ? 'with full rights ' : ''}for `, ...scope];
}

function countKinds(ended: readonly GrantFacts[]): string {
  const has = (kind: string) => ended.filter((facts) => facts.kind === kind).length;
  const parts = [
    has('all') > 0 ? 'your whole wallet' : null,
    has('contract') > 0 ? count(has('contract'), 'contract') : null,
    has('token') > 0 ? count(has('token'), 'token') : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? `: ${new Intl.ListFormat('en').format(parts)}` : '';
}

/** Says which delegations still allow what the writes end, and which make a new one needless. */
export function sayStays(writes: readonly Write[], effects: Effects, nameChain: NameChain): Sentence[] {
  const needless = effects.granted.flatMap((facts) => sayNeedless(facts, effects));
  const everyone = writes.filter(({ action }) => action === 'revokeEveryone');
  const ended = writes.flatMap((write) =>
    write.action === 'revokeEveryone' ? [] : (effects.ended.get(write) ?? []),
  );
  const wallets = new Set([
    ...ended.map(({ to }) => to),
    ...writes.flatMap((write) => (write.action === 'revokeWallet' ? [write.to.toLowerCase()] : [])),
  ]);
  return [
    ...needless,
    ...[...wallets].flatMap((wallet) =>
      sayOfWallet(
        ended.filter(({ to }) => to === wallet),
        effects.untouched.filter(({ to }) => to === wallet),
        nameChain,
      ),
    ),
    ...everyone.flatMap(({ chainId }) => sayBesideEveryone(chainId, effects, nameChain)),
  ];
}

function sayNeedless(facts: GrantFacts, { untouched }: Effects): Sentence[] {
  const broader = untouched.find((other) => covers(other, facts));
  if (!broader) return [];
  return [[walletPart(facts), ' may do this already, through ', ...describeDelegation(broader, 'the'), '.']];
}

function sayOfWallet(
  ended: readonly GrantFacts[],
  kept: readonly GrantFacts[],
  nameChain: NameChain,
): Sentence[] {
  const covering = ended.flatMap((facts): Sentence[] => {
    const broader = kept.filter((other) => covers(other, facts));
    if (broader.length === 0) return [];
    const chain = ` on ${nameChain(facts.chainId)}: `;
    const reason = [...listDelegations(broader), broader.length === 1 ? ' stays.' : ' stay.'];
    return [[walletPart(facts), ' may still act for ', ...describeScope(facts), chain, ...reason]];
  });
  const others = kept.filter((other) => !ended.some((facts) => covers(other, facts)));
  const shown = others.slice(0, MAX_OTHERS).map((other): Sentence => {
    const place = ` on ${nameChain(other.chainId)}${describeLimit(other)} (${other.registry}).`;
    return [walletPart(other), ' may still act for ', ...describeScope(other), place];
  });
  const [last] = others.slice(MAX_OTHERS);
  const more: Sentence[] = last
    ? [
        [
          `${count(others.length - MAX_OTHERS, 'more delegation')} to `,
          walletPart(last),
          others.length - MAX_OTHERS === 1 ? ' stays.' : ' stay.',
        ],
      ]
    : [];
  return [...covering, ...shown, ...more];
}

/** Returns e.g. "the v2 delegation of your whole wallet and the v1 delegation of everything in 0x1111…0001". */
function listDelegations(all: readonly GrantFacts[]): Sentence {
  return all.flatMap((facts, i) => {
    const link = i === 0 ? [] : [i === all.length - 1 ? ' and ' : ', '];
    return [...link, ...describeDelegation(facts, 'the')];
  });
}

function sayBesideEveryone(chainId: number, { untouched }: Effects, nameChain: NameChain): Sentence[] {
  const here = untouched.filter((facts) => facts.chainId === chainId).length;
  const elsewhere = untouched.length - here;
  const say = (amount: number, what: string, place: string): Sentence[] =>
    amount > 0 ? [[`${count(amount, what)} ${place} ${amount === 1 ? 'stays' : 'stay'}.`]] : [];
  return [
    ...say(here, 'v2 delegation', `on ${nameChain(chainId)}`),
    ...say(elsewhere, 'delegation', 'on other chains'),
  ];
}
