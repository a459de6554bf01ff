import type { Parameter } from './endpoint.ts';

export const PAGE: Parameter = { name: 'page', type: 'number', note: 'Counts from 1; default 1.' };

export const LIMIT: Parameter = {
  name: 'limit',
  type: 'number',
  note: 'Results on a page; default 50, at most 100. A larger one is lowered to that.',
};

export const LISTED: Parameter = {
  name: 'listed',
  type: 'boolean',
  note: 'Only what is listed, or only what is not.',
  choices: ['true', 'false'],
};

/** `sortBy` with its values; the first one is the default. */
export function sortParameters(
  words: readonly string[],
  order: 'asc' | 'desc' = 'desc',
): readonly Parameter[] {
  return [
    { name: 'sortBy', type: 'string', note: `Default ${words[0]}.`, choices: words },
    { name: 'sortOrder', type: 'string', note: `Default ${order}.`, choices: ['asc', 'desc'] },
  ];
}
