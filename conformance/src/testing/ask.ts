/** Sends a request as a client does, or with exact headers. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRawClient } from '@mandate/testing/service/raw-client';
import type { Case } from '../conformance-case.ts';

/**
 * The suite, two chains and an indexer share one process with the service, so it may be overloaded at times.
 */
const ATTEMPTS = 10;
const PAUSE_MS = 300;

export type Answered = Awaited<ReturnType<typeof send>>;

/** A request, and the JSON that it sends as its body. */
export type Request = Pick<Case, 'method' | 'headers' | 'raw'> & { readonly json?: object | undefined };

export async function ask(url: string, path: string, request: Request = {}): Promise<Answered> {
  for (let attempt = 1; ; attempt++) {
    const answered = await (request.raw ? sendRaw(url, path, request) : send(url, path, request));
    const isBusy = answered.status === 503 && answered.text.includes('"code":"overloaded"');
    if (!isBusy || attempt === ATTEMPTS) return answered;
    await delay(PAUSE_MS);
  }
}

async function send(url: string, path: string, request: Request) {
  const { json, method = json ? 'POST' : 'GET', headers = {} } = request;
  const body = json && {
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  };
  const response = await fetch(url + path, { method, headers, redirect: 'manual', ...body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function sendRaw(url: string, path: string, { headers = {} }: Request): Promise<Answered> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const client = createRawClient(Number(new URL(url).port));
  const answer = await client.send({ bytes: Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`) });
  client.close();
  if (!answer) throw new Error(`The connection was closed without an answer to ${path.slice(0, 100)}.`);
  return { status: answer.status, headers: new Headers([...answer.headers]), text: answer.body };
}
