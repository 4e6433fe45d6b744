/** The wallets and grants of the story that the tests of past times tell. */
import {
  createDelegation,
  type DelegationFields,
  FULL_RIGHTS,
  parseAddress,
  rightsFromText,
} from '@mandate/core';

export const createAddress = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
export const [VAULT, HOT, BOT] = [createAddress('c01d'), createAddress('407'), createAddress('b07')];
export const [OTHER, CONTRACT] = [createAddress('57a'), createAddress('c0c0c0')];
export const grant = (fields: Partial<DelegationFields>) =>
  createDelegation({ registry: 'v2', kind: 'all', from: VAULT, to: HOT, rights: FULL_RIGHTS, ...fields });
export const whole = grant({});
export const ofContract = grant({
  from: OTHER,
  kind: 'contract',
  contract: CONTRACT,
  rights: rightsFromText('claim'),
});
export const amount = (units: bigint) => grant({ kind: 'erc20', contract: CONTRACT, to: BOT, amount: units });
