/** Messages between the scenario and its two other processes, the attackers and the honest client. */

export interface CheckOrders {
  readonly apiUrl: string;
  readonly paths: readonly string[];
  readonly perS: number;
}

/** Each client asks, waits for the answer and for a pause, and asks again. */
export interface AttackOrders {
  readonly apiUrl: string;
  readonly paths: readonly string[];
  readonly clients: number;
  readonly pauseMs: number;
  readonly durationMs: number;
}

export interface AttackReport {
  /** Answers with 200 and `eligible: null`, by the reasons that they give. */
  readonly unknown: Record<string, number>;
  /** Answers with 503 `overloaded`. */
  readonly overloaded: number;
  /** All other answers. */
  readonly wrong: readonly string[];
}
