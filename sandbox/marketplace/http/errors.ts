import { jsonResponse } from './json.ts';

const TITLES = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
} as const;

/** Makes the request fail with this error. */
export class ApiError extends Error {
  readonly status: keyof typeof TITLES;

  constructor(status: keyof typeof TITLES, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

/** The answer to a request that failed: `{error, message}`. */
export function errorResponse(error: unknown): Response {
  const status = error instanceof ApiError ? error.status : 500;
  const message = error instanceof Error ? error.message : String(error);
  return jsonResponse({ error: TITLES[status], message }, status);
}
