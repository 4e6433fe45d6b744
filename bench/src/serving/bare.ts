/** The answers of the bare servers: `true` for a check, and the service's own bytes for lists and resolve. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';

/** The ports, whether processes share the first, and a file with a list for each wallet prefix. */
const { API_PORT, API_ADMIN_PORT, API_REUSE_PORT, BARE_LISTS = '' } = process.env;

export const LIST_PATH = '/registry/v2/';
export const RESOLVE_PATH = '/resolve?to=';
export const TYPE = 'application/json; charset=utf-8';
/** Wallets with lists of the same length differ only in these digits. */
const OWN_DIGITS = 8;
export const beginningOf = (wallet: string) => wallet.slice(0, -OWN_DIGITS);
/** Returns the wallet whose list or resolve a path asks for. `null` if it asks for a check. */
export function walletOf(path: string): string | null {
  const start = [`${LIST_PATH}0x`, `${RESOLVE_PATH}0x`].find((each) => path.startsWith(each));
  return start === undefined ? null : path.slice(start.length - 2);
}

export function readBareLists(): (wallet: string) => string {
  const lists = new Map(
    Object.entries(JSON.parse(readFileSync(BARE_LISTS, 'utf8')) as Record<string, string>),
  );
  return (wallet) => lists.get(beginningOf(wallet)) ?? '[]';
}

export interface Place {
  readonly host: string;
  readonly port: number;
  readonly reusePort: boolean;
}

/** The process keeps what it has compiled, as the service does, and says on its other port that it listens. */
export async function serve(listen: (place: Place) => Promise<unknown>): Promise<void> {
  setFlagsFromString('--no-flush-bytecode');
  await listen({ host: '127.0.0.1', port: Number(API_PORT), reusePort: API_REUSE_PORT === 'on' });
  createServer((_, response) => response.end('listens')).listen(Number(API_ADMIN_PORT), '127.0.0.1');
}
