/** The look of the page: light and dark, from a phone to a desk; colours and measures of the house. */
export const STYLE = `
:root{color-scheme:light dark;--canvas:#f5f4f1;--sheet:#fff;--press:#ece9e5;--line:#e9e7e3;--line2:#d5d2cd;--ink:#211f1c;--text2:#57544f;--accent:#2543c6;--hover:#1b34a3;--ring:#2543c6;--ok:#12673c;--oksoft:#eaf6ee;--warn:#854d14;--warnsoft:#fcebcb;--bad:#b01e22;--badfill:#ce292c;--badsoft:#fef1ef}
@media (prefers-color-scheme:dark){:root{--canvas:#12100f;--sheet:#1a1816;--press:#282522;--line:#2a2825;--line2:#42403c;--ink:#f0eeeb;--text2:#b4b0aa;--accent:#375ce0;--hover:#456ae6;--ring:#9db8fb;--ok:#7ed09b;--oksoft:#16281d;--warn:#f2b75c;--warnsoft:#2c2113;--bad:#f79a92;--badsoft:#331a18}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;background:var(--canvas);color:var(--ink);font:16px/24px Geist,system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
header{width:100%;max-width:560px;display:flex;align-items:center;gap:12px;padding:16px 20px;font-weight:600;line-height:20px}
.mark{position:relative;flex:none;width:26px;height:30px;overflow:hidden;border-radius:13px 13px 4px 4px;background:var(--accent)}
.mark::after{content:"";position:absolute;right:5px;bottom:0;width:9px;height:21px;border-radius:5px 5px 0 0;background:#fcdc9f}
main{width:100%;max-width:560px;flex:1;padding:12px 20px 24px;text-align:center}
.face{display:block;width:172px;height:206px;margin:0 auto 20px;object-fit:cover;border-radius:86px 86px 34px 34px/86px 86px 34px 34px;background:var(--press)}
.initials{display:grid;place-items:center;width:84px;height:100px;margin:0 auto 20px;border-radius:42px 42px 17px 17px;background:var(--press);color:var(--text2);font-size:26px;font-weight:600}
.chip{display:inline-block;margin:0 0 12px;padding:4px 12px;border-radius:8px;background:var(--warnsoft);color:var(--warn);font-size:15px;font-weight:500;font-variant-numeric:tabular-nums}
.chip.approved{background:var(--oksoft);color:var(--ok)}
.chip.rejected{background:var(--badsoft);color:var(--bad)}
h1{margin:0;font-size:30px;line-height:35px;font-weight:600;letter-spacing:-.028em}
.from{margin:4px 0 0;color:var(--text2);font-size:17px}
dl{margin:24px 0 0;padding:0 18px;background:var(--sheet);border:1px solid var(--line);border-radius:18px;text-align:left}
dl div{display:flex;justify-content:space-between;gap:20px;padding:13px 0;border-top:1px solid var(--line)}
dl div:first-child{border-top:0}
dt{flex:none;max-width:50%;color:var(--text2)}
dd{margin:0;min-width:0;text-align:right;font-weight:500;white-space:pre-line}
.foot{position:sticky;bottom:0;width:100%;max-width:560px;padding:16px 20px 20px;background:var(--sheet);border:1px solid var(--line);border-bottom:0;border-radius:24px 24px 0 0;text-align:center}
.foot p{margin:0 0 12px;font-weight:600;text-wrap:balance}
.foot .quiet{margin:0;color:var(--text2);font-weight:400}
.foot .problem{color:var(--bad)}
button{display:block;width:100%;min-height:54px;margin-top:10px;padding:8px 20px;border:1px solid var(--line2);border-radius:18px;background:var(--sheet);color:var(--ink);font:inherit;font-size:18px;font-weight:550;cursor:pointer;transition:background 120ms cubic-bezier(.2,.8,.2,1)}
button:hover{background:var(--press)}
button:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
button.no{color:var(--bad)}
button.first{border-color:transparent;background:var(--accent);color:#fff}
button.first:hover{background:var(--hover)}
button.first.no{background:var(--badfill);color:#fff}
.alone{flex:1;display:grid;align-content:center;width:100%;max-width:560px;padding:20px;text-align:center}
.alone p{margin:12px 0 0;color:var(--text2)}
@media (min-width:820px){body{justify-content:center;padding:20px 0}main{flex:none}.foot{bottom:20px;max-width:520px;box-shadow:0 6px 24px -8px rgba(40,34,24,.18);border-bottom:1px solid var(--line);border-radius:18px}.buttons{display:grid;grid-template-columns:1fr 1fr;gap:12px}.alone{flex:none}}
@media (prefers-reduced-motion:reduce){button{transition:none}}`;
