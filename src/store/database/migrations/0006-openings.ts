import type { SchemaMigration } from './migration.ts';

/** Direct messages are also opened for notices, to people who watch nothing: both are counted in one table. */
export const openings: SchemaMigration = {
  name: '0006-openings',
  oldestProgram: 6,
  statements: ({ text, real, end }) => [
    'drop index people_opening',
    'alter table people drop column opening_tried_at',
    `create table direct_message_openings (
       user_id ${text} not null primary key,
       tried_at ${real} not null
     ) ${end}`,
    'create index direct_message_openings_time on direct_message_openings (tried_at)',
  ],
};
