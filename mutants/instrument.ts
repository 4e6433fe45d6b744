/** Writes all mutants of a file into it, each behind a switch: a run turns one of them on without loading anything again. */
import type { Change } from './find-mutants.ts';

export interface Switched extends Change {
  readonly id: number;
}

/** The values that the runner shares with the files. */
export interface Switches {
  /** The mutant that is on. */
  active: number;
  /** The mutants that a run without one has reached. */
  readonly reached: boolean[];
  /** Counts the rounds of loops, and throws when they do not end. */
  readonly countRound: () => void;
}

const HEADER = 'const __m=globalThis.__mutants;';

/** With `isNoting`, each switch notes that it was reached. */
export function instrument(code: string, mutants: readonly Switched[], isNoting: boolean): string {
  const outerFirst = mutants.toSorted((a, b) => a.start - b.start || b.end - a.end || a.id - b.id);
  const hashbang = /^#!.*\n/.exec(code)?.[0] ?? '';
  const isOn = (id: number) => (isNoting ? `(__m.reached[${id}]=true,false)` : `__m.active===${id}`);
  return hashbang + HEADER + render({ code, isOn }, hashbang.length, code.length, outerFirst);
}

interface Source {
  readonly code: string;
  readonly isOn: (id: number) => string;
}

/** Renders the text from `start` to `end`, with the mutants in it. The outer ones come first. */
function render(source: Source, start: number, end: number, mutants: readonly Switched[]): string {
  let text = '';
  let at = start;
  let rest = mutants;
  while (rest[0]) {
    const [first] = rest;
    const same = rest.filter((one) => one.start === first.start && one.end === first.end);
    const inside = rest.filter((one) => !same.includes(one) && one.end <= first.end && one.start < first.end);
    rest = rest.filter((one) => !same.includes(one) && !inside.includes(one));
    text += source.code.slice(at, first.start);
    text += guard(source, same, render(source, first.start, first.end, inside));
    at = first.end;
  }
  return text + source.code.slice(at, end);
}

function guard(source: Source, mutants: readonly Switched[], original: string): string {
  const { isOn } = source;
  const [first, ...others] = mutants;
  if (first?.kind === 'round')
    return first.start === first.end
      ? `__m.countRound();${original}`
      : `{__m.countRound();${guard(source, others, original)}}`;
  if (first?.kind === 'insertion') return `if(${isOn(first.id)})${first.after}`;
  if (first?.kind === 'statement') return `{if(!(${isOn(first.id)})){${original}}}`;
  if (!first) return original;
  return mutants.reduce((text, { id, after }) => `(${isOn(id)}?(${after}):${text})`, `(${original})`);
}
