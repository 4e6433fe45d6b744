/** Messages between the scenario and the processes that listen. */

export type ListenOrder =
  | {
      readonly order: 'open';
      readonly url: string;
      /** The wallet of each stream, or null for everything. */
      readonly wallets: readonly (string | null)[];
      /** Whether they begin with the first change, or with what comes from now on. */
      readonly fromStart: boolean;
    }
  /** Breaks this share of the connections. Their clients come back with the last cursor. */
  | { readonly order: 'cut'; readonly share: number }
  | { readonly order: 'close' }
  | { readonly order: 'report' };

export interface Heard {
  readonly count: number;
  /** A digest of the changes in their order. */
  readonly digest: number;
}

export interface ListenReport {
  readonly heard: readonly Heard[];
  /** How often a change took so many milliseconds since the last report, without those that happened while a client was away. */
  readonly delays: Readonly<Record<string, number>>;
  /** Connections that the service ended or refused. */
  readonly ended: number;
}

export const NOTHING: Heard = { count: 0, digest: 0 };

/** Adds a change, by its number. Another order gives another digest. */
export const hear = ({ count, digest }: Heard, change: number): Heard => ({
  count: count + 1,
  digest: (Math.imul(digest, 31) + change) | 0,
});
