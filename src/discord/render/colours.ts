import type { ColourRole, MarketDescription } from '#src/alerts/description.ts';

/** Green for what was sold, blue and teal for what is on offer, the yellows of a running auction, grey for what is quiet. */
const DEFAULT_COLOURS: Readonly<Record<ColourRole, number>> = {
  sold: 0x2ecc71,
  soldTogether: 0x9b59b6,
  asked: 0x3498db,
  offered: 0x1abc9c,
  quiet: 0x95a5a6,
  created: 0xe91e63,
  opened: 0xf1c40f,
  rising: 0xf39c12,
  closing: 0xe67e22,
  settled: 0x27ae60,
  cancelled: 0x7f8c8d,
  summed: 0x5865f2,
};

/** The colour of an alert: the server's own for its topic, else the default one. 0 to 0xffffff. */
export function alertColour(
  { topic, colour }: Pick<MarketDescription, 'topic' | 'colour'>,
  { colours }: { readonly colours: Readonly<Partial<Record<string, number>>> },
): number {
  return colours[topic] ?? DEFAULT_COLOURS[colour];
}
