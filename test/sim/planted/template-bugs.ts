import { type PlantedBug, replace } from './replaced-exports.ts';

/** Bugs of templates. */
export const TEMPLATE_BUGS: readonly PlantedBug[] = [
  {
    name: 'the words of a template that was reset are still posted',
    replacements: [
      replace('createStore', (real) => (...given) => {
        const store = real(...given);
        return { ...store, templates: { ...store.templates, remove: async () => true } };
      }),
    ],
  },
  {
    name: 'an edit removes the words above a card',
    replacements: [
      replace('rebuiltMessage', (real) => (...given) => ({ content: '', ...real(...given) })),
    ],
  },
  {
    name: 'the words of a template mention people',
    replacements: [
      replace(
        'fillTemplate',
        (real) =>
          (...given) =>
            real(...given).map((segment) =>
              segment.type === 'markdown'
                ? { ...segment, text: segment.text.replaceAll('\u200b', '') }
                : segment,
            ),
      ),
    ],
  },
];
