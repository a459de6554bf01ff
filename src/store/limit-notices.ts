import { z } from 'zod';
import type { LimitNotice } from '#src/alerts/person-limit.ts';
import { jsonColumn } from './database/json.ts';

export const limitNoticeJson = jsonColumn(
  'what a message says of an hourly limit',
  z.object({ until: z.number(), limit: z.number(), watch: z.number().nullable() }),
);

/** Parses the note; `null` for a message without one. */
export const readLimitNotice = (stored: string | null): LimitNotice | null =>
  stored === null ? null : limitNoticeJson.read(stored);
