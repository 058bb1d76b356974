/**
 * A link that writes to an address and does nothing else: `?`, `&` and `%` may be part of an address, and must not become a copy to
 * another one (RFC 6068).
 */
const linkTo = (address: string): string => {
  const at = address.lastIndexOf("@");
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
};

/** An address to write to; where it does not fit on a line it is broken behind its sign. */
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
