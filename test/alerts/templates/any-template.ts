import fc from 'fast-check';
import { placeholdersOf, type Topic } from '#src/alerts/kinds/registry.ts';
import {
  type AlertTemplate,
  TEMPLATE_LENGTHS,
  TEMPLATE_PARTS,
  type TemplatePart,
} from '#src/alerts/templates/alert-template.ts';
import { checkTemplate } from '#src/alerts/templates/check-template.ts';
import { TRICK_TEXTS } from '../../discord/nasty-text.ts';

/** What admins could write to mention, to hide, to break a limit, or to look like a delivery mark. */
const WORDS = [
  '@everyone',
  '<@&900000000000000009>',
  '<@!700000000000000001> ',
  '</alerts add:1>',
  '<t:0:R>',
  'alert everyone ',
  'alert k3x9f2ab',
  '#alert-k3x9f2ab',
  'see https://a.example/b?c=d, or <https://e.example>',
  '\\[not a link\\](https://f.example)',
  '`code [{` ',
  '\n# heading\n-# small',
  '**bold** ||hidden||',
  '\\{brace\\}',
  '\\',
  ' ',
  '\n',
  'ﷺ',
  '👩‍👩‍👧‍👦',
  'long '.repeat(40),
];

const anyWords = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  fc.constantFrom(...TRICK_TEXTS),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
);

/** The text of a part, as somebody could write it for this topic; mostly one that can be read. */
function anyPart(topic: Topic, part: TemplatePart): fc.Arbitrary<string> {
  const names = placeholdersOf(topic);
  const name = names.length === 0 ? fc.constant('token') : fc.constantFrom(...names);
  const placeholder = fc
    .array(fc.oneof({ weight: 4, arbitrary: name }, fc.constant('"a *word* @here"')), {
      minLength: 1,
      maxLength: 3,
    })
    .map((choices) => `{${choices.join('|')}}`);
  const piece = fc.oneof({ weight: 3, arbitrary: anyWords }, { weight: 4, arbitrary: placeholder });
  const link = fc
    .tuple(fc.array(piece, { maxLength: 2 }), fc.constantFrom('{link}', 'https://g.example/(x'))
    .map(([label, address]) => `[${label.join('')}](${address})`);
  const group = fc.array(fc.oneof(piece, link), { maxLength: 4 }).map((inner) => `[${inner.join(' ')}]`);
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: piece }, link, group), { maxLength: part === 'title' ? 5 : 20 })
    .map((pieces) => pieces.join('').slice(0, TEMPLATE_LENGTHS[part]));
}

/** A template that can be saved for this topic. What cannot be is left out, so that some have no part at all. */
export function anyTemplate(topic: Topic): fc.Arbitrary<AlertTemplate> {
  return fc
    .record({
      message: fc.option(anyPart(topic, 'message'), { freq: 4 }),
      title: fc.option(anyPart(topic, 'title'), { freq: 4 }),
      text: fc.option(anyPart(topic, 'text'), { freq: 4 }),
    })
    .map((template) => {
      const checked = checkTemplate(topic, template);
      const refused = new Set(checked.ok ? [] : checked.problems.map(({ part }) => part));
      const kept = TEMPLATE_PARTS.map((part) => [part, refused.has(part) ? null : template[part]]);
      return Object.fromEntries(kept) as AlertTemplate;
    });
}
