import type { Address } from '../../chain/address.ts';
import type { TraitType } from '../../marketplace/model/collection.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, screenButton } from '../components/buttons.ts';
import { type MenuEntry, openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import { traitKey } from '../finding/trait-key.ts';
import type { Screen } from '../screen.ts';
import { withAge } from '../views/age.ts';
import { collectionHeading } from '../views/collection-heading.ts';
import type { ViewContext } from '../views/context.ts';
import { frequencyText, rarestFirst, traitTypeListEmbed, traitValueListEmbed } from '../views/trait-list.ts';
import { collectionButtons, collectionPageButton } from './collection-buttons.ts';
import { paginate } from './read-page.ts';
import { resolveTraitTypeByKey } from './resolve-trait-key.ts';

const TYPES_PER_PAGE = 10;
const VALUES_PER_PAGE = 20;

type TraitsScreen = Extract<Screen, { at: 'traits' }>;

function typeEntries(
  collection: Address,
  types: readonly TraitType[],
  view: ViewContext,
): readonly MenuEntry[] {
  return types.map(({ type, values }) => ({
    label: type,
    description: view.messages.traits.values(values.length),
    screen: { at: 'traits', collection, page: 1, type: traitKey(type) },
  }));
}

/** The traits of a collection: the types, or the values of one type, each with its rarity. */
export async function answerTraits(screen: TraitsScreen, context: AnswerContext): Promise<Answer> {
  const { collection } = screen;
  const { lookups, collections, view } = context.services;
  const { traits: words } = view.messages;
  const dated = await lookups.traits(collection);
  const heading = collectionHeading(words.heading, collection, collections.get(collection), view);
  const links = [
    ...collectionButtons('traits', collection, context),
    ...collectionPageButton(collection, context),
  ];

  if (screen.type === null) {
    const page = paginate(dated.value, screen.page, TYPES_PER_PAGE);
    return {
      embeds: [withAge(traitTypeListEmbed(heading, page, TYPES_PER_PAGE, view), dated, view)],
      components: [
        ...openMenu('types', words.allValues, typeEntries(collection, page.items, view), context),
        ...pagerRow({ ...screen, page: page.page }, page, TYPES_PER_PAGE, context),
        ...buttonRows(links),
      ],
    };
  }

  const { type, values } = resolveTraitTypeByKey(dated.value, screen.type);
  const page = paginate(rarestFirst(values), screen.page, VALUES_PER_PAGE);
  return {
    embeds: [withAge(traitValueListEmbed(heading, type, page, VALUES_PER_PAGE, view), dated, view)],
    components: [
      ...openMenu(
        'values',
        words.tokensWithValue,
        page.items.map((value) => ({
          label: value.value,
          description: frequencyText(value, view),
          screen: {
            at: 'tokens',
            collection,
            page: 1,
            sort: 'rarityRank',
            descending: false,
            listed: false,
            trait: traitKey(type, value.value),
          },
        })),
        context,
      ),
      ...openMenu('types', words.anotherTrait, typeEntries(collection, dated.value, view), context),
      ...pagerRow({ ...screen, page: page.page }, page, VALUES_PER_PAGE, context),
      ...buttonRows([screenButton(words.allTraits, { ...screen, page: 1, type: null }, context), ...links]),
    ],
  };
}
