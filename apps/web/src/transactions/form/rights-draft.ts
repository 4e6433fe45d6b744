/** The choice of rights: words on the page, 32 bytes in the registry. */

import { describeRights, FULL_RIGHTS } from '@mandate/sdk';
import { rightsIdentifierFromText } from '@mandate/sdk/proof';
import { readRights } from '../../ui/read/read-field.ts';

type Hex = `0x${string}`;

export type RightsPreset = 'full' | 'claim' | 'vote' | 'named' | 'until';

export interface RightsDraft {
  readonly preset: RightsPreset;
  /** A name or bytes, for the presets `named` and `until`. */
  readonly name: string;
  /** The end of the preset `until`, in UTC, as a date field writes it. */
  readonly until: string;
}

export const FULL_RIGHTS_DRAFT: RightsDraft = { preset: 'full', name: '', until: '' };

export type RightsProblems = { readonly [Field in 'name' | 'until']?: string };

type ReadRightsDraft =
  /** `undefined` for full rights. */
  | { readonly rights: Hex | undefined; readonly problems?: never }
  | { readonly rights?: never; readonly problems: RightsProblems };

const GLOBAL_IDENTIFIER = `0x${'0'.repeat(48)}` as const;
const BYTES24 = /^0x[0-9a-f]{48}$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

export function readRightsDraft({ preset, name, until }: RightsDraft, nowS: number): ReadRightsDraft {
  if (preset === 'full') return { rights: undefined };
  if (preset === 'until') return readUntil(name, until, nowS);
  const text = preset === 'named' ? name : preset;
  if (text.trim() === '') return { problems: { name: 'Enter the right that the app asks for.' } };
  const read = readRights(text);
  if ('problem' in read) return { problems: { name: read.problem } };
  if (read.value === FULL_RIGHTS)
    return { problems: { name: 'Zero bytes mean full rights. Choose “Everything” instead.' } };
  return { rights: read.value };
}

function readUntil(name: string, until: string, nowS: number): ReadRightsDraft {
  const seconds = TIME.test(until) ? Date.parse(`${until}Z`) / 1000 : Number.NaN;
  if (Number.isNaN(seconds)) return { problems: { until: 'Choose the day and time at which it ends.' } };
  if (seconds <= nowS) return { problems: { until: 'Choose a time in the future.' } };
  const identifier = readIdentifier(name.trim());
  if (!identifier) return { problems: { name: 'Enter a name, or 0x and 48 hex digits.' } };
  return { rights: `${identifier}${seconds.toString(16).padStart(16, '0')}` };
}

/** Without a name, the rights count for every identifier. */
function readIdentifier(name: string): Hex | null {
  if (name === '') return GLOBAL_IDENTIFIER;
  if (BYTES24.test(name)) return name.toLowerCase() as Hex;
  if (/^0x/i.test(name)) return null;
  return rightsIdentifierFromText(name);
}

/** Returns the draft that stands for rights, so that a form begins with those of a delegation. */
export function draftOfRights(rights: string | null): RightsDraft {
  if (rights === null) return FULL_RIGHTS_DRAFT;
  const described = describeRights(rights);
  if (described.form === 'full') return FULL_RIGHTS_DRAFT;
  if (described.form === 'opaque') return { preset: 'named', name: rights, until: '' };
  if (described.form === 'text') {
    const { text } = described;
    return text === 'claim' || text === 'vote'
      ? { preset: text, name: '', until: '' }
      : { preset: 'named', name: text, until: '' };
  }
  const { identifier, expiresAt } = described;
  return {
    preset: 'until',
    name: identifier === GLOBAL_IDENTIFIER ? '' : identifier,
    until: writeDateField(expiresAt),
  };
}

/** Writes a time as a date field takes it, in UTC. */
export function writeDateField(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}
