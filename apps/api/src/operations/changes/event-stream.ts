/**
 * Changes as Server-Sent Events, for as long as the client stays. A stream that has everything is live: it takes the events
 * that all such streams of its chains share. One that is behind reads the database until it meets the live log.
 */
import { Readable } from 'node:stream';
import type { DoubtWatch, LiveChange, LiveLog, Numbers } from '@mandate/feed';
import { type Reader, UnavailableError } from '@mandate/store';
import type { ChainSet } from './chain-set.ts';
import { MAX_HELD_BYTES } from './chunks.ts';
import { RECONNECT, writeCursorEvent, writeEvents, writeStates } from './events.ts';
import { type LogPage, listBehind, readLogPage, type Selection } from './log-page.ts';
import { findLost, movePlace, type Places, writePlaces } from './places.ts';
import { createTelling } from './telling.ts';
import type { Turn, Turns } from './turns.ts';

/** Connections on which nothing moves are cut off, here after 30 seconds and by many a proxy after 60. */
const HEARTBEAT_MS = 15_000;
/** A database that did not answer is asked again after this time. */
const ASK_AGAIN_MS = 1_000;
/** Read from the database at once. */
const EVENTS_AT_ONCE = 20;

export interface StreamRequest extends Selection {
  readonly places: Places;
  readonly numbers?: Numbers | undefined;
  readonly signal: AbortSignal;
}

export interface StreamSources {
  readonly reader: Pick<Reader, 'listChanges'>;
  readonly live: LiveLog;
  readonly doubts: Pick<DoubtWatch, 'last' | 'subscribe'>;
  readonly turns: Turns;
  readonly chains: ChainSet;
}

/**
 * Ends on the signal, and when its log was replaced: a client that reconnects is then told so. Begins with every chain in
 * doubt, then the cursor: who has read that knows all doubts.
 */
export class EventStream implements Turn {
  readonly output: Readable;
  readonly #from: StreamSources;
  readonly #asked: StreamRequest;
  readonly #telling;
  readonly #leave: readonly (() => void)[];
  /** Null once it is live. */
  #places: Places | null;
  /** The first change that a live stream did not send yet. */
  #next: LiveChange | null = null;
  #head: string | null = RECONNECT;
  #canPush = false;
  #isOver = false;
  #isReading = false;
  #isNoting = false;
  #said = '';
  #saidAt = Date.now();

