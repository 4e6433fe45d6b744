/** Makes the form of an operation's page work. Without it, the page describes the operation all the same. */
import { chooseValues } from './default-values.ts';
import { findExcluded } from './exclusions.ts';
import { readAnswer } from './read-answer.ts';
import { findSamples, isService } from './service.ts';
import { showAnswer, showFailure } from './show-answer.ts';
import { type FilledForm, writeCurl, writeUrl } from './write-request.ts';

const TIMEOUT_MS = 30_000;
/** The origin that the reader typed, for the visit. */
const ORIGIN = 'mandate-try-it-origin';

type Field = HTMLInputElement | HTMLSelectElement;

function start(form: HTMLFormElement): void {
  const { operation = '', method = 'GET', path = '' } = form.dataset;
  const fields = [...form.querySelectorAll<Field>('[data-parameter]')];
  const body = form.querySelector<HTMLTextAreaElement>('textarea');
  const origin = find(form, '[data-origin]', HTMLInputElement);
  const command = find(form, '[data-command]', HTMLElement);
  const send = find(form, '[type="submit"]', HTMLButtonElement);
  let isTouched = false;
  let isPrepared: Promise<void>;

  const originOf = () => (origin.value.trim() || location.origin).replace(/\/+$/, '');
  const readForm = (): FilledForm => {
    const enabled = fields.filter((field) => !field.disabled);
    const values = enabled.map((field) => [field.name, field.value.trim()]);
    return { method, path, fields: Object.fromEntries(values), body: body?.value ?? null };
  };
  const update = () => {
    const filled = new Set(fields.flatMap(({ name, value }) => (value.trim() === '' ? [] : name)));
    const excluded = findExcluded(operation, filled);
    for (const field of fields) {
      field.disabled = excluded.has(field.name) && !filled.has(field.name);
      field.title = excluded.get(field.name) ?? '';
    }
    command.textContent = writeCurl(originOf(), readForm());
  };

  /** Fills in what the ledger of the service has, unless the reader has begun to write. */
  async function fillIn(): Promise<void> {
    const values = chooseValues(operation, await findSamples(originOf()));
    if (!values || isTouched) return;
    for (const field of fields) field.value = values.fields[field.name] ?? '';
    if (body && values.body !== undefined) body.value = values.body;
    update();
  }
  async function prepare(): Promise<void> {
    origin.value = sessionStorage.getItem(ORIGIN) ?? origin.value;
    const isHere = await isService(location.origin);
    if (isHere) origin.value = '';
    find(form, '[data-elsewhere]', HTMLElement).hidden = isHere;
    update();
    if (isHere || origin.value !== '') await fillIn();
  }

  form.addEventListener('input', ({ target }) => {
    if (target !== origin) isTouched = true;
    update();
  });
  origin.addEventListener('change', () => {
    sessionStorage.setItem(ORIGIN, origin.value);
    isPrepared = fillIn();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    send.disabled = true;
    await isPrepared;
    const asked = readForm();
    const began = performance.now();
    try {
      const response = await fetch(writeUrl(originOf(), asked), {
        method,
        // A page of changes, never its endless stream.
        headers: {
          accept: 'application/json, */*;q=0.5',
          ...(asked.body === null ? {} : { 'content-type': 'application/json' }),
        },
        body: asked.body,
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = await readAnswer(response);
      showAnswer(form, answer, performance.now() - began);
    } catch {
      showFailure(form, originOf());
    }
    send.disabled = false;
  });
  find(form, '[data-copy]', HTMLButtonElement).addEventListener(
    'click',
    async ({ currentTarget: button }) => {
      await navigator.clipboard.writeText(command.textContent);
      if (button instanceof HTMLButtonElement) button.textContent = 'Copied';
    },
  );
  send.disabled = false;
  update();
  isPrepared = prepare();
}

function find<Kind extends HTMLElement>(form: HTMLElement, selector: string, kind: new () => Kind): Kind {
  const found = form.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The form has no ${selector}.`);
  return found;
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-operation]')) start(form);
