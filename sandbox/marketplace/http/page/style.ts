/** The page's own style: one column, dark and light, no network. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #fbfaf7; --text: #22252b; --soft: #666c78; --line: #dfdcd3; --card: #fff; --accent: #7a4fc4; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181d; --text: #e6e4de; --soft: #9aa1ae; --line: #2c3038; --card: #1d2026; --accent: #b99af0; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 5rem; background: var(--ground); color: var(--text);
  font: 16px/1.55 system-ui, sans-serif; }
h1 { font-size: 1.8rem; margin: 0 0 .25rem; }
h2 { margin: 2.75rem 0 .75rem; font-size: 1.25rem; }
h3 { margin: 0; font: 600 1rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
p { margin: .35rem 0 .75rem; }
.soft, td:last-child { color: var(--soft); }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem; margin: .9rem 0; }
a { color: var(--accent); }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; overflow-x: auto; margin: .5rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
td { border-top: 1px solid var(--line); padding: .35rem .75rem .35rem 0; vertical-align: top; }
td:first-child { white-space: nowrap; }
ul { margin: .5rem 0 0; padding-left: 1.2rem; }
li { overflow-wrap: anywhere; }
.off { opacity: .75; }
`;
