/** Sends a function's parameters and returns the answer with its block. */
import type { Answer } from '../answers.ts';
import type { Block } from '../block.ts';
import type { Client } from '../client/create-client.ts';
import { chainId as chainForm, type Forms, secondsOf, WHEN } from '../client/forms.ts';
import type { OfChain, When } from '../client/parameters.ts';
import { writeQuery } from '../client/query.ts';
import { type Reply, unexpectedAnswer } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import type { Hex } from '../hex.ts';

export interface Operation {
  /** Contains `:wallet` where the wallet belongs. */
  readonly path: string;
  readonly required: Forms;
  readonly optional?: Forms;
  /** Parameters whose name in the interface differs. */
  readonly names?: Readonly<Record<string, string>>;
}

export const MAINNET = 1;

/** The names that some operations use for the two wallets. */
export const VAULT_NAMES = { to: 'delegate', from: 'vault' } as const;

export async function ask<T>(
  client: Client,
  { path, required, optional = {}, names = {} }: Operation,
  { signal, ...parameters }: OfChain & When,
  read: (reply: Reply) => T,
): Promise<Answer<T> & { readonly reply: Reply }> {
  const { chainId = MAINNET } = parameters;
  const given: Record<string, unknown> = { ...parameters, chainId };
  assertParameters(given, required, { chainId: chainForm, ...optional, ...WHEN });
  const { wallet, ...sent } = given;
  const query = writeQuery(sent, names);
  const reply = await client.send(`${path.replace(':wallet', String(wallet))}?${query}`, signal);
  const value = read(reply);
  const block = readBlock(reply, chainId, parameters);
  const isStrict = parameters.consistency === 'strict';
  return { value, block, safeBlock: isStrict ? readWhole(reply, 'x-safe-block-number') : null, reply };
}

/**
 * Throws unless the answer names its block, and that block is the one requested: such an answer could be
 * about any block.
 */
export function readBlock(reply: Reply, chainId: number, when: When): Block {
  const hash = reply.headers.get('x-block-hash');
  // For a block that was named and has no events, the service may know only the number.
  const isNumberOnly =
    hash === null && (when.atBlock !== undefined || (when.blockTag ?? 'latest') !== 'latest');
  if (!isNumberOnly && !/^0x[0-9a-f]{64}$/.test(hash ?? '')) {
    throw unexpectedAnswer(reply, 'without a readable x-block-hash');
  }
  const block = {
    chainId: readWhole(reply, 'x-chain-id'),
    number: readWhole(reply, 'x-block-number'),
    hash: hash as Hex | null,
    timestamp: isNumberOnly ? null : readWhole(reply, 'x-block-timestamp'),
  };
  if (block.chainId !== chainId) throw unexpectedAnswer(reply, `for chain ${block.chainId}, not ${chainId}`);
  if (!isOf(block, when)) throw unexpectedAnswer(reply, `for block ${block.number}, which was not asked for`);
  return block;
}

/**
 * Returns false for another block than requested: an older service ignores parameters that it does not know.
 */
export function isOf(
  { number, timestamp }: Pick<Block, 'number' | 'timestamp'>,
  { atBlock = number, atTime, minBlock = 0 }: When,
): boolean {
  const time = secondsOf(atTime) as number | undefined;
  return (
    number === atBlock &&
    number >= minBlock &&
    (time === undefined || (timestamp !== null && timestamp <= time))
  );
}

function readWhole(reply: Reply, header: string): number {
  const text = reply.headers.get(header) ?? '';
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw unexpectedAnswer(reply, `without a readable ${header}`);
  }
  return value;
}
