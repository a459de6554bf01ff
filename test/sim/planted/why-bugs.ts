import { type PlantedBug, replace } from './replaced-exports.ts';

/** Bugs of what `/why` says. */
export const WHY_BUGS: readonly PlantedBug[] = [
  {
    name: 'why goes by what a rule says now',
    replacements: [
      replace('outcomeOf', (real) => (event, id, versions, known) => {
        const now = versions.slice(-1).map((version) => ({ ...version, fromAt: 0 }));
        return real(event, id, now, known);
      }),
    ],
  },
  {
    name: 'why takes a message for that of every rule of its channel',
    replacements: [
      replace('outcomeOf', (real) => (event, id, versions, { delivery, ...known }) => {
        const ofAll = delivery === null ? null : { ...delivery, ruleIds: [id] };
        return real(event, id, versions, { ...known, delivery: ofAll });
      }),
    ],
  },
  {
    name: 'why goes by what was known when an event was first seen',
    replacements: [replace('updateDetectedAlert', () => async () => undefined)],
  },
];
