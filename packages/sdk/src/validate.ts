/** Parameters are looked at before they are sent, so that a typo is told at once, and all of them together. */
import { InvalidParametersError } from './errors.ts';

const MOST_ROWS = 1_000;
const UINT256_BITS = 256n;

const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const isWhole = (value: unknown, least: number, most: number) =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

const isAddress = matches(/^0x[0-9a-fA-F]{40}$/);
const ADDRESS = 'must be an address: 0x and 40 hex digits. Names are not resolved.';

type Form = readonly [isOf: (value: unknown) => boolean, message: string];
const address: Form = [isAddress, ADDRESS];
const FORMS: Readonly<Record<string, Form>> = {
  to: address,
  from: address,
  contract: address,
  wallet: address,
  tokenId: [
    (value) => typeof value === 'bigint' && value >= 0n && value >> UINT256_BITS === 0n,
    'must be a bigint from 0n to 2n ** 256n - 1n, as 7n.',
  ],
  chainId: [
    (value) => isWhole(value, 1, 999_999_999_999_999),
    'must be the number of a chain, as 1 or 8453.',
  ],
  rights: [
    matches(/^0x[0-9a-fA-F]{64}$/),
    "must be 32 bytes: 0x and 64 hex digits. rightsFromText('vote') makes them from a name.",
  ],
  limit: [(value) => isWhole(value, 1, MOST_ROWS), `must be a whole number from 1 to ${MOST_ROWS}.`],
  cursor: [matches(/^[\w-]{1,400}$/), 'must be the nextCursor of a page before.'],
};

/** Throws unless every required one is there, all are of their form, and there are no others. */
export function assertParameters(
  given: Readonly<Record<string, unknown>>,
  required: readonly string[],
  optional: readonly string[],
): void {
  const known = [...required, ...optional];
  // What is not known may be misspelt: to leave it out would be to answer another question.
  const errors = [...new Set([...known, ...Object.keys(given)])].flatMap((parameter) => {
    const message = findFlaw(parameter, given[parameter], required, known);
    return message ? [{ parameter, message }] : [];
  });
  if (errors.length === 0) return;
  const detail = errors.map(({ parameter, message }) => `"${parameter}" ${message}`).join(' ');
  throw new InvalidParametersError({ code: 'invalid_parameters', detail, errors });
}

function findFlaw(
  parameter: string,
  value: unknown,
  required: readonly string[],
  known: readonly string[],
): string | null {
  if (value === undefined) return required.includes(parameter) ? 'is missing.' : null;
  const form = known.includes(parameter) && FORMS[parameter];
  if (!form) return `is no parameter here. There are: ${known.join(', ')}, signal.`;
  const [isOf, message] = form;
  return isOf(value) ? null : message;
}
