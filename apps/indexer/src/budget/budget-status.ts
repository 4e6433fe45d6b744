/** The month of the nodes with one label. */
export interface BudgetStatus {
  readonly label: string;
  readonly callsPerMonth: number;
  readonly monthCalls: number;
  /** How many calls the month will have taken at the usual polls. */
  readonly projectedCalls: number;
  /** The chains that are polled less often for that, and how often. */
  readonly stretched: readonly { readonly chainId: number; readonly pollSeconds: number }[];
  /** The day on which the calls are used up, polls stretched as far as they may be. Null: they last. */
  readonly lastsUntil: string | null;
}
