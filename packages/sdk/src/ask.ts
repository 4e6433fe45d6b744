/** From the parameters of a function to its answer and the block of that. */
import type { Answer, Block } from './answers.ts';
import type { Client } from './create-client.ts';
import type { Hex } from './hex.ts';
import type { OfChain } from './parameters.ts';
import { type Reply, unexpectedAnswer } from './reply.ts';
import { assertParameters } from './validate.ts';

export interface Operation {
  /** With `:wallet` where that goes. */
  readonly path: string;
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  /** Parameters that the interface has another name for. */
  readonly names?: Readonly<Record<string, string>>;
}

const MAINNET = 1;

/** How some operations of the interface call the two wallets. */
export const VAULT_NAMES = { to: 'delegate', from: 'vault' } as const;

export async function ask<T>(
  client: Client,
  { path, required, optional = [], names = {} }: Operation,
  { signal, ...parameters }: OfChain,
  read: (reply: Reply, parameters: Readonly<Record<string, unknown>>) => T,
): Promise<Answer<T> & { readonly reply: Reply }> {
  const { chainId = MAINNET } = parameters;
  const given: Record<string, unknown> = { ...parameters, chainId };
  assertParameters(given, required, ['chainId', ...optional]);
  const query = new URLSearchParams({ numbers: 'string' });
  for (const [field, value] of Object.entries(given)) {
    if (value !== undefined && field !== 'wallet') query.set(names[field] ?? field, String(value));
  }
  const reply = await client.send(`${path.replace(':wallet', String(given['wallet']))}?${query}`, signal);
  return { value: read(reply, given), block: readBlock(reply, chainId), reply };
}

/** An answer that does not say of which block it is can not be trusted to be of any. */
function readBlock(reply: Reply, chainId: number): Block {
  const block = {
    chainId: readWhole(reply, 'x-chain-id'),
    number: readWhole(reply, 'x-block-number'),
    hash: (reply.headers.get('x-block-hash') ?? '') as Hex,
    timestamp: readWhole(reply, 'x-block-timestamp'),
  };
  if (!/^0x[0-9a-f]{64}$/.test(block.hash)) throw unexpectedAnswer(reply, 'without a readable x-block-hash');
  if (block.chainId !== chainId) throw unexpectedAnswer(reply, `for chain ${block.chainId}, not ${chainId}`);
  return block;
}

function readWhole(reply: Reply, header: string): number {
  const text = reply.headers.get(header) ?? '';
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw unexpectedAnswer(reply, `without a readable ${header}`);
  }
  return value;
}
