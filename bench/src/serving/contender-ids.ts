/** The names of the measured servers, in display order. */
export const CONTENDERS = {
  http: 'bare `node:http`',
  fastify: 'bare Fastify',
  fastify2: 'bare Fastify, two processes',
  pgbench: 'pgbench',
  postgres: 'the service on PostgreSQL',
  keyed: 'the read model, with a key',
  keyed2: 'the read model, with a key, two processes',
  anonymous: 'the read model, without a key',
  redis: 'the read model, without a key, counted by Redis',
} as const;

export type ContenderId = keyof typeof CONTENDERS;
export const CONTENDER_IDS = Object.keys(CONTENDERS) as ContenderId[];
