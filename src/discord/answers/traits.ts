import type { Address } from '../../domain/address.ts';
import type { TraitType } from '../../domain/collection.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, placeButton } from '../components/buttons.ts';
import { type MenuEntry, openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import { traitKey } from '../finding/trait-key.ts';
import type { Place } from '../place.ts';
import { withAge } from '../views/age.ts';
import { collectionHeading } from '../views/collection-heading.ts';
import type { ViewContext } from '../views/context.ts';
import { counted } from '../views/counted.ts';
import { frequencyText, rarestFirst, traitTypeListEmbed, traitValueListEmbed } from '../views/trait-list.ts';
import { collectionButtons, collectionPageButton } from './collection-buttons.ts';
import { knownTraitType } from './known-trait.ts';
import { pageOfAll } from './read-page.ts';

const TYPES_A_PAGE = 10;
const VALUES_A_PAGE = 20;

type TraitsPlace = Extract<Place, { at: 'traits' }>;

function typeEntries(
  collection: Address,
  types: readonly TraitType[],
  view: ViewContext,
): readonly MenuEntry[] {
  return types.map(({ type, values }) => ({
    label: type,
    description: counted(values.length, 'value', view),
    place: { at: 'traits', collection, page: 1, type: traitKey(type) },
  }));
}

/** What traits a collection has: the types, or the values of one type, each with how rare it is. */
export async function answerTraits(place: TraitsPlace, context: AnswerContext): Promise<Answer> {
  const { collection } = place;
  const { lookups, collections, view } = context.services;
  const known = await lookups.traits(collection);
  const heading = collectionHeading('Traits', collection, collections.get(collection), view);
  const links = [
    ...collectionButtons('traits', collection, context),
    ...collectionPageButton(collection, context),
  ];

  if (place.type === null) {
    const page = pageOfAll(known.value, place.page, TYPES_A_PAGE);
    return {
      embeds: [withAge(traitTypeListEmbed(heading, page, TYPES_A_PAGE, view), known)],
      components: [
        ...openMenu('types', 'See all values of a trait', typeEntries(collection, page.items, view), context),
        ...pagerRow({ ...place, page: page.page }, page, TYPES_A_PAGE, context),
        ...buttonRows(links),
      ],
    };
  }

  const { type, values } = knownTraitType(known.value, place.type);
  const page = pageOfAll(rarestFirst(values), place.page, VALUES_A_PAGE);
  return {
    embeds: [withAge(traitValueListEmbed(heading, type, page, VALUES_A_PAGE, view), known)],
    components: [
      ...openMenu(
        'values',
        'See the tokens that have it',
        page.items.map((value) => ({
          label: value.value,
          description: frequencyText(value, view),
          place: {
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
      ...openMenu('types', 'Another trait', typeEntries(collection, known.value, view), context),
      ...pagerRow({ ...place, page: page.page }, page, VALUES_A_PAGE, context),
      ...buttonRows([placeButton('All traits', { ...place, page: 1, type: null }, context), ...links]),
    ],
  };
}
