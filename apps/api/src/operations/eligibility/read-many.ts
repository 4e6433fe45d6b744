/** Reads a body with a question about many wallets, or names everything that is wrong with it. */
import type { Address } from '@mandate/core';
import type { ParameterError } from '../../http/problems.ts';
import { findConflicts } from '../../request/at-block.ts';
import { readAddresses } from '../../request/read-addresses.ts';
import { createReadJson, readObject } from '../../request/read-body.ts';
import { refuse } from '../../request/read-parameters.ts';
import { ASSET_PARAMETERS, type AssetValues, findContradictions } from './parameters.ts';

export const MAX_WALLETS = 100;
/** So many wallets count as one request. */
export const WALLETS_A_REQUEST = 4;
const FORM = '{"contract": "0x…", "wallets": ["0x…", …]}';

const readFields = createReadJson(ASSET_PARAMETERS, ['wallets'], 'this question');

export interface ManyWallets {
  readonly wallets: readonly Address[];
  readonly values: AssetValues;
}

export function readMany(body: Buffer): ManyWallets {
  const given = readObject(body, FORM);
  const errors: ParameterError[] = [];
  const values = readFields(given, errors);
  errors.push(...findConflicts(values), ...findContradictions(values));
  const wallets = readAddresses('wallets', given['wallets'], MAX_WALLETS, errors);
  if (errors.length > 0) throw refuse(errors, 'fields');
  return { wallets, values };
}
