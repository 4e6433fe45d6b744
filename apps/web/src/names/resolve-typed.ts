/** Finds the addresses that typed ENS names lead to now. */
import { readName } from '@mandate/sdk/explore';
import { queries } from '../service/queries.ts';
import { resolvedQuery } from './names-query.ts';
import { readResolved } from './use-resolved.ts';

interface ResolvedTexts<Field extends string> {
  /** The addresses of the fields with a name. */
  readonly found: { readonly [Name in Field]?: string };
  readonly problems: { readonly [Name in Field]?: string };
}

export async function resolveTyped<Field extends string>(
  texts: { readonly [Name in Field]?: unknown },
  fields: readonly Field[],
): Promise<ResolvedTexts<Field>> {
  const found: { [Name in Field]?: string } = {};
  const problems: { [Name in Field]?: string } = {};
  const ask = async (field: Field) => {
    const name = readName(String(texts[field] ?? ''));
    if (name === null) return;
    const resolved = await queries.fetchQuery({ ...resolvedQuery(name), staleTime: 0 }).then(
      (data) => readResolved(name, data, null),
      (error: Error) => readResolved(name, undefined, error),
    );
    if (resolved.state === 'found') found[field] = resolved.address;
    else if ('problem' in resolved) problems[field] = resolved.problem;
  };
  await Promise.all(fields.map(ask));
  return { found, problems };
}
