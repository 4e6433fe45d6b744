/** Why a check says what it says: the reasons are what the registry lists that satisfies it, and began where they say. */
import { identify, listSatisfying } from '@mandate/core';
import { type Difference, show, tellApart } from '../compare.ts';
import { nameGrant } from '../names.ts';
import { askExplained } from './asked.ts';
import { askAt, nameAt } from './at-moment.ts';
import { type BegunRow, compareBeginnings, readBegun } from './beginnings.ts';
import type { Beyond, Compared } from './beyond.ts';
import type { Moment } from './moments.ts';
import { chooseQuestions } from './questions.ts';

interface Explained {
  readonly value: boolean | string;
  readonly because: readonly BegunRow[];
}

export async function compareReasons(beyond: Beyond, moment: Moment, count: number): Promise<Compared> {
  const questions = await chooseQuestions(beyond, moment, count);
  const { replies, unknown, differences } = await askAt(beyond, moment, questions.map(askExplained));
  // What is wrong with an answer itself says more than its reasons.
  if (differences.length > 0) return { questions: questions.length, unknown, differences };
  const { at } = moment;
  const listed = moment.safe ? beyond.steady.delegations : await beyond.listAt(at);
  const found = await Promise.all(
    questions.map(async (question, i): Promise<Difference[]> => {
      if (replies[i]?.status !== 200) return [];
      const { value, because } = JSON.parse(replies[i]?.body ?? '') as Explained;
      const name = nameAt(`reasons of ${nameGrant(question)}`, moment, beyond.resting);
      const isSo = value !== false && value !== '0';
      const satisfying = new Set(listSatisfying(question).map(identify));
      const reasons = isSo ? listed.filter((each) => satisfying.has(identify(each))) : [];
      return [
        ...tellApart(name, show(because.map(readBegun)), show(reasons)),
        ...tellApart(name, isSo && because.length === 0 ? 'no reason' : '', ''),
        ...(await compareBeginnings(beyond, name, because, at.number)),
      ];
    }),
  );
  return { questions: questions.length, unknown, differences: found.flat() };
}
