/** Decides which URLs endpoints may have. What their names resolve to is checked whenever one is connected to. */
import { isIP } from 'node:net';
import { isPublicAddress } from './address-guard.ts';

const MAX_LENGTH = 2_048;
const PORTS = ['', '8443'];

/** Returns what is wrong with the URL of an endpoint, as the continuation of its name. `privateHosts` are allowed as they are. */
export function findUrlProblem(text: string, privateHosts: readonly string[] = []): string | null {
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters.`;
  if (!URL.canParse(text)) return 'must be a URL, like https://hooks.example/mandate.';
  const url = new URL(text);
  if (url.username || url.password) return 'must not have a user name or a password.';
  if (url.hash) return 'must not have a part after #.';
  if (isPrivateHost(url, privateHosts)) return null;
  if (url.protocol !== 'https:') return 'must begin with https://.';
  if (!PORTS.includes(url.port)) return 'must have port 443 or 8443.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPublic = isIP(host) ? isPublicAddress(host) : host.includes('.') && !host.endsWith('.localhost');
  return isPublic ? null : 'must name a host of the public internet.';
}

/** Returns whether an operator allows this host, which need not be public: for development and tests. */
export function isPrivateHost(url: URL, privateHosts: readonly string[]): boolean {
  if (!/^https?:$/.test(url.protocol)) return false;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return privateHosts.includes(`${url.hostname}:${port}`);
}
