import type { SchemaMigration } from './migration.ts';

/** What the mending of amounts, events and refusals keeps. */
export const evidence: SchemaMigration = {
  name: '0008-evidence',
  oldestProgram: 1,
  statements: ({ id, end, text, real, integer }) => [
    `alter table feed_state add column record_counts ${text} not null default '{}'`,
    `alter table deliveries add column rule_ids ${text} not null default '[]'`,
    `alter table subscriptions add column last_post_at ${real}`,
    `alter table channel_queues add column refusal_code ${integer}`,
    `alter table channel_queues add column retry_at ${real}`,
    `alter table channel_queues add column retries ${integer} not null default 0`,
    'create index channel_queues_retry on channel_queues (retry_at) where retry_at is not null',
    `alter table channel_queues add column edit_problem_code ${integer}`,
    `alter table posts add column left_out ${text}`,
    `alter table posts add column limit_notice ${text}`,
    `alter table trades add column share ${text}`,

    `create table burns (
       id ${id},
       key ${text} not null unique,
       collection ${text} not null,
       quantity ${text} not null,
       at ${real} not null
     ) ${end}`,
    'create index burns_at on burns (at)',
  ],
};
