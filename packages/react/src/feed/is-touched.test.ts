import { createClient } from '@mandate/sdk';
import { expect, test } from 'vitest';
import { checkQuery } from '../check-query.ts';
import { delegationsQuery } from '../delegations-query.ts';
import { eligibilityQuery } from '../eligibility-query.ts';
import { vaultsQuery } from '../vaults-query.ts';
import { isTouched } from './is-touched.ts';

const client = createClient({ baseUrl: 'https://mandate.example' });
const address = (digit: string) => `0x${digit.repeat(40)}` as const;
const [HOT, VAULT, OTHER, TOKEN] = [address('A'), address('b'), address('c'), address('d')];
const change = (fields: object) => ({ chainId: 1, from: VAULT, to: HOT, block: 9, undone: false, ...fields });

const check = checkQuery(client, { kind: 'all', to: HOT, from: VAULT });
const list = delegationsQuery(client, { wallet: VAULT });
const vaults = vaultsQuery(client, { to: HOT });
const vaultsOfTwo = vaultsQuery(client, { to: HOT, chainIds: [10, 8453] });
const claim = eligibilityQuery(client, { wallet: HOT, contract: TOKEN });
const claimOfVault = eligibilityQuery(client, {
  wallet: HOT,
  contract: TOKEN,
  vault: VAULT,
  exclusive: true,
});

test.each([
  ['between its wallets', check, {}, true],
  ['in other letters', check, { to: HOT.toLowerCase() }, true],
  ['of another vault', check, { from: OTHER }, false],
  ['to another wallet', check, { to: OTHER }, false],
  ['in the other direction', check, { from: HOT, to: VAULT }, false],
  ['on another chain', check, { chainId: 10 }, false],
  ['that the wallet gives', list, { to: OTHER }, true],
  ['that the wallet receives', list, { from: OTHER, to: VAULT }, true],
  ['of others', list, { from: OTHER }, false],
  ['of any vault', vaults, { from: OTHER, chainId: 8453 }, true],
  ['that the hot wallet gives', vaults, { from: HOT, to: OTHER }, false],
  ['on one of its chains', vaultsOfTwo, { chainId: 8453 }, true],
  ['on none of its chains', vaultsOfTwo, { chainId: 1 }, false],
  ['of any vault to the wallet', claim, { from: OTHER }, true],
  ['of a vault to another wallet', claim, { to: OTHER }, false],
  ['that may take the exclusive right away', claimOfVault, { to: OTHER }, true],
])('a change %s', (_, { key }, fields, expected) => {
  expect(isTouched(key, change(fields))).toBe(expected);
});
