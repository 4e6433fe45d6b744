import { describeRights } from '@mandate/sdk';

/** Tells whether rights are full. Null stands for v1, which has no rights. */
export const isFull = (rights: string | null) => rights === null || describeRights(rights).form === 'full';
