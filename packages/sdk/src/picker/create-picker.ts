/** A picker: what was answered, and what the visitor does. It asks as long as somebody listens. */
import type { Client } from '../client/create-client.ts';
import { type Asking, askAll, askHoldings, attempt } from './ask-all.ts';
import { createExtras, type Live } from './create-extras.ts';
import { createSchedule } from './create-schedule.ts';
import { createStore } from './create-store.ts';
import { chainOf, type PickerQuestion } from './question.ts';
import { chosenOf, PAGE_ROWS } from './state.ts';

const POLL_MS = 15_000;
/** How often a live list of whole wallets is read again. Tokens move without a change of a delegation. */
const LIVE_POLL_MS = 60_000;
/** Old answers do not stay on the page for longer while new ones are waited for. */
const LATE_MS = 5_000;

export interface PickerOptions {
  readonly pollMs?: number | undefined;
  /** Default: a stream of its own. */
  readonly live?: Live | undefined;
}

export type Picker = ReturnType<typeof createPicker>;

export function createPicker(
  client: Client,
  question: PickerQuestion,
  { pollMs = POLL_MS, live }: PickerOptions = {},
) {
  const store = createStore(question);
  const schedule = createSchedule(ask);
  const { show, getState, listeners } = store;
  const extras = createExtras(client, question, { store, schedule, live });
  const asking: Asking = { client, question, floorOf: extras.floorOf, loadLater: extras.load };

  async function ask(signal: AbortSignal): Promise<number> {
    const askedMs = Date.now();
    const late = setTimeout(() => show({ isStale: true }), LATE_MS);
    try {
      const [{ answers, retryAfterMs }, chainNames] = await Promise.all([
        askAll(asking, getState().facts, signal),
        extras.nameChains(signal),
      ]);
      show({ ...answers, chainNames, changed: extras.settle(askedMs), isStale: false }, { isLoaded: true });
      void extras.follow(signal);
      void askAlone();
      void extras.name();
      const isKnown = retryAfterMs === null && answers.found?.unknown.length === 0;
      const isCalm = isKnown && extras.isLive() && chainOf(question) === null;
      return Math.max((isCalm ? LIVE_POLL_MS : pollMs) * (0.8 + 0.4 * Math.random()), retryAfterMs ?? 0);
    } catch (error) {
      if (!signal.aborted) show({ found: null, holdings: null, failure: String(error) }, { isLoaded: true });
      return pollMs;
    } finally {
      clearTimeout(late);
    }
  }

  /** Asks about the selected vault alone if there are too many to read all of them. */
  async function askAlone(): Promise<void> {
    const { rows, selected, facts } = getState();
    const row = rows.find(({ key }) => key === selected);
    const signal = schedule.signal();
    const isMeant = row?.reason === 'not-read' || (row && facts.alone?.key === row.key);
    if (!row || !isMeant || !signal) return;
    const question = { found: facts.found, vault: row.address };
    const holdings = await attempt(() => askHoldings(asking, question, signal)).catch(() => null);
    if (getState().selected === row.key && !signal.aborted) show({ alone: { key: row.key, holdings } });
  }

  return {
    getState,
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) schedule.start();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        schedule.stop();
        extras.unfollow();
        if (getState().isLoaded) show({ isStale: true });
      };
    },
    select(selected: string): void {
      show({ alone: null }, { selected, lost: null });
      void askAlone();
    },
    search(search: string): void {
      show({}, { search, limit: PAGE_ROWS });
      void extras.name();
    },
    showMore(): void {
      show({}, { limit: getState().limit + PAGE_ROWS });
      void extras.name();
    },
    askAgain(): void {
      show({ isStale: true });
      schedule.runIn(0);
    },
    /** Returns what is selected. `null` if it may not be chosen now. */
    choose: () => chosenOf(question, getState()),
  };
}
