import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import type { Database } from '#src/store/database/database.ts';
import { fencedBy } from '#src/store/leases.ts';
import { createStore, type Store } from '#src/store/open.ts';
import { createRoleReportStore } from '#src/store/role-reports.ts';

import type { HeldRole } from './held-role.ts';
import { type RoleState, reportRole } from './role-reporter.ts';

/** The database as roles use it. The process closes it. */
export interface RoleStores {
  /**
   * Returns a store for a role, whose transactions fail once another process has the role; `null` for work that every
   * process does.
   */
  storeFor(held: HeldRole | null): Store;
  /**
   * Reports the state of a role to other processes, from now until its end. Does nothing for a role without a lease.
   */
  report(held: HeldRole, read: () => RoleState): void;
}

export function createRoleStores(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): RoleStores {
  const { database, clock, log } = deps;
  return {
    storeFor(held) {
      const lease = held?.lease ?? null;
      const lose = () => held?.lose('another process took it');
      const seen = lease === null ? database : fencedBy(lease, database, lose);
      return { ...createStore(seen), [Symbol.asyncDispose]: async () => undefined };
    },
    report({ lease, ending }, read) {
      if (lease === null) return;
      const reports = createRoleReportStore(fencedBy(lease, database));
      const write = (text: string) => reports.report(lease, text);
      void reportRole({ read, write, clock, log, signal: ending });
    },
  };
}
