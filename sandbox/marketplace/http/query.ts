import { ApiError } from './errors.ts';

/** The parameters of a request. */
export interface Query {
  /** Null when absent. */
  get(name: string): string | null;
}

/** The requested page of a list; both count from 1. */
export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

const DEFAULT_LIMIT = 50;

/**
 * `page` (default 1) and `limit` (default 50; marketplace-api: Limits). A larger limit than the maximum
 * is lowered to it. Throws a 400 for anything but a positive integer.
 */
export function readPage(query: Query, maxLimit: number): PageQuery {
  return {
    page: readPositive(query, 'page', 1),
    limit: Math.min(readPositive(query, 'limit', DEFAULT_LIMIT), maxLimit),
  };
}

/** A parameter that is `true` or `false`; undefined when absent. Throws a 400 for another value. */
export function readBoolean(query: Query, name: string): boolean | undefined {
  const choice = readChoice(query, name, ['true', 'false']);
  return choice === undefined ? undefined : choice === 'true';
}

/** A parameter with a few accepted values; undefined when absent. Throws a 400 for another value. */
export function readChoice<T extends string>(
  query: Query,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new ApiError(400, `${name} must be one of ${choices.join(', ')}.`);
  return choice;
}

/** A parameter that is a positive integer. Throws a 400 for another value. */
export function readPositive(query: Query, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null || text === '') return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new ApiError(400, `${name} must be a positive integer.`);
  }
  return value;
}
