/** One typical request per operation, whose grant stands. */
import { CHECKS, LISTS as LIST_OPERATIONS } from '@mandate/api/operations';
import { WHEN } from '@mandate/api/parameters';
import type { Address, Kind, Registry } from '@mandate/core';
import { type Answer, type Case, expectAt, pathOf, type Query } from './conformance-case.ts';
import { COLD, COLLECTION, HOT, KINDS_OF, LATE_HOT } from './grants.ts';
import { LISTS } from './records.ts';
import { isBalance, WRITTEN } from './written-kinds.ts';

export type Sample = ReturnType<typeof createSample>;
export type Check = Sample & { readonly kind: Kind };

function createSample(operation: (typeof LIST_OPERATIONS | typeof CHECKS)[number]) {
  const { id, registry: version, path, parameters } = operation;
  /** Null for a list. */
  const kind: Kind | null = 'kind' in operation ? operation.kind : null;
  /** Every parameter that the operation declares. */
  const names: readonly string[] = Object.values(parameters).map(({ name }) => name);
  const hot = kind ? HOT[kind] : '';
  const known = {
    ...{ wallet: COLD, to: hot, delegate: hot, from: COLD, vault: COLD },
    ...{ contract: COLLECTION, tokenId: '7' },
  };
  /** The required parameters, with values that a grant matches. */
  const values: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(known).filter(([name]) => names.includes(name)),
  );
  const own: Readonly<Record<string, string | undefined>> = {
    cold: ['wallet', 'from', 'vault'].find((name) => names.includes(name)),
    hot: ['to', 'delegate'].find((name) => names.includes(name)),
  };
  /** The answer. */
  const stands: string = kind ? (WRITTEN[kind].amount ?? 'true') : LISTS[version].cold;
  /** The answer when no grant matches. */
  const nothing = kind === null ? '[]' : isBalance(kind) ? '0' : 'false';

  /**
   * Asks for it with these parameters besides, or with other values. `cold` and `hot` stand for the operation's names of
   * the two wallets. The grant stands, unless another answer is expected.
   */
  function ask(covers: string, query: string | Query = '', answer: Answer = {}): Case {
    const isText = typeof query === 'string';
    const pairs = Object.entries(isText ? {} : query).flatMap(([name, value]) => {
      const real = name in own ? own[name] : name;
      return real ? [[real, value] as const] : [];
    });
    const asked = pathOf(path, { ...values, ...Object.fromEntries(pairs) }, isText ? query : '');
    const { body, ...expected } = expectAt(covers, asked, answer);
    if (body !== undefined) return { ...expected, body };
    return expected.problem || expected.count !== undefined ? expected : { ...expected, body: stands };
  }
  return { id, version, kind, path, names, values, stands, nothing, ask };
}

export const SAMPLES = [...LIST_OPERATIONS, ...CHECKS].map(createSample);
export const CHECK_SAMPLES = SAMPLES.filter((sample): sample is Check => sample.kind !== null);

export function getSample(version: Registry, kind: Kind): Check {
  const found = CHECK_SAMPLES.find((sample) => sample.version === version && sample.kind === kind);
  if (!found) throw new RangeError(`${version} has no check of kind ${kind}.`);
  return found;
}

/** Returns the line of a parameter. Those for the block, the reasons and the proof mean the same in every operation. */
export function lineOf(id: string, name: string): string {
  if (name === 'explain' || name === 'proof') return name;
  return name in WHEN ? `when.${name}` : `${id}.${name}`;
}

/** Returns an answer as it is with `numbers=string`. */
export const quoted = (answer: string) => answer.replace(/^\d+$/, '"$&"');

/** Returns the answer to a check when its grant has this amount. */
export function holds({ kind }: Sample, amount: number): string {
  return kind && isBalance(kind) ? String(amount) : 'true';
}

/** Returns the two wallets of a grant that is new, or does not stand any more, in the newest block. */
export const late = ({ kind }: Sample, cold: Address) => ({ cold, hot: kind ? LATE_HOT[kind] : undefined });
/** Returns the answer about such a grant while it stands. */
export const given = ({ version, kind, stands }: Sample) =>
  kind ? { body: stands } : { count: KINDS_OF[version].length };
