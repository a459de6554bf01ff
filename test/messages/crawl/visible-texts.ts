import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textsIn = (holder: Json, fields: readonly string[]): readonly string[] =>
  fields.flatMap((field) => {
    const text = holder[field];
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
const within = (holder: Json, field: string): readonly Json[] =>
  isObject(holder[field]) ? [holder[field]] : [];

function embedTexts(embed: Json): readonly string[] {
  return [
    ...textsIn(embed, ['title', 'description']),
    ...within(embed, 'author').flatMap((author) => textsIn(author, ['name'])),
    ...within(embed, 'footer').flatMap((footer) => textsIn(footer, ['text'])),
    ...listOf(embed['fields']).flatMap((field) => textsIn(field, ['name', 'value'])),
  ];
}

/** A text without the placeholders of templates, which are the same in every language. */
const withoutPlaceholders = (text: string): string => text.replaceAll(/\{[a-z.|]+(?:"[^"]*")?\}/g, '');

function componentTexts(component: Json): readonly string[] {
  return [
    ...textsIn(component, ['label', 'description', 'placeholder', 'content']).map(withoutPlaceholders),
    ...listOf(component['options']).flatMap((option) => textsIn(option, ['label', 'description'])),
    ...listOf(component['components']).flatMap(componentTexts),
    ...[...within(component, 'component'), ...within(component, 'accessory')].flatMap(componentTexts),
  ];
}

/** What people see of a message, its edit, or a modal. */
function messageTexts(message: Json): readonly string[] {
  return [
    ...textsIn(message, ['content', 'title']),
    ...listOf(message['embeds']).flatMap(embedTexts),
    ...listOf(message['components']).flatMap(componentTexts),
    ...listOf(message['choices']).flatMap((choice) => textsIn(choice, ['name']).map(withoutPlaceholders)),
  ];
}

/** What people see of a command that is registered. */
export function commandTexts(command: Json): readonly string[] {
  return [
    ...textsIn(command, ['description']),
    ...listOf(command['choices']).flatMap((choice) => textsIn(choice, ['name'])),
    ...listOf(command['options']).flatMap(commandTexts),
  ];
}

const callback = z.object({ type: z.number(), data: z.looseObject({}).optional() });

/** What people see of the body of a request to Discord. */
export function bodyTexts(body: unknown): readonly string[] {
  const answer = callback.safeParse(body).data;
  if (answer !== undefined) return messageTexts(answer.data ?? {});
  return isObject(body) ? messageTexts(body) : [];
}
