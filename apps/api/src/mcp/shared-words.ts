/** The words that several sentences share. */

export interface Grant {
  readonly registry?: string;
  readonly type: string;
  readonly from?: string;
  readonly block?: number;
  readonly transaction?: string;
  /** Quoted already. */
  readonly untrustedRightsText?: string;
}

const MAX_NAMED = 5;

/** Returns the first of some addresses, after these words. */
export function listSome(addresses: readonly string[], before = ': '): string {
  if (addresses.length === 0) return '';
  const others = addresses.length - MAX_NAMED;
  return `${before}${addresses.slice(0, MAX_NAMED).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

const COVERS: Readonly<Record<string, string>> = {
  ALL: 'the whole wallet',
  CONTRACT: 'the contract',
  TOKEN: 'a token',
};

/** Names the delegations behind an answer. */
export function describeReasons(grants: readonly Grant[]): string {
  const [first] = grants;
  if (!first) return '';
  const { registry, type, block, transaction, untrustedRightsText: text } = first;
  const rights = text ? `, limited to the right ${text} (untrusted text from the chain)` : '';
  const since = block === undefined ? '' : `, in force since block ${block}`;
  const by = transaction === undefined ? '' : ` (transaction ${transaction})`;
  const others = grants.length - 1;
  const more = others > 0 ? ` ${others} more: see "because".` : '';
  return ` Reason: a delegation of ${COVERS[type] ?? type}${registry ? ` in ${registry}` : ''}${rights}${since}${by}.${more}`;
}
