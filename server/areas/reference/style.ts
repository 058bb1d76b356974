/** The look of the reference page: Foyer's design tokens, one column on a phone, three if there is room. */
export const STYLE = `
:root{color-scheme:light dark;--canvas:#f5f4f1;--sheet:#fff;--sunken:#fbfaf8;--line:#e9e7e3;--text:#211f1c;--text2:#57544f;--text3:#6b6862;--accent:#2543c6;--hover:#f5f4f1;--press:#ece9e5;--ok:#12673c;--warn:#854d14;--bad:#b01e22}
@media (prefers-color-scheme:dark){:root{--canvas:#12100f;--sheet:#1a1816;--sunken:#161412;--line:#2a2825;--text:#f0eeeb;--text2:#b4b0aa;--text3:#98948d;--accent:#9db8fb;--hover:#23211e;--press:#2c2a27;--ok:#7ed09b;--warn:#f2b75c;--bad:#f79a92}}
*{box-sizing:border-box}
html{scroll-padding-top:24px}
body{margin:0;display:grid;grid-template-columns:288px minmax(0,1fr);background:var(--canvas);color:var(--text);font:14px/21px Geist,system-ui,-apple-system,"Segoe UI",sans-serif}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}
code,pre{font:12.5px/19px "Geist Mono",ui-monospace,SFMono-Regular,Menlo,monospace}
p{margin:0 0 12px;color:var(--text2)}p code,li p code{color:var(--text)}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:24px 12px 40px 20px;scrollbar-width:thin}
.name{display:flex;align-items:center;gap:12px;margin:0 8px 24px;font-size:18px;line-height:24px;font-weight:600;letter-spacing:-.012em;color:var(--text)}
.mark{position:relative;flex:none;width:22px;height:24px;overflow:hidden;border-radius:11px 11px 3px 3px/11px 11px 3px 3px;background:#2543c6}
.mark::after{content:"";position:absolute;right:4px;bottom:0;width:8px;height:17px;border-radius:5px 5px 0 0;background:#fcdc9f}
nav b{display:block;margin:20px 8px 4px;font-size:13px;line-height:18px;font-weight:550}
nav b a{color:var(--text)}
nav ul{margin:0;padding:0;list-style:none}
nav li a{display:flex;justify-content:space-between;gap:8px;padding:4px 8px;border-radius:7px;font-size:13px;line-height:18px;color:var(--text2)}
nav li a:hover{background:var(--press);color:var(--text);text-decoration:none}
nav li span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
nav li i{flex:none;font:500 10.5px/18px "Geist Mono",ui-monospace,monospace;color:var(--text3)}
main{margin:8px 8px 8px 0;border:1px solid var(--line);border-radius:12px;background:var(--sheet)}
header{padding:48px 48px 36px;max-width:1240px}
h1{margin:0 0 12px;font-size:34px;line-height:40px;font-weight:600;letter-spacing:-.028em}
header p{max-width:62ch;font-size:16px;line-height:24px}
h2{margin:0 0 4px;font-size:22px;line-height:28px;font-weight:600;letter-spacing:-.02em}
.group{padding:40px 48px 8px;border-top:1px solid var(--line)}
.group>p{max-width:62ch}
.operation{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,480px);gap:48px;max-width:1240px;padding:32px 48px 40px;border-top:1px solid var(--line)}
.group+.operation{border-top:0;padding-top:20px}
h3{margin:0 0 8px;font-size:17px;line-height:24px;font-weight:600;letter-spacing:-.01em;overflow-wrap:anywhere}
h3 a{color:inherit}
h3 a:hover::after{content:" #";color:var(--text3);font-weight:400}
h4{margin:24px 0 4px;font-size:13px;line-height:18px;font-weight:600}
.path{margin-bottom:16px;overflow-wrap:anywhere}
.path code{font-size:13px;color:var(--text)}.path i{font-style:normal;color:var(--accent)}
.method{font:600 12px/18px "Geist Mono",ui-monospace,monospace}
.get{color:var(--ok)}.post{color:var(--accent)}.put{color:var(--warn)}.delete{color:var(--bad)}
.fields{margin:0;padding:0;list-style:none}
.fields li{padding:10px 0;border-top:1px solid var(--line)}
.fields li:first-child{border-top:0}
.fields code{font-weight:550;overflow-wrap:anywhere}
.fields span{margin-left:4px;font-size:12px;line-height:18px;color:var(--text3)}
.fields em{margin-left:4px;font-style:normal;font-size:12px;line-height:18px;font-weight:500;color:var(--warn)}
.fields p{margin:2px 0 0;font-size:13px;line-height:19px}
.fields p code{font-weight:400}
details{margin-top:4px}
summary{display:inline-block;padding:4px 0;font-size:13px;line-height:19px;color:var(--accent);cursor:pointer;list-style-position:inside}
details>.fields{margin:4px 0 8px;padding-left:16px;border-left:1px solid var(--line)}
.failures{margin-top:20px;font-size:13px;line-height:19px}
figure{margin:0 0 16px;border:1px solid var(--line);border-radius:12px;background:var(--sunken);overflow:hidden}
figcaption{padding:8px 16px 0;font-size:12px;line-height:16px;font-weight:500;color:var(--text3)}
pre{margin:0;padding:8px 16px 14px;max-height:440px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;color:var(--text);scrollbar-width:thin}
pre b{font-weight:400;color:var(--accent)}
footer{padding:24px 48px 32px;border-top:1px solid var(--line);font-size:13px;color:var(--text3)}
:target{scroll-margin-top:24px}
:target h3 a,:target h2{text-decoration:underline;text-decoration-color:var(--accent);text-underline-offset:5px;text-decoration-thickness:2px}
@media (min-width:1181px){.shown{position:sticky;top:24px;align-self:start}}
@media (max-width:1180px){.operation{grid-template-columns:minmax(0,1fr);gap:20px}}
@media (max-width:820px){body{display:block;background:var(--sheet)}nav{position:static;height:auto;padding:20px 20px 0}nav ul{display:none}nav b{display:inline-block;margin:0 16px 0 0;line-height:44px;font-weight:500}nav b a{color:var(--accent)}.name{margin:0 0 8px}main{margin:0;border:0}header{padding:24px 20px 28px}h1{font-size:30px;line-height:35px}.group{padding:32px 20px 4px}.operation{padding:24px 20px 28px}summary{padding:12px 0}footer{padding:24px 20px}}
@media print{nav{display:none}body{display:block}pre{max-height:none}}`;
