import type { Alert } from '../../domain/alert.ts';
import type { AlertKind } from '../../domain/alert-kind.ts';
import type { GuildSettings } from '../../domain/settings.ts';

/** Green for what was sold, blue and teal for what is on offer, the yellows of a running auction, grey for what is quiet. */
const USUAL_COLOURS: Readonly<Record<AlertKind, number>> = {
  sale: 0x2ecc71,
  listing: 0x3498db,
  offer: 0x1abc9c,
  transfer: 0x95a5a6,
  mint: 0xe91e63,
  auction_started: 0xf1c40f,
  auction_bid: 0xf39c12,
  auction_ending: 0xe67e22,
  auction_ended: 0x27ae60,
  auction_cancelled: 0x7f8c8d,
};

const SWEEP_COLOUR = 0x9b59b6;
const STORM_COLOUR = 0x95a5a6;

/** The colour of a kind of alerts: the server's own, else the usual one. 0 to 0xffffff. */
function kindColour(kind: AlertKind, { colours }: Pick<GuildSettings, 'colours'>): number {
  return colours[kind] ?? USUAL_COLOURS[kind];
}

/** The colour of an alert. Sweeps and storms stand out among sales, unless the server chose a colour for sales. */
export function alertColour(
  alert: Exclude<Alert, { kind: 'notice' }>,
  settings: Pick<GuildSettings, 'colours'>,
): number {
  const own = settings.colours[alert.kind];
  if (own !== undefined) return own;
  if (alert.type === 'sweep') return SWEEP_COLOUR;
  if (alert.type === 'storm') return STORM_COLOUR;
  return kindColour(alert.kind, settings);
}
