/** Compares the types with those of `@delegatexyz/sdk`. `tsc -p .` checks this file; nothing runs it. */
import type * as closed from '@delegatexyz/sdk';
import type { Expect } from '../testing/equal.ts';
import type * as ours from './index.ts';

/** A method takes what the closed one takes, and returns the same but for numbers, which are bigint. */
type Exact<T> = T extends number
  ? bigint
  : T extends (infer Item)[]
    ? Exact<Item>[]
    : T extends object
      ? { [Key in keyof T]: Exact<T[Key]> }
      : T;
type TakesAll<Ours, Theirs> = Ours extends (...args: infer Mine) => infer Result
  ? Theirs extends (...args: infer Given) => infer Wanted
    ? Given extends Mine
      ? Awaited<Result> extends Exact<Awaited<Wanted>>
        ? true
        : false
      : false
    : false
  : false;

type Methods<T> = {
  [Name in keyof T as T[Name] extends (...args: never[]) => unknown ? Name : never]: T[Name];
};
type AllTake<Ours, Theirs> = {
  [Name in keyof Methods<Theirs>]: Name extends keyof Ours ? TakesAll<Ours[Name], Theirs[Name]> : false;
}[keyof Methods<Theirs>];

type ClosedV1 = InstanceType<typeof closed.DelegateV1>;
type ClosedV2 = InstanceType<typeof closed.DelegateV2>;

export type Tests = [
  Expect<AllTake<ours.DelegateV1, ClosedV1>>,
  Expect<AllTake<ours.DelegateV2, ClosedV2>>,
  Expect<
    AllTake<Omit<typeof ours, 'DelegateV1' | 'DelegateV2'>, Omit<typeof closed, 'DelegateV1' | 'DelegateV2'>>
  >,
  Expect<
    ConstructorParameters<typeof closed.DelegateV1> extends ConstructorParameters<typeof ours.DelegateV1>
      ? true
      : false
  >,
  Expect<ours.DelegateV2['publicClient'] extends ClosedV2['publicClient'] ? true : false>,
  Expect<ours.DelegateV2['walletClient'] extends ClosedV2['walletClient'] ? true : false>,
];
