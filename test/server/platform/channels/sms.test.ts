import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { after, afterEach, before, describe, it } from "node:test";

import { sms, smsBody } from "../../../../server/platform/channels/sms.ts";
import { SendFailure } from "../../../../server/platform/channels/send-failure.ts";
import { type QueuedMessage, queueMessage } from "../../../../server/resources/messages/queue.ts";
import { closedPort } from "../../../support/outside/mailbox.ts";
import { type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { sendSms, withChannels } from "../../../support/outside/sending.ts";

type Posted = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

let world: World;
let posted: Posted[] = [];
let answer: (response: ServerResponse, url: string) => void = (response) => response.end("ok");
let base: string;

const gateway = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const { method = "", url = "", headers } = request;
    posted.push({ method, url, headers, body: Buffer.concat(parts).toString() });
    answer(response, url);
  });
});

before(async () => {
  gateway.listen(0, "127.0.0.1");
  await once(gateway, "listening");
  const address = gateway.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  base = `http://127.0.0.1:${address.port}`;
  world = await makeWorld({ env: { SMS_GATEWAY_URL: `${base}/send`, SMS_GATEWAY_AUTH: "Bearer geheim" } });
});
after(async () => {
  await world.close();
  gateway.closeAllConnections();
  gateway.close();
  await once(gateway, "close");
});
afterEach(() => {
  posted = [];
  answer = (response) => response.end("ok");
  world.clock.frozen = false;
});

const text = 'Ann "is" \\ here & waiting\n100% {x} 花子';
const to = "+32 470 12+34";

/** Queues an SMS in a location of its own and gives a look at it. */
const queued = async (): Promise<{ location: string; look: () => Promise<Body> }> => {
  const location = await buildLocation(world);
  const message: QueuedMessage = {
    location,
    kind: "sms",
    recipient: to,
    template: "notice",
    parameters: { subject: "", text },
    subjectId: "a".repeat(24),
    now: world.context.now(),
  };
  await queueMessage(world.db, message);
  return { location, look: async () => (await world.get(`/companies/${location}/outbox`)).body[0] };
};
const monthly = async (location: string): Promise<number> => {
  const day = new Date(world.context.now()).toISOString().slice(0, 10);
  return (await world.get(`/companies/${location}/statistics/${day}`)).body.totalMonthlySMS;
};

describe("Sending SMS (interface 2.4, rules 3)", () => {
  it("one that was handed over is sent once, and counts in totalMonthlySMS (interface 2.4, 4.3)", async () => {
    answer = (response) => response.end("message 17\u0000\nqueued");
    const { location, look } = await queued();
    assert.equal(await monthly(location), 0);
    await sendSms(world.context);
    await sendSms(world.context);
    const [{ method, headers, body, url }, ...more] = posted as [Posted, ...Posted[]];
    assert.deepEqual([more.length, method, url, headers.authorization], [0, "POST", "/send", "Bearer geheim"]);
    assert.deepEqual(JSON.parse(body), { to, text });
    assert.equal((await look()).state, "sent");
    assert.equal(await monthly(location), 1);
  });

  it("one that was not handed over does not count; it waits, and counts once when it was", async () => {
    answer = (response) => response.writeHead(503).end("busy");
    world.clock.now = Date.now();
    world.clock.frozen = true;
    const { location, look } = await queued();
    await sendSms(world.context);
    const { state, error } = await look();
    assert.deepEqual(
      [state, error, await monthly(location)],
      ["queued", "The SMS gateway responded with 503: busy", 0],
    );
    answer = (response) => response.end();
    world.clock.now += 60_000;
    await sendSms(world.context);
    assert.equal(await monthly(location), 1);
  });

  it("an erased one still counts, its time cut to 15 minutes; a mail or one that never went out does not (rules 3)", async () => {
    const { location } = await queued();
    await sendSms(world.context);
    await world.db.pool.query(
      'insert into messages select * from jsonb_populate_record((select m from messages m where company_id = $1), \'{"_id":"x","sent_at":null}\')',
      [location],
    );
    await world.db.pool.query("delete from messages where company_id = $1", [location]);
    assert.equal(await monthly(location), 1);
    const { rows } = await world.db.pool.query("select * from erased_sms where company_id = $1", [location]);
    assert.equal(rows.length, 1);
    assert.match(rows[0].sent_at, /:(00|15|30|45):00\.000Z$/);
    assert.deepEqual(Object.keys(rows[0]), ["company_id", "sent_at"]);
  });

  it("without SMS_GATEWAY_URL it waits in the outbox (rules 6)", async () => {
    const { look } = await queued();
    await sendSms(withChannels(world.context, { sms: undefined }));
    assert.deepEqual([(await look()).state, posted.length], ["queued", 0]);
    await world.db.pool.query("delete from messages");
  });
});

