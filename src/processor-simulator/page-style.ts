/** The look of the books: ruled paper, one ink, a stamp for each state. Follows the reader's light or dark setting. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f6f3ec; --sheet: #fffdf8; --ink: #23201a; --faint: #6a6355; --rule: #ddd5c3;
  --good: #1c6b45; --bad: #a3322a; --wait: #7a5a00; --accent: #2b4a8b; --accent-soft: #e6ebf7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15171c; --sheet: #1d2027; --ink: #ece8de; --faint: #a09a8c; --rule: #343841;
    --good: #6fcf9c; --bad: #f08b80; --wait: #e0bd5e; --accent: #9db7f5; --accent-soft: #27304a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; font-variant-numeric: tabular-nums;
}
main { max-width: 72rem; margin: 0 auto; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1.5rem; margin-bottom: 1.5rem; }
h1 { margin: 0; font: 600 1.75rem/1.2 ui-serif, Georgia, serif; }
h2 { margin: 2.5rem 0 .75rem; font: 600 1.2rem/1.3 ui-serif, Georgia, serif; }
p { margin: 0; color: var(--faint); max-width: 60ch; }
a { color: var(--accent); text-underline-offset: .15em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font: .875em/1.4 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .75rem; margin: 0; }
.totals div { background: var(--sheet); border: 1px solid var(--rule); border-radius: .5rem; padding: .9rem 1rem; }
.totals dt { color: var(--faint); font-size: .9rem; }
.totals dd { margin: 0; }
.totals .count { font-size: 1.75rem; font-weight: 600; line-height: 1.2; }
.totals .sum { color: var(--faint); min-height: 1.5em; }
ol { list-style: none; margin: 0; padding: 0; background: var(--sheet); border: 1px solid var(--rule); border-radius: .5rem; }
li { display: grid; grid-template-columns: 12.5rem 12rem minmax(0, 1fr) 15rem; gap: .25rem 1.25rem; padding: .9rem 1rem; }
li + li { border-top: 1px solid var(--rule); }
.amount { font-size: 1.15rem; font-weight: 600; }
.faint { color: var(--faint); font-size: .875rem; }
.stamp { display: inline-block; font-size: .8rem; font-weight: 600; letter-spacing: .03em; color: var(--wait); }
.stamp::before { content: ''; display: inline-block; width: .55em; height: .55em; margin-right: .45em; border-radius: 50%; background: currentColor; }
.captured, .delivered { color: var(--good); }
.declined, .failed { color: var(--bad); }
.released, .held, .dropped { color: var(--faint); }
.webhooks { margin-top: .75rem; }
.webhooks li { grid-template-columns: 12.5rem 16rem minmax(0, 1fr); padding: .6rem 1rem; }
.requests { justify-self: end; text-align: right; }
.requests strong { display: inline-block; padding: .1rem .6rem; border-radius: 1rem; border: 1px solid var(--rule); font-weight: 500; }
.requests .many { background: var(--accent-soft); border-color: transparent; color: var(--accent); font-weight: 600; }
.tags { display: flex; flex-wrap: wrap; gap: .15rem .9rem; }
.empty { padding: 2.5rem 1rem; text-align: center; color: var(--faint); display: block; }
@media (max-width: 60rem) {
  body { padding: 1.25rem .85rem 3rem; }
  li { grid-template-columns: minmax(0, 1fr) auto; }
  .webhooks li { grid-template-columns: minmax(0, 1fr) auto; }
  .what { grid-column: 1 / -1; grid-row: 3; }
  .requests { grid-column: 1 / -1; grid-row: 2; justify-self: start; text-align: left; }
}
`;
