import { inject } from 'vitest';

/** The server of the run with a template of empty databases, or why there is none. */
export type PostgresOfRun =
  | { readonly serverUrl: string; readonly template: string }
  | { readonly missing: string };

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers every request with a `PostgresOfRun`. */
    postgresOfRun: string;
  }
}

/** Starts the server of the run if this is the first call. */
export async function postgresOfRun(): Promise<PostgresOfRun> {
  const response = await fetch(inject('postgresOfRun'));
  // The other side is `global-setup.ts`.
  return (await response.json()) as PostgresOfRun;
}
