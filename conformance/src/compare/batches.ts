/** Bodies of `/batch`, most of them right. */
import { integer, pick, type Random } from '@mandate/contracts';
import { spoil } from './mistakes.ts';
import { chance, drawFields, drawKind, drawWhen } from './queries.ts';
import type { KnownGrant, World } from './world.ts';

const JSON_TYPE = 'application/json';
const WRONG_CHECKS = ['', '1', '{}', '{"registry":"v3"}', '{"registry":"v2","kind":"token"}'];
const WRONG_BODIES = [
  ...(['', '{}', '[]', 'null', '{"checks":{}}', '{"checks":[', '{"__proto__":{}}'] as const),
  ...WRONG_CHECKS.map((check) => `{"checks":[${check}]}`),
] as const;
const MAX_CHECKS = 12;
const TOO_MANY_CHECKS = 1_001;

/** A `type` of null: the header is missing. */
export function drawBatch(random: Random, world: World) {
  const type = chance(random, 0.97)
    ? JSON_TYPE
    : pick(random, [null, 'text/plain', 'application/json; charset=utf-8', 'application/xml']);
  if (chance(random, 0.06)) return { type, body: Buffer.from(pick(random, WRONG_BODIES)) };
  if (chance(random, 0.01)) return { type, body: Buffer.from([0x7b, 0xff, 0x7d]) };
  const count = chance(random, 0.01) ? TOO_MANY_CHECKS : integer(random, 1, MAX_CHECKS);
  const grant = pick(random, world.grants);
  const ofOneChain = world.grants.filter(({ chainId }) => chainId === grant.chainId);
  const grants = chance(random, 0.7) ? ofOneChain : world.grants;
  const drawGrant = () => grants[integer(random, 0, grants.length - 1)] ?? grant;
  const checks = Array.from({ length: count }, () => drawCheck(random, world, drawGrant()));
  const when = Object.fromEntries(drawWhen(random, world, grant));
  const numbers = chance(random, 0.2) ? { numbers: pick(random, ['string', 'number', 'other']) } : {};
  return { type, body: Buffer.from(JSON.stringify({ checks, ...when, ...numbers })) };
}

function drawCheck(random: Random, world: World, grant: KnownGrant): Record<string, unknown> {
  const kind = drawKind(random, grant);
  const fields = drawFields(random, world, grant, kind);
  const { query } = chance(random, 0.01) ? spoil(random, { path: '', query: fields }) : { query: fields };
  // A number may be a number or a text.
  const chainId = pick<number | string>(random, [grant.chainId, String(grant.chainId)]);
  return {
    registry: grant.registry,
    kind,
    ...Object.fromEntries(query),
    ...(grant.chainId === 1 && chance(random, 0.7) ? {} : { chainId }),
  };
}
