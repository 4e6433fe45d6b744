/** A true sliding window in the memory of this process. */
import { type Decision, LIMIT, WINDOW_MS } from './window.ts';

/** Of each of two generations. However many addresses come, what is remembered of them has an end. */
const MOST_CLIENTS = 50_000;

export interface MemoryLimiter {
  /** Null: nothing that is known here speaks against it. */
  findRefusal(client: string, units: number, nowMs: number, whole?: number): Decision | null;
  /** Counts its units, unless it is refused. A refusal says when the whole would be admitted. */
  admit(client: string, units: number, nowMs: number, whole?: number): Decision;
  /** Counts what was admitted elsewhere. */
  record(client: string, units: number, atMs: number): void;
  /** How many clients are remembered. */
  size(): number;
}

export function createMemoryLimiter(mostClients = MOST_CLIENTS): MemoryLimiter {
  // Clients that were admitted since the last turn, and those before it, each with when, the oldest first:
  // a time a unit.
  let recent = new Map<string, number[]>();
  let older = new Map<string, number[]>();
  let turnedAtMs = Number.NEGATIVE_INFINITY;

  /** What has not moved to the recent ones for a whole window counts no more, and goes at once. */
  function turn(nowMs: number): void {
    if (nowMs - turnedAtMs < WINDOW_MS && recent.size < mostClients) return;
    older = nowMs - turnedAtMs < 2 * WINDOW_MS ? recent : new Map();
    recent = new Map();
    turnedAtMs = nowMs;
  }

  function findCounted(client: string, nowMs: number): number[] | undefined {
    const times = recent.get(client) ?? older.get(client);
    while (times?.length && waitOf(times[0], nowMs) <= 0) times.shift();
    return times;
  }

  function findRefusal(client: string, units: number, nowMs: number, whole = units): Decision | null {
    const times = findCounted(client, nowMs) ?? [];
    if (times.length + units <= LIMIT) return null;
    // There is room when so many of the oldest have left. Of more than the limit, several have to before there is any.
    const retryMs = waitOf(times[times.length + whole - LIMIT - 1], nowMs);
    const waitMs = waitOf(times[Math.max(0, times.length - LIMIT)], nowMs);
    return { admitted: false, remaining: Math.max(0, LIMIT - times.length), waitMs, retryMs };
  }

  function record(client: string, units: number, atMs: number): void {
    turn(atMs);
    const times = recent.get(client) ?? older.get(client) ?? [];
    for (let unit = 0; unit < units; unit++) times.push(atMs);
    older.delete(client);
    recent.set(client, times);
  }

  function admit(client: string, units: number, nowMs: number, whole = units): Decision {
    const refusal = findRefusal(client, units, nowMs, whole);
    if (refusal) return refusal;
    record(client, units, nowMs);
    const times = findCounted(client, nowMs) ?? [nowMs];
    return {
      admitted: true,
      remaining: LIMIT - times.length,
      waitMs: waitOf(times[0], nowMs),
      retryMs: 0,
    };
  }

  return { findRefusal, admit, record, size: () => recent.size + older.size };
}

/** From its age: the sum of a time and the window would be rounded, and might come out longer than the window. */
function waitOf(admittedAtMs: number | undefined, nowMs: number): number {
  return WINDOW_MS - (nowMs - (admittedAtMs ?? nowMs));
}
