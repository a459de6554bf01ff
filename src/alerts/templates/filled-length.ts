import type { TemplatePart } from './alert-template.ts';
import type { Placeholder } from './placeholders.ts';
import { withQuietLinks } from './quiet-links.ts';
import type { Choice, Template, TemplateNode } from './template.ts';

/**
 * Maximum length of each text when it is filled, UTF-16 units. Discord's limits are 2,000, 256 and 4,096. The roles that
 * a message pings need some of the first, and the traits and lists of a card some of the last.
 */
export const FILLED_LENGTHS: Readonly<Record<TemplatePart, number>> = {
  message: 1_800,
  title: 256,
  text: 3_000,
};

/** Names are truncated to this length if the text is too long otherwise, UTF-16 units. */
export const SHORTEST_NAME = 20;

/** Numbers: more digits than the chain has tokens. */
const NUMBER = 30;
/** `1,234,567.89 LONGESTCOINS`, with a sign. */
const AMOUNT = 45;
/** With the contract of another coin. */
const PRICE = 60;
/** With `SHORTEST_NAME` and a part of the address. */
const WALLET = 40;
const MOMENT = 24;
const DURATION = 40;
/** The addresses of pages have at most 500 characters. */
const ADDRESS = 502;

/**
 * Maximum length of each value where space is short, without links. A longer one counts as unknown: only numbers that
 * nobody can read are.
 */
export const VALUE_LENGTHS: Readonly<Record<Placeholder, number>> = {
  token: SHORTEST_NAME + NUMBER,
  collection: SHORTEST_NAME,
  count: NUMBER,
  price: PRICE,
  'price.fiat': AMOUNT,
  average: AMOUNT,
  buyer: WALLET,
  seller: WALLET,
  bidder: WALLET,
  minter: WALLET,
  burner: WALLET,
  from: WALLET,
  to: WALLET,
  rank: NUMBER,
  floor: AMOUNT,
  'floor.change': PRICE,
  'floor.before': AMOUNT,
  held: DURATION,
  profit: AMOUNT,
  last: AMOUNT,
  bid: PRICE,
  bids: NUMBER,
  leader: WALLET,
  'start.price': PRICE,
  ends: MOMENT,
  link: ADDRESS,
  transaction: ADDRESS,
  time: MOMENT,
};

const lengthOfChoice = (choice: Choice): number =>
  // Quoted words are escaped.
  choice.type === 'words' ? SHORTEST_NAME : VALUE_LENGTHS[choice.name];

function lengthOfNode(node: TemplateNode, part: TemplatePart): number {
  switch (node.type) {
    case 'words':
      return (part === 'message' ? withQuietLinks(node.text) : node.text).length;
    case 'placeholder':
      return Math.max(...node.choices.map(lengthOfChoice));
    case 'group':
      return longestFilled(node.nodes, part);
    case 'link':
      // Where space is short, links are left out.
      return longestFilled(node.label, part);
    default:
      return node satisfies never;
  }
}

/** Returns the length of a text that is filled with the longest values, UTF-16 units. */
export function longestFilled(template: Template, part: TemplatePart): number {
  return template.reduce((sum, node) => sum + lengthOfNode(node, part), 0);
}
