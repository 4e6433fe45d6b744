/** The attackers: many clients at once ask whether a wallet may claim a token whose contract burns gas. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Ask, createAsk } from '../hostile/ask.ts';
import type { AttackOrders, AttackReport } from './messages.ts';

const EXAMPLE_LENGTH = 200;
let ask: Ask | null = null;

process.on('message', async (orders: AttackOrders) => {
  ask ??= createAsk(orders.apiUrl);
  process.send?.(await attack(ask, orders));
});
process.once('disconnect', () => process.exit(0));

/** Resolves when the last answer has come. */
async function attack(
  ask: Ask,
  { paths, clients, pauseMs, durationMs }: AttackOrders,
): Promise<AttackReport> {
  const report = { unknown: {} as Record<string, number>, overloaded: 0, wrong: [] as string[] };
  const endsAt = performance.now() + durationMs;

  async function askOnce(path: string): Promise<void> {
    const { status, text } = await ask({ path, headers: {} });
    const reasons = status === 200 ? readReasons(text) : null;
    if (reasons) report.unknown[reasons] = (report.unknown[reasons] ?? 0) + 1;
    else if (status === 503 && text.includes('"overloaded"')) report.overloaded++;
    else report.wrong.push(`${path} is ${status || 'not answered'}: ${text.slice(0, EXAMPLE_LENGTH)}`);
  }

  async function keepAsking(client: number): Promise<void> {
    // Clients that know nothing of each other do not begin at the same moment.
    await delay((pauseMs * client) / clients);
    for (let number = client; performance.now() < endsAt; number += clients) {
      await askOnce(paths[number % paths.length] ?? '');
      await delay(pauseMs);
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => keepAsking(client)));
  return report;
}

/** Returns why nothing is known. Null: the answer says that something is. */
function readReasons(text: string): string | null {
  const answer = JSON.parse(text) as {
    readonly eligible: unknown;
    readonly unknown: readonly { readonly reason: string }[];
  };
  return answer.eligible === null
    ? [...new Set(answer.unknown.map(({ reason }) => reason))].toSorted().join('+')
    : null;
}
