import type { SchemaMigration } from './migration.ts';

/** People who are told alone what they watch. Their rules and queues are those of a target (`alerts/target.ts`). */
export const people: SchemaMigration = {
  name: '0005-people',
  oldestProgram: 1,
  statements: ({ text, real, integer, boolean, end }) => [
    `create table people (
       user_id ${text} not null primary key,
       direct_channel_id ${text},
       opened_at ${real},
       opening_tried_at ${real},
       refused_since ${real},
       refusal_code ${integer},
       is_refusal_reported ${boolean} not null default false,
       wallets ${text} not null default '[]',
       created_at ${real} not null,
       last_use_at ${real} not null,
       check ((direct_channel_id is null) = (opened_at is null)),
       check ((refused_since is null) = (refusal_code is null)),
       check (refused_since is not null or not is_refusal_reported)
     ) ${end}`,
    // Those of the last minute.
    'create index people_opening on people (opening_tried_at) where opening_tried_at is not null',
    'create index people_refused on people (refused_since) where refused_since is not null',
  ],
};
