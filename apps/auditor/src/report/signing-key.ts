/** The Ed25519 key that signs reports, in a file of its own. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { ConfigError } from '@mandate/config';
import type { Hex } from 'viem';

/** The bytes before the key in its DER form. */
const SPKI_PREFIX_BYTES = 12;

export interface Signer {
  /** The raw public key, 32 bytes. */
  readonly publicKey: Hex;
  /** Signs the UTF-8 bytes of a text. */
  sign(text: string): Hex;
}

/** Reads the key, or creates it if there is no such file. */
export function openSigner(file: string): Signer {
  const key = readKey(file) ?? createKey(file);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new ConfigError(
      `AUDITOR_KEY_FILE names a file with a key of type ${key.asymmetricKeyType}. It must be an Ed25519 key: remove the file to get a new one.`,
    );
  return createSigner(key);
}

export function createSigner(key: KeyObject): Signer {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return {
    publicKey: `0x${der.subarray(SPKI_PREFIX_BYTES).toString('hex')}`,
    sign: (text) => `0x${sign(null, Buffer.from(text, 'utf8'), key).toString('hex')}`,
  };
}

function readKey(file: string): KeyObject | null {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new ConfigError(
      `AUDITOR_KEY_FILE names a file that cannot be read: ${code}. Correct its permissions.`,
    );
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw new ConfigError(
      'AUDITOR_KEY_FILE names a file that has no private key in PEM. Restore the file, or remove it to get a new key.',
    );
  }
}

function createKey(file: string): KeyObject {
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    // Fails if the file exists by now: another auditor may have created it.
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `The key file of AUDITOR_KEY_FILE cannot be created: ${code}. Choose a folder that the auditor may write to.`,
    );
  }
  return privateKey;
}
