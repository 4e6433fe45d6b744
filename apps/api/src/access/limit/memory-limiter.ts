/** A true sliding window in the memory of this process. */
import { type Decision, LIMIT, WINDOW_MS } from './window.ts';

/** Counts networks, too. For each of two generations, so that memory stays bounded however many addresses come. */
const MAX_CLIENTS = 50_000;

export type MemoryLimiter = ReturnType<typeof createMemoryLimiter>;

export function createMemoryLimiter(mostClients = MAX_CLIENTS) {
  // When clients were admitted since the last turn, and before it: a time a unit, the oldest first.
  let recent = new Map<string, number[]>();
  let older = new Map<string, number[]>();
  let turnedAtMs = Number.NEGATIVE_INFINITY;

  /** Clients that have not moved to the recent generation for a whole window no longer count and are dropped. */
  function turn(nowMs: number): void {
    if (nowMs - turnedAtMs < WINDOW_MS && recent.size < mostClients) return;
    older = nowMs - turnedAtMs < 2 * WINDOW_MS ? recent : new Map();
    recent = new Map();
    turnedAtMs = nowMs;
  }

  function findCounted(client: string, nowMs: number): number[] | undefined {
    const times = recent.get(client) ?? older.get(client);
    if (!times?.length || waitOf(times[0], nowMs) > 0) return times;
    const kept = times.findIndex((time) => waitOf(time, nowMs) > 0);
    // All at once: a key may have thousands of them.
    times.splice(0, kept === -1 ? times.length : kept);
    return times;
  }

  /** Decides, and counts nothing. A refusal says when the whole would be admitted. */
  function look(client: string, units: number, nowMs: number, whole = units, limit = LIMIT): Decision {
    const times = findCounted(client, nowMs) ?? [];
    const remaining = limit - times.length;
    if (units <= remaining) return { admitted: true, remaining, waitMs: waitOf(times[0], nowMs), retryMs: 0 };
    // There is room when so many of the oldest have left. Of more than the limit, several have to before there is any.
    const retryMs = waitOf(times[times.length + whole - limit - 1], nowMs);
    const waitMs = waitOf(times[Math.max(0, -remaining)], nowMs);
    return { admitted: false, remaining: Math.max(0, remaining), waitMs, retryMs };
  }

  /** Counts what was admitted elsewhere. */
  function record(client: string, units: number, atMs: number): void {
    turn(atMs);
    const times = recent.get(client) ?? older.get(client) ?? [];
    for (let unit = 0; unit < units; unit++) times.push(atMs);
    older.delete(client);
    recent.set(client, times);
  }

  /** Counts its units, unless it is refused. */
  function admit(client: string, units: number, nowMs: number, whole = units, limit = LIMIT): Decision {
    const decision = look(client, units, nowMs, whole, limit);
    if (!decision.admitted) return decision;
    record(client, units, nowMs);
    return { ...decision, remaining: decision.remaining - units };
  }

  return { look, admit, record, size: () => recent.size + older.size };
}

/** From its age: the sum of a time and the window would be rounded, and might come out longer than the window. */
function waitOf(admittedAtMs: number | undefined, nowMs: number): number {
  return WINDOW_MS - (nowMs - (admittedAtMs ?? nowMs));
}
