import type { Client } from '../client/create-client.ts';
import type { Form } from '../client/forms.ts';
import * as forms from '../client/forms.ts';
import type { Options } from '../client/parameters.ts';
import { readJson, unexpectedAnswer } from '../client/reply.ts';
import { assertNone, findErrors } from '../client/validate.ts';
import { type AddressNames, type Names, readNames } from '../generated/names.ts';
import { type Address, isSame } from '../hex.ts';

/** The most addresses of one call. */
const MAX_QUESTIONS = 25;

/** An address to name, on the chain that it is used on. */
export interface NameQuestion {
  readonly chainId: number;
  readonly address: Address;
  /** Asks for the name and the picture of a token of the contract, too. */
  readonly tokenId?: bigint | undefined;
}

/** `of`, `name` or both. */
export interface GetNamesParameters extends Options {
  /** The addresses to name, at most 25. */
  readonly of?: readonly NameQuestion[] | undefined;
  /** An ENS name to resolve, e.g. `mira.eth`. */
  readonly name?: string | undefined;
}

const isQuestion = (value: unknown): value is NameQuestion => {
  const { chainId, address, tokenId = 0n } = (value ?? {}) as Partial<NameQuestion>;
  return forms.chainId[0](chainId) && forms.address[0](address) && forms.tokenId[0](tokenId);
};
const OPTIONAL: Readonly<Record<'of' | 'name', Form>> = {
  of: [
    (value) =>
      Array.isArray(value) && value.length > 0 && value.length <= MAX_QUESTIONS && value.every(isQuestion),
    `must be 1 to ${MAX_QUESTIONS} questions, each with chainId, address and, for a token, a tokenId like 7n.`,
  ],
  name: [(value) => typeof value === 'string' && value !== '', 'must be an ENS name, e.g. mira.eth.'],
};

/**
 * Names addresses, and finds the address of an ENS name. An ENS name is given only if it leads back to its address. The
 * names of contracts and tokens are their own words: show them beside the address, never instead of it. `known: false`
 * means that the nodes could not answer, not that there is no name.
 *
 * @example
 * import { createClient } from '@mandate/sdk';
 * import { getNames } from '@mandate/sdk/explore';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { addresses } = await getNames(client, {
 *   of: [{ chainId: 1, address: '0x0000000000000000000000000000000000000407' }],
 * });
 * console.log(addresses[0].ensName); // mira.eth
 */
export async function getNames(
  client: Client,
  { signal, ...parameters }: GetNamesParameters,
): Promise<Names> {
  const { of = [], name } = parameters;
  const isEmpty = parameters.of === undefined && name === undefined;
  assertNone([
    ...findErrors(parameters, {}, OPTIONAL),
    ...(isEmpty ? [{ parameter: 'of', message: 'is missing, and so is "name". Send one of them.' }] : []),
  ]);
  const query = new URLSearchParams();
  if (of.length > 0) query.set('of', of.map(writeQuestion).join(','));
  if (name !== undefined) query.set('name', name);
  const reply = await client.send(`/names?${query}`, signal);
  const names = readJson(reply, readNames);
  const isAsked =
    names.addresses.length === of.length &&
    of.every((question, i) => isAnswerTo(question, names.addresses[i])) &&
    (names.resolved === null) === (name === undefined);
  if (!isAsked) throw unexpectedAnswer(reply, 'with names that were not asked for');
  return names;
}

function writeQuestion({ chainId, address, tokenId }: NameQuestion): string {
  return [chainId, address, ...(tokenId === undefined ? [] : [tokenId])].join(':');
}

function isAnswerTo({ chainId, address, tokenId }: NameQuestion, answer?: AddressNames): boolean {
  return (
    answer?.chainId === chainId && isSame(answer.address, address) && answer.tokenId === (tokenId ?? null)
  );
}
