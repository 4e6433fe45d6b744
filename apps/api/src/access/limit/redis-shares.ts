/**
 * Shares that all processes have together, taken one at a time. Each process writes what its clients hold to a hash in Redis,
 * which expires unless the process renews it: what a process held is free soon after it has died.
 */

import { randomUUID } from 'node:crypto';
import { messageOf } from '@mandate/core';
import type { ChainableCommander, Result } from 'ioredis';
import type { Logger } from 'pino';
import { CONNECT_TIMEOUT_MS, connectRedis, pause, reconnect, within } from './redis.ts';
import { createShares, type Level } from './shares.ts';

export interface SharedShares {
  /** Takes one at every level and resolves with null, or takes nothing and resolves with the level that has no room. */
  take(levels: readonly Level[]): Promise<Level | null>;
  give(levels: readonly Level[]): void;
  close(): Promise<void>;
}

/** A set of the processes that hold something. The hash of each is under this name, a colon and its id. */
const PROCESSES = 'mandate:streams';
const AWAY = 'Redis is away: this process counts event streams alone';
const RENEW_EVERY_MS = 2_000;
const EXPIRES_MS = 10_000;

/**
 * Adds what the other processes hold to what this one would hold. Returns the number of a level that has no room, or 0.
 * Arguments: the id of this process, the milliseconds until its hash expires, and for each level its name, maximum and amount.
 */
const TAKE = `
local levels = {}
for i = 3, #ARGV, 3 do
  levels[#levels + 1] = { name = ARGV[i], max = tonumber(ARGV[i + 1]), own = ARGV[i + 2], held = tonumber(ARGV[i + 2]) }
end
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local process = KEYS[1] .. ':' .. id
  if redis.call('EXISTS', process) == 0 then
    redis.call('SREM', KEYS[1], id)
  elseif id ~= ARGV[1] then
    for _, level in ipairs(levels) do
      level.held = level.held + tonumber(redis.call('HGET', process, level.name) or 0)
    end
  end
end
for i, level in ipairs(levels) do
  if level.held > level.max then return i end
end
for _, level in ipairs(levels) do redis.call('HSET', KEYS[2], level.name, level.own) end
redis.call('SADD', KEYS[1], ARGV[1])
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[2]) end
return 0`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeShare(processes: string, own: string, ...rest: (string | number)[]): Result<number, Context>;
  }
}

/** Resolves when Redis counts, or after a second without it. While it is away, each process counts alone. */
export async function createRedisShares(url: string, log: Logger): Promise<SharedShares> {
  const id = randomUUID();
  const key = `${PROCESSES}:${id}`;
  const shares = createShares();
  const redis = await connectRedis(url);
  redis.defineCommand('takeShare', { numberOfKeys: 2, lua: TAKE });
  let isAway = true;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();

  /** One question at a time: each says how much this process holds, which the one before it may change. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  /** `null` if Redis is away. */
  async function ask<T>(question: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await within(question());
      if (isAway && !isClosed) log.info('Redis counts event streams');
      isAway = false;
      return answer;
    } catch (error) {
      if (!isAway && !isClosed) log.warn({ error: messageOf(error) }, AWAY);
      isAway = true;
      reconnect(redis);
      return null;
    }
  }

  async function send(commands: ChainableCommander): Promise<void> {
    for (const [error] of (await commands.exec()) ?? []) if (error) throw error;
  }

  /** Writes everything again, also after Redis was away or has forgotten it. */
  function publish(): Promise<void> {
    const commands = redis.multi().del(key);
    if (shares.held.size > 0) {
      commands.hset(key, Object.fromEntries(shares.held)).pexpire(key, EXPIRES_MS);
      commands.sadd(PROCESSES, id).pexpire(PROCESSES, EXPIRES_MS);
    } else commands.srem(PROCESSES, id);
    return send(commands);
  }

  const renew = () => inTurn(() => ask(publish));
  const timer = setInterval(renew, RENEW_EVERY_MS).unref();
  redis.on('error', () => {});
  const isReady = new Promise<void>((resolve) => {
    redis.on('ready', () => renew().then(() => resolve()));
  });
  await Promise.race([isReady, pause(CONNECT_TIMEOUT_MS)]);
  if (isAway) log.warn(AWAY);

  return {
    take: (levels) =>
      inTurn(async () => {
        const full = shares.take(levels, 1);
        if (full || isAway) return full;
        const amounts = levels.flatMap(({ name, max }) => [name, max, shares.held.get(name) ?? 0]);
        const index = await ask(() => redis.takeShare(PROCESSES, key, id, EXPIRES_MS, ...amounts));
        const fullElsewhere = index ? (levels[index - 1] ?? null) : null;
        if (fullElsewhere) shares.give(levels, 1);
        return fullElsewhere;
      }),
    give(levels) {
      shares.give(levels, 1);
      void inTurn(async () => {
        if (isAway) return;
        const commands = redis.multi();
        for (const { name } of levels) {
          const amount = shares.held.get(name);
          if (amount === undefined) commands.hdel(key, name);
          else commands.hset(key, name, amount);
        }
        await ask(() => send(commands));
      });
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await inTurn(async () => {
        if (!isAway) await ask(() => send(redis.multi().del(key).srem(PROCESSES, id)));
      });
      redis.disconnect();
    },
  };
}
