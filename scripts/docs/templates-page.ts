import { placeholdersOf, TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import { TEMPLATE_PARTS } from '#src/alerts/templates/alert-template.ts';
import { fillTemplate } from '#src/alerts/templates/fill.ts';
import { parseTemplate } from '#src/alerts/templates/parse.ts';
import { drawSegments } from '#src/discord/render/segments.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { exampleValues, placeholderExamples } from '#src/discord/views/template-examples.ts';
import { createLinks } from '#src/marketplace/links.ts';
import { english } from '#src/messages/messages.ts';
import type { ExampleTemplate } from './example-templates.ts';
import { inlineCode, table } from './table.ts';

const HEAD = `# Templates

With \`/template\`, alerts get your own words: a *Message* above the card, and the card's *Title* and *Text*. A server, a
channel and an alert may each have a template for a type of event. The nearest one counts: the alert's, else the
channel's, else the server's. Members who may manage alerts may set all of them, also in a file for
\`/alerts import\`.

![A template with its preview: the latest event, and the same with everything unknown](screenshots/template.webp)

This page is written by \`npm run docs\` from the placeholders in \`src/alerts/kinds\` and the templates in
\`scripts/docs/example-templates.ts\`.

## The language

| you write | the alert shows |
|---|---|
| words, with Discord's markdown | the same words |
| \`{price}\` | the price |
| \`{price.fiat\\|price\\|"no price"}\` | the first of these that is known; words in quotation marks are always known |
| \`[ · rank {rank}]\` | the words in the brackets, or nothing if something in them is unknown |
| \`[{token}]({link})\` | the token, linked to its page |
| \`[rules](https://example.com)\` | a link to any page |
| \`\\{\`, \`\\[\` | the character itself |

An unknown placeholder outside of brackets is left out. Which placeholders exist depends on the type of event; they are
listed below. Names are escaped, so they cannot format, link or mention anything. Nobody is mentioned by a template
either, not even with \`@everyone\`: use pings for that.

A template is checked when you save it. A mistake is shown with its place and the nearest placeholder. A template that
would exceed Discord's limits with the longest names is refused, with the number of characters that are too many.

*Message* is only shown while a message has a single alert, and it never changes afterwards. *Title* and *Text* follow
the state of the alert, for example the bids of an auction.`;

/** The time of the examples, epoch seconds; any will do. */
const NOW = Date.UTC(2026, 0, 1) / 1_000;

const VIEW: ViewContext = {
  currency: { symbol: 'S', decimals: 18 },
  links: createLinks({
    item: 'https://market.example/{collection}/{tokenId}',
    collection: 'https://market.example/{collection}',
    profile: 'https://market.example/profile/{address}',
    auction: 'https://market.example/auction/{collection}/{auctionId}',
    transaction: 'https://explorer.example/tx/{txHash}',
  }),
  marketplaceName: 'Market',
  marketplaceOrigin: null,
  collectionName: (_, reported = null) => reported,
  collectionPicture: () => null,
  isVerified: () => false,
  walletName: () => null,
  messages: english,
  settings: DEFAULT_GUILD_SETTINGS,
};

/** A text as Discord shows it, with shorter addresses. */
const asShown = (text: string): string =>
  text
    .replaceAll(/<t:(\d+):R>/g, (_, at) => {
      const seconds = Number(at) - NOW;
      const time = english.writer.approximateDuration(Math.max(60, Math.abs(seconds)));
      return seconds < 0 ? `${time} ago` : `in ${time}`;
    })
    .replaceAll(/(0x[0-9a-f]{4})[0-9a-f]+([0-9a-f]{4})/g, '$1…$2');

const named = (topics: readonly Topic[]): string => {
  const text = english.writer.list(
    topics.map((topic) => english.topics.plural[topic]),
    'and',
  );
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

/** The placeholders of each kind of alert; topics with the same ones share a table. */
function placeholderSections(): readonly string[] {
  const byNames = Map.groupBy(TOPICS, (topic) => placeholdersOf(topic).join(' '));
  return [...byNames].map(([names, topics]) => {
    const title = `### ${named(topics)}`;
    const [topic] = topics;
    if (names === '' || topic === undefined) return `${title}\n\nThey have no templates.`;
    const rows = placeholderExamples(topic, VIEW, NOW).map(({ written, meaning, example }) => [
      inlineCode(written),
      meaning,
      inlineCode(asShown(example)),
    ]);
    return `${title}\n\n${table(['placeholder', 'meaning', 'example'], rows)}`;
  });
}

/** A part of a template, filled with the examples. @throws Error for a template that cannot be parsed */
function filled(text: string, topic: Topic): string {
  const parsed = parseTemplate(text, placeholdersOf(topic));
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.problem)}`);
  const segments = fillTemplate(parsed.template, {
    values: exampleValues(topic, VIEW, NOW),
    url: 'https://market.example/214',
  });
  return asShown(drawSegments(segments, VIEW, { nameLength: 80, links: true, wallets: 'text' }));
}

function templateSection(template: ExampleTemplate): string {
  const { name, topic } = template;
  const parts = TEMPLATE_PARTS.flatMap((part) => {
    const text = template[part];
    return text === undefined ? [] : [{ label: english.templates.parts[part], text }];
  });
  const written = parts.map(({ label, text }) => `${label}:\n\n\`\`\`\n${text}\n\`\`\``);
  const shown = parts.map(({ text }) => `> ${filled(text, topic).replaceAll('\n', '  \n> ')}`).join('\n>\n');
  return [`### ${name}`, `For ${english.topics.plural[topic]}.`, ...written, 'becomes', shown].join('\n\n');
}

/** The page about templates, as Markdown. */
export function templatesPage(templates: readonly ExampleTemplate[]): string {
  return `${[
    HEAD,
    '## Placeholders',
    ...placeholderSections(),
    '## Ten templates worth copying',
    ...templates.map(templateSection),
  ].join('\n\n')}\n`;
}
