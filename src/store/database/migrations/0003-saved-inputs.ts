import type { SchemaMigration } from './migration.ts';

/** What people typed or uploaded, which was kept in memory before. */
export const savedInputs: SchemaMigration = {
  name: '0003-saved-inputs',
  oldestProgram: 1,
  statements: ({ text, real, end }) => [
    `create table saved_inputs (
       id ${text} not null primary key,
       guild_id ${text} not null,
       user_id ${text} not null,
       payload ${text} not null,
       created_at ${real} not null
     ) ${end}`,
    'create index saved_inputs_owner on saved_inputs (guild_id, user_id, created_at)',
    'create index saved_inputs_created on saved_inputs (created_at)',
  ],
};
