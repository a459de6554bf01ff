import type { SchemaMigration } from './migration.ts';

/** What processes on one database share besides the outbox. A program that knows none of it may go on. */
export const manyProcesses: SchemaMigration = {
  name: '0002-many-processes',
  oldestProgram: 1,
  statements: ({ text, real, integer, boolean, end }) => [
    `alter table leases add column taken_at ${real} not null default 0`,

    `create table processes (
       id ${text} not null primary key,
       name ${text} not null,
       version ${text} not null,
       roles ${text} not null,
       started_at ${real} not null,
       seen_at ${real} not null
     ) ${end}`,

    `create table change_counter (
       id ${integer} primary key check (id = 1),
       version ${integer} not null
     ) ${end}`,

    `create table guild_changes (
       guild_id ${text} not null primary key,
       version ${integer} not null,
       changed_at ${real} not null
     ) ${end}`,
    'create index guild_changes_version on guild_changes (version)',

    `create table role_reports (
       role ${text} not null primary key,
       holder ${text} not null,
       fence ${integer} not null,
       report ${text} not null,
       reported_at ${real} not null
     ) ${end}`,

    `create table shard_plan (
       id ${integer} primary key check (id = 1),
       shard_count ${integer} not null,
       next_shard_count ${integer},
       changed_at ${real} not null
     ) ${end}`,

    `create table shard_sessions (
       shard_id ${integer} not null,
       shard_count ${integer} not null,
       session ${text} not null,
       saved_at ${real} not null,
       primary key (shard_id, shard_count)
     ) ${end}`,

    `create table shard_guilds (
       shard_count ${integer} not null,
       shard_id ${integer} not null,
       guild_id ${text} not null,
       is_available ${boolean} not null,
       packed ${text},
       primary key (shard_count, shard_id, guild_id)
     ) ${end}`,

    `create table identify_slots (
       bucket ${integer} not null primary key,
       free_at ${real} not null
     ) ${end}`,

    `create table identify_budget (
       id ${integer} primary key check (id = 1),
       total ${integer} not null,
       used ${integer} not null,
       resets_at ${real} not null
     ) ${end}`,

    `create table handled_interactions (
       id ${text} not null primary key,
       handled_at ${real} not null
     ) ${end}`,
    'create index handled_interactions_age on handled_interactions (handled_at)',
  ],
};
