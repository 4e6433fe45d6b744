/** Of when an answer is to be: in words, for the SDK and for the interface. */
import type { When } from '@mandate/sdk';
import { writeIso, writeMoment } from '../../components/write-moment.ts';
import type { WhenKind } from './when-kinds.ts';

/** With the time in seconds or the number of the block, where one is named. */
export type Moment =
  | { readonly when: 'strict' | 'safe' | 'final' }
  | { readonly when: 'time' | 'block'; readonly at: number };

interface Choice {
  readonly value: WhenKind | 'now';
  readonly text: string;
  readonly hint: string;
}

export const CHOICES: readonly Choice[] = [
  { value: 'now', text: 'Now', hint: 'At the newest block that the service has read.' },
  {
    value: 'strict',
    text: 'Strict, for what can’t be taken back',
    hint: 'Counts only what stood without interruption since the safe block: a new grant waits, a revocation counts at once.',
  },
  { value: 'safe', text: 'Safe block', hint: 'At the newest block that the chain calls safe.' },
  { value: 'final', text: 'Final block', hint: 'At the newest block that can’t be replaced any more.' },
  { value: 'time', text: 'At a time', hint: 'In UTC.' },
  { value: 'block', text: 'At a block', hint: 'At the end of the block with this number.' },
];

export function whenOf(moment: Moment): When {
  if (moment.when === 'strict') return { consistency: 'strict' };
  if (moment.when === 'time') return { atTime: moment.at };
  if (moment.when === 'block') return { atBlock: moment.at };
  return { blockTag: moment.when === 'safe' ? 'safe' : 'finalized' };
}

/** The parameter of the interface that says it, and its value. */
export function parameterOf(moment: Moment): [name: string, value: string] {
  const [[name, value] = ['', '']] = Object.entries(whenOf(moment));
  return [name, moment.when === 'time' ? writeIso(moment.at) : String(value)];
}

/** The past is spoken of as such. */
export const isPast = (moment: Moment | undefined) => moment?.when === 'time' || moment?.when === 'block';

export function describeMoment(moment: Moment): string {
  if (moment.when === 'time') return `At ${writeMoment(moment.at)}`;
  if (moment.when === 'block') return `At block ${moment.at.toLocaleString('en')}`;
  return { strict: 'Strict', safe: 'At the safe block', final: 'At the final block' }[moment.when];
}
