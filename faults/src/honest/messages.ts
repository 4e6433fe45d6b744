/** Messages between a scenario and the honest client. */

export interface HonestOrders {
  readonly apiUrl: string;
  /** The `Origin` header of the developer page. */
  readonly origin: string;
  readonly key: string;
  readonly streams: readonly Stream[];
  /** Without probes, live updates are not followed either. */
  readonly probes: readonly Probe[];
}

/** Questions that are asked in turn, at a steady rate. */
export interface Stream {
  readonly type: 'check' | 'list';
  readonly paths: readonly string[];
  readonly perS: number;
  readonly isKeyed?: boolean;
}

/** Another request that must still work for others. */
export interface Probe {
  readonly name: string;
  readonly path: string;
  readonly isKeyed?: boolean;
  readonly body?: string;
  /** The answer comes from a node. `NUMBER` in its path differs each time, so that no cache has it. */
  readonly asksNode?: boolean;
  /** The stream is closed as soon as it begins. */
  readonly isStream?: boolean;
}

export interface Sample {
  readonly type: 'check' | 'list' | 'probe' | 'claim' | 'live';
  readonly path: string;
  /** In milliseconds since 1970, as both processes count them. */
  readonly askedAt: number;
  readonly ms: number;
  readonly status: number;
  /** The block that the answer names. */
  readonly hash: string;
  readonly text: string;
}
