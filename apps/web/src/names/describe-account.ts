import type { Account } from '@mandate/sdk/explore';

/** What an address is, in words around the address of the code that it runs. */
export interface AccountWords {
  readonly before: string;
  readonly code: string | null;
  readonly after: string;
}

const NOT_KNOWN =
  'It is not known now whether code runs at this address: the service could not read it. The page asks again.';

const say = (text: string): AccountWords => ({ before: text, code: null, after: '' });

/** Says what follows from the code at an address, and nothing about why it is there. `null`: it is not known. */
export function describeAccount(account: Account | null, chain: string): AccountWords {
  const { kind, codeAddress, codeName, block } = account ?? {};
  const name = codeName ? ` (${codeName})` : '';
  if (kind === 'plain')
    return say(`This address has no code on ${chain} at block ${block}. Code can come later.`);
  if (kind === 'contract')
    return say(`This address is a contract on ${chain}. Its code decides who can act as it.`);
  if (kind === 'safe')
    return say(`This address is a Safe on ${chain}${name}. Its owners and its modules can act as it.`);
  if (kind === 'eip7702' && codeAddress)
    return {
      before: `This account runs code on ${chain}: `,
      code: codeAddress,
      after: `${name}. Whoever controls that code can act as this account, and so can whoever has its key.`,
    };
  return say(NOT_KNOWN);
}
