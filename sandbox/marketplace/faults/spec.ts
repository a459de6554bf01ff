import { z } from 'zod';

/**
 * What goes wrong, on purpose. Everything is optional and combines with everything else. `gap` and `late`
 * change what the feed shows; the rest changes single answers.
 */
export const faultSpec = z.strictObject({
  /** Each answer waits this long, in wall ms. */
  latencyMs: z.number().nonnegative().optional(),
  /** The socket is closed without an answer. */
  drop: z.boolean().optional(),
  /** Answers with this status, and with `body`, instead of what was asked for. */
  status: z.number().int().min(200).max(599).optional(),
  /** What a `status` comes with. Default `json`. */
  body: z.enum(['json', 'html', 'empty']).optional(),
  /** Further headers of the answer, such as `retry-after`. */
  headers: z.record(z.string(), z.string()).optional(),
  /** A 200 whose body is no JSON, though it says so. */
  notJson: z.boolean().optional(),
  /** The answer ends in the middle: `cut` ends it in good order, `abort` breaks the connection. */
  truncate: z.enum(['cut', 'abort']).optional(),
  /** The list in the answer is empty. */
  emptyPage: z.boolean().optional(),
  /** Every record of the list is there twice. */
  duplicates: z.boolean().optional(),
  /** The list is in another order, the same one each time. */
  reorder: z.boolean().optional(),
  /** Between the records of the list stand some that make no sense: no object, no fields, fields of every wrong type. */
  nonsense: z.boolean().optional(),
  /** What happens from now on never reaches the feed. */
  gap: z.boolean().optional(),
  /** Every `every`-th record reaches the feed only `byMs` (wall) later, below newer ones. */
  late: z.strictObject({ every: z.number().int().positive(), byMs: z.number().nonnegative() }).optional(),
  /** The spec is forgotten after this many requests. Default never. */
  times: z.number().int().positive().optional(),
});

export type FaultSpec = z.infer<typeof faultSpec>;

/** Specs by path: an exact path, a beginning that ends in `*`, or `*` for the whole read API. */
export const faultMap = z.record(z.string().regex(/^(\*|\/.*)$/, 'is * or a path'), faultSpec);
