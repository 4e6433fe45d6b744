type Cases<A extends { readonly status: string }> = {
  readonly [S in A['status']]: (answer: Extract<A, { readonly status: S }>) => unknown;
};

/**
 * Returns the result of the function for the answer's status. Every status needs one: an unknown answer cannot
 * fall through to "no".
 *
 * @example
 * matchAnswer(answer, {
 *   yes: () => 'Welcome',
 *   no: () => 'No delegation',
 *   unknown: ({ detail }) => `Not known: ${detail}`,
 *   loading: () => '…',
 * });
 */
export function matchAnswer<A extends { readonly status: string }, const C extends Cases<A>>(
  answer: A,
  cases: C,
): ReturnType<C[A['status']]> {
  return cases[answer.status as A['status']](answer as never) as never;
}
