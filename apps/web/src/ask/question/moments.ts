/** The choice of a block: as text, for the SDK and for the API. */
import type { When } from '@mandate/sdk';
import { writeIso, writeMoment } from '../../words/write-moment.ts';
import type { WhenKind } from './when-kinds.ts';

/** `at` is the time in seconds or the block number. */
export type Moment =
  | { readonly when: 'strict' | 'safe' | 'final' }
  | { readonly when: 'time' | 'block'; readonly at: number };

interface Choice {
  readonly value: WhenKind | 'now';
  readonly text: string;
  readonly hint: string;
}

export const CHOICES: readonly Choice[] = [
  { value: 'now', text: 'Now', hint: 'The newest block that the service has read.' },
  {
    value: 'strict',
    text: 'Strict, for actions you cannot undo',
    hint: 'Counts only what has been true without a break since the safe block. A revocation counts at once.',
  },
  { value: 'safe', text: 'Safe block', hint: 'The newest block that is very unlikely to be replaced.' },
  { value: 'final', text: 'Final block', hint: 'The newest block that cannot be replaced any more.' },
  { value: 'time', text: 'At a time', hint: 'A date and time in UTC.' },
  { value: 'block', text: 'At a block', hint: 'As it was at the end of this block.' },
];

export function whenOf(moment: Moment): When {
  if (moment.when === 'strict') return { consistency: 'strict' };
  if (moment.when === 'time') return { atTime: moment.at };
  if (moment.when === 'block') return { atBlock: moment.at };
  return { blockTag: moment.when === 'safe' ? 'safe' : 'finalized' };
}

/** Returns the API parameter and its value. */
export function parameterOf(moment: Moment): [name: string, value: string] {
  const [[name, value] = ['', '']] = Object.entries(whenOf(moment));
  return [name, moment.when === 'time' ? writeIso(moment.at) : String(value)];
}

/** Texts about the past use the past tense. */
export const isPast = (moment: Moment | undefined) => moment?.when === 'time' || moment?.when === 'block';

export function describeMoment(moment: Moment): string {
  if (moment.when === 'time') return `At ${writeMoment(moment.at)}`;
  if (moment.when === 'block') return `At block ${moment.at.toLocaleString('en')}`;
  return { strict: 'Strict', safe: 'At the safe block', final: 'At the final block' }[moment.when];
}
