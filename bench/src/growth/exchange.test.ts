import { expect, test } from 'vitest';
import { isComplete } from './exchange.ts';

test.each([
  { answer: 'HTTP/1.1 200 OK\r\nContent-Le', complete: false },
  { answer: 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntru', complete: false },
  { answer: 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\nx: y\r\n\r\ntrue', complete: true },
  { answer: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n', complete: false },
  { answer: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n', complete: true },
])('$answer: $complete', ({ answer, complete }) => {
  expect(isComplete(answer)).toBe(complete);
});
