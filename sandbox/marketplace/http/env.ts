import type { HttpBindings } from '@hono/node-server';

/** The context shared by a request's handlers. */
export interface HttpEnv {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    /** Parameters that a fault makes ineffective. */
    ignored: readonly string[];
  };
}
