/** True when two types are identical, not merely assignable. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only for true. */
export type Expect<T extends true> = T;
