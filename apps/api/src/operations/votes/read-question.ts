/** Reads the body that Snapshot's strategies send, or names everything that is wrong with it. */
import { type Address, FULL_RIGHTS, REGISTRY_IDS } from '@mandate/core';
import { z } from 'zod';
import type { VotesQuestion } from '../../answers/votes/score-votes.ts';
import type { ParameterError } from '../../http/problems.ts';
import { standard } from '../../request/claim-parameters.ts';
import { chainId, contract, flag, registries, rights, tokenId } from '../../request/parameters.ts';
import { readAddresses } from '../../request/read-addresses.ts';
import { createReadJson, isObject, type JsonObject, readObject } from '../../request/read-body.ts';
import { about, optional, type Parameter, refuse, type ValuesOf } from '../../request/read-parameters.ts';

/** Snapshot sends all that voted in one request. */
export const MAX_ADDRESSES = 5_000;
/** So many addresses count as one request: the most that are sent are all that a client without a key may ask in its time. */
export const ADDRESSES_A_REQUEST = 200;
const FORM = '{"options": {"contract": "0x…", …}, "network": "1", "snapshot": 123, "addresses": ["0x…", …]}';

/** Options that Snapshot reads itself, and sends along. */
export const OPTIONS_OF_SNAPSHOT = [
  'url',
  'type',
  'decimals',
  'symbol',
  'additionalParameters',
  'additionalParams',
  'start',
  'end',
] as const;

const required = <Value>(parameter: Parameter<Value>): Parameter<Value, true> => ({
  ...parameter,
  required: true,
});
const OPTIONS = {
  contract,
  standard: required(standard),
  tokenId: optional(tokenId),
  rights: about(rights, 'The right that is needed, as bytes32.'),
  registries,
  override: flag('override', 'For the strategy `api-v2-override`.'),
};
const PLACE = {
  network: required({ ...chainId, name: 'network' }),
  snapshot: required<number | null>({
    ...chainId,
    name: 'snapshot',
    schema: z
      .string()
      .regex(/^(?:latest|\d{1,15})$/, 'must be the number of a block, or "latest".')
      .transform((text) => (text === 'latest' ? null : Number(text))),
  }),
};
const readPlace = createReadJson(PLACE, ['options', 'addresses'], 'this question');
const readOptions = createReadJson(OPTIONS, OPTIONS_OF_SNAPSHOT, 'the options');

export interface ScoreQuestion extends Omit<VotesQuestion, 'voters'> {
  readonly chainId: number;
  /** In the order of the request: some may come twice. */
  readonly addresses: readonly Address[];
}

export function readScoreQuestion(body: Buffer): ScoreQuestion {
  const given = readObject(body, FORM);
  const errors: ParameterError[] = [];
  const { network, snapshot } = readPlace(given, errors);
  const options = readOptionsOf(given, errors);
  const addresses = readAddresses('addresses', given['addresses'], MAX_ADDRESSES, errors);
  if (errors.length > 0) throw refuse(errors, 'fields');
  const { override: areAll = false, registries = REGISTRY_IDS, contract, standard } = options;
  const { rights = FULL_RIGHTS, tokenId = null } = options;
  return {
    chainId: network,
    addresses,
    asset: { contract, standard, tokenId, rights },
    registries,
    areAll,
    when: snapshot === null ? {} : { atBlock: snapshot },
  };
}

function readOptionsOf({ options: given }: JsonObject, errors: ParameterError[]): ValuesOf<typeof OPTIONS> {
  const own: ParameterError[] = [];
  if (given !== undefined && !isObject(given))
    errors.push({ parameter: 'options', message: 'must be an object: send the params of the strategy.' });
  const options = readOptions(isObject(given) ? given : {}, own);
  const { standard, tokenId } = options;
  if (standard === 'ERC1155' && tokenId === undefined && own.length === 0)
    own.push({
      parameter: 'tokenId',
      message: 'is missing: balances of an ERC1155 contract are of single ids.',
    });
  if (standard !== 'ERC1155' && tokenId !== undefined)
    own.push({ parameter: 'tokenId', message: 'is for ERC1155 only: leave it out.' });
  errors.push(...own.map(({ parameter, message }) => ({ parameter: `options.${parameter}`, message })));
  return options;
}
