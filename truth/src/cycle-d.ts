import type { C } from './cycle-c.ts';

export interface D {
  c: C;
}
