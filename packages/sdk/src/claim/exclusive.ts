/** The code that the functions about exclusive delegates share. */
import type { Block } from '../block.ts';
import { MAINNET } from '../check/ask.ts';
import type { Client } from '../client/create-client.ts';
import * as forms from '../client/forms.ts';
import type { GetExclusiveWalletParameters } from '../client/parameters.ts';
import { writeQuery } from '../client/query.ts';
import { object, type Read } from '../client/read-json.ts';
import { readJson } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import type { TimedGrant } from '../generated/eligibility.ts';
import type { Address } from '../hex.ts';
import { isSame } from '../hex.ts';
import { blockOf } from './eligibility.ts';

/** An exclusive delegation names only a block, never a safe one beside it. */
const { consistency: _, ...WHEN } = forms.WHEN;
const OPTIONAL = { chainId: forms.chainId, rights: forms.rightsIdentifier, ...WHEN };

interface Question {
  readonly path: string;
  readonly required: forms.Forms;
  readonly optional?: forms.Forms;
}

export async function askExclusive<T>(
  client: Client,
  { path, required, optional = {} }: Question,
  { signal, ...parameters }: Omit<GetExclusiveWalletParameters, 'vault'>,
  read: Read<T>,
): Promise<T & { readonly block: Block }> {
  const { chainId = MAINNET } = parameters;
  const given = { ...parameters, chainId };
  assertParameters(given, required, { ...OPTIONAL, ...optional });
  const reply = await client.send(`${path}?${writeQuery(given)}`, signal);
  const readAt = object<{ block: { readonly block: Block } }>({ block: blockOf(chainId, parameters) });
  return readJson(reply, (value) => ({ ...read(value), block: readAt(value).block.block }));
}

/** Throws unless the wallet follows from the grant: without one, a vault acts for itself. */
export function assertExclusive(vault: Address, wallet: Address, grant: TimedGrant | null): void {
  const isRight = grant
    ? grant.registry === 'v2' && isSame(grant.from, vault) && isSame(grant.to, wallet)
    : isSame(vault, wallet);
  if (!isRight) throw new TypeError(`${wallet} does not follow from its grant`);
}
