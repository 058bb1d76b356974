/** An address to write to; where it does not fit on a line it is broken behind its sign. */
export const MailLink = ({ to }: { to: string }) => {
  const at = to.lastIndexOf("@") + 1;
  return (
    <a href={`mailto:${to}`}>
      {to.slice(0, at)}
      <wbr />
      {to.slice(at)}
    </a>
  );
};
