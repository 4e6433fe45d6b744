/** Reads a typed time or block. */
import type { Moment } from './moments.ts';
import type { WhenKind } from './when-kinds.ts';

/** Accepts the format of date fields and of the API. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?)?Z?$/i;
const MAX_DIGITS = 15;

type ReadMoment =
  | { readonly moment: Moment | undefined; readonly problem?: never }
  | { readonly moment?: never; readonly problem: string };

/** Without `when` the question is about now, and there is no moment. */
export function readMoment(when: WhenKind | undefined, text: string): ReadMoment {
  if (when === undefined) return { moment: undefined };
  if (when === 'time') return readTime(text.trim());
  if (when === 'block') return readBlock(text.trim().replaceAll(',', ''));
  return { moment: { when } };
}

function readTime(text: string): ReadMoment {
  const [, day, time = '00:00'] = TIME.exec(text) ?? [];
  const at = Date.parse(`${day}T${time}Z`) / 1000;
  if (!day || Number.isNaN(at)) return { problem: 'Enter a date and time in UTC.' };
  return at > Date.now() / 1000
    ? { problem: 'Choose a time in the past.' }
    : { moment: { when: 'time', at } };
}

function readBlock(text: string): ReadMoment {
  if (!/^\d+$/.test(text) || text.length > MAX_DIGITS) {
    return { problem: 'Enter a block number, e.g. 19000000.' };
  }
  return { moment: { when: 'block', at: Number(text) } };
}
