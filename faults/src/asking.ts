/**
 * Clients that ask without pause and compare every answer with the block it names and with their earlier
 * answers.
 */
import { until } from '@mandate/testing/until';
import type { KnownChain } from './known-chain.ts';
import { repeatPerSecond } from './pace.ts';

const CLIENTS = 20;
const REQUEST_TIMEOUT_MS = 20_000;

export interface AskingOptions {
  readonly urls: readonly string[];
  readonly chains: readonly KnownChain[];
  readonly requestsPerS: number;
}

export interface Asking {
  readonly counts: { answered: number; refused: number };
  /** Returns the longest times without an answer since the last call. */
  takeGaps(): readonly Gap[];
  /** Throws if an answer was wrong, older than a block its client had seen, or anything but 200 or 503. */
  assertRight(): Promise<void>;
  stop(): Promise<void>;
}

export interface Gap {
  /** The index of the process. */
  readonly api: number;
  readonly chainId: number;
  /** True for clients that send the newest block they saw as `minBlock`. */
  readonly waits: boolean;
  readonly ms: number;
}

interface Answer {
  readonly chain: KnownChain;
  readonly pair: number;
  readonly hash: string;
  readonly text: string;
}

export function startAsking({ urls, chains, requestsPerS }: AskingOptions): Asking {
  const counts = { answered: 0, refused: 0 };
  const wrong: string[] = [];
  let unchecked: Answer[] = [];
  /** The newest block of each chain that each client saw. Every second client sends it. */
  const seen = Array.from({ length: CLIENTS }, () => chains.map(() => 0));
  const groups = new Map<string, Omit<Gap, 'ms'> & { lastMs: number; gapMs: number }>();
  let sent = 0;

  function noteAnswer(of: Omit<Gap, 'ms'>): void {
    const now = performance.now();
    const group = Object.values(of).join();
    const known = groups.get(group) ?? { lastMs: now, gapMs: 0 };
    groups.set(group, { ...of, lastMs: now, gapMs: Math.max(known.gapMs, now - known.lastMs) });
  }

  async function ask(number: number): Promise<void> {
    const [api, which] = [number % urls.length, Math.floor(number / urls.length) % chains.length];
    const client = Math.floor(number / urls.length / chains.length) % CLIENTS;
    const chain = chains[which];
    const saw = seen[client];
    if (!chain || !saw) throw new RangeError('There is nobody to ask.');
    const pair = Math.floor(Math.random() * chain.pairs.length);
    const minBlock = saw[which] ?? 0;
    const waits = client % 2 === 0;
    const path = `${chain.pairs[pair]?.path}${waits ? `&minBlock=${minBlock}` : ''}`;
    const response = await fetch(`${urls[api]}${path}`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    const text = await response.text();
    if (response.status === 503) return void counts.refused++;
    if (response.status !== 200)
      return void wrong.push(`${path} is answered with ${response.status}: ${text}`);
    counts.answered++;
    noteAnswer({ api, chainId: chain.local.chainId, waits });
    const block = Number(response.headers.get('x-block-number'));
    if (waits && block < minBlock) wrong.push(`${path} is answered at block ${block}`);
    saw[which] = Math.max(saw[which] ?? 0, block);
    unchecked.push({ chain, pair, hash: response.headers.get('x-block-hash') ?? '', text });
  }

  const stop = repeatPerSecond(requestsPerS, () =>
    ask(sent++).catch((error: Error) => void wrong.push(`nothing is answered: ${error.message}`)),
  );

  return {
    counts,
    takeGaps() {
      const now = performance.now();
      const gaps = [...groups.values()].map(({ lastMs, gapMs, ...of }) => {
        return { ...of, ms: Math.max(gapMs, now - lastMs) };
      });
      for (const group of groups.values()) group.gapMs = 0;
      return gaps;
    },
    async assertRight() {
      const settled = unchecked;
      unchecked = [];
      // Services may know the newest block before the chain has recorded it. One that never was is a wrong answer.
      const isRecorded = ({ chain, hash, pair }: Answer) => chain.answerAt(hash, pair) !== null;
      await until('the named blocks are recorded', () => settled.every(isRecorded)).catch(() => {});
      for (const { chain, pair, hash, text } of settled) {
        const expected = chain.answerAt(hash, pair);
        if (text !== String(expected))
          wrong.push(`pair ${pair} of chain ${chain.local.chainId} at ${hash} is ${text}, not ${expected}`);
      }
      if (wrong.length > 0) throw new Error(`${wrong.length} wrong answers: ${wrong.slice(0, 3).join('; ')}`);
    },
    stop,
  };
}
