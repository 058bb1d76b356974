import { SEND_MS_MAX } from "../../../server/platform/channels/channel.ts";
import { email } from "../../../server/platform/channels/email.ts";
import { SendFailure } from "../../../server/platform/channels/send-failure.ts";
import { readConfig } from "../../../server/platform/config/config.ts";
import { isEmailAddress } from "../../../shared/email.ts";
import { newId } from "../../../server/platform/lib/record/ids.ts";
import { testLetter } from "../../../server/resources/messages/mail/account-mail.ts";
import { letterHtml, letterText } from "../../../server/resources/messages/mail/letter.ts";
import { type Command, EXIT, Failure, wrongUsage } from "../../lib/command.ts";
import { printToStderr } from "../../lib/output.ts";

const NO_SERVER =
  "No mail server is set up. Set SMTP_URL (such as smtp://user:password@mail.example.org:587) and MAIL_FROM where you start Foyer.";

const HINT = "Check SMTP_URL and MAIL_FROM. To test the connection: node bin/foyer.mjs doctor";

export const command: Command = {
  operands: ["ADDRESS"],
  about: [
    "Sends a test email to ADDRESS immediately, bypassing the outbox, and shows the mail server's reply.",
    "Uses SMTP_URL and MAIL_FROM from its own environment.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs mail test ann@example.org"],
  run: async (given) => {
    const [to = ""] = given.operands;
    if (!isEmailAddress(to)) throw wrongUsage(`"${to}" isn't an email address.`);
    const { channels, publicUrl } = readConfig();
    if (channels.mail === undefined) throw new Failure(NO_SERVER);
    const { subject, letter } = testLetter("en");
    const rendered = { subject, text: letterText(letter), html: letterHtml(letter), fromName: letter.from };
    const mailer = await email.open(channels.mail, { publicUrl, timeoutMs: SEND_MS_MAX });
    try {
      const answer = await mailer.send({ to, id: newId(), ...rendered });
      printToStderr(`${new URL(channels.mail.SMTP_URL).host} accepted the email to ${to}: ${answer}`);
      return EXIT.done;
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      throw new Failure(`The email wasn't sent. ${error.message}\n${HINT}`);
    } finally {
      mailer.close?.();
    }
  },
};
