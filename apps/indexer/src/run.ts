/** Follows all configured chains at once. One chain's trouble never stops another. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ConfiguredChain } from '@mandate/config';
import type { Locks, Writer } from '@mandate/store';
import type { Logger } from 'pino';
import { assertRightNode, findStart } from './find-start.ts';
import { createFollower, type Follower, type Step } from './follower.ts';
import { createNode } from './node.ts';
import { createQuorum } from './quorum.ts';
import { RateLimitedError, WrongNodeError } from './rpc-errors.ts';
import type { Source } from './source.ts';

const FIRST_RETRY_MS = 250;
const MOST_RETRY_MS = 15_000;

/** What happens to the chains, told to whoever shows or counts it. */
export interface Observer {
  held(chain: ConfiguredChain): void;
  /** Another process follows the chain, or nobody does and we are ending. */
  released(chain: ConfiguredChain): void;
  stepped(chain: ConfiguredChain, step: Step, tookMs: number): void;
  failed(chain: ConfiguredChain, error: unknown): void;
}

export interface RunOptions {
  readonly chains: readonly ConfiguredChain[];
  readonly writer: Writer;
  readonly locks: Locks;
  readonly observers: readonly Observer[];
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Ends when `signal` does, each chain after the step it is in. */
export async function run(options: RunOptions): Promise<void> {
  await Promise.all(options.chains.map((chain) => runChain(chain, options)));
}

async function runChain(
  chain: ConfiguredChain,
  { writer, locks, observers, log, signal }: RunOptions,
): Promise<void> {
  const tell = (say: (observer: Observer) => void) => observers.forEach(say);
  const chainLog = log.child({ chainId: chain.chainId, chain: chain.name });
  while (!signal.aborted) {
    try {
      const lost = await locks.hold(chain.chainId, signal, (problem) => {
        tell((observer) => (problem ? observer.failed(chain, problem) : observer.released(chain)));
      });
      chainLog.info('following');
      tell((observer) => observer.held(chain));
      await follow(AbortSignal.any([signal, lost]));
      if (lost.aborted) chainLog.warn('the lock was lost, waiting for it');
    } catch (error) {
      if (!signal.aborted) chainLog.error({ err: error }, 'could not be followed');
    } finally {
      tell((observer) => observer.released(chain));
    }
  }

  async function follow(ended: AbortSignal): Promise<void> {
    const source = createQuorum(
      chain.nodes.map((url) => createNode(url)),
      chain.quorum,
    );
    let follower: Follower | null = null;
    let failures = 0;

    /** One step, and how long to wait before the next. */
    async function attempt(): Promise<number> {
      try {
        follower ??= await start(source);
        const startedAt = performance.now();
        const step = await follower.step();
        tell((observer) => observer.stepped(chain, step, performance.now() - startedAt));
        say(step, failures);
        failures = 0;
        return step.type === 'idle' || step.type === 'tainted' ? chain.pollMs : 0;
      } catch (error) {
        tell((observer) => observer.failed(chain, error));
        const retryMs = retryAfter(error, failures++);
        const message = error instanceof Error ? error.message : String(error);
        chainLog.warn({ error: message, retryMs }, 'trying again');
        return retryMs;
      }
    }

    while (!ended.aborted) await pause(await attempt(), ended);
  }

  async function start(source: Source): Promise<Follower> {
    const registries = Object.values(chain.registries);
    await assertRightNode(source, chain.chainId, registries);
    const known = (await writer.findCheckpoint(chain.chainId)) ? 0 : chain.startBlock;
    const startBlock = known ?? (await findStart(source, registries));
    return createFollower({ ...chain, startBlock }, source, writer);
  }

  function say(step: Step, failures: number): void {
    if (failures > 0) chainLog.info({ failures }, 'recovered');
    if (step.type === 'rewound')
      chainLog.warn({ depth: step.depth, block: step.block.number }, 'undid a reorg');
    if (step.type === 'tainted') chainLog.error({ reason: step.reason }, 'tainted');
    if (step.type === 'advanced' && step.events > 0) {
      chainLog.info({ block: step.block.number, blocks: step.blocks, events: step.events }, 'indexed');
    }
  }
}

function retryAfter(error: unknown, failures: number): number {
  if (error instanceof RateLimitedError) return error.retryAfterMs;
  if (error instanceof WrongNodeError) return MOST_RETRY_MS;
  const exponential = Math.min(MOST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
  return exponential * (0.5 + Math.random() / 2);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => {});
}
