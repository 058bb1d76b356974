import { FONT_FACES } from "../../../platform/lib/text/fonts.ts";

/** The look of the page: light and dark, from phones to large screens, in Foyer's colours and sizes. */
export const STYLE = `${FONT_FACES}
:root{color-scheme:light dark;--canvas:#f5f4f1;--sheet:#fff;--raised:#fff;--press:#ece9e5;--line:#e9e7e3;--line2:#d5d2cd;--ink:#211f1c;--text2:#57544f;--accent:#2543c6;--on:#fff;--hover:#1b34a3;--ring:#2543c6;--ok:#12673c;--oksoft:#eaf6ee;--warn:#854d14;--warnsoft:#fcefd7;--bad:#b01e22;--badfill:#ce292c;--badsoft:#fef1ef;--edge:rgb(40 34 24/7%)}
@media (prefers-color-scheme:dark){:root{--canvas:#12100f;--sheet:#1a1816;--raised:#23211e;--press:#282522;--line:#2a2825;--line2:#42403c;--ink:#f0eeeb;--text2:#b4b0aa;--accent:#375ce0;--hover:#456ae6;--ring:#9db8fb;--ok:#7ed09b;--oksoft:#16281d;--warn:#f2b75c;--warnsoft:#2c2113;--bad:#f79a92;--badsoft:#331a18;--edge:#34312e}}
*{box-sizing:border-box}
html{-webkit-font-smoothing:antialiased;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;background:var(--canvas);color:var(--ink);font:1rem/1.25rem Geist,system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:break-word}
header{width:100%;max-width:480px;min-height:64px;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 12px;padding:max(14px,env(safe-area-inset-top)) 20px 8px}
.place{display:flex;min-width:0;flex:1 1 180px;align-items:center;gap:10px;font-weight:600;letter-spacing:-.01em}
.mark{display:grid;flex:none;width:30px;height:30px;place-items:center;border-radius:8px;background:var(--accent);color:var(--on);font-size:15px}
img.mark{width:auto;min-width:30px;max-width:84px;background:none;object-fit:contain}
.languages{position:relative}
.languages summary{display:flex;min-height:44px;align-items:center;gap:6px;padding:0 8px;margin-right:-8px;border-radius:12px;color:var(--text2);font-size:.9375rem;font-weight:550;cursor:pointer;list-style:none}
.languages summary::-webkit-details-marker{display:none}
.languages nav{position:absolute;z-index:2;right:0;display:grid;min-width:176px;padding:6px;border-radius:14px;background:var(--raised);box-shadow:0 6px 24px -8px rgb(0 0 0/30%),0 0 0 1px var(--edge)}
.languages a{display:flex;min-height:48px;align-items:center;padding:8px 14px;border-radius:10px;color:inherit;text-decoration:none}
.languages a:hover,.languages a[aria-current]{background:var(--press)}
main{width:100%;max-width:480px;flex:1;display:flex;flex-direction:column}
.about{flex:1;padding:12px 20px 21px;text-align:center}
.face{display:block;width:172px;height:206px;margin:0 auto 20px;object-fit:cover;border-radius:86px 86px 28px 28px;background:var(--press)}
.initials{display:grid;place-items:center;width:172px;height:206px;margin:0 auto 20px;border-radius:86px 86px 28px 28px;background:var(--press);color:var(--text2);font-size:3rem;font-weight:600;letter-spacing:-.02em}
.chip{display:inline-block;margin:0 0 12px;padding:5px 12px;border-radius:8px;background:var(--warnsoft);color:var(--warn);font-size:.9375rem;font-weight:450;font-variant-numeric:tabular-nums}
.chip b{margin-right:2px;font-weight:600}
.chip.approved{background:var(--oksoft);color:var(--ok);font-weight:550}
.chip.rejected{background:var(--badsoft);color:var(--bad);font-weight:550}
h1{margin:0;font-size:1.875rem;line-height:2.1875rem;font-weight:600;letter-spacing:-.028em;text-wrap:balance}
.from{margin:6px 0 0;color:var(--text2);font-size:1.0625rem;line-height:1.5rem}
dl{margin:22px 0 0;padding:0 18px;background:var(--sheet);border:1px solid var(--line);border-radius:22px;text-align:left}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:2px 20px;padding:13px 0;border-top:1px solid var(--line)}
dl div:first-child{border-top:0}
dt{max-width:100%;color:var(--text2)}
dd{margin:0;min-width:0;max-width:100%;flex:1 0 auto;text-align:right;font-weight:500;white-space:pre-line;overflow-wrap:anywhere}
.foot{position:sticky;bottom:0;padding:18px 20px max(22px,env(safe-area-inset-bottom));background:var(--sheet);border:1px solid var(--line);border-width:1px 0 0;border-radius:28px 28px 0 0;text-align:center}
.foot p{margin:0 0 14px;font-size:1.0625rem;line-height:1.375rem;font-weight:600;text-wrap:balance}
.foot .quiet{margin:0;color:var(--text2);font-size:1rem;font-weight:400}
.foot .problem{color:var(--bad)}
button{display:flex;width:100%;min-height:54px;align-items:center;justify-content:center;gap:12px;margin-top:10px;padding:8px 20px;border:1px solid var(--line2);border-radius:18px;background:var(--sheet);color:var(--ink);font:inherit;font-size:1.125rem;font-weight:550;line-height:1.3;cursor:pointer;transition:background 120ms cubic-bezier(.2,.8,.2,1)}
.button{display:flex;min-height:54px;align-items:center;justify-content:center;margin-top:10px;padding:8px 20px;border:1px solid var(--line2);border-radius:18px;color:inherit;font-size:1.125rem;font-weight:550;line-height:1.3;text-decoration:none}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:10px}
.pair>*{padding:8px 12px;font-size:1rem;text-wrap:balance}
.foot .why{font-weight:400;overflow-wrap:anywhere}
.reason summary{display:inline-flex;min-height:44px;align-items:center;margin-top:8px;padding:0 8px;border-radius:12px;color:var(--text2);cursor:pointer;list-style:none;text-decoration:underline;text-underline-offset:3px}
.reason summary::-webkit-details-marker{display:none}
.reason label{display:block;margin-bottom:8px;text-align:left;font-weight:550}
.reason .quiet{text-align:left;text-wrap:wrap}
.foot:has(.reason){position:static}
.foot .then{margin:22px 0 0}
.foot .quiet+form,.foot .quiet+p{margin-top:18px}
.colleague{padding:24px 20px 40px}
.colleague label{display:block;margin-top:20px;font-weight:550}
.colleague input,.reason input{display:block;width:100%;min-height:54px;margin-top:8px;padding:8px 16px;border:1px solid var(--line2);border-radius:14px;background:var(--sheet);color:var(--ink);font:inherit;font-size:1.125rem}
.colleague p{margin:22px 0 0}
.colleague a{display:inline-flex;min-height:44px;align-items:center;color:var(--text2)}
button:hover,.button:hover{background:var(--press)}
input:focus-visible,button:focus-visible,summary:focus-visible,a:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
button.no{color:var(--bad)}
button.first{min-height:58px;border-color:transparent;background:var(--accent);color:var(--on)}
button.first:hover{background:var(--hover)}
button.first.no{background:var(--badfill);color:#fff}
.alone{display:block;padding:17vh 20px 40px;text-align:left}
.closed{position:relative;display:block;width:84px;height:100px;margin-bottom:20px;border-radius:42px 42px 16px 16px;background:var(--press)}
.closed::after{content:"";position:absolute;right:16px;top:52px;width:7px;height:7px;border-radius:50%;background:#918d86}
.alone p{margin:8px 0 0;color:var(--text2);font-size:1.0625rem;line-height:1.5rem}
@media (max-height:32.5em),(max-width:19.9em){.foot{position:static}}
@media (min-width:700px) and (min-height:700px){body{justify-content:center;padding:24px 0}main{flex:none}.foot{position:static;width:auto;margin:0 20px;border-width:1px;border-radius:22px}}
@media (max-width:699px){body:has(.reason) :is(.face,.initials){width:124px;height:149px;border-radius:62px 62px 22px 22px}}
@media (min-width:700px) and (max-height:900px){.face,.initials{width:124px;height:149px;border-radius:62px 62px 22px 22px}}
@media (prefers-reduced-motion:reduce){button{transition:none}}`;
