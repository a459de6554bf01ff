import { z } from 'zod';
import { paginationShapes } from './pagination-shapes.ts';
import { spellings } from './spellings/index.ts';

const share = z.number().min(0).max(1);
const ms = z.number().nonnegative();

/** The fields of a record to change: each of `fields` (default all) with this probability, always the same ones. */
const someFields = z.strictObject({ share, fields: z.array(z.string()).optional() });

/** Details of a `status` fault; the names of error bodies are those of the field notes. */
const errorBodies = [
  'json',
  'html',
  'empty',
  'error only',
  'message only',
  'nested',
  'express html',
  'cdn html',
] as const;

/**
 * The faults to inject. Everything is optional and can be combined. `gap`, `late`, `oldestFirst`, `keepsNewest`, `behindMs`,
 * `reindexed` and `fewIds` change what the feed shows; the rest changes single answers.
 */
export const faultSpec = z.strictObject({
  latencyMs: z
    .union([
      ms,
      z.strictObject({ uniform: z.strictObject({ from: ms, to: ms }) }),
      z.strictObject({
        logNormal: z.strictObject({ median: ms, sigma: z.number().nonnegative(), most: ms.optional() }),
      }),
    ])
    .optional()
    .describe('Each answer waits this long, in wall ms: a number, or drawn from a distribution.'),
  drop: z.boolean().optional().describe('The socket is closed without an answer.'),
  status: z
    .number()
    .int()
    .min(200)
    .max(599)
    .optional()
    .describe('Answers with this status and `body` instead.'),
  body: z.enum(errorBodies).optional().describe('The body of a `status` answer. Default json.'),
  tooMany: z
    .strictObject({ retryAfter: z.number().int().nonnegative(), headers: z.boolean() })
    .optional()
    .describe(
      'A 429 with `retryAfter` in its body, and with or without Retry-After and X-RateLimit headers.',
    ),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe('Further headers of the answer, such as retry-after.'),
  contentType: z.string().optional().describe('The answer’s content type, whatever its body.'),
  notJson: z.boolean().optional().describe('A 200 whose body is not JSON, despite its content type.'),
  truncate: z
    .enum(['cut', 'abort'])
    .optional()
    .describe('The answer ends in the middle: `cut` with a regular close, `abort` with a reset.'),
  drip: z
    .strictObject({ bytes: z.number().int().positive(), everyMs: ms })
    .optional()
    .describe('The body is sent in chunks of `bytes`, one every `everyMs` (wall ms).'),
  emptyPage: z.boolean().optional().describe('The list in the answer is empty.'),
  duplicates: z.boolean().optional().describe('Every record of the list is duplicated.'),
  reorder: z.boolean().optional().describe('The list is in another order, the same one each time.'),
  nonsense: z.boolean().optional().describe('The list has invalid records between the valid ones.'),
  nulls: someFields.optional().describe('Fields of records are null.'),
  missing: someFields.optional().describe('Fields of records are missing.'),
  wrongTypes: someFields.optional().describe('Fields of records hold a value of another type.'),
  spelling: z
    .enum(spellings)
    .optional()
    .describe('Activities have the fields, units and words for kinds of another family of marketplaces.'),
  pagination: z
    .enum(paginationShapes)
    .optional()
    .describe('Lists have another of the documented pagination shapes, or none.'),
  ignore: z
    .array(z.string())
    .optional()
    .describe('Parameters that have no effect, such as listed, traits, sortBy, page.'),
  gap: z.boolean().optional().describe('Events from now on never reach the feed.'),
  late: z
    .strictObject({ every: z.number().int().positive(), byMs: ms })
    .optional()
    .describe('Every `every`-th record reaches the feed only `byMs` (wall) later, below newer ones.'),
  oldestFirst: z.boolean().optional().describe('The feed is sorted oldest first.'),
  keepsNewest: z
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe('The feed has only this many of its newest records.'),
  behindMs: ms.optional().describe('The times in the feed are behind by this much.'),
  reindexed: z
    .number()
    .int()
    .optional()
    .describe('Every record of the feed has a new id; another number gives other ids.'),
  fewIds: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('The feed has only this many different ids, which its records share.'),
  chance: share
    .optional()
    .describe(
      'The spec applies to a request with this probability. Default 1. What changes the feed always applies.',
    ),
  seed: z.number().int().optional().describe('Seed of all random choices. Default 1.'),
  times: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('The spec is removed after this many requests. Default never.'),
});

export type FaultSpec = z.infer<typeof faultSpec>;

/** Specs by path: an exact path, a prefix that ends in `*`, or `*` for the whole read API. */
export const faultMap = z.record(z.string().regex(/^(\*|\/.*)$/, 'is * or a path'), faultSpec);
