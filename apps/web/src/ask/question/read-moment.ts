/** Reads a typed time or block. */
import type { Read } from '../../ui/read/read-field.ts';
import type { Moment } from './moments.ts';
import type { WhenKind } from './when-kinds.ts';

/** Accepts the format of date fields and of the API. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?)?Z?$/i;
const MAX_DIGITS = 15;

type ReadMoment = Read<Moment | undefined>;

/** Without `when` the question is about now, and there is no moment. */
export function readMoment(when: WhenKind | undefined, text: string): ReadMoment {
  if (when === undefined) return { value: undefined };
  if (when === 'time') return readTime(text.trim());
  if (when === 'block') return readBlock(text.trim().replaceAll(',', ''));
  return { value: { when } };
}

function readTime(text: string): ReadMoment {
  const [, day, time = '00:00'] = TIME.exec(text) ?? [];
  const at = Date.parse(`${day}T${time}Z`) / 1000;
  if (!day || Number.isNaN(at)) return { problem: 'Enter a date and time in UTC.' };
  return at > Date.now() / 1000 ? { problem: 'Choose a time in the past.' } : { value: { when: 'time', at } };
}

function readBlock(text: string): ReadMoment {
  if (!/^\d+$/.test(text) || text.length > MAX_DIGITS) {
    return { problem: 'Enter a block number, e.g. 19000000.' };
  }
  return { value: { when: 'block', at: Number(text) } };
}
