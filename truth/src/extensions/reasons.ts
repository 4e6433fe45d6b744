/**
 * Compares the reasons of checks: they must be exactly the listed delegations that satisfy the check, and
 * begin where they say.
 */
import { identify, listSatisfying } from '@mandate/core';
import { show } from '../compare.ts';
import { type Compared, type Difference, tellApart } from '../compared.ts';
import { nameGrant } from '../names.ts';
import { askAt, nameAt } from './at-moment.ts';
import { compareBeginnings, type GrantJson, readGrant } from './beginnings.ts';
import { askExplained } from './compared-question.ts';
import type { Context } from './context.ts';
import type { Moment } from './moments.ts';
import { chooseQuestions } from './questions.ts';

interface Explained {
  readonly value: boolean | string;
  readonly because: readonly GrantJson[];
}

export async function compareReasons(context: Context, moment: Moment, count: number): Promise<Compared> {
  const questions = await chooseQuestions(context, moment, count);
  const { replies, unknown, differences } = await askAt(context, moment, questions.map(askExplained));
  // A wrong answer says more than its reasons.
  if (differences.length > 0) return { questions: questions.length, unknown, differences };
  const { at } = moment;
  const listed = moment.safe ? context.steady.delegations : await context.listAt(at);
  const found = await Promise.all(
    questions.map(async (question, i): Promise<Difference[]> => {
      if (replies[i]?.status !== 200) return [];
      const { value, because } = JSON.parse(replies[i]?.body ?? '') as Explained;
      const name = nameAt(`reasons of ${nameGrant(question)}`, moment, context.resting);
      const isSo = value !== false && value !== '0';
      const satisfying = new Set(listSatisfying(question).map(identify));
      const reasons = isSo ? listed.filter((each) => satisfying.has(identify(each))) : [];
      return [
        ...tellApart(name, show(because.map(readGrant)), show(reasons)),
        ...tellApart(name, isSo && because.length === 0 ? 'no reason' : '', ''),
        ...(await compareBeginnings(context, name, because, at.number)),
      ];
    }),
  );
  return { questions: questions.length, unknown, differences: found.flat() };
}
