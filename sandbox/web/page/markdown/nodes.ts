/** Inline nodes of Discord's markdown. Unknown markup stays text. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: Span; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string }
  /** `url` is http or https. */
  | { readonly type: 'link'; readonly url: string; readonly children: readonly Inline[] }
  | { readonly type: 'user' | 'role' | 'channel'; readonly id: string }
  | { readonly type: 'everyone'; readonly name: 'everyone' | 'here' }
  /** `name` is as typed, without the slash: `alerts add`. */
  | { readonly type: 'command'; readonly name: string; readonly id: string }
  /** Epoch seconds. */
  | { readonly type: 'time'; readonly seconds: number; readonly style: TimeStyle }
  | { readonly type: 'emoji'; readonly name: string };

export type Span = 'strong' | 'emphasis' | 'underline' | 'strike' | 'spoiler';

/** Discord docs: Timestamp Styles. */
export type TimeStyle = 't' | 'T' | 'd' | 'D' | 'f' | 'F' | 'R';

export interface ListItem {
  readonly children: readonly Inline[];
  /** Nested lists. */
  readonly below: readonly ListBlock[];
}

export interface ListBlock {
  readonly type: 'list';
  /** The first number, or `null` for bullets. */
  readonly start: number | null;
  readonly items: readonly ListItem[];
}

/** Block nodes. */
export type Block =
  | { readonly type: 'paragraph' | 'subtext'; readonly children: readonly Inline[] }
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly children: readonly Inline[] }
  | { readonly type: 'quote'; readonly children: readonly Block[] }
  | { readonly type: 'code-block'; readonly language: string | null; readonly text: string }
  | { readonly type: 'blank' }
  | ListBlock;
