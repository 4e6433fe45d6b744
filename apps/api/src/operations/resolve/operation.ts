/** `/resolve`: one wallet, a scope, and where to look. */
import { FULL_RIGHTS, REGISTRY_IDS, type Scope } from '@mandate/core';
import type { ParameterError } from '../../http/problems.ts';
import { createAddress } from '../../request/address.ts';
import {
  chainIds,
  consistency,
  contract,
  DEFAULT_ROWS,
  from,
  inQuery,
  limit,
  MAX_ROWS,
  numbers,
  registries,
  rights,
  to,
  tokenId,
  WHEN,
} from '../../request/parameters.ts';
import {
  about,
  aboutOf,
  createReadParameters,
  formOf,
  optional,
  type Query,
  refuse,
  type ValuesOf,
} from '../../request/read-parameters.ts';
import { refuseParameters } from '../../request/refused-parameters.ts';
import { json, type Operation } from '../operation.ts';
import { RESOLVED } from './answer.ts';

const RESOLVE_PARAMETERS = {
  to: about(optional(to), 'The hot wallet whose vaults are listed. Send either `to` or `from`.'),
  from: about(optional(from), 'The cold wallet whose hot wallets are listed. Send either `from` or `to`.'),
  contract: about(
    optional(contract),
    'The token contract. Without it, only delegations of the whole wallet satisfy.',
  ),
  tokenId: about(optional(tokenId), 'A token of that contract, in decimal digits or as 0x and hex digits.'),
  rights: about(rights, `${aboutOf(rights).description} Every v1 delegation has full rights.`),
  chainIds,
  registries,
  consistency,
  numbers,
  limit: about(
    limit,
    `Wallets per page, at most ${MAX_ROWS}. A page may be shorter although more follow: on the last page \`next\` is null. ` +
      'The `Link` header has the next page too.',
    { form: { ...formOf(limit), default: DEFAULT_ROWS } },
  ),
  cursor: inQuery('cursor', createAddress('must be the `next` of an earlier page: an address.'), {
    description: 'Continues after a page: send its `next`.',
  }),
};

export const RESOLVE: Operation<typeof RESOLVE_PARAMETERS> = {
  id: 'resolve',
  method: 'GET',
  path: '/resolve',
  tag: 'beyond',
  summary: 'Find the vaults of a hot wallet',
  description:
    'Lists the vaults that a hot wallet may act for (`to`), or the hot wallets that may act for a vault (`from`), on all chains and in both ' +
    'registries. Each wallet appears once, with its broadest and narrowest grant on each chain. A wallet is listed exactly if the check ' +
    'of the same scope answers yes. A chain that cannot answer has `known: false` in `chains`.',
  parameters: RESOLVE_PARAMETERS,
  weight: 'list',
  heavy: true,
  takesKeys: true,
  answer: { description: 'The answer', content: json(RESOLVED), headers: ['Link', 'ETag'] },
};

const NOW_ONLY =
  'is not a parameter of /resolve, which answers for the present. For the past, use a check with atBlock.';
const { consistency: _, ...NOT_NOW } = WHEN;
const readParameters = createReadParameters(
  RESOLVE_PARAMETERS,
  refuseParameters([
    [Object.keys(NOT_NOW), NOW_ONLY],
    [['explain'], 'is not a parameter of /resolve: every wallet comes with its grants anyway. Leave it out.'],
  ]),
);

/** The question in the words of the domain. */
export type Resolving = ReturnType<typeof readResolving>;
type ResolveValues = ValuesOf<typeof RESOLVE_PARAMETERS>;

export function readResolving(query: Query) {
  const values: ResolveValues = readParameters(query, {});
  const { limit = DEFAULT_ROWS, numbers, cursor: after, contract, tokenId, rights = FULL_RIGHTS } = values;
  const errors = findContradictions(values);
  const wallet = values.to ?? values.from;
  if (errors.length > 0 || !wallet) throw refuse(errors);
  const scope: Scope = contract ? { rights, contract, tokenId } : { rights };
  return {
    /** The side of the wallet that is known. */
    direction: values.to ? ('to' as const) : ('from' as const),
    wallet,
    scope,
    /** `undefined` for all that are served. */
    chainIds: values.chainIds,
    registries: values.registries ?? REGISTRY_IDS,
    limit,
    after,
    numbers,
    strict: values.consistency === 'strict',
  };
}

function findContradictions({ to, from, contract, tokenId }: ResolveValues): ParameterError[] {
  const errors: ParameterError[] = [];
  const one = 'send "to" to find the vaults of a hot wallet, or "from" to find the hot wallets of a vault.';
  if (!to && !from) errors.push({ parameter: 'to', message: `is missing, and so is "from": ${one}` });
  if (to && from) {
    const check = 'To check one wallet against another, use a check.';
    errors.push({ parameter: 'from', message: `was sent together with "to": ${one} ${check}` });
  }
  if (tokenId !== undefined && !contract) {
    errors.push({ parameter: 'tokenId', message: 'needs "contract": send the contract of the token too.' });
  }
  return errors;
}
