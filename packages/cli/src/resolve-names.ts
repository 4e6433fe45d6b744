/** Replaces ENS names on the command line by the addresses that they lead to. */
import type { Client } from '@mandate/sdk';
import { getNames, readName } from '@mandate/sdk/explore';
import { UsageError, type Values } from './options.ts';
import { printable, type Terminal } from './output/terminal.ts';
import { writeJsonLine } from './output/words.ts';

const WALLETS = ['to', 'from', 'wallet'] as const;

/** The service cannot say where a name leads. */
export class UnknownNameError extends Error {
  override readonly name = 'UnknownNameError';
}

interface Named {
  readonly rest: readonly string[];
  readonly values: Values;
}

/** Says where each name leads, beside the output of the command. */
export async function resolveNames(
  client: Client,
  { rest, values }: Named,
  terminal: Terminal,
): Promise<Named> {
  const found = new Map<string, string>();
  const given = [...WALLETS.map((option) => values[option] ?? ''), ...rest];
  for (const name of new Set(given.map(readName).filter((each) => each !== null))) {
    // A proof of an answer would not prove that the name leads to this wallet.
    if (values.verify)
      throw new UsageError(`--verify takes addresses only: the service could lie about where ${name} leads.`);
    const address = await resolveName(client, name, terminal.signal);
    const isJson = values.json || !terminal.isTerminal;
    terminal.printError(isJson ? writeJsonLine({ name, address }) : printable(`${name} leads to ${address}`));
    found.set(name, address);
  }
  const addressOf = (word: string) => found.get(word) ?? word;
  const options = WALLETS.flatMap((option) => {
    const word = values[option];
    return word === undefined ? [] : [[option, addressOf(word)]];
  });
  return { rest: rest.map(addressOf), values: { ...values, ...Object.fromEntries(options) } };
}

async function resolveName(client: Client, name: string, signal: AbortSignal | undefined): Promise<string> {
  const { resolved } = await getNames(client, { name, ...(signal && { signal }) });
  if (resolved?.address) return resolved.address;
  if (resolved?.known)
    throw new UsageError(`${name} leads to no address. Check its spelling, or pass the address.`);
  throw new UnknownNameError(
    `${name} cannot be looked up right now. Try again in a moment, or pass the address.`,
  );
}
