/** Reads the rules of a key as its owner sends them, and lists what a key can be restricted to. */
import type { ConfiguredChain } from '@mandate/config';
import type { KeyKind, KeyRules } from '@mandate/store';
import { z } from 'zod';
import { MAX_PATTERNS, parseOriginPattern } from '../access/keys/origins.ts';
import { MAX_CEILING, MIN_CEILING, PUBLISHABLE_LIMIT, VISITOR_LIMIT } from '../access/limit/window.ts';
import type { ParameterError } from '../http/problems.ts';
import { OPERATIONS } from '../operations/index.ts';
import { isoTime } from '../request/read-body.ts';
import { refuse } from '../request/read-parameters.ts';

const MAX_NAME_LENGTH = 100;
const MAX_ORIGIN_TEXT = 255;

/**
 * Operations that take keys. Those `forPages` take publishable keys too. Those `inUrl` take votes keys: publishable ones for
 * this operation only, without origins.
 */
export const KEYED_OPERATIONS = OPERATIONS.filter(({ takesKeys }) => takesKeys).map(
  ({ id, summary, method, takesKeyInUrl = false }) => ({
    id,
    summary,
    forPages: method === 'GET',
    inUrl: takesKeyInUrl,
  }),
);

export type Choices = ReturnType<typeof listChoices>;

export function listChoices(chains: readonly Pick<ConfiguredChain, 'chainId' | 'name'>[]) {
  return {
    operations: KEYED_OPERATIONS,
    chains: chains.map(({ chainId, name }) => ({ chainId, name })),
    /** Requests in a window: the defaults of a publishable key, and what an owner can choose. */
    limits: { visitor: VISITOR_LIMIT, page: PUBLISHABLE_LIMIT, min: MIN_CEILING, max: MAX_CEILING },
  };
}

/** Creates the schema of a name that an owner gives. `of` says to what. */
export const createName = (of: string) =>
  z
    .string(`is missing: send a name for ${of}.`)
    .trim()
    .min(1, `is empty: send a name for ${of}.`)
    .max(MAX_NAME_LENGTH, `has more than ${MAX_NAME_LENGTH} characters: send a shorter one.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'has characters that cannot be shown: leave them out.');
const name = createName('the key');

const expiresAt = isoTime
  .refine((time) => time.getTime() > Date.now(), 'is in the past: send a future time, or leave it out.')
  .nullable();

const origin = z
  .string('must be text.')
  .max(MAX_ORIGIN_TEXT, `has more than ${MAX_ORIGIN_TEXT} characters.`)
  .transform((text, context) => {
    try {
      return parseOriginPattern(text).text;
    } catch {
      const message =
        'is not an origin of a page: send e.g. https://app.example.com, http://localhost:5173 or https://*.example.com.';
      context.issues.push({ code: 'custom', input: text, message });
      return z.NEVER;
    }
  });

const CEILING = `must be a whole number from ${MIN_CEILING} to ${MAX_CEILING}.`;
const ceiling = z.int(CEILING).min(MIN_CEILING, CEILING).max(MAX_CEILING, CEILING).nullable();

/** Null stands for all of them, so a list that allows nothing is a mistake. */
export function listOf<T extends z.ZodType>(one: T, known: number, what: string) {
  return z
    .array(one, `must be a list of ${what}, or null for all.`)
    .min(1, `is empty: send ${what}, or null for all.`)
    .max(known, `has more ${what} than there are.`)
    .transform((values) => [...new Set(values)])
    .nullable();
}

export function createKeySchemas({ operations, chains }: Choices) {
  const operationIds = new Set(operations.map(({ id }) => id));
  const chainIds = new Set(chains.map(({ chainId }) => chainId));
  const operation = z
    .string('must be the id of an operation.')
    .refine((id) => operationIds.has(id), 'is not the id of an operation that takes keys.');
  const chain = z
    .int('must be the id of a chain.')
    .refine((id) => chainIds.has(id), 'is not the id of a chain of this service.');
  const origins = z
    .array(origin, 'must be a list of origins.')
    .max(MAX_PATTERNS, `has more than ${MAX_PATTERNS} origins.`)
    .transform((values) => [...new Set(values)]);
  const some = {
    operations: listOf(operation, operationIds.size, 'operations'),
    chains: listOf(chain, chainIds.size, 'chains'),
  };
  return {
    create: z.strictObject({
      name,
      kind: z.enum(['secret', 'publishable'], 'must be "secret" or "publishable".').default('secret'),
      expiresAt: expiresAt.default(null),
      origins: origins.default([]),
      operations: some.operations.default(null),
      chains: some.chains.default(null),
      ceiling: ceiling.default(null),
      visitorCeiling: ceiling.default(null),
    }),
    change: z.strictObject({
      name: name.exactOptional(),
      origins: origins.exactOptional(),
      operations: some.operations.exactOptional(),
      chains: some.chains.exactOptional(),
      ceiling: ceiling.exactOptional(),
      visitorCeiling: ceiling.exactOptional(),
    }),
  };
}

/** Throws where the rules of a key, or of a change together with those that stay, do not fit its kind. */
export function assertFits(kind: KeyKind, rules: Partial<KeyRules>): void {
  const errors = kind === 'publishable' ? listMisfitsOfPublishable(rules) : listMisfitsOfSecret(rules);
  if (errors.length > 0) throw refuse(errors, 'fields');
}

/** Tells whether these rules make a publishable key a votes key. */
export function isForUrl({
  operations,
}: {
  readonly operations?: KeyRules['operations'] | undefined;
}): boolean {
  return Boolean(operations?.length && operations.every((id) => findOperation(id)?.inUrl));
}

const findOperation = (id: string) => KEYED_OPERATIONS.find((one) => one.id === id);

function listMisfitsOfPublishable({ origins, operations }: Partial<KeyRules>): ParameterError[] {
  const errors: ParameterError[] = [];
  if (isForUrl({ operations })) {
    const message = 'is for keys of pages: a votes key has none. Leave it out.';
    return origins?.length ? [{ parameter: 'origins', message }] : [];
  }
  if (origins?.length === 0)
    errors.push({ parameter: 'origins', message: 'is empty: send the origin of at least one page.' });
  const refused = operations?.filter((id) => !findOperation(id)?.forPages) ?? [];
  if (refused.length > 0)
    errors.push({
      parameter: 'operations',
      message: `has operations that pages cannot ask: ${refused.join(', ')}.`,
    });
  return errors;
}

function listMisfitsOfSecret({ origins, visitorCeiling }: Partial<KeyRules>): ParameterError[] {
  const message = 'is for publishable keys only: leave it out.';
  return [
    ...(origins && origins.length > 0 ? [{ parameter: 'origins', message }] : []),
    ...(visitorCeiling ? [{ parameter: 'visitorCeiling', message }] : []),
  ];
}
