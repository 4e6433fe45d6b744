import type { D } from './cycle-d.ts';

export interface C {
  d: D;
}
