import { PUBLIC_URL, WEBHOOK_EVENTS } from '@mandate/testing/service/webhook-events';
import { expect, test } from 'vitest';
import { createChangeEvents, writeAside } from './event.ts';

test.each(WEBHOOK_EVENTS)('$name', ({ chainId, logged, body }) => {
  const event = createChangeEvents(PUBLIC_URL)(chainId, logged);
  expect(event.body.toString()).toBe(body);
  expect(event).toMatchObject({ id: `${chainId}-${logged.stamp}`, type: JSON.parse(body).type });
});

test('an event has the same text after PostgreSQL has put its fields into another order', () => {
  const event = { id: 'x', type: 'endpoint.alive', timestamp: '2026-01-01T00:00:00.000Z' };
  const [first, second] = [
    { chains: [{ chainId: 1, known: true, block: 9 }], vault: null },
    { vault: null, chains: [{ block: 9, known: true, chainId: 1 }] },
  ].map((data) => writeAside({ ...event, data }).body.toString());
  expect(second).toBe(first);
});