describe("SMS_GATEWAY_BODY (rules 6)", () => {
  it("a template in JSON gets the values escaped for JSON, any other for a form", () => {
    const json = smsBody('{ "a": ["%to%"], "b": "x %text% y" }', { to, text });
    assert.equal(json.type, "application/json");
    assert.deepEqual(JSON.parse(json.body), { a: [to], b: `x ${text} y` });
    const form = smsBody("to=%to%&message=%text%&from=Foyer&x=%other%", { to, text });
    assert.equal(form.type, "application/x-www-form-urlencoded");
    assert.deepEqual([...new URLSearchParams(form.body.replace("%other%", "")).values()], [to, text, "Foyer", ""]);
  });

  it("what a text holds is not filled in again", () => {
    assert.equal(smsBody("%text%-%to%", { to: "1", text: "%to%" }).body, "%25to%25-1");
  });
});

describe("Handing an SMS to the gateway", () => {
  const handOver = async (url: string, timeoutMs = 5_000): Promise<string> => {
    const settings = { SMS_GATEWAY_URL: url, SMS_GATEWAY_BODY: '{"to":"%to%","text":"%text%"}', SMS_GATEWAY_AUTH: "" };
    const sender = await sms.open(settings, { publicUrl: "https://visitors.example.org", timeoutMs });
    return sender.send({ id: "66f1a2b3c4d5e6f708192a3b", to, text });
  };
  const failureOf = async (url: string, timeoutMs?: number): Promise<SendFailure> => {
    try {
      await handOver(url, timeoutMs);
    } catch (error) {
      assert.ok(error instanceof SendFailure, String(error));
      return error;
    }
    return assert.fail("it was handed over");
  };

  it("a wrong request has failed permanently; trouble of the gateway passes", async () => {
    for (const [status, permanent] of [
      [400, true],
      [401, true],
      [404, true],
      [408, false],
      [429, false],
      [500, false],
      [503, false],
    ] as const) {
      answer = (response) => response.writeHead(status).end("why\u0000\nnot");
      const failure = await failureOf(base);
      assert.equal(failure.permanent, permanent, String(status));
      assert.equal(failure.message, `The SMS gateway responded with ${status}: why not`);
    }
  });

  it("a redirect is not followed", async () => {
    answer = (response, url) => response.writeHead(307, { location: `${base}/elsewhere${url}` }).end();
    assert.equal((await failureOf(base)).permanent, true);
    assert.equal(posted.length, 1);
  });

  it("one that hangs, or trickles its answer forever, is given up", async () => {
    const hanging: (typeof answer)[] = [
      () => undefined,
      (response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write("."), 10);
        response.on("close", () => clearInterval(timer));
      },
    ];
    for (answer of hanging) {
      const { message, permanent } = await failureOf(base, 300);
      assert.deepEqual([message, permanent], ["The SMS gateway did not answer in time.", false]);
    }
  });

  it("an endless answer is read to 64 KiB", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = (response) => {
      const more = (): void => {
        while (response.write("x".repeat(16 * 1024)));
        response.once("drain", more);
      };
      response.on("close", resolve);
      more();
    };
    const said = await handOver(base);
    assert.equal(said, "x".repeat(200));
    await promise;
  });

  it("one that is away waits, with the reason and without the number", async () => {
    const { message, permanent } = await failureOf(`http://127.0.0.1:${await closedPort()}`);
    assert.deepEqual([message, permanent], ["Couldn't reach the SMS gateway (ECONNREFUSED).", false]);
  });
});
