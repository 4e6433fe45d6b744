/** Asks all questions of a picker once. */
import type { Client } from '../client/create-client.ts';
import { ConnectionError, MandateError } from '../client/errors.ts';
import type { Address } from '../hex.ts';
import type { Facts, Found, Holdings } from './facts.ts';
import { findVaults } from './find-vaults.ts';
import { chainOf, type PickerQuestion } from './question.ts';
import type { Later } from './state.ts';

export interface Asking {
  readonly client: Client;
  readonly question: PickerQuestion;
  /** Returns the oldest block that an answer may have. */
  floorOf(chainId: number): number | undefined;
  loadLater(): Promise<Later>;
}

type Answers = Pick<Facts, 'found' | 'holdings' | 'strangers' | 'failure'>;

interface Asked {
  readonly answers: Answers;
  /** How long the service wants to be left alone, in milliseconds. `null` if it has answered everything. */
  readonly retryAfterMs: number | null;
}

/** Returns `null` if the service could not answer. */
export async function attempt<T>(
  ask: () => Promise<T>,
  onFailure: (error: MandateError) => void = () => {},
): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof MandateError)) throw error;
    onFailure(error);
    return null;
  }
}

export async function askAll(asking: Asking, before: Facts, signal: AbortSignal): Promise<Asked> {
  const { client, question, floorOf } = asking;
  const failures: MandateError[] = [];
  const onFailure = (error: MandateError) => void failures.push(error);
  const found = await attempt(() => findVaults(client, question, floorOf, signal), onFailure);
  const [holdings, strangers] = await Promise.all([
    attempt(() => askHoldings(asking, { found }, signal), onFailure),
    attempt(() => askStrangers(asking, before, found, signal)),
  ]);
  const waits = failures.map(({ retryAfterMs }) => retryAfterMs ?? 0);
  return {
    answers: {
      found,
      holdings,
      strangers: strangers ?? before.strangers,
      failure: failures[0]?.detail ?? null,
    },
    retryAfterMs: waits.length > 0 ? Math.max(...waits) : null,
  };
}

/**
 * Reads what the wallets hold. Never at an older block than the list of vaults, so that a vault that is missing then has
 * revoked.
 */
export async function askHoldings(
  { client, question, floorOf, loadLater }: Asking,
  { found, vault }: { readonly found: Found | null; readonly vault?: Address },
  signal: AbortSignal,
): Promise<Holdings | null> {
  const { contract } = question;
  const chainId = chainOf(question);
  if (chainId === null || contract === undefined) return null;
  const listed = found?.chains.find((chain) => chain.chainId === chainId);
  const minBlock = listed?.block.number ?? floorOf(chainId);
  const later = await loadLater();
  if (!later)
    throw new ConnectionError({ code: 'network_error', detail: 'A part of the picker could not be loaded.' });
  return later.readHoldings(client, { ...question, contract }, { chainId, minBlock, vault }, signal);
}

async function askStrangers(
  { client, question, loadLater }: Asking,
  { strangers }: Facts,
  found: Found | null,
  signal: AbortSignal,
): Promise<Facts['strangers']> {
  const of = found ? [...found.vaults.keys()].join() : strangers.of;
  if (!found || found.vaults.size === 0 || of === strangers.of) return strangers;
  const later = await loadLater();
  return later ? { keys: await later.findStrangers(client, question.wallet, signal), of } : strangers;
}
