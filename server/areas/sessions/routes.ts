import type { FastifyInstance } from "fastify";

import type { RequestContext } from "../../platform/http/request-context.ts";
import { SESSION_COOKIE, setCookie } from "../../platform/http/edge/cookies.ts";
import { optional } from "../../platform/lib/record/optional.ts";
import type { RouteGroup } from "../../platform/http/route-group.ts";
import { changePassword, changeSelf, findChanger } from "./account.ts";
import * as contract from "./contract.ts";
import { confirm } from "./factors/confirm.ts";
import { addFactorEndpoints } from "./factors/endpoints.ts";
import { passkeyOrigin } from "./factors/factors.ts";
import { LOGIN_COOKIE, LOGIN_MS } from "./factors/login-step.ts";
import { guardSessions } from "./guard.ts";
import * as pages from "./pages.ts";
import * as passwords from "./passwords.ts";
import { handleProviderCallback, redirectToProvider, sessionOf } from "./provider-pages.ts";
import { loginOptions, providerFinder } from "./providers.ts";
import { requestContextOf, type PageHandler, sessionRouter } from "./router.ts";
import * as sessions from "./sessions.ts";

const open = { open: true } as const;

const addSessions = (area: FastifyInstance, context: RequestContext["context"]): void => {
  const on = sessionRouter(area, context);
  on(
    contract.readOptions,
    async (call) => ({
      ...(await loginOptions(context, (await sessionOf(call, call.reply.request))?.provider)),
      ...optional("passkeys", passkeyOrigin(context)),
    }),
    open,
  );
  on(
    contract.signIn,
    async (call) => {
      const signedIn = await sessions.signIn(call, call.body, call.browser);
      if ("next" in signedIn) {
        const cookie = { name: LOGIN_COOKIE, value: signedIn.login, maxAgeMs: LOGIN_MS, sameSite: "Strict" } as const;
        setCookie(context, call.reply, cookie);
        pages.clearCookie(call, call.reply, SESSION_COOKIE);
        return { next: signedIn.next };
      }
      pages.setSessionCookies(call, call.reply, signedIn);
      return { user: signedIn.user };
    },
    open,
  );
  on(contract.readSession, (call) => sessions.whoAmI(call));
  on(contract.changeSelf, changeSelf);
  on(contract.changePassword, async (call) => {
    pages.setSessionCookies(call, call.reply, await changePassword(call, call.body, call.browser));
    return { message: "Password changed. Other browsers have been logged out." };
  });
  on(contract.confirm, async (call) => {
    pages.setSessionCookies(call, call.reply, await confirm(call, call.body, call.browser));
    return { message: "Confirmed." };
  });
  addFactorEndpoints(on);
  on(contract.listSessions, sessions.listSessions);
  on(contract.readChanger, findChanger);
  on(contract.endSession, (call) => sessions.end(call, call.params.id));
  on(contract.signOut, (call) => {
    pages.clearCookie(call, call.reply, SESSION_COOKIE);
    return sessions.signOut(call);
  });
  on(contract.signOutEverywhere, (call) => {
    pages.clearCookie(call, call.reply, SESSION_COOKIE);
    return sessions.signOutEverywhere(call);
  });
  on(contract.forgotPassword, (call) => passwords.requestPasswordLink(call, call.body.email, call.browser), open);
  on(
    contract.setPassword,
    async (call) => {
      pages.setKnownCookie(call, call.reply, await passwords.setPasswordByToken(call, call.body));
      return { message: "Password set. Log in with it." };
    },
    { ...open, page: pages.submitPasswordForm },
  );
};

const addPages = (area: FastifyInstance, context: RequestContext["context"]): void => {
  const page = (url: string, handler: PageHandler): void => {
    area.get(url, { config: { open: true } }, (request, reply) =>
      handler(requestContextOf(context, request), request, reply),
    );
  };
  page("/password", pages.showPasswordForm);
  const find = providerFinder(context);
  for (const path of ["/oidc", "/oidc/:provider"]) {
    page(`${path}/start`, redirectToProvider(find));
    page(`${path}/callback`, handleProviderCallback(find));
  }
};

/** Logging in to the console, logging out, and passwords: outside `/api`, which has other credentials (rules 5). */
export const sessionArea: RouteGroup = {
  prefix: "/session",
  guard: guardSessions,
  routes: (_router, area, context) => {
    addSessions(area, context);
    addPages(area, context);
  },
};
