import type { Account, AddressNames, NameQuestion } from '@mandate/sdk/explore';
import { useQueries, useQuery } from '@tanstack/react-query';
import { nameQuery } from './names-query.ts';

/**
 * Returns the names of an address. `undefined` if it is not known yet, or the nodes could not answer; the address stands for
 * itself then. All questions of a page share a few calls.
 */
export function useName(question: NameQuestion | null): AddressNames | undefined {
  const { data } = useQuery(nameQuery(question));
  return data?.known ? data : undefined;
}

/** An account may set other code with any transaction. */
const ACCOUNT_MS = 60_000;

/** Returns what an address is. `null` if it is not known, or was not read in the last minute. `undefined` while it is read. */
export function useAccount(question: NameQuestion): Account | null | undefined {
  const { data, isError, isStale, isFetching } = useQuery({
    ...nameQuery(question),
    staleTime: ACCOUNT_MS,
    refetchInterval: ACCOUNT_MS / 2,
  });
  if (isStale && isFetching) return undefined;
  return isStale || isError ? null : data?.account;
}

/** A stable function, so that its result stays the same until an answer changes. */
const combine = (results: readonly { readonly data: AddressNames | undefined }[]) =>
  results.map(({ data }) => (data?.known ? data : undefined));

/** Returns the names of several addresses in the same order. Ask only for those that the page shows. */
export function useNames(questions: readonly NameQuestion[]): readonly (AddressNames | undefined)[] {
  return useQueries({
    queries: questions.map(nameQuery),
    combine,
  });
}
