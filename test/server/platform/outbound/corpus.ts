/** Addresses that no call may go to, one or more of every range, with the ends of those that are cut oddly. */
export const DENIED_IPV4 = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.127.255.254",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "169.254.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "192.168.255.255",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
] as const;

export const DENIED_IPV6 = [
  "::",
  "::1",
  "::2",
  "::ffff:0:127.0.0.1",
  "100::1",
  "fc00::1",
  "fd00::1",
  "fd12:3456:789a:1::1",
  "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "fe80::1",
  "febf::1",
  "fec0::1",
  "feff::1",
  "ff00::1",
  "ff02::1",
  "ff0e::1",
  "2001::1",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "2001:db8::1",
  "2002::1",
  "3fff::1",
  "4000::1",
  "5f00::1",
  "8000::1",
  "1fff::1",
  "200::1",
] as const;

/** Just outside the ranges above, and in the middle of nowhere: these must be reached. */
export const PUBLIC_ADDRESSES = [
  "1.0.0.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2000::1",
  "2003::1",
  "2606:4700:4700::1111",
  "2a00:1450:4001::200e",
] as const;

const octetsOf = (address: string): [number, number, number, number] => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return [a, b, c, d];
};
const hex = (value: number, length = 0): string => value.toString(16).padStart(length, "0");
const octal = (value: number): string => `0${value.toString(8)}`;
const wholeOf = (octets: readonly number[]): number => octets.reduce((sum, octet) => sum * 256 + octet, 0);
const fullWidth = (text: string): string =>
  text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) - 0x30 + 0xff10));
const percent = (text: string): string =>
  text.replaceAll(/./g, (character) => `%${hex(character.codePointAt(0) ?? 0, 2)}`);

/** The ways in which programs have been seen to write one IPv4 address, each as a URL's host. */
export const spellingsOf = (address: string): string[] => {
  const octets = octetsOf(address);
  const [a, b, c, d] = octets;
  const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)];
  const whole = wholeOf(octets);
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${hex(whole)}`,
    `0X${hex(whole, 8).toUpperCase()}`,
    `0${whole.toString(8)}`,
    octets.map((octet) => `0x${hex(octet)}`).join("."),
    octets.map(octal).join("."),
    `0x${hex(a)}.${octal(b)}.${c}.${d}`,
    `${a}.${b}.${wholeOf([c, d])}`,
    `${a}.${wholeOf([b, c, d])}`,
    fullWidth(address),
    address.replaceAll(".", "。"),
    percent(address),
    `[::ffff:${address}]`,
    `[::FFFF:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${address}]`,
    `[::${high}:${low}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:4136:e378:8000:63bf:${hex(~(a * 256 + b) & 0xffff)}:${hex(~(c * 256 + d) & 0xffff)}]`,
  ];
};

/** What is not a URL to call at all, whatever it ends with. */
const malformed = (port: number): string[] => [
  "",
  " ",
  "127.0.0.1",
  "//127.0.0.1/",
  "http:",
  "http://",
  "http:///",
  "http:127.0.0.1",
  "http:/127.0.0.1/",
  `http:\\\\127.0.0.1:${port}\\`,
  `http://8.8.8.8\\@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}\\@8.8.8.8/`,
  `http://8.8.8.8@127.0.0.1:${port}/`,
  `http://8.8.8.8:80@127.0.0.1:${port}/`,
  `http://user:secret@127.0.0.1:${port}/`,
  `http://user@8.8.8.8/`,
  "http://@8.8.8.8/",
  "http://:@8.8.8.8/",
  `http://8.8.8.8 @127.0.0.1:${port}/`,
  ` http://127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}/ `,
  `http://127.0.0.1:${port}/a b`,
  `ht\ttp://127.0.0.1:${port}/`,
  `http://127.0.\t0.1:${port}/`,
  `http://127.0.0.1\n:${port}/`,
  `http://8.8.8.8/\r\nHost: 127.0.0.1`,
  "http://8.8.8.8/\u0000",
  `http://127.0.0.1%00.example.org:${port}/`,
  `http://127.0.0.1%2f@8.8.8.8/`,
  `http://[::1%25lo]:${port}/`,
  `http://[fe80::1%25eth0]:${port}/`,
  `http://[fe80::1%eth0]:${port}/`,
  "http://[::1",
  "http://::1/",
  "http://[127.0.0.1]/",
  "http://[::ffff:127.0.0.1.]/",
  "http://256.256.256.256/",
  "http://1.2.3.4.5/",
  "http://0x100000000/",
  "http://4294967296/",
  "http://08.8.8.8/",
  "http://8.8.8.8:65536/",
  "http://8.8.8.8:-1/",
  "http://8.8.8.8:http/",
  "http://exa mple.org/",
  "http://ex<ample.org/",
  "ftp://127.0.0.1/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:70/_",
  "dict://127.0.0.1:11211/stat",
  "ws://127.0.0.1/",
  "unix:/var/run/docker.sock",
  "http+unix://%2Fvar%2Frun%2Fdocker.sock/",
  "javascript:alert(1)",
  "data:text/plain,x",
  "blob:http://127.0.0.1/x",
  "jar:http://127.0.0.1!/",
  "about:blank",
  "httpx://127.0.0.1/",
];

/** Whole URLs around denied addresses: scheme, case, port, path, query, fragment. */
const dressed = (port: number): string[] =>
  ["127.0.0.1", "[::1]", "169.254.169.254", "10.0.0.1", "[fd00::1]"].flatMap((host) => [
    `http://${host}`,
    `https://${host}/`,
    `HTTP://${host}:${port}/`,
    `http://${host}:80/`,
    `http://${host}:0${port}/`,
    `http://${host}:/`,
    `http://${host}:22/`,
    `https://${host}:${port}/latest/meta-data/`,
    `http://${host}:${port}/?url=http://8.8.8.8/#@8.8.8.8/`,
    `http://${host}:${port}#.example.org/`,
    `http://${host}:${port}/${"a".repeat(3_000)}`,
  ]);

/** URLs that must all be refused before anything is sent anywhere. */
export const deniedUrls = (port: number): string[] => [
  ...new Set([
    ...DENIED_IPV4.flatMap((address) => spellingsOf(address).map((host) => `http://${host}:${port}/`)),
    ...DENIED_IPV6.flatMap((address) => [
      `http://[${address}]:${port}/`,
      `http://[${address.toUpperCase()}]:${port}/x`,
    ]),
    ...malformed(port),
    ...dressed(port),
  ]),
];
