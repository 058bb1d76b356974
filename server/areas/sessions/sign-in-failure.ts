import type { SignInProblem } from "./texts.ts";

/** Why logging in at a provider failed; `message` is for the log, `forAdmin` for the administrator who can change it. */
export class SignInFailure extends Error {
  readonly problem: SignInProblem;
  readonly forAdmin: string | undefined;

  constructor(problem: SignInProblem, reason: string, more: ErrorOptions & { forAdmin?: string | undefined } = {}) {
    super(reason, more);
    this.problem = problem;
    this.forAdmin = more.forAdmin;
  }
}
