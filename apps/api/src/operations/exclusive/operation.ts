/** `/exclusive/*`: the one wallet that acts for a vault or a token, by the rule of the exclusive delegate resolver. */
import { z } from 'zod';
import { createAddress } from '../../request/address.ts';
import { BLOCK_HEADERS } from '../../request/freshness.ts';
import {
  chainId,
  contract,
  DEFAULT_ROWS,
  inQuery,
  limit,
  MAX_ROWS,
  NOT_STRICT_IF_EXCLUSIVE,
  numbers,
  rightsIdentifier,
  tokenId,
  vault,
  WHEN,
  wallet,
} from '../../request/parameters.ts';
import { about, createReadParameters, formOf, type Parameters } from '../../request/read-parameters.ts';
import { refuseParameters } from '../../request/refused-parameters.ts';
import type { Form } from '../forms/form.ts';
import { json, type Operation } from '../operation.ts';
import { OWNER_ANSWER, VAULTS_ANSWER, WALLET_ANSWER } from './answer.ts';

const { consistency: _, ...BLOCK } = WHEN;
const COMMON = { chainId, rights: rightsIdentifier, ...BLOCK, numbers };

const REFUSED = {
  consistency: inQuery(
    'consistency',
    z.string().refine((text) => text === 'latest', { error: NOT_STRICT_IF_EXCLUSIVE }),
    {},
  ),
};

/** Creates the reader of an operation's parameters. */
export const createReadExclusive = <P extends Parameters>(parameters: P) =>
  createReadParameters(
    { ...parameters, ...REFUSED },
    refuseParameters([
      [
        ['strict'],
        'is not a parameter: exclusive delegates have no strict answers. Send blockTag=safe instead.',
      ],
    ]),
  );

const RULE =
  'Only v2 delegations count whose rights end in an expiry that has not passed at the time of the block. Ordinary delegations, with full ' +
  'rights or a plain name, never do. An exact right wins over a global one, then the narrower scope, then the delegation that was first ' +
  'given last.';

const WALLET_PARAMETERS = {
  vault: about(vault, 'The vault, a cold wallet.'),
  ...COMMON,
};
const OWNER_PARAMETERS = { contract, tokenId, ...COMMON };
const VAULTS_PARAMETERS = {
  wallet: about({ ...wallet, in: 'query' as const }, 'The wallet that acts for vaults.'),
  ...COMMON,
  limit: about(
    limit,
    `Vaults per page, at most ${MAX_ROWS}. A page may be shorter, even empty, although more follow: on the last page \`next\` is null. ` +
      'The `Link` header has the next page too.',
    { form: { ...formOf(limit), default: DEFAULT_ROWS } },
  ),
  cursor: inQuery('cursor', createAddress('must be the `next` of an earlier page: an address.'), {
    description: 'Continues after a page: send its `next`.',
  }),
};

const SHARED = { method: 'GET', tag: 'beyond', weight: 'list', heavy: true, takesKeys: true } as const;
const answer = (form: Form, headers: readonly string[] = []) => ({
  description: 'The answer',
  content: json(form),
  headers: [...BLOCK_HEADERS, ...headers],
});

export const EXCLUSIVE_WALLET: Operation<typeof WALLET_PARAMETERS> = {
  ...SHARED,
  id: 'getExclusiveWallet',
  path: '/exclusive/wallet',
  summary: 'Get the exclusive wallet of a vault',
  description: `Names the one wallet that acts for a vault, as the exclusive delegate resolver does at the same block. ${RULE} If none is left, the vault acts for itself.`,
  parameters: WALLET_PARAMETERS,
  answer: answer(WALLET_ANSWER),
};

export const EXCLUSIVE_OWNER: Operation<typeof OWNER_PARAMETERS> = {
  ...SHARED,
  id: 'getExclusiveOwner',
  path: '/exclusive/owner',
  summary: 'Get the exclusive owner of a token',
  description: `Names the one wallet that acts for the owner of an ERC721 token, as the exclusive delegate resolver does at the same block. The owner is read from the chain. ${RULE} If none is left, the owner acts itself.`,
  parameters: OWNER_PARAMETERS,
  answer: answer(OWNER_ANSWER),
};

export const EXCLUSIVE_VAULTS: Operation<typeof VAULTS_PARAMETERS> = {
  ...SHARED,
  id: 'listExclusiveVaults',
  path: '/exclusive/vaults',
  summary: 'List the vaults of an exclusive wallet',
  description: `Lists the vaults whose exclusive wallet this is, each once, ordered by address. ${RULE}`,
  parameters: VAULTS_PARAMETERS,
  answer: answer(VAULTS_ANSWER, ['Link']),
};
