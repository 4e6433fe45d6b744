/** `mandate webhooks list|create|show|…`: the endpoints of the wallet that a secret key belongs to. */
import type { Client } from '@mandate/sdk';
import type { Command } from '../command.ts';
import {
  assertOptions,
  type OptionName,
  readChains,
  readKey,
  readWhole,
  type TextOption,
  UsageError,
  type Values,
} from '../options.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeJson } from '../output/words.ts';
import {
  type Delivery,
  describeDeliveries,
  describeWebhook,
  describeWebhooks,
  type Webhook,
} from '../webhooks/describe-webhooks.ts';
import { createOwnerApi, type OwnerApi } from '../webhooks/owner-api.ts';
import { readTime } from '../when-options.ts';

/** The whole answer for programs, and the words for people. */
interface Told {
  readonly answer: unknown;
  readonly text: string;
}

interface Action {
  readonly needs?: readonly TextOption[];
  readonly takes?: readonly OptionName[];
  run(ask: OwnerApi, endpoint: Webhook, values: Values, terminal: Terminal): Promise<Told>;
}

const post =
  (action: string): Action['run'] =>
  async (ask, { id }, _, terminal) => {
    const answer = await ask<Webhook>('POST', `/${id}/${action}`);
    return { answer, text: describeWebhook(answer, terminal) };
  };

/** The actions on one endpoint. */
const ACTIONS: Readonly<Record<string, Action>> = {
  show: { run: async (_, answer, __, terminal) => ({ answer, text: describeWebhook(answer, terminal) }) },
  pause: { run: post('pause') },
  resume: { run: post('resume') },
  rotate: { run: post('rotate') },
  test: {
    async run(ask, { id, name }) {
      const answer = await ask<{ event: string }>('POST', `/${id}/test`);
      return { answer, text: `A test event is on its way to ${name}: ${answer.event}` };
    },
  },
  replay: { needs: ['chain'], takes: ['block', 'at-time', 'cursor'], run: replay },
  skip: {
    needs: ['chain', 'event'],
    async run(ask, { id }, { chain = '', event }, terminal) {
      const answer = await ask<Webhook>('POST', `/${id}/skip`, { chainId: readWhole('chain', chain), event });
      return { answer, text: describeWebhook(answer, terminal) };
    },
  },
  deliveries: {
    async run(ask, { id }, _, terminal) {
      const answer = await ask<{ deliveries: Delivery[] }>('GET', `/${id}/deliveries`);
      return { answer, text: describeDeliveries(answer.deliveries, terminal) };
    },
  },
  delete: {
    async run(ask, { id, name }) {
      await ask('DELETE', `/${id}`);
      return { answer: { id, deleted: true }, text: `${name} is deleted.` };
    },
  },
};

const FILTERS = ['wallet', 'contract', 'chain', 'mark', 'alive'] as const;
const WORDS = ['list', 'create', ...Object.keys(ACTIONS)];

export const WEBHOOKS: Command = {
  usage: 'list | create <url> --name <name> | <action> <endpoint>',
  about: 'manage the webhook endpoints of your wallet, with a secret key',
  words: WORDS,
  options: ['name', ...FILTERS, 'block', 'at-time', 'cursor', 'event'],
  ownOptions: {
    wallet: { about: 'only delegations of these wallets, separated by commas (default: all)' },
    contract: { about: 'only delegations that apply to these contracts, separated by commas' },
    chain: { about: 'chain ids, e.g. 1,8453 (default: all); replay and skip take one' },
    block: { about: 'replay from this block' },
    'at-time': { about: 'replay from this time: seconds since 1970, or e.g. 2026-01-31T12:00:00Z' },
    cursor: { about: 'replay after this cursor of watch' },
  },
  more: `Actions: ${Object.keys(ACTIONS).join(', ')}.
An endpoint is named by its name, its id or the first characters of its id. The secret that signs events is printed
once, by create and rotate.`,
  examples: [
    'webhooks create https://hooks.example/mandate --name gate --wallet 0x… --mark safe',
    'webhooks deliveries gate',
    'webhooks replay gate --chain 1 --at-time 2026-01-31T12:00:00Z',
  ],
  run: runWebhooks,
};

async function runWebhooks(
  client: Client,
  [word = '', given, ...more]: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  const isList = word === 'list' && given === undefined;
  if (more.length > 0 || !(isList || (given !== undefined && (action || word === 'create'))))
    throw new UsageError(
      `Choose what to do: mandate webhooks list, create <url>, or ${Object.keys(ACTIONS).join(', ')} <endpoint>.`,
    );
  const [needs, takes] =
    word === 'create' ? [['name'] as const, FILTERS] : [action?.needs ?? [], action?.takes ?? []];
  assertOptions(values, `webhooks ${word}`, needs, takes);
  const key = readKey(values, terminal.environment);
  if (!key) throw new UsageError('webhooks needs a secret key of your wallet. Set MANDATE_API_KEY.');
  const ask = createOwnerApi(client, key, terminal.signal);
  const { answer, text } = await tell();
  terminal.print(values.json || !terminal.isTerminal ? writeJson(answer) : text);
  return 0;

  async function tell(): Promise<Told> {
    if (word === 'create') return create(ask, given ?? '', values, terminal);
    const list = await ask<{ endpoints?: Webhook[] } | null>('GET', '');
    if (!list?.endpoints)
      throw new UsageError(
        `${client.baseUrl} lists no endpoints, so it is no service of Mandate. Check --url.`,
      );
    if (!action) return { answer: list, text: describeWebhooks(list.endpoints, terminal) };
    return action.run(ask, findEndpoint(list.endpoints, given ?? ''), values, terminal);
  }
}

async function create(ask: OwnerApi, url: string, values: Values, terminal: Terminal): Promise<Told> {
  const { name, wallet, contract, chain, mark, alive } = values;
  const answer = await ask<Webhook>('POST', '', {
    ...{ url, name, mark, wallets: wallet?.split(','), contracts: contract?.split(',') },
    chainIds: readChains(chain),
    aliveMinutes: alive === undefined ? undefined : readWhole('alive', alive),
  });
  return { answer, text: describeWebhook(answer, terminal) };
}

async function replay(ask: OwnerApi, { id, name }: Webhook, values: Values): Promise<Told> {
  const { chain = '', block, cursor } = values;
  const time = values['at-time'];
  if ([block, time, cursor].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('webhooks replay needs one of --block, --at-time and --cursor.');
  const answer = await ask<{ chainId: number; after: number }>('POST', `/${id}/replay`, {
    ...{ chainId: readWhole('chain', chain), cursor },
    block: block === undefined ? undefined : readWhole('block', block),
    time: time === undefined ? undefined : isoOf(readTime(time)),
  });
  return {
    answer,
    text: `${name} gets every change of chain ${answer.chainId} after number ${answer.after} again.`,
  };
}

const isoOf = (time: number | Date) => new Date(typeof time === 'number' ? 1_000 * time : time).toISOString();

function findEndpoint(endpoints: readonly Webhook[], word: string): Webhook {
  const named = endpoints.filter(({ id, name }) => id === word || name === word);
  const found = named.length > 0 ? named : endpoints.filter(({ id }) => id.startsWith(word));
  const [endpoint] = found;
  if (endpoint && found.length === 1) return endpoint;
  throw new UsageError(
    `${endpoint ? 'Several endpoints have' : 'No endpoint has'} the name or id ${word}. mandate webhooks list shows all.`,
  );
}
