import { describe, expect, test } from 'vitest';
import { serversUrlOf } from './setting-types.ts';

const type = serversUrlOf(/^postgres(ql)?$/, 'postgres://user@host/database');
const isRight = (text: string) => type.safeParse(text).success;

describe('the URL of a database', () => {
  test.each([
    'postgres://mandate@localhost/mandate',
    'postgresql://mandate:secret@db-a:5432,db-b:5433/mandate?sslmode=require',
    'postgres://db-a,db-b,db-c/mandate',
    'postgres://mandate@[::1]:5432,10.0.0.2/mandate',
  ])('right: %s', (text) => expect(isRight(text)).toBe(true));

  test.each([
    'localhost/mandate',
    'mysql://db-a,db-b/mandate',
    'postgres://mandate@db-a,/mandate',
    'postgres://mandate@db-a,db-b:port/mandate',
    'postgres://mandate@db-a,,db-b/mandate',
  ])('refused: %s', (text) => expect(isRight(text)).toBe(false));
});
