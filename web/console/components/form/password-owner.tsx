/** The user name of a password form, for password managers: invisible, and not focusable. */
export const PasswordOwner = ({ label, email }: { label: string; email: string }) => (
  <input
    className="hidden"
    type="email"
    autoComplete="username"
    aria-label={label}
    tabIndex={-1}
    readOnly
    value={email}
  />
);
