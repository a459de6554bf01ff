import type { SchemaMigration } from './migration.ts';

/**
 * When `not_before` was set, so that a wait that a wrong clock wrote is known by its length. Programs of schema 6 leave it as it is:
 * a wait then looks longer than it is, never shorter.
 */
export const waitLengths: SchemaMigration = {
  name: '0007-wait-lengths',
  oldestProgram: 1,
  statements: ({ real }) => [`alter table channel_queues add column not_before_set_at ${real}`],
};
