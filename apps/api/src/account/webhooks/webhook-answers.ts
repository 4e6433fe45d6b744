/** The forms of answers about webhooks. Secrets are in those of `createWebhook` and `rotateWebhook` only. */
import {
  address,
  bytes32,
  fields,
  flag,
  integer,
  listOf,
  oneOf,
  orNull,
  text,
  type WireOf,
} from '../../operations/forms/form.ts';
import { registry } from '../../operations/forms/grants.ts';
import { KIND_NAMES, MARKS } from './webhook-fields.ts';

const time = (sentence?: string) => text(sentence, { format: 'date-time' });

const FAILING = fields({
  event: text('Its id'),
  failures: integer(),
  nextTry: orNull(time()),
  error: orNull(text()),
  maySkip: flag('It has failed three times'),
});
const PLACE = fields({
  chainId: integer('0 for what belongs to no chain: challenges, tests and heartbeats'),
  behind: orNull(integer(), 'How many changes of the chain are not looked at yet. `null` if nobody knows'),
  completeBlock: orNull(integer(), 'Every change up to this block was delivered'),
  failing: orNull(FAILING, 'The event that fails'),
});
const ENDPOINT = {
  id: text(),
  name: text(),
  url: text(),
  state: oneOf(['new', 'active', 'paused', 'off'], {
    sentence: '`new` until the URL has answered its challenge',
  }),
  reason: orNull(text(), 'Why it is in this state, if there is something to say'),
  chainIds: orNull(listOf(integer())),
  registries: orNull(listOf(registry)),
  wallets: orNull(listOf(address())),
  contracts: orNull(listOf(address())),
  rights: orNull(listOf(bytes32())),
  kinds: orNull(listOf(oneOf(KIND_NAMES))),
  mark: oneOf(MARKS),
  aliveMinutes: integer(),
  createdAt: time(),
  oldSecretUntil: orNull(time(), 'The secret before the last rotation signs, too, until this time'),
  chains: listOf(PLACE, 'How far it is on each chain'),
};
export const WEBHOOK = fields(ENDPOINT, { component: 'Webhook', about: 'An endpoint' });
export const WEBHOOK_WITH_SECRET = fields(
  { ...ENDPOINT, secret: text('Shown only in this answer') },
  { component: 'WebhookWithSecret' },
);
export const WEBHOOKS = fields(
  {
    endpoints: listOf(WEBHOOK),
    choices: fields({
      chains: listOf(fields({ chainId: integer(), name: text() })),
      max: integer('The most endpoints of a wallet'),
    }),
  },
  { component: 'Webhooks' },
);
export const TEST = fields({ event: text('The id of the event that is sent') });
export const REPLAY = fields({
  chainId: integer(),
  after: integer('The number of the change in the log of the chain that it goes on after'),
});
export const DELIVERIES = fields(
  {
    deliveries: listOf(
      fields({
        at: time(),
        chainId: integer('0 for an event that belongs to no chain'),
        event: text('Its id'),
        type: text(),
        attempt: integer('1 for the first'),
        status: orNull(integer(), 'The status of your answer. `null` if there was none'),
        error: orNull(text(), 'Why it failed. `null` if it was delivered'),
        ms: integer(),
        body: text('The first kilobyte of your answer'),
      }),
    ),
    before: orNull(time(), 'The next page. `null` if there is none'),
  },
  { component: 'WebhookDeliveries' },
);

export type WebhookAnswer = WireOf<typeof WEBHOOK>;
export type DeliveryAnswer = WireOf<typeof DELIVERIES>['deliveries'][number];
