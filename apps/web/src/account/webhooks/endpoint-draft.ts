/** The fields of an endpoint while someone edits them. */
import { describeRights } from '@mandate/sdk';
import { readRights } from '../../ui/read/read-field.ts';
import type { GrantKind } from '../../words/grant-kinds.ts';
import type { Webhook, WebhookFields, WebhookMark } from '../session/webhooks-api.ts';

export interface EndpointDraft {
  readonly name: string;
  readonly url: string;
  readonly mark: WebhookMark;
  readonly wallets: string;
  readonly contracts: string;
  readonly rights: string;
  readonly chainIds: readonly number[] | null;
  readonly kinds: readonly GrantKind[] | null;
  readonly aliveMinutes: number;
}

/** A sentence for each field that is wrong. The service reads the others. */
export type EndpointProblems = { readonly [Field in keyof EndpointDraft]?: string };

export const EMPTY_ENDPOINT: EndpointDraft = {
  ...{ name: '', url: '', mark: 'latest', wallets: '', contracts: '', rights: '' },
  ...{ chainIds: null, kinds: null, aliveMinutes: 10 },
};

export function toEndpointDraft(endpoint: Webhook): EndpointDraft {
  const { name, url, mark, wallets, contracts, rights, chainIds, kinds, aliveMinutes } = endpoint;
  const write = (list: readonly string[] | null) => list?.join(', ') ?? '';
  return {
    ...{ name, url, mark, chainIds, kinds, aliveMinutes },
    ...{ wallets: write(wallets), contracts: write(contracts) },
    rights: write(rights?.map(writeRight) ?? null),
  };
}

/** Returns the name that leads to the same bytes, if there is one. */
function writeRight(rights: string): string {
  const described = describeRights(rights);
  const name = described.form === 'text' ? described.text : '';
  return /^[^\s,]+$/.test(name) && !name.startsWith('0x') ? name : rights;
}

type ReadEndpoint = { readonly fields: WebhookFields } | { readonly problems: EndpointProblems };

export function readEndpoint(draft: EndpointDraft): ReadEndpoint {
  const { mark, chainIds, kinds, aliveMinutes } = draft;
  const rights = readList(draft.rights)?.map(readRights) ?? null;
  const wrong = rights?.flatMap((read) => ('problem' in read ? read.problem : []))[0];
  const problems: EndpointProblems = {
    ...(wrong !== undefined && { rights: wrong }),
    ...(chainIds?.length === 0 && { chainIds: 'Choose at least one chain.' }),
    ...(kinds?.length === 0 && { kinds: 'Choose at least one kind.' }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return {
    fields: {
      ...{ mark, chainIds, kinds, aliveMinutes },
      ...{ name: draft.name.trim(), url: draft.url.trim() },
      ...{ wallets: readList(draft.wallets), contracts: readList(draft.contracts) },
      rights: rights?.flatMap((read) => ('value' in read && read.value) || []) ?? null,
    },
  };
}

function readList(text: string): string[] | null {
  const words = text.split(/[\s,]+/).filter(Boolean);
  return words.length > 0 ? words : null;
}
