import type { Oracle } from './context.ts';

/** The process never ends by itself, and leaves no error unhandled. */
export const errors: Oracle = ({ observation }) => observation.errors.map((error) => `error: ${error}`);
