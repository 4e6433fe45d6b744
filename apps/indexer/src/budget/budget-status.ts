/** The month of all nodes with one label. */
export interface BudgetStatus {
  readonly label: string;
  readonly callsPerMonth: number;
  readonly monthCalls: number;
  /** The calls that the month will take at the usual polls. */
  readonly projectedCalls: number;
  /** The chains that are polled less often to save calls, and how often. */
  readonly stretched: readonly { readonly chainId: number; readonly pollSeconds: number }[];
  /** The day on which the calls are used up, with polls stretched to their limit. `null` if they last. */
  readonly lastsUntil: string | null;
}
