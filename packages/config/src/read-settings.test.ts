import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { readSettings } from './read-settings.ts';
import type { Settings } from './setting.ts';
import { oneOf, port, urlOf, wholeNumber } from './setting-types.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SETTINGS = {
  STORE_URL: {
    about: 'a store',
    example: 'store://here',
    type: urlOf(/^store$/, 'store://host'),
    secret: true,
  },
  THE_PORT: { about: 'a port', example: '1', type: port, default: '8080' },
  CAUTIOUS: {
    about: 'a switch',
    example: 'off',
    type: oneOf('on', 'off'),
    without: { value: null, means: 'nothing' },
    warn: (value) => `CAUTIOUS is ${value}.`,
  },
  LONG_FORM: { about: 'a list', example: 'a', type: z.string(), or: 'SHORT_FORM', secret: true },
  SHORT_FORM: {
    about: 'the same',
    example: 'b',
    type: z.string(),
    or: 'LONG_FORM',
    without: { value: null, means: 'LONG_FORM' },
  },
} satisfies Settings;

const REQUIRED = { STORE_URL: 'store://user:hidden@host', LONG_FORM: 'x' };
const read = (environment: NodeJS.ProcessEnv) => readSettings(SETTINGS, environment);

/** Returns the problems, line by line. */
function listProblems(environment: NodeJS.ProcessEnv): string[] {
  try {
    read(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [head, ...problems] = error.message.split('\n  ');
    expect(head).toBe('These settings are not valid:');
    return problems;
  }
  return [];
}

function writeFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('values', () => {
  test('a missing setting has its default, or the value that replaces it', () => {
    expect(read(REQUIRED)).toEqual({
      values: {
        STORE_URL: REQUIRED.STORE_URL,
        THE_PORT: 8080,
        CAUTIOUS: null,
        LONG_FORM: 'x',
        SHORT_FORM: null,
      },
      warnings: [],
    });
  });

  test('an empty setting is not set', () => {
    const empty = { THE_PORT: '', CAUTIOUS: '', SHORT_FORM: '', STORE_URL_FILE: '', LONG_FORM_FILE: '' };
    expect(read({ ...REQUIRED, ...empty })).toEqual(read(REQUIRED));
  });

  test('a setting may come with a warning', () => {
    const { values, warnings } = read({ ...REQUIRED, CAUTIOUS: 'off' });
    expect(values.CAUTIOUS).toBe('off');
    expect(warnings).toEqual(['CAUTIOUS is off.']);
  });

  test.each(['-1', '65536', '1.5', '0x10', '1e3', ' 80', 'http', '99999999999'])('no port: "%s"', (text) => {
    expect(listProblems({ ...REQUIRED, THE_PORT: text })).toEqual([
      'THE_PORT must be a whole number from 0 to 65535.',
    ]);
  });

  test('numbers have a minimum and a maximum', () => {
    const type = wholeNumber(2, 4);
    expect(['1', '2', '4', '5'].map((text) => type.safeParse(text).data)).toEqual([
      undefined,
      2,
      4,
      undefined,
    ]);
  });
});

describe('problems', () => {
  test('are reported all at once, with what to write instead', () => {
    expect(listProblems({ THE_PORT: 'x', CAUTIOUS: 'maybe' })).toEqual([
      'STORE_URL is not set. Write it like store://here, or name a file that holds it in STORE_URL_FILE.',
      'THE_PORT must be a whole number from 0 to 65535.',
      'CAUTIOUS must be one of on, off.',
      'LONG_FORM is not set. Write it like a, or name a file that holds it in LONG_FORM_FILE, or set SHORT_FORM.',
    ]);
  });

  test('one of two alternatives is required, not both', () => {
    const { STORE_URL } = REQUIRED;
    expect(read({ STORE_URL, SHORT_FORM: 'y' }).values).toMatchObject({ LONG_FORM: null, SHORT_FORM: 'y' });
    const both = ['LONG_FORM and SHORT_FORM are both set. Keep one.'];
    expect(listProblems({ ...REQUIRED, SHORT_FORM: 'y' })).toEqual(both);
    expect(listProblems({ STORE_URL, LONG_FORM_FILE: '/x', SHORT_FORM: 'y' })).toEqual(both);
  });

  test('values are not repeated', () => {
    const said = listProblems({ ...REQUIRED, STORE_URL: 'stor://user:hidden@host', THE_PORT: 'hidden' });
    expect(said).toEqual([
      'STORE_URL must be a URL like store://host.',
      'THE_PORT must be a whole number from 0 to 65535.',
    ]);
  });
});

describe('secrets in files', () => {
  const { LONG_FORM } = REQUIRED;

  test('the content counts, without white space around it', () => {
    const STORE_URL_FILE = writeFile('good', ' \n store://in/file\r\n\n');
    expect(read({ LONG_FORM, STORE_URL_FILE }).values.STORE_URL).toBe('store://in/file');
  });

  test('a secret and its file cannot both be set', () => {
    const STORE_URL_FILE = writeFile('second', 'store://in/file');
    expect(listProblems({ ...REQUIRED, STORE_URL_FILE })).toEqual([
      'STORE_URL and STORE_URL_FILE are both set. Keep one.',
    ]);
  });

  test('a file is missing, a folder, or empty', () => {
    const missing = join(folder, 'missing');
    const empty = writeFile('empty', ' \n');
    const said = (path: string) => listProblems({ LONG_FORM, STORE_URL_FILE: path });
    expect(said(missing)).toEqual([
      `STORE_URL_FILE names a file that can't be read, ${missing} (ENOENT). Create it, or correct the path.`,
    ]);
    expect(said(folder)).toEqual([
      `STORE_URL_FILE names a file that can't be read, ${folder} (EISDIR). Name a file in this folder.`,
    ]);
    expect(said(empty)).toEqual([`STORE_URL_FILE names an empty file, ${empty}. Write STORE_URL into it.`]);
  });

  test('wrong content is not repeated', () => {
    const STORE_URL_FILE = writeFile('wrong', 'stor://user:hidden@host');
    expect(listProblems({ LONG_FORM, STORE_URL_FILE })).toEqual([
      'The content of STORE_URL_FILE must be a URL like store://host.',
    ]);
  });

  test.each(['store://user:hidden@host/a.b', '1:a1b2c3', 'a1b2c3', '{"1": {"nodes": ["https://x/key"]}}'])(
    'a secret where its file belongs is not repeated: %s',
    (text) => {
      expect(listProblems({ LONG_FORM, STORE_URL_FILE: text })).toEqual([
        'STORE_URL_FILE must be the path of a file, like /run/secrets/STORE_URL.',
      ]);
    },
  );

  test('a setting that is no secret has no file', () => {
    const THE_PORT_FILE = writeFile('port', '1');
    expect(read({ ...REQUIRED, THE_PORT_FILE }).values.THE_PORT).toBe(8080);
    expect(read({ ...REQUIRED, THE_PORT: '5', THE_PORT_FILE }).values.THE_PORT).toBe(5);
  });
});

describe('misspelt names', () => {
  test('are listed with the problems', () => {
    expect(listProblems({ LONG_FORM: 'x', STORE_ULR: 'store://hidden' })).toEqual([
      expect.stringMatching(/^STORE_URL is not set\./),
      'STORE_ULR is set but is not a setting. Did you mean STORE_URL?',
    ]);
  });

  test('do not keep a process from starting', () => {
    expect(
      read({ STORE_URL: REQUIRED.STORE_URL, SHORT_FORM: 'x', STORE_URLS: 'y', LONG_FROM: 'z' }).warnings,
    ).toEqual([]);
    const { warnings } = readSettings(
      { RATE_LIMIT: { about: '', example: '', type: z.string(), default: 'on' } },
      { RATELIMIT: 'off' },
    );
    expect(warnings).toEqual(['RATELIMIT is set but is not a setting. Did you mean RATE_LIMIT?']);
  });
});
