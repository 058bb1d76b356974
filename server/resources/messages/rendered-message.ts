/** What rendering needs of the service: links begin with the one and are signed with the other. */
export type LinkSettings = { publicUrl: string; secretKey: string };

/** A file or picture of a mail; one with a `cid` is shown within the text. */
export type Attachment = { name: string; type: string; bytes: Buffer; cid?: string };

/** A message as it goes out. An SMS has its text only. */
export type RenderedMessage = {
  subject?: string;
  text: string;
  html?: string;
  attachments?: readonly Attachment[];
  /** Whose name stands beside the sender's address: the location's. */
  fromName?: string;
};
