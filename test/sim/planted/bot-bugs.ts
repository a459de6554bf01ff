import { type PlantedBug, replace } from './replaced-exports.ts';

/** Mistakes that only several bots on one database can show. */
export const BOT_BUGS: readonly PlantedBug[] = [
  {
    name: 'a write of a lost role is not refused',
    replacements: [replace('fencedBy', () => (_lease, database) => database)],
  },
  {
    name: 'a role whose holder ended is not taken',
    replacements: [
      replace('createRoleRunner', (real) => (deps) => {
        let reads = 0;
        const leases: typeof deps.leases = {
          ...deps.leases,
          async readLeases(roles) {
            reads += 1;
            const read = await deps.leases.readLeases(roles);
            return reads === 1 ? read : { ...read, free: [] };
          },
        };
        return real({ ...deps, leases });
      }),
    ],
  },
];
