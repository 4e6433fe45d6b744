/** The options `--at-block`, `--at-time`, `--block-tag` and `--strict`. */
import type { When } from '@mandate/sdk';
import { readWhole, UsageError, type Values } from './options.ts';

export const WHEN_OPTIONS = ['at-block', 'at-time', 'block-tag', 'strict'] as const;

export function readWhen(values: Values): When {
  const { 'at-block': block, 'at-time': time, 'block-tag': blockTag, strict } = values;
  return {
    atBlock: block === undefined ? undefined : readWhole('at-block', block),
    atTime: time === undefined ? undefined : readTime(time),
    // The check itself validates the tag.
    blockTag: blockTag as When['blockTag'],
    consistency: strict ? 'strict' : undefined,
  };
}

/** Requires a time zone: without one, the same text would mean different times on different machines. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

export function readTime(text: string): number | Date {
  if (/^\d{1,11}$/.test(text)) return Number(text);
  const time = new Date(ISO_TIME.test(text) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw new UsageError(
    '--at-time must be seconds since 1970, or a time with its zone, e.g. 2026-01-31T12:00:00Z.',
  );
}
