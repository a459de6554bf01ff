import type { SchemaMigration } from './migration.ts';

/** How collections stood over time, what floor alerts know of them, and what charts need. */
export const marketOverTime: SchemaMigration = {
  name: '0004-market-over-time',
  oldestProgram: 1,
  statements: ({ text, integer, boolean, end }) => [
    `create table market_days (
       collection ${text} not null,
       day ${integer} not null,
       detail ${text} not null default 'all' check (detail in ('all', 'hourly', 'daily')),
       points ${text} not null,
       primary key (collection, day)
     ) ${end}`,
    'create index market_days_age on market_days (detail, day)',

    `create table floor_states (
       subscription_id ${integer} not null references subscriptions (id) on delete cascade,
       collection ${text} not null,
       state ${text} not null,
       primary key (subscription_id, collection)
     ) ${end}`,

    `alter table channel_facts add column is_attaching_files ${boolean} not null default true`,

    // For the sales of a period.
    'create index trades_at on trades (at)',
  ],
};
