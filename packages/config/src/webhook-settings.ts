/** The settings that both the API and the workers of webhooks have. */
import { z } from 'zod';
import { versionedSecrets } from './secrets/versioned-secrets.ts';
import type { Settings } from './setting.ts';

const HOSTS = /^[^\s,/]+:\d{1,5}(?:,[^\s,/]+:\d{1,5})*$/;

export const WEBHOOK_SETTINGS = {
  WEBHOOK_KEYS: {
    about:
      'the keys that secrets of [webhooks](operations.md#webhooks) are encrypted with, the same for the API and the workers: `<version>:<64 or more hex digits>`, separated by commas; the newest encrypts, and all decrypt',
    // Nothing that could be left as it is.
    example: '1:<openssl rand -hex 32>',
    type: versionedSecrets,
    without: { value: [], means: 'no webhooks' },
    secret: true,
  },
  WEBHOOK_PRIVATE_HOSTS: {
    about:
      'hosts that webhooks may be sent to although they are not public, as `host:port`, separated by commas; for development and tests only',
    example: 'localhost:3000',
    type: z
      .string()
      .regex(HOSTS, 'must be like localhost:3000; separate several with commas.')
      .transform((text): readonly string[] => text.split(',')),
    without: { value: [] as readonly string[], means: 'public hosts only' },
    warn: (value) =>
      `Webhooks may be sent to ${String(value)}, which need not be public: WEBHOOK_PRIVATE_HOSTS.`,
  },
} satisfies Settings;
