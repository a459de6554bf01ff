import { expect } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from '../../../sandbox/postgres/server.ts';
import { adminQuery } from './admin-query.ts';

/** A server whose operator, or whose provider before a switch to another one, makes all sessions read-only and back. */
export async function startSwitchable(): Promise<
  EmbeddedPostgres & { readonly database: string; setReadOnly(on: boolean): Promise<void> }
> {
  const server = await startPostgres({ isDurable: false });
  await adminQuery(server.url('postgres'), 'create database gavel');
  const database = server.url('gavel');
  return {
    ...server,
    database,
    async setReadOnly(on) {
      const value = on ? 'on' : 'off';
      await adminQuery(database, `alter system set default_transaction_read_only = ${value}`);
      await adminQuery(database, 'select pg_reload_conf()');
      await expect
        .poll(() => adminQuery(database, 'show default_transaction_read_only'))
        .toEqual([{ default_transaction_read_only: value }]);
    },
  };
}
