/** The rules of a key while someone edits them. */
import type { Choices, Key, KeyKind, KeyRules } from '../session/developer-api.ts';
import { readOrigin } from './read-origin.ts';

/** A votes key is a publishable key without pages. */
export type KeyUse = KeyKind | 'votes';

export function findUse({ kind, origins }: Pick<Key, 'kind' | 'origins'>): KeyUse {
  return kind === 'publishable' && origins.length === 0 ? 'votes' : kind;
}

export interface RulesDraft {
  readonly origins: readonly string[];
  /** The origin that is being typed. */
  readonly typed: string;
  readonly operations: readonly string[] | null;
  readonly chains: readonly number[] | null;
  readonly ceiling: string;
  readonly visitorCeiling: string;
}

type RulesField = 'origins' | 'operations' | 'chains' | 'ceiling' | 'visitorCeiling';

/** A sentence for each field that is wrong. */
export type RulesProblems = Partial<Record<RulesField, string>>;

export const EMPTY_RULES: RulesDraft = {
  origins: [],
  typed: '',
  operations: null,
  chains: null,
  ceiling: '',
  visitorCeiling: '',
};

export function toDraft({ origins, operations, chains, ceiling, visitorCeiling }: KeyRules): RulesDraft {
  const write = (count: number | null) => (count === null ? '' : String(count));
  return {
    origins,
    typed: '',
    operations,
    chains,
    ceiling: write(ceiling),
    visitorCeiling: write(visitorCeiling),
  };
}

/** Reads a draft. An origin that is typed but not added yet counts too: few people press both buttons. */
export function readDraft(
  use: KeyUse,
  { origins, typed, operations, chains, ceiling, visitorCeiling }: RulesDraft,
  { min, max }: Choices['limits'],
): { readonly rules: KeyRules | null; readonly problems: RulesProblems } {
  const problems: RulesProblems = {};
  const isForPages = use === 'publishable';
  const pending = typed.trim() === '' ? null : readOrigin(typed);
  if (isForPages && pending?.type === 'problem') problems.origins = pending.problem;
  const all = pending?.type === 'origin' ? addOrigin(origins, pending.origin) : origins;
  if (isForPages && !pending && all.length === 0) problems.origins = 'Enter the origin of your page.';
  if (operations?.length === 0) problems.operations = 'Choose at least one operation.';
  if (chains?.length === 0) problems.chains = 'Choose at least one chain.';
  const readCount = (field: 'ceiling' | 'visitorCeiling', text: string) => {
    if (text.trim() === '') return null;
    const count = Number(text);
    if (!/^\d+$/.test(text.trim()) || count < min || count > max)
      problems[field] = `Enter a whole number from ${min} to ${max.toLocaleString('en')}.`;
    return count;
  };
  const rules = {
    origins: isForPages ? all : [],
    operations,
    chains,
    ceiling: readCount('ceiling', ceiling),
    visitorCeiling: use === 'secret' ? null : readCount('visitorCeiling', visitorCeiling),
  };
  return { rules: Object.keys(problems).length > 0 ? null : rules, problems };
}

export function addOrigin(origins: readonly string[], origin: string): readonly string[] {
  return origins.includes(origin) ? origins : [...origins, origin];
}
