/** What addresses are called. */
import { STANDARDS } from '@mandate/core';
import { ACCOUNT_OR_NULL } from '../forms/accounts.ts';
import { address, digits, fields, flag, integer, listOf, oneOf, orNull, text } from '../forms/form.ts';

const MAX_SHOWN = 64;
const MAX_PICTURE = 49_152;
const shown = (sentence: string) =>
  orNull(
    text(undefined, { maxLength: MAX_SHOWN }),
    `${sentence}. Without control, bidi and invisible characters`,
  );

const CONTRACT = fields(
  {
    standard: orNull(
      oneOf(STANDARDS),
      'The standard that the contract claims to follow. `null` if it is not known',
    ),
    name: shown('Its name'),
    symbol: shown('Its symbol'),
    decimals: orNull(integer(), 'Null unless it is an ERC20 contract that states them'),
  },
  {
    component: 'NamedContract',
    type: 'TokenContract',
    about: 'A contract in its own words. Anyone can deploy one with any name',
  },
);

const TOKEN = fields(
  {
    name: shown('Its name'),
    picture: orNull(
      text(undefined, { maxLength: MAX_PICTURE }),
      'A `data:` URL for an `<img>`. `null` if there is none, or its metadata are not on the chain',
    ),
  },
  { component: 'NamedToken', type: 'TokenPicture', about: 'A token in the words of its contract' },
);

const NAMED = fields(
  {
    chainId: integer(),
    address: address(),
    tokenId: orNull(digits(), 'In decimal digits. `null` if none was sent'),
    known: flag(
      'False if the nodes could not answer: then every field below is null, except perhaps `account`',
    ),
    isContract: orNull(
      flag(),
      'Whether the address has code on this chain. An account that delegates to code (EIP-7702) is no contract',
    ),
    ensName: orNull(
      text(undefined, { maxLength: MAX_SHOWN }),
      'The primary name of ENS, which leads back to the address. `null` if there is none that may be shown on this chain',
    ),
    contract: orNull(CONTRACT, '`null` if it is no contract, or says nothing about itself'),
    token: orNull(TOKEN, '`null` if no token id was sent, or the contract has no such tokens'),
    account: ACCOUNT_OR_NULL,
  },
  {
    component: 'NamedAddress',
    type: 'AddressNames',
    about:
      'The names of an address. All texts are safe to show: no control or bidi characters, and a bounded length',
  },
);

const RESOLVED = fields(
  {
    name: text('In its normal form'),
    known: flag('False if the nodes of Ethereum could not answer'),
    address: orNull(address(), '`null` if the name has no address, or needs a lookup outside the chain'),
  },
  { component: 'ResolvedName', about: 'A name of ENS and the address that it leads to' },
);

export const NAMES_ANSWER = fields(
  {
    addresses: listOf(NAMED, 'One for each question, in the same order'),
    resolved: orNull(RESOLVED, 'The answer about `name`. `null` if no `name` was sent'),
  },
  { component: 'Names' },
);
