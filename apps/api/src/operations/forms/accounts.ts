/** The form of what an address is. */

import { checksum } from '@mandate/read-model/checksum';
import { ACCOUNT_KINDS, type Account } from '../../answers/names/accounts.ts';
import { address, bytes32, fields, integer, oneOf, orNull, text, type WireOf } from './form.ts';

const ACCOUNT = fields(
  {
    kind: oneOf(ACCOUNT_KINDS, {
      type: 'AccountKind',
      isOpen: true,
      sentence:
        '`plain`: no code. `eip7702`: an account that runs the code of a contract (EIP-7702). `safe`: a Safe whose code is ' +
        'in the table of this service. `contract`: any other code',
    }),
    codeAddress: orNull(
      address(),
      'The contract whose code the account runs: that of `eip7702`, and the singleton of `safe`. `null` for others',
    ),
    codeName: orNull(
      text(),
      'What that contract is called in the table of this service. `null` if it is not there',
    ),
    block: integer('The number of the block at which this is true'),
    blockHash: bytes32('The hash of that block'),
  },
  { component: 'Account', about: 'What an address is on one chain, at a block. Later blocks may change it' },
);
export const ACCOUNT_OR_NULL = orNull(
  ACCOUNT,
  'What the address is. `null` if that is not known: the nodes do not answer, do not agree, or lack the state. Never read it as `plain`',
);

export function presentAccount(account: Account | undefined): WireOf<typeof ACCOUNT> | null {
  if (!account) return null;
  const { kind, codeAddress, codeName, at } = account;
  return {
    kind,
    codeAddress: codeAddress && checksum(codeAddress),
    codeName,
    block: at.number,
    blockHash: at.hash,
  };
}
