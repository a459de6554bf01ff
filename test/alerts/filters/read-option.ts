import { type ReadContext, strong } from '#src/alerts/filters/filter.ts';
import { type FilterValues, fields } from '#src/alerts/filters/index.ts';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import { sentenceText } from '#src/discord/render/segments.ts';
import { english } from '#src/messages/messages.ts';
import { viewContext } from '../../discord/views/view-context.ts';

/** What is looked up while a text is read: nothing, unless a test says otherwise. */
const NO_LOOKUPS: ReadContext['lookups'] = {
  collections: { resolve: () => undefined, get: () => undefined, search: () => [] },
  traitsOf: () => Promise.resolve(null),
  tokensIn: (text) => meaningsOf(text, () => []).filter((one) => one.of === 'token'),
  userIn: (text) => text,
  walletOf: () => Promise.resolve(null),
};

/**
 * The values that a text means for the option with this name.
 * @throws Error with the sentence that users read
 */
export async function readOption(
  name: string,
  text: string,
  {
    lookups = {},
    ...change
  }: Partial<Omit<ReadContext, 'lookups'>> & { readonly lookups?: Partial<ReadContext['lookups']> } = {},
): Promise<FilterValues> {
  const field = fields.find(({ key }) => key === name);
  if (field === undefined) throw new Error(`There is no option ${name}.`);
  const context = {
    option: strong(name),
    currency: { symbol: 'S', decimals: 18 },
    messages: english.filters,
    collections: null,
    lookups: { ...NO_LOOKUPS, ...lookups },
    ...change,
  };
  const reading = await field.read(text, context, {});
  if ('part' in reading) return reading.part;
  throw new Error(sentenceText(reading.problem, viewContext()));
}
