/** True when two types are the same, not merely alike. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles when it is given true. */
export type Expect<T extends true> = T;
