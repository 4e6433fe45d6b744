/** Reads the fields of webhook endpoints, and what their owners ask of them. */
import { type ConfiguredChain, findUrlProblem } from '@mandate/config';
import { KINDS, type Kind, parseRights, REGISTRY_IDS } from '@mandate/core';
import type { WebhookFields } from '@mandate/store';
import { z } from 'zod';
import { address } from '../../request/address.ts';
import { isoTime } from '../../request/read-body.ts';
import { createName, listOf } from '../key-fields.ts';

const MAX_ADDRESSES = 100;
const MAX_CHAINS = 100;
const MAX_RIGHTS = 20;
const MAX_BLOCK = 999_999_999_999_999;
const MAX_OVERLAP_HOURS = 168;

export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]];
export const MARKS = ['latest', 'safe', 'finalized'] as const satisfies readonly WebhookFields['mark'][];

const ALIVE = 'must be a whole number of minutes from 1 to 60, or 0 for none.';
const OVERLAP = `must be a number of hours from 0 to ${MAX_OVERLAP_HOURS}.`;
const BLOCK = 'must be the number of a block.';

const rights = z
  .string('must be 32 bytes: 0x and 64 hex digits.')
  .regex(/^0[xX][0-9a-fA-F]{64}$/, 'must be 32 bytes: 0x and 64 hex digits.')
  .transform(parseRights);

const OF_ALL = 'Only changes of these. `null`: of all';
const about = <T extends z.ZodType>(schema: T, description: string): T => schema.meta({ description });

const FIELDS = {
  registries: about(
    listOf(z.enum(REGISTRY_IDS, `must be ${REGISTRY_IDS.join(' or ')}.`), REGISTRY_IDS.length, 'registries'),
    OF_ALL,
  ),
  wallets: about(
    listOf(address, MAX_ADDRESSES, 'wallets'),
    'Only delegations that one of these wallets gives or receives',
  ),
  contracts: about(
    listOf(address, MAX_ADDRESSES, 'contracts'),
    'Only delegations that apply to one of these. Those of a whole wallet apply to every contract',
  ),
  rights: about(
    listOf(rights, MAX_RIGHTS, 'rights'),
    'Only delegations with one of these rights. Those with full rights count for every right',
  ),
  kinds: about(
    listOf(z.enum(KIND_NAMES, `must be one of ${KIND_NAMES.join(', ')}.`), KIND_NAMES.length, 'kinds'),
    OF_ALL,
  ),
  mark: about(
    z.enum(MARKS, `must be ${MARKS.join(', ')}.`),
    '`latest`: at once. `safe` or `finalized`: when the block has reached that mark and nothing undid the change',
  ),
  aliveMinutes: about(
    z.int(ALIVE).min(0, ALIVE).max(60, ALIVE),
    'How often a heartbeat comes, from 1 to 60; 0 for never',
  ),
};

interface Options {
  readonly chains: readonly Pick<ConfiguredChain, 'chainId'>[];
  /** Hosts of an operator's own that need not be public. */
  readonly privateHosts: readonly string[];
}

export type WebhookSchemas = ReturnType<typeof createWebhookSchemas>;
export type Given<Name extends keyof WebhookSchemas> = z.output<WebhookSchemas[Name]>;

export function createWebhookSchemas({ chains, privateHosts }: Options) {
  const served = new Set(chains.map(({ chainId }) => chainId));
  const chainId = z
    .int('must be the id of a chain.')
    .refine((id) => served.has(id), 'is not the id of a chain of this service.');
  const url = z.string('is missing: send the URL that events are posted to.').superRefine((text, context) => {
    const message = findUrlProblem(text, privateHosts);
    if (message) context.addIssue({ code: 'custom', message });
  });
  const fields = {
    url: about(url, 'Events are posted to it: `https`, of a public host, with port 443 or 8443'),
    name: about(createName('the endpoint'), 'For you'),
    chainIds: about(listOf(chainId, MAX_CHAINS, 'chains'), OF_ALL),
    ...FIELDS,
  };
  return {
    create: z.strictObject({
      ...fields,
      chainIds: fields.chainIds.default(null),
      registries: fields.registries.default(null),
      wallets: fields.wallets.default(null),
      contracts: fields.contracts.default(null),
      rights: fields.rights.default(null),
      kinds: fields.kinds.default(null),
      mark: fields.mark.default('latest'),
      aliveMinutes: fields.aliveMinutes.default(10),
    }),
    change: z.strictObject({
      url: fields.url.exactOptional(),
      name: fields.name.exactOptional(),
      chainIds: fields.chainIds.exactOptional(),
      registries: fields.registries.exactOptional(),
      wallets: fields.wallets.exactOptional(),
      contracts: fields.contracts.exactOptional(),
      rights: fields.rights.exactOptional(),
      kinds: fields.kinds.exactOptional(),
      mark: fields.mark.exactOptional(),
      aliveMinutes: fields.aliveMinutes.exactOptional(),
    }),
    rotate: z.strictObject({
      overlapHours: about(
        z.number(OVERLAP).min(0, OVERLAP).max(MAX_OVERLAP_HOURS, OVERLAP),
        'How long the old secret signs, too',
      ).default(24),
    }),
    replay: z.strictObject({
      chainId,
      time: about(isoTime, 'From the first change at this time').optional(),
      block: about(
        z.int(BLOCK).min(0, BLOCK).max(MAX_BLOCK, BLOCK),
        'From the first change in this block',
      ).optional(),
      cursor: about(
        z.string('must be the cursor of a page or an event of /changes.').max(4_000),
        'From after this cursor of a page or an event of `/changes`',
      ).optional(),
    }),
    skip: z.strictObject({
      chainId: about(
        z.int('must be the id of a chain, or 0 for events of no chain.'),
        '0 for events of no chain',
      ),
      event: about(z.string('is missing: send the id of the event that fails.').max(200), 'Its id'),
    }),
    deliveries: z.strictObject({ before: about(isoTime, 'Only attempts before this time').optional() }),
  };
}
