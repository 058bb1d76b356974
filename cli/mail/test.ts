import { readConfig } from "../../server/config.ts";
import { isEmailAddress } from "../../server/lib/email.ts";
import { newId } from "../../server/lib/ids.ts";
import { testLetter } from "../../server/messages/account-mail.ts";
import { SendFailure } from "../../server/messages/failure.ts";
import { letterHtml, letterText } from "../../server/messages/letter.ts";
import { openMailer } from "../../server/messages/mailer.ts";
import { type Command, EXIT, Failure, wrongUsage } from "../command.ts";
import { tell } from "../output.ts";

const NO_SERVER =
  "No mail server is configured. Set SMTP_URL, such as smtp://user:password@mail.example.org:587, and MAIL_FROM, where the service is started.";

const HINT = "Look at SMTP_URL and MAIL_FROM; node bin/foyer.mjs doctor examines the connection.";

export const testMail: Command = {
  operands: ["ADDRESS"],
  about: [
    "Sends one mail to ADDRESS at once, past the outbox, and says what the mail server answered.",
    "It uses SMTP_URL and MAIL_FROM of the environment it runs in.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs mail test ann@example.org"],
  run: async (given) => {
    const [to = ""] = given.operands;
    if (!isEmailAddress(to)) throw wrongUsage(`"${to}" is no e-mail address.`);
    const config = readConfig();
    if (config.smtpUrl === undefined) throw new Failure(NO_SERVER);
    const { subject, letter } = testLetter("en");
    const rendered = { subject, text: letterText(letter), html: letterHtml(letter), fromName: letter.from };
    const mailer = openMailer(config, config.smtpUrl);
    try {
      const answer = await mailer.send({ to, messageId: newId(), rendered });
      tell(`${new URL(config.smtpUrl).host} took the mail to ${to}: ${answer}`);
      return EXIT.done;
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      throw new Failure(`The mail was not sent. ${error.message}\n${HINT}`);
    } finally {
      mailer.close();
    }
  },
};
