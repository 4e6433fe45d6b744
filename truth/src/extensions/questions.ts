/** Chooses the questions for a moment. */
import { createRandom, integer } from '@mandate/contracts';
import { type Delegation, grantOf, type Question } from '@mandate/core';
import { nameGrant } from '../names.ts';
import { QUESTIONS } from '../world.ts';
import { choose } from './choose.ts';
import type { Context } from './context.ts';
import type { Moment } from './moments.ts';

/**
 * Half are random. The others are about delegations that change around the moment, where a wrong block shows,
 * or are in force at it.
 */
export async function chooseQuestions(context: Context, moment: Moment, count: number): Promise<Question[]> {
  const byChance = choose(context.random, QUESTIONS, Math.ceil(count / 2));
  const random = createRandom(integer(context.random, 0, 2 ** 31 - 2));
  const { listAt, resting } = context;
  const { at, safe } = moment;
  const { number } = at;
  const around = [resting.blocks[number - 1], resting.blocks[number + 1], safe, resting.latest];
  const others = around.flatMap((block) => (block && block !== at && block.number > 0 ? [block] : []));
  const [standing, ...elsewhere] = await Promise.all([at, ...others].map(listAt));
  if (!standing) return byChance;
  const left = count - byChance.length;
  const changed = elsewhere.flatMap((there) =>
    some(findChanged(standing, there), Math.floor(left / elsewhere.length)),
  );
  return [...byChance, ...changed.map(grantOf), ...some(standing, left - changed.length).map(grantOf)];

  /** Returns all of a few, or this many random ones. */
  function some(delegations: readonly Delegation[], most: number): readonly Delegation[] {
    return delegations.length <= most ? delegations : choose(random, delegations, most);
  }
}

/** Returns the delegations that exist, or have their amount, at only one of the two blocks. */
function findChanged(one: readonly Delegation[], other: readonly Delegation[]): Delegation[] {
  const [ones, others] = [new Set(one.map(nameGrant)), new Set(other.map(nameGrant))];
  return [
    ...one.filter((each) => !others.has(nameGrant(each))),
    ...other.filter((each) => !ones.has(nameGrant(each))),
  ];
}
