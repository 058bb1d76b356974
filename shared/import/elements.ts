/** An element of XML: what its opening tag says after the name, and what is between the tags. */
export type XmlElement = { tag: string; inner: string };

/**
 * The elements of a name, in their order, in time proportional to the text whatever it is; one that isn't closed is empty.
 * @param xml without elements of the name within each other
 */
export function* elementsOf(xml: string, name: string): Generator<XmlElement> {
  const [open, close] = [`<${name}`, `</${name}>`];
  let closes = true;
  for (let at = xml.indexOf(open); at >= 0;) {
    const from = at + open.length;
    const end = xml.indexOf(">", from);
    if (end < 0) return;
    at = xml.indexOf(open, from);
    if (!/[\s/>]/.test(xml.charAt(from))) continue;
    if (xml.charAt(end - 1) === "/") {
      yield { tag: xml.slice(from, end - 1), inner: "" };
      continue;
    }
    const stop: number = closes ? xml.indexOf(close, end) : -1;
    closes = stop >= 0;
    yield { tag: xml.slice(from, end), inner: closes ? xml.slice(end + 1, stop) : "" };
    if (closes) at = xml.indexOf(open, stop);
  }
}

/** A piece of XML without the elements of a name. */
export const withoutElements = (xml: string, name: string): string => {
  const close = `</${name}>`;
  const [first = "", ...rest] = xml.split(`<${name}`);
  const after = (piece: string): string => {
    const end = piece.indexOf(close);
    return end < 0 ? piece : piece.slice(end + close.length);
  };
  return first + rest.map(after).join("");
};
