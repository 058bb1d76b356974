/**
 * A link that only writes to an address: `?`, `&` and `%` may be part of an address, and must not add a copy to another
 * one (RFC 6068).
 */
const linkTo = (address: string): string => {
  const at = address.lastIndexOf("@");
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
};

/** An address to write to; if it does not fit on a line, it breaks after its @. */
export const MailLink = ({ to }: { to: string }) => {
  const at = to.lastIndexOf("@") + 1;
  return (
    <a href={linkTo(to)}>
      {to.slice(0, at)}
      <wbr />
      {to.slice(at)}
    </a>
  );
};
