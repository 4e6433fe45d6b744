/** What the bare servers answer: `true` to a check, and of a list the bytes that the service itself would send. */
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

/** Where they listen, how many processes answer, and a file with a list for each beginning of a wallet. */
const { API_PORT = '0', BARE_PROCESSES = '1', BARE_LISTS = '' } = process.env;

export const LIST_PATH = '/registry/v2/';
export const TYPE = 'application/json; charset=utf-8';
/** Wallets with lists of one length differ in these digits only. */
const OWN_DIGITS = 8;
export const beginningOf = (wallet: string) => wallet.slice(0, -OWN_DIGITS);

export function readBareLists(): (wallet: string) => string {
  const lists = new Map(
    Object.entries(JSON.parse(readFileSync(BARE_LISTS, 'utf8')) as Record<string, string>),
  );
  return (wallet) => lists.get(beginningOf(wallet)) ?? '[]';
}

/** As many processes behind one port as are wanted, each of which keeps what it has compiled, as the service does. */
export function serve(listen: (port: number) => void): void {
  setFlagsFromString('--no-flush-bytecode');
  const processes = Number(BARE_PROCESSES);
  if (processes === 1 || !cluster.isPrimary) {
    listen(Number(API_PORT));
    return;
  }
  for (let i = 0; i < processes; i++) cluster.fork();
  process.once('SIGTERM', () => process.exit(0));
}
