import { z } from 'zod';
import type { LimitNotice } from '#src/alerts/person-limit.ts';
import { jsonColumn } from './database/json.ts';

export const limitNoticeJson = jsonColumn(
  'what a message says of an hourly limit',
  z.object({ until: z.number(), limit: z.number(), watch: z.number().nullable() }),
);

/** `null` for a message that says nothing of it. */
export const readLimitNotice = (stored: string | null): LimitNotice | null =>
  stored === null ? null : limitNoticeJson.read(stored);
