import type { FastifyInstance } from "fastify";

import type { Act } from "../http/call.ts";
import { SESSION_COOKIE } from "../http/cookies.ts";
import type { Area } from "../http/outside.ts";
import { changePassword, changeSelf, confirm } from "./account.ts";
import * as contract from "./contract.ts";
import { guardSessions } from "./guard.ts";
import { makeProvider } from "./oidc.ts";
import * as pages from "./pages.ts";
import * as passwords from "./passwords.ts";
import { comeFromProvider, goToProvider } from "./provider-pages.ts";
import { actOf, type PageHandler, sessionRouter } from "./router.ts";
import * as sessions from "./sessions.ts";

const open = { open: true } as const;

const addSessions = (area: FastifyInstance, context: Act["context"]): void => {
  const on = sessionRouter(area, context);
  const { oidc } = context.config;
  on(
    contract.readOptions,
    async () => (oidc === undefined ? {} : { oidc: { name: oidc.name, start: "/session/oidc/start" } }),
    open,
  );
  on(
    contract.signIn,
    async (call) => {
      const signedIn = await sessions.signIn(call, call.body, call.browser);
      pages.keepSession(call, call.reply, signedIn);
      return { user: signedIn.user };
    },
    open,
  );
  on(contract.readSession, (call) => sessions.whoAmI(call));
  on(contract.changeSelf, changeSelf);
  on(contract.changePassword, async (call) => {
    pages.keepSession(call, call.reply, await changePassword(call, call.body, call.browser));
    return { message: "The password is changed; the other browsers are signed out." };
  });
  on(contract.confirm, async (call) => {
    pages.keepSession(call, call.reply, await confirm(call, call.body.password, call.browser));
    return { message: "That is your password." };
  });
  on(contract.listSessions, sessions.list);
  on(contract.endSession, (call) => sessions.end(call, call.params.id));
  on(contract.signOut, (call) => {
    pages.dropCookie(call, call.reply, SESSION_COOKIE);
    return sessions.signOut(call);
  });
  on(contract.signOutEverywhere, (call) => {
    pages.dropCookie(call, call.reply, SESSION_COOKIE);
    return sessions.signOutEverywhere(call);
  });
  on(contract.forgotPassword, (call) => passwords.forgot(call, call.body.email, call.browser), open);
  on(
    contract.setPassword,
    async (call) => {
      pages.keepKnown(call, call.reply, await passwords.choose(call, call.body));
      return { message: "The password is set; sign in with it." };
    },
    { ...open, page: pages.takePasswordForm },
  );
};

const addPages = (area: FastifyInstance, context: Act["context"]): void => {
  const page = (url: string, handler: PageHandler): void => {
    area.get(url, { config: { open: true } }, (request, reply) => handler(actOf(context, request), request, reply));
  };
  page("/password", pages.showPasswordForm);
  const { oidc } = context.config;
  if (oidc === undefined) return;
  const provider = makeProvider(oidc, context);
  page("/oidc/start", goToProvider(provider));
  page("/oidc/callback", comeFromProvider(provider));
};

/** Signing in to the console, signing out, and passwords: outside `/api`, which knows other credentials (decisions 5). */
export const sessionArea: Area = {
  prefix: "/session",
  guard: guardSessions,
  routes: (_router, area, context) => {
    addSessions(area, context);
    addPages(area, context);
  },
};
