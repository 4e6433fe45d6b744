/** A row of the table `webhook_endpoint`. */
import {
  type Address,
  KINDS,
  type Kind,
  parseAddress,
  parseRights,
  REGISTRIES,
  type Registry,
  type Rights,
} from '@mandate/core';
import { kindOf, registryOf, toBytes, toHex } from '../database/row.ts';

/** The changes that an endpoint wants. `null` for all. A grant of a whole wallet touches every contract. */
export interface WebhookFilter {
  readonly chainIds: readonly number[] | null;
  readonly registries: readonly Registry[] | null;
  /** Wallets on either side. */
  readonly wallets: readonly Address[] | null;
  readonly contracts: readonly Address[] | null;
  readonly rights: readonly Rights[] | null;
  readonly kinds: readonly Kind[] | null;
}

export type WebhookMark = 'latest' | 'safe' | 'finalized';
export type WebhookState = 'new' | 'active' | 'paused' | 'off';

/** The fields that the owner of an endpoint chooses. */
export interface WebhookFields extends WebhookFilter {
  readonly url: string;
  readonly name: string;
  readonly mark: WebhookMark;
  /** 0: no heartbeats. */
  readonly aliveMinutes: number;
}

export interface WebhookEndpoint extends WebhookFields {
  readonly id: string;
  readonly owner: Address;
  readonly state: WebhookState;
  /** Why it is in this state. `null` if there is nothing to say. */
  readonly reason: string | null;
  /** Sealed with `sealSecret`. */
  readonly secret: string;
  /** Still valid until `oldSecretUntil`. */
  readonly oldSecret: string | null;
  readonly oldSecretUntil: Date | null;
  readonly createdAt: Date;
}

export interface EndpointRow {
  readonly id: string;
  readonly owner: Buffer;
  readonly url: string;
  readonly name: string;
  readonly state: WebhookState;
  readonly reason: string | null;
  /** The driver returns the numbers of an array as texts. */
  readonly chain_ids: readonly (string | number)[] | null;
  readonly registries: readonly number[] | null;
  readonly wallets: readonly Buffer[] | null;
  readonly contracts: readonly Buffer[] | null;
  readonly rights: readonly Buffer[] | null;
  readonly kinds: readonly number[] | null;
  readonly mark: WebhookMark;
  readonly alive_minutes: number;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_secret_until: Date | null;
  readonly created_at: Date;
}

/** The fields that an owner chooses, in the order in which the log has them. */
export const CHOSEN_FIELDS = [
  ...[
    'name',
    'url',
    'chainIds',
    'registries',
    'wallets',
    'contracts',
    'rights',
    'kinds',
    'mark',
    'aliveMinutes',
  ],
] as const satisfies readonly (keyof WebhookFields)[];

/** The columns that an owner chooses, in the order of `valuesOf`. */
export const FIELD_COLUMNS =
  'url, name, chain_ids, registries, wallets, contracts, rights, kinds, mark, alive_minutes';

export const ENDPOINT_COLUMNS = [
  ...['id', 'owner', 'state', 'reason', 'secret', 'old_secret', 'old_secret_until', 'created_at'],
  ...FIELD_COLUMNS.split(', '),
]
  .map((column) => `e.${column}`)
  .join(', ');

export function valuesOf(fields: WebhookFields): unknown[] {
  return [
    fields.url,
    fields.name,
    fields.chainIds,
    fields.registries?.map((registry) => REGISTRIES[registry].ledgerNumber) ?? null,
    fields.wallets?.map(toBytes) ?? null,
    fields.contracts?.map(toBytes) ?? null,
    fields.rights?.map(toBytes) ?? null,
    fields.kinds?.map((kind) => KINDS[kind].ledgerNumber) ?? null,
    fields.mark,
    fields.aliveMinutes,
  ];
}

export function readEndpoint(row: EndpointRow): WebhookEndpoint {
  const addresses = (bytes: readonly Buffer[] | null) =>
    bytes?.map((each) => parseAddress(toHex(each))) ?? null;
  return {
    id: row.id,
    owner: parseAddress(toHex(row.owner)),
    url: row.url,
    name: row.name,
    state: row.state,
    reason: row.reason,
    chainIds: row.chain_ids?.map(Number) ?? null,
    registries: row.registries?.map(registryOf) ?? null,
    wallets: addresses(row.wallets),
    contracts: addresses(row.contracts),
    rights: row.rights?.map((each) => parseRights(toHex(each))) ?? null,
    kinds: row.kinds?.map(kindOf) ?? null,
    mark: row.mark,
    aliveMinutes: row.alive_minutes,
    secret: row.secret,
    oldSecret: row.old_secret,
    oldSecretUntil: row.old_secret_until,
    createdAt: row.created_at,
  };
}
