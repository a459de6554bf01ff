import { html, svg, type TemplateResult } from 'lit-html';

const COLOURS = ['#5865f2', '#3ba55d', '#c27c0e', '#ad1457', '#71368a', '#206694'] as const;

const GAVEL = svg`<path fill="#fff" d="M13.2 3.3 7.6 8.9l1.1 1.1 5.6-5.6zM20.7 10.8l-5.6 5.6-1.1-1.1 5.6-5.6zM14.9 5.6 9.9 10.6l3.5 3.5 5-5zM11.1 13 4 20.1a1.2 1.2 0 0 1-1.7-1.7l7.1-7.1zM12 20h9v2h-9z" />`;

function colourOf(id: string): string {
  const digits = Number(id.slice(-4));
  return COLOURS[(Number.isFinite(digits) ? digits : 0) % COLOURS.length] ?? COLOURS[0];
}

/** A user's avatar: their first letter on a colour derived from the id, and a gavel for bots. Only decoration. */
export function avatar(user: {
  readonly id: string;
  readonly name: string;
  readonly bot: boolean;
}): TemplateResult {
  const letter = user.name.slice(0, 1).toUpperCase();
  return html`<svg class="avatar" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <rect width="24" height="24" rx="12" fill=${user.bot ? '#e0752d' : colourOf(user.id)} />
    ${
      user.bot
        ? svg`<g transform="translate(4.4 4) scale(.64)">${GAVEL}</g>`
        : svg`<text x="12" y="16.2" text-anchor="middle" font-size="12" font-weight="600" fill="#fff">${letter}</text>`
    }
  </svg>`;
}
