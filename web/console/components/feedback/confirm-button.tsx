import { cloneElement, type ComponentProps, type ReactElement, useState } from "react";

import type { Button } from "../button/button.tsx";
import { Confirm } from "./confirm.tsx";

type ConfirmButtonProps = Omit<ComponentProps<typeof Confirm>, "opened" | "close"> & {
  button: ReactElement<ComponentProps<typeof Button>>;
};

/** A button that asks for confirmation before an irreversible action. */
export const ConfirmButton = ({ button, ...question }: ConfirmButtonProps) => {
  const [asks, setAsks] = useState(false);
  return (
    <>
      {cloneElement(button, { onClick: () => setAsks(true) })}
      <Confirm {...question} opened={asks} close={() => setAsks(false)} />
    </>
  );
};
