/** Asks a service the questions of the domain over HTTP, and writes what a model says as the interface does. */
import type { Address, Answer, Delegation, Question, Registry } from '@mandate/core';

type When = Readonly<Record<string, string>>;

export function checkPath(question: Question, when: When): string {
  const { registry, kind, ...fields } = question;
  const values = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  return `/registry/${registry}/check/${kind}?${new URLSearchParams({ ...Object.fromEntries(values), ...when })}`;
}

export function listPath(registry: Registry, wallet: Address, when: When): string {
  return `/registry/${registry}/${wallet}?${new URLSearchParams({ numbers: 'string', ...when })}`;
}

export interface LedgerAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body, in lower case: addresses are compared without their checksums. */
  readonly text: string;
  /** The code of a problem. */
  readonly code: string | undefined;
}

export async function ask(url: string, path: string): Promise<LedgerAnswer> {
  const response = await fetch(url + path);
  const text = (await response.text()).toLowerCase();
  const code = response.status === 200 ? undefined : JSON.parse(text).code;
  return { status: response.status, headers: response.headers, text, code };
}

export const lesser = (one: Answer, other: Answer): Answer => (one < other ? one : other);

/** A list as it is answered with `numbers=string`, in lower case. */
export function writeList(delegations: readonly Delegation[]): string {
  return JSON.stringify(delegations.map(writeRecord));
}

function writeRecord(delegation: Delegation): unknown {
  const { registry, kind, from, to } = delegation;
  const tokentype = kind === 'all' || kind === 'contract' ? null : kind;
  const scope = {
    contract: 'contract' in delegation ? delegation.contract : null,
    tokenid: 'tokenId' in delegation ? String(delegation.tokenId) : null,
  };
  const type = tokentype ? 'token' : kind;
  if (registry === 'v1') return { type, delegate: to, vault: from, ...scope };
  const amount = 'amount' in delegation ? String(delegation.amount) : null;
  return { type, from, to, ...scope, rights: delegation.rights, tokentype, amount };
}
