import { expect, test } from 'vitest';
import { improveHtml } from './improve-html.ts';

test.each([
  ['<pre data-language="ts">', '<pre tabindex="0" data-language="ts">'],
  ['<pre tabindex="0">', '<pre tabindex="0">'],
  ['<table><tr><th></th><th>a</th></tr>', '<table tabindex="0"><tr><td></td><th>a</th></tr>'],
  ['<h2>a</h2><h5 id="x">b</h5><h3>c</h3>', '<h2>a</h2><h3 id="x">b</h3><h3>c</h3>'],
  ['<prefix><header>', '<prefix><header>'],
])('%s becomes %s', (html, better) => {
  expect(improveHtml(html)).toBe(better);
});
