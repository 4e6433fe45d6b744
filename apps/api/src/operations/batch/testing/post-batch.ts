/** Sends a batch. What is refused because the machine is busy with other things is sent again. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const ATTEMPTS = 30;
const PAUSE_MS = 300;

export async function postBatch(
  app: FastifyInstance,
  payload: string | Buffer | object,
  headers: Record<string, string> = {},
) {
  for (let attempt = 1; ; attempt++) {
    const answered = await app.inject({ method: 'POST', url: '/batch', headers, payload });
    if (attempt === ATTEMPTS || !answered.body.includes('"code":"overloaded"')) return answered;
    await delay(PAUSE_MS);
  }
}
