import type { Topic } from '#src/alerts/kinds/registry.ts';
import type { TemplatePart } from '#src/alerts/templates/alert-template.ts';

/** A template worth copying; a part that is absent looks as usual. */
export interface ExampleTemplate extends Readonly<Partial<Record<TemplatePart, string>>> {
  readonly name: string;
  readonly topic: Topic;
}

/** The templates of `docs/templates.md`. A test checks that each can be saved. */
export const EXAMPLE_TEMPLATES: readonly ExampleTemplate[] = [
  {
    name: 'One sentence above each sale',
    topic: 'sale',
    message: '**{token}** sold for **{price}**[ ({price.fiat})]!',
  },
  {
    name: 'The shortest sale',
    topic: 'sale',
    title: '{token} · {price|"price unknown"}',
    text: '{seller|"?"} → {buyer|"?"}',
  },
  {
    name: 'What the seller made',
    topic: 'sale',
    title: '{token} sold for {price}',
    text: 'Bought by {buyer|"an unknown wallet"}[ · {floor.change}][\nHeld for {held} · profit {profit}]',
  },
  {
    name: 'Sweeps with their average',
    topic: 'sale',
    message: '[🧹 Swept for {average} on average: ]{token} for {price}',
  },
  {
    name: 'Listings with rank and floor',
    topic: 'listing',
    title: '{token} listed for {price}',
    text: '[Rank {rank} · ][{floor.change} · ]by {seller|"an unknown wallet"}',
  },
  {
    name: 'Bargains with a link',
    topic: 'listing',
    message: '👀 [{token}]({link}) for {price}[, {floor.change}]',
  },
  {
    name: 'Offers beside the floor',
    topic: 'offer',
    title: 'Offer of {price|"an unknown amount"} for {token}',
    text: '[{floor.change} · ]from {bidder|"an unknown wallet"}',
  },
  {
    name: 'A welcome for each mint',
    topic: 'mint',
    message: '🌱 Welcome, {minter|"newcomer"}! You minted {token}[ for {price}].',
  },
  {
    name: 'Auctions at a glance',
    topic: 'auction_started',
    title: '{token}: {price|"no price"}',
    text: 'Bids: {bids}[ · {leader} leads][ · ends {ends}]',
  },
  {
    name: 'The floor in one line',
    topic: 'floor',
    title: '{collection|token}: floor {floor}',
    text: '{floor.change}[ · before: {floor.before}]',
  },
];
