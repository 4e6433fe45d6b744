/** From the parameters of a function to its answer and the block of that. */
import type { Answer, Block } from './answers.ts';
import type { Client } from './create-client.ts';
import { chainId as chainForm, type Forms, secondsOf, WHEN } from './forms.ts';
import type { Hex } from './hex.ts';
import type { OfChain, When } from './parameters.ts';
import { writeQuery } from './query.ts';
import { type Reply, unexpectedAnswer } from './reply.ts';
import { assertParameters } from './validate.ts';

export interface Operation {
  /** With `:wallet` where that goes. */
  readonly path: string;
  readonly required: Forms;
  readonly optional?: Forms;
  /** Parameters that the interface has another name for. */
  readonly names?: Readonly<Record<string, string>>;
}

export const MAINNET = 1;

/** How some operations of the interface call the two wallets. */
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

/** An answer that does not say of which block it is, or is of another, can not be trusted to be of any. */
export function readBlock(reply: Reply, chainId: number, when: When): Block {
  const hash = reply.headers.get('x-block-hash');
  // Of a block that was named, and in which nothing happened, the service may know its number only.
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

/** Whether it is the block, or one of those, that was asked for: an older service may not have heard that. */
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
