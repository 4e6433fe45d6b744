import { expect, test } from 'vitest';
import { createSecret, openSecret, sealSecret } from './secret-box.ts';
import { readVersionedSecrets } from './versioned-secrets.ts';

const [a, b] = ['a', 'b'].map((digit) => digit.repeat(64));
const keys = readVersionedSecrets(`2:${b},1:${a}`);

test('a secret opens for its endpoint only, with the key that sealed it', () => {
  const secret = createSecret();
  const sealed = sealSecret(keys, 'one', secret);
  expect(sealed).toMatch(/^2:/);
  expect(sealed).not.toContain(secret.slice(6, 20));
  expect(openSecret(keys, 'one', sealed)).toBe(secret);
  expect(() => openSecret(keys, 'two', sealed)).toThrow();
  expect(() => openSecret(readVersionedSecrets(`2:${a}`), 'one', sealed)).toThrow();
  expect(() => openSecret(keys.slice(0, 1), 'one', sealed)).toThrow('WEBHOOK_KEYS lacks version 2');
});

test('a secret of an older key opens after a newer one was added', () => {
  const sealed = sealSecret(keys.slice(0, 1), 'one', 'whsec_x');
  expect(openSecret(keys, 'one', sealed)).toBe('whsec_x');
});
