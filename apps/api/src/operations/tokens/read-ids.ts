/** Reads a body that asks which ids a wallet may use, or names everything that is wrong with it. */
import type { ParameterError } from '../../http/problems.ts';
import { findConflicts } from '../../request/at-block.ts';
import { findClaimContradictions } from '../../request/claim-parameters.ts';
import { tokenId } from '../../request/parameters.ts';
import { createReadJson, parseValue, readObject } from '../../request/read-body.ts';
import { refuse } from '../../request/read-parameters.ts';
import { TOKENS_PARAMETERS, type TokensValues } from './parameters.ts';

export const MAX_IDS = 1_000;
const FORM = '{"wallet": "0x…", "contract": "0x…", "tokenIds": ["7", …]}';

const readFields = createReadJson(TOKENS_PARAMETERS, ['tokenIds'], 'this question');

export interface GivenIds {
  readonly tokenIds: readonly bigint[];
  readonly values: TokensValues;
}

export function readGivenIds(body: Buffer): GivenIds {
  const given = readObject(body, FORM);
  const errors: ParameterError[] = [];
  const values = readFields(given, errors);
  errors.push(...findConflicts(values), ...findClaimContradictions(values));
  const tokenIds = readIds(given['tokenIds'], errors);
  if (errors.length > 0) throw refuse(errors, 'fields');
  return { tokenIds, values };
}

/** Returns each id once. */
function readIds(given: unknown, errors: ParameterError[]): bigint[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_IDS) {
    const has = Array.isArray(given) ? `has ${given.length} ids` : 'is not a list of ids';
    const message = `${given === undefined ? 'is missing' : has}: send 1 to ${MAX_IDS} of them.`;
    errors.push({ parameter: 'tokenIds', message });
    return [];
  }
  const ids = new Set<bigint>();
  for (const [i, each] of given.entries()) {
    const read = parseValue(tokenId, each);
    if ('flaw' in read) {
      errors.push({ parameter: `tokenIds[${i}]`, message: read.flaw });
      return [];
    }
    ids.add(read.value as bigint);
  }
  return [...ids];
}
