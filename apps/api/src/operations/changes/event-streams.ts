/** All event streams of this process. They share what they read and write. */
import type { Readable } from 'node:stream';
import { createChainSet } from './chain-set.ts';
import { EventStream, type StreamRequest, type StreamSources } from './event-stream.ts';
import { createTurns } from './turns.ts';

/** How often streams are looked through for those on which nothing moves. */
const LOOK_EVERY_MS = 1_000;

export function createEventStreams(sources: Pick<StreamSources, 'reader' | 'live' | 'doubts'>) {
  const streams = new Set<EventStream>();
  const sets = new Map<string, { readonly chains: StreamSources['chains']; streams: number }>();
  const turns = createTurns();
  let timer: NodeJS.Timeout | null = null;

  function beat(): void {
    for (const stream of streams) if (stream.isSilent()) turns.add(stream);
  }

  function close(stream: EventStream, name: string): void {
    if (!streams.delete(stream)) return;
    const set = sets.get(name);
    if (set && --set.streams === 0) sets.delete(name);
    if (streams.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  }

  return {
    open(asked: StreamRequest): Readable {
      const chainIds = sources.live.served.filter((chainId) => asked.chainIds.includes(chainId));
      const name = chainIds.join();
      const set = sets.get(name) ?? { chains: createChainSet(chainIds, sources.live), streams: 0 };
      set.streams++;
      sets.set(name, set);
      const request = { ...asked, chainIds: set.chains.chainIds };
      const stream = new EventStream({ ...sources, turns, chains: set.chains }, request, () =>
        close(stream, name),
      );
      streams.add(stream);
      timer ??= setInterval(beat, LOOK_EVERY_MS).unref();
      return stream.output;
    },
  };
}
