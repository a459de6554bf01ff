import type { HttpBindings } from '@hono/node-server';

/** What a request's handlers share. */
export interface HttpEnv {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    /** Parameters that a fault makes ineffective. */
    ignored: readonly string[];
  };
}
