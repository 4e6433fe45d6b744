import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type ChannelEnd, openChannel } from './channel.ts';

/** Two ends, with what processes do to messages between them: JSON, and a moment. */
function createEnds(): [ChannelEnd & EventEmitter, ChannelEnd & EventEmitter] {
  const [one, other] = [new EventEmitter(), new EventEmitter()];
  const sendTo = (end: EventEmitter) => (message: unknown) => {
    setImmediate(() => end.emit('message', JSON.parse(JSON.stringify(message))));
    return true;
  };
  return [Object.assign(one, { send: sendTo(other) }), Object.assign(other, { send: sendTo(one) })];
}

type Adder = {
  add(a: number, b: number): number;
  later(text: string): Promise<string>;
  fail(): void;
  hang(): Promise<void>;
  note(text: string): void;
};

function createPair(patienceMs = 50) {
  const [near, far] = createEnds();
  const noted: string[] = [];
  const own: Adder = {
    add: (a, b) => a + b,
    later: async (text) => text,
    fail: () => {
      throw new Error('as a test wants it');
    },
    hang: () => new Promise(() => {}),
    note: (text) => void noted.push(text),
  };
  openChannel(far, own);
  return { channel: openChannel<Adder>(near, {}, patienceMs), near, noted };
}

describe('a question', () => {
  test('has its own answer, in whatever order they come', async () => {
    const { channel } = createPair();
    const asked = [channel.ask('later', 'a'), channel.ask('add', 1, 2), channel.ask('add', 3, 4)];
    expect(await Promise.all(asked)).toEqual(['a', 3, 7]);
  });

  test('that fails there fails here', async () => {
    await expect(createPair().channel.ask('fail')).rejects.toThrow('as a test wants it');
  });

  test('is not waited for longer than patience lasts', async () => {
    await expect(createPair().channel.ask('hang')).rejects.toThrow('did not answer in 50 ms');
  });

  test('to a process that ends is not waited for', async () => {
    const { channel, near } = createPair(60_000);
    const asked = channel.ask('hang');
    near.emit('disconnect');
    await expect(asked).rejects.toThrow('has ended');
  });
});

test('what is told is heard, and messages of others are not ours', async () => {
  const { channel, near, noted } = createPair();
  for (const message of [null, 'text', 7, {}, { id: 99 }]) near.emit('message', message);
  channel.tell('note', 'a');
  await expect(channel.ask('add', 1, 1)).resolves.toBe(2);
  expect(noted).toEqual(['a']);
});
