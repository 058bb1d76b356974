import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as rules from "./login-rules.ts";
import * as factors from "./second-factors.ts";

/** Second factors: which roles need one, and the reset of a user's. */
export const secondFactorRoutes = ({ on }: Router): void => {
  on(contract.readLoginRules, (call) => rules.readLoginRules(call));
  on(
    contract.changeLoginRules,
    (call) => rules.changeLoginRules(call, call),
    (call) => rules.readLoginRules(call),
  );
  on(contract.resetFactors, (call) => factors.resetFactors(call, call.params.id));
};
