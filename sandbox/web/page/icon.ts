import { html, type TemplateResult } from 'lit-html';

/** SVG paths in a view box of 24 by 24, drawn for this page. */
const PATHS = {
  menu: 'M3 6h18v2H3zm0 5h18v2H3zm0 5h18v2H3z',
  panel: 'M4 7h9v2H4zm13 0h3v2h-3zm-3-2h2v6h-2zM4 15h3v2H4zm7 0h9v2h-9zm-3-2h2v6H8z',
  close:
    'm6.400 5 5.600 5.600L17.600 5 19 6.400 13.400 12l5.600 5.600-1.400 1.400-5.600-5.600L6.400 19 5 17.600l5.600-5.600L5 6.400z',
  send: 'M3 4.500 21 12 3 19.500 5.500 13l8-1-8-1z',
  auto: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 2v14a7 7 0 0 1 0-14',
  dark: 'M12.500 3a9 9 0 1 0 8.500 11.500A7 7 0 0 1 12.500 3',
  light:
    'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10M11 1h2v4h-2zm0 18h2v4h-2zM1 11h4v2H1zm18 0h4v2h-4zM4.200 5.600l1.400-1.400 2.800 2.800L7 8.400zM15.600 17l1.400-1.400 2.800 2.800-1.400 1.400zM4.200 18.400 7 15.600 8.400 17l-2.800 2.800zM15.600 7l2.800-2.800 1.400 1.400L17 8.400z',
  hash: 'm10 3-.500 4H6v2h3.300l-.700 6H5v2h3.400L8 21h2l.400-4h4l-.400 4h2l.400-4H20v-2h-3.400l.700-6H21V7h-3.500l.500-4h-2l-.500 4h-4L12 3zm1.300 6h4l-.700 6h-4z',
  down: 'M11 4h2v12l5-5 1.400 1.400L12 20l-7.400-7.600L6 11l5 5z',
  expand: 'm12 15.400-6.700-6.700 1.400-1.400L12 12.600l5.300-5.300 1.400 1.400z',
  jump: 'M13 5l7 7-7 7-1.400-1.400 4.600-4.600H4v-2h12.200l-4.600-4.600z',
  switch:
    'm8 4 5 5-1.400 1.400L9 7.800V16H7V7.800L4.400 10.400 3 9zm8 16-5-5 1.400-1.400 2.600 2.600V8h2v8.200l2.600-2.600L21 15z',
  thread: 'M4 4h16v12H9l-5 4zm2 2v10l2-2h10V6zm2 2h8v2H8zm0 3h6v2H8z',
  lock: 'M8 10V7a4 4 0 0 1 8 0v3h2v10H6V10zm2 0h4V7a2 2 0 0 0-4 0z',
  announcement: 'M3 10v4h3l8 5V5L6 10zm13-1v6a3 3 0 0 0 0-6m-9 6h2v5H7z',
  voice: 'M3 9v6h4l6 5V4L7 9zm13 3a6 6 0 0 0-4-5.600v2.200a4 4 0 0 1 0 6.800v2.200a6 6 0 0 0 4-5.600',
  direct: 'M3 4h18v13H8l-5 4zm4 4v2h10V8zm0 4v2h7v-2z',
  file: 'M6 2h8l5 5v15H6zm7 2v5h5zM8 12v2h8v-2zm0 4v2h8v-2z',
  slash: 'M14.500 3h2.200l-7 18H7.500z',
  tick: 'm9.500 17.500-5-5L6 11l3.500 3.500L18 6l1.500 1.500z',
  more: 'M5 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4m7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4m7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  warning: 'M12 3 1.500 21h21zm-1 7h2v6h-2zm0 7.500h2v2h-2z',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon beside a label; hidden from screen readers. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="currentColor" d=${PATHS[name]} /></svg>`;
}
