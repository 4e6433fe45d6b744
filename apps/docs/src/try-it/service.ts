/** Asks a service what its forms need: two requests that count, kept for the visit. */
import type { Samples } from './default-values.ts';
import { type Change, chooseSamples, listCandidates } from './ledger-samples.ts';

interface Status {
  readonly chains: readonly {
    readonly chainId: number;
    readonly state: string;
    readonly indexed: { readonly number: number } | null;
    readonly finalized: number | null;
  }[];
}

const KEPT = 'mandate-try-it:';
const TIMEOUT_MS = 8_000;
const NONE: Samples = { ofKind: {}, finalBlocks: {} };
/** The largest page of the feed, with digits that JavaScript does not round. */
const FEED = '/changes?cursor=start&limit=1000&numbers=string';

/** Tells whether the origin answers as this API does. A host of static files does not. */
export async function isService(origin: string): Promise<boolean> {
  try {
    const { networks } = await ask<{ networks?: unknown }>(origin, '/networks');
    return Array.isArray(networks);
  } catch {
    return false;
  }
}

/** Returns what the ledger has. Without an answer, the forms keep the examples of the description. */
export async function findSamples(origin: string): Promise<Samples> {
  const kept = readKept(origin);
  if (kept) return kept;
  try {
    const samples = await lookUp(origin);
    sessionStorage.setItem(KEPT + origin, JSON.stringify(samples));
    return samples;
  } catch {
    return NONE;
  }
}

async function lookUp(origin: string): Promise<Samples> {
  const [{ chains }, { changes }] = await Promise.all([
    ask<Status>(origin, '/status'),
    ask<{ changes: readonly Change[] }>(origin, FEED),
  ]);
  const ready = chains.filter(({ state }) => state === 'ready');
  const finalBlocks = ready.flatMap(({ chainId, indexed, finalized }) =>
    indexed && finalized !== null ? [[chainId, Math.min(indexed.number, finalized)]] : [],
  );
  const candidates = listCandidates(changes, new Set(ready.map(({ chainId }) => chainId)));
  if (candidates.length === 0) return { ...NONE, finalBlocks: Object.fromEntries(finalBlocks) };
  // The feed is read from its beginning: a later change may have revoked what these pages granted.
  const body = JSON.stringify({ checks: candidates, numbers: 'string' });
  const headers = { 'content-type': 'application/json' };
  const { answers } = await ask<{ answers: readonly { value: unknown }[] }>(origin, '/batch', {
    method: 'POST',
    headers,
    body,
  });
  const values = answers.map(({ value }) => value);
  return { ofKind: chooseSamples(candidates, values), finalBlocks: Object.fromEntries(finalBlocks) };
}

async function ask<Answer>(origin: string, path: string, options: RequestInit = {}): Promise<Answer> {
  const response = await fetch(origin + path, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
  return response.json();
}

function readKept(origin: string): Samples | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT + origin) ?? 'null');
  } catch {
    return null;
  }
}
