/** Whose password a form takes, for password managers: unseen, and out of the keyboard's way. */
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
