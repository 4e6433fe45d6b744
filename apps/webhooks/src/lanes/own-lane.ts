/** Lane 0 of an endpoint: its challenge, the tests that its owner asks for, and its heartbeats. */
import { randomBytes } from 'node:crypto';
import type { AsideEvent } from '@mandate/store';
import { ALIVE, writeAside } from '../event.ts';
import { aside } from '../follow/lasting-doubts.ts';
import { createLaneState, NO_FAILURES } from './lane-state.ts';
import type { ChainReport, EndpointWork, Lane, LaneParts } from './parts.ts';
import { noteFailure, settleOutcome } from './settle.ts';

const CHALLENGE = 'endpoint.challenge';
const MINUTE_MS = 60_000;
/** Then the owner has to send it again. */
const MAX_CHALLENGES = 4;

export function createOwnLane(
  work: EndpointWork,
  parts: LaneParts,
  report: (chainId: number) => ChainReport | null,
  chainIds: readonly number[],
): Lane {
  const { held } = work;
  const state = createLaneState(held, 0, parts.commits);

  async function step(): Promise<boolean> {
    const { aside: event, failures } = state.row();
    if (work.state !== 'new') return event && !isOutdated(event) ? sendOwn(event, failures) : decideAlive();
    if (event?.type !== CHALLENGE) return state.decide(createChallenge());
    return failures < MAX_CHALLENGES && sendChallenge(event, failures);
  }

  async function decideAlive(): Promise<boolean> {
    if (held.aliveMinutes > 0)
      return state.decide(aside(ALIVE, { chains: chainIds.flatMap((id) => report(id) ?? []) }));
    if (state.row().aside) state.put({ ...NO_FAILURES, aside: null });
    return false;
  }

  async function sendOwn(event: AsideEvent, failures: number): Promise<boolean> {
    const outcome = await parts.deliverer.deliver(work, { chainId: 0, event: writeAside(event), failures });
    const tried = { work, parts, state, event, number: null };
    const isMore = await settleOutcome(outcome, tried, () => ({ nextTry: nextAlive() }));
    return isMore && held.aliveMinutes > 0;
  }

  const nextAlive = () =>
    held.aliveMinutes > 0 ? new Date(Date.now() + held.aliveMinutes * MINUTE_MS) : null;

  /** A heartbeat of an earlier time, or a challenge that was answered, says nothing any more. */
  function isOutdated({ type, timestamp }: AsideEvent): boolean {
    if (type === CHALLENGE) return true;
    return type === ALIVE && Date.now() - Date.parse(timestamp) >= held.aliveMinutes * MINUTE_MS;
  }

  async function sendChallenge(event: AsideEvent, failures: number): Promise<boolean> {
    const challenge = String(event.data['challenge']);
    const judge = (body: string) =>
      isAnswer(body, challenge) ? null : 'The answer does not have the text of the challenge.';
    const outcome = await parts.deliverer.deliver(work, {
      chainId: 0,
      event: writeAside(event),
      failures,
      judge,
    });
    const tried = { work, parts, state, event, number: null };
    if (outcome.type === 'failed') {
      const isLast = failures + 1 >= MAX_CHALLENGES;
      noteFailure({ ...outcome, retryMs: isLast ? null : outcome.retryMs }, tried);
      const reason = `The URL did not answer the challenge: ${outcome.error}`;
      await parts.store.settle(parts.worker, held, 'new', 'new', reason);
      return false;
    }
    if (outcome.type === 'delivered') {
      if (!(await parts.store.settle(parts.worker, held, 'new', 'active', null))) return false;
      work.state = 'active';
      work.kickAll();
    }
    return settleOutcome(outcome, tried, () => ({}));
  }

  return {
    step,
    isQuiet: () => false,
    nextTry: () => state.row().nextTry,
    save() {},
  };
}

const createChallenge = () => aside(CHALLENGE, { challenge: randomBytes(16).toString('hex') });

/** The body is the text, or JSON that has it. */
function isAnswer(body: string, challenge: string): boolean {
  if (body.trim() === challenge) return true;
  try {
    return (JSON.parse(body) as { challenge?: unknown } | null)?.challenge === challenge;
  } catch {
    return false;
  }
}
