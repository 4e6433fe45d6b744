/** The secrets that keys are hashed with. */
export type { VersionedSecret as Pepper } from '@mandate/config';
