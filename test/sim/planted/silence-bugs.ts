import { type PlantedBug, type ReplacedExports, type Replacement, replace } from './replaced-exports.ts';

type Silences = ReturnType<ReplacedExports['createStore']>['silences'];

const withSilences = (other: Partial<Silences>): Replacement =>
  replace('createStore', (real) => (...given) => {
    const store = real(...given);
    return { ...store, silences: { ...store.silences, ...other } };
  });

/** Bugs of silences, and of rules that post once or end. */
export const SILENCE_BUGS: readonly PlantedBug[] = [
  {
    name: 'a silence goes by the time at which an event is seen',
    replacements: [
      replace('createSilences', (real) => (...given) => {
        const silences = real(...given);
        return {
          ...silences,
          split: (alert, channels) => silences.split(alert, channels, Math.floor(Date.now() / 1_000)),
        };
      }),
    ],
  },
  {
    name: 'silences are forgotten with the process',
    replacements: [withSilences({ all: async () => [] })],
  },
  {
    name: 'a silence is never summed up',
    replacements: [withSilences({ summariseEnded: async () => [] })],
  },
  {
    name: 'a rule that posts once posts always',
    replacements: [replace('findSpent', () => async () => new Set())],
  },
  {
    name: 'the end of a rule goes by the time at which an event is seen',
    replacements: [
      replace('isOver', (real) => (rule) => real(rule, { occurredAt: Math.floor(Date.now() / 1_000) })),
    ],
  },
];
