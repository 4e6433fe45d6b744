import { g } from './cycle-g.ts';

export const h = g;
