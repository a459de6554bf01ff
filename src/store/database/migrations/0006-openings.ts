import type { SchemaMigration } from './migration.ts';

/**
 * Direct messages are also opened for notices, to people who watch nothing: both are counted in one table. `people.opening_tried_at`
 * stays for programs of schema 5, which may run beside this one.
 */
export const openings: SchemaMigration = {
  name: '0006-openings',
  oldestProgram: 1,
  statements: ({ text, real, end }) => [
    `create table direct_message_openings (
       user_id ${text} not null primary key,
       tried_at ${real} not null
     ) ${end}`,
    'create index direct_message_openings_time on direct_message_openings (tried_at)',
  ],
};