  constructor(from: StreamSources, asked: StreamRequest, closed: () => void) {
    const { live, doubts, turns } = from;
    [this.#from, this.#asked, this.#places] = [from, asked, asked.places];
    this.#telling = createTelling(asked.chainIds, doubts);
    const wake = () => turns.add(this);
    this.output = new Readable({
      highWaterMark: MAX_HELD_BYTES,
      read: () => {
        this.#canPush = true;
        wake();
      },
      destroy: (error, done) => {
        for (const leave of this.#leave) leave();
        done(error);
      },
    });
    asked.signal.addEventListener('abort', wake, { once: true });
    const { chainIds, filter } = asked;
    this.#leave = [
      doubts.subscribe(wake),
      live.join({ chainIds, filter, wake: (next) => this.#note(next), reset: () => this.#goBack() }),
      () => asked.signal.removeEventListener('abort', wake),
      closed,
    ];
  }

  isSilent = () => Date.now() - this.#saidAt >= HEARTBEAT_MS;

  /** Sends what is next, if the client took what was sent. */
  turn(): void {
    const { output } = this;
    if (!this.#canPush || output.destroyed || this.#isOver) return;
    if (this.#asked.signal.aborted || this.#isLost()) {
      this.#isOver = true;
      output.push(null);
      return;
    }
    const bytes = this.#tell() ?? (this.#places ? this.#goOn(this.#places) : this.#drain()) ?? this.#beat();
    if (bytes) this.#push(bytes);
  }

  #push(bytes: Buffer): void {
    this.#saidAt = Date.now();
    this.#canPush = this.output.push(bytes);
    if (this.#canPush) this.#from.turns.add(this);
  }

  #isLost = () => this.#places !== null && findLost(this.#places, this.#from.live.last()) !== null;

  #note(next: LiveChange): void {
    if (this.#places || this.#next) return;
    this.#next = next;
    this.#from.turns.add(this);
  }

  /** Reads on from where it is, as after a cut. */
  #goBack(): void {
    const { chains, turns } = this.#from;
    this.#places ??= this.#next ? chains.placesBefore(this.#next) : chains.placesNow();
    this.#next = null;
    turns.add(this);
  }

  #placesNow(): Places {
    const { chains } = this.#from;
    return this.#places ?? (this.#next ? chains.placesBefore(this.#next) : chains.placesNow());
  }

  #numberOf = (chainId: number): number => {
    const { chains, live } = this.#from;
    if (this.#places) return this.#places.get(chainId)?.number ?? 0;
    return this.#next ? chains.numberBefore(this.#next, chainId) : (live.reached(chainId)?.number ?? 0);
  };

  /** Returns the next states of chains; before everything else, all of them and then the place. */
  #tell(): Buffer | null {
    const states = this.#telling.take(this.#numberOf, EVENTS_AT_ONCE);
    if (this.#telling.isOver()) this.#noteEnds();
    if (states.length === 0 && this.#head === null) return null;
    const head = this.#head ?? '';
    const cursor = writePlaces(this.#placesNow());
    this.#head = states.length > 0 && this.#head !== null ? '' : null;
    if (states.length > 0) return Buffer.from(head + writeStates(cursor, states));
    this.#said = cursor;
    return Buffer.from(head + writeCursorEvent(cursor, this.#listReached()));
  }

  /** A client that asks for answers not before these blocks misses nothing that the stream began after. */
  #listReached() {
    const { chainIds } = this.#asked;
    return [...this.#from.live.last().values()].filter(({ chainId }) => chainIds.includes(chainId));
  }

  #noteEnds(): void {
    if (this.#isNoting) return;
    this.#isNoting = true;
    const { live, turns } = this.#from;
    const again = this.#telling
      .noteEnds(live.look)
      .catch(() => live.wait([], ASK_AGAIN_MS, this.#asked.signal));
    void again.then(() => {
      this.#isNoting = false;
      turns.add(this);
    });
  }

  /** Returns the next events of a live stream. */
  #drain(): Buffer | null {
    if (!this.#next) return null;
    const chunk = this.#from.chains.take(this.#next, this.#asked.filter, this.#asked.numbers);
    if (!chunk) {
      this.#goBack();
      return null;
    }
    [this.#next, this.#said] = [chunk.next, chunk.cursor];
    return chunk.bytes;
  }

  /** Returns the next events of a stream that is behind, or null if they have to be read or waited for. */
  #goOn(places: Places): Buffer | null {
    if (this.#isReading) return null;
    const { live } = this.#from;
    const { chainIds, filter } = this.#asked;
    const isReached = (chainId: number) => {
      const [read, number] = [live.reached(chainId), this.#numberOf(chainId)];
      return read ? read.number === number : number === 0 && !live.last().has(chainId);
    };
    if (chainIds.every(isReached)) {
      this.#places = null;
      this.#said ||= writePlaces(places);
      return null;
    }
    for (const { chainId, feed, after } of listBehind(chainIds, places, live.last())) {
      const taken = live.take({ chainId, feed, filter, after, most: EVENTS_AT_ONCE });
      if (typeof taken === 'string') break;
      if (taken.reached === after) continue;
      const changes = taken.changes.map(({ change }) => ({ ...change, chainId }));
      return this.#moveTo({
        changes,
        places: movePlace(places, { chainId, feed }, taken.reached),
        more: true,
      });
    }
    this.#isReading = true;
    void this.#readOn(places);
    return null;
  }

  /** Reads from the database, or waits until there is something. */
  async #readOn(places: Places): Promise<void> {
    const { reader, live, turns } = this.#from;
    const { chainIds, signal } = this.#asked;
    try {
      const ends = live.last();
      if (listBehind(chainIds, places, ends).length === 0) {
        await live.wait(chainIds, ASK_AGAIN_MS, signal);
      } else {
        const page = await readLogPage(reader, { ...this.#asked, places, ends, limit: EVENTS_AT_ONCE });
        // The log is not the one that was known.
        if (page.places === places) await live.look();
        const bytes = this.output.destroyed || this.#isOver ? null : this.#moveTo(page);
        if (bytes) this.#push(bytes);
      }
    } catch (error) {
      if (!(error instanceof UnavailableError)) this.output.destroy(error as Error);
      else await live.wait([], ASK_AGAIN_MS, signal);
    }
    this.#isReading = false;
    turns.add(this);
  }

  #moveTo(page: LogPage): Buffer | null {
    const before = this.#places ?? page.places;
    this.#places = page.places;
    if (page.changes.length > 0) {
      this.#said = writePlaces(page.places);
      return Buffer.from(writeEvents(before, page, this.#asked.numbers));
    }
    this.#from.turns.add(this);
    return null;
  }

  /** A client whose filter let nothing pass gets its new place, so that the same log is not read again. */
  #beat(): Buffer | null {
    if (!this.isSilent()) return null;
    const { bytes, cursor } = this.#places
      ? { cursor: writePlaces(this.#places), bytes: null }
      : this.#from.chains.cursorNow();
    if (cursor === this.#said) return Buffer.from(':\n\n');
    this.#said = cursor;
    return bytes ?? Buffer.from(writeCursorEvent(cursor, this.#listReached()));
  }
}
