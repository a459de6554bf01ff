import { Gauge, type Registry } from '@prometheus-io/client';
import type { RoleHolder } from '#src/store/role-states.ts';

/** Registers metrics that show which roles are held by any process; none if one process has all of them. */
export function createRoleMetrics(registry: Registry, roles: () => readonly RoleHolder[]): void {
  const registers = [registry];
  const held = new Gauge({
    name: 'gavel_role_held',
    help: '1 while some process plays the role, 0 while nobody does; only on PostgreSQL, the same from every process.',
    labelNames: ['role'],
    registers,
    collect() {
      // Drop former shards when their number changed.
      held.reset();
      for (const { role, holder } of roles()) held.set({ role }, holder === null ? 0 : 1);
    },
  });
  const since = new Gauge({
    name: 'gavel_role_held_seconds',
    help: 'For how long the same process has played the role; only on PostgreSQL.',
    labelNames: ['role'],
    registers,
    collect() {
      since.reset();
      for (const { role, holder, heldForMs } of roles())
        if (holder !== null) since.set({ role }, heldForMs / 1_000);
    },
  });
}
