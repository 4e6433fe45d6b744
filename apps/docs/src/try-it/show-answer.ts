/** Shows an answer below the form. Its text is never read as HTML. */
import type { Answer } from './read-answer.ts';

export function showAnswer(form: HTMLElement, answer: Answer, ms: number): void {
  const region = clear(form);
  const status = add(region, 'p', 'try-it__status');
  status.dataset['tone'] = answer.status < 300 ? 'good' : 'bad';
  add(status, 'strong', '', answer.title);
  add(status, 'span', '', `${Math.round(ms)} ms`);
  if (answer.advice) add(region, 'p', 'try-it__advice', answer.advice);
  const headers = add(region, 'dl', 'try-it__headers');
  for (const [name, value] of answer.headers) {
    add(headers, 'dt', '', name);
    add(headers, 'dd', '', value);
  }
  const body = add(region, 'pre', 'try-it__body', answer.body || 'The answer has no body.');
  // Lets readers scroll it with the keyboard.
  body.tabIndex = 0;
  body.setAttribute('role', 'region');
  body.setAttribute('aria-label', 'Body of the answer');
}

export function showFailure(form: HTMLElement, origin: string): void {
  const status = add(clear(form), 'p', 'try-it__status');
  status.dataset['tone'] = 'bad';
  add(status, 'strong', '', 'No answer');
  add(
    status,
    'span',
    '',
    `${origin} did not answer. Check the origin and your connection, then send it again.`,
  );
}

function clear(form: HTMLElement): HTMLElement {
  const region = form.querySelector<HTMLElement>('[data-answer]');
  if (!region) throw new Error('The form has no place for an answer.');
  region.replaceChildren();
  region.hidden = false;
  return region;
}

function add(parent: HTMLElement, tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.textContent = text;
  parent.append(element);
  return element;
}
