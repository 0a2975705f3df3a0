/** The acts of hosts in the audit log. */
import type { AuditQuery } from "$generated/messages";

export const ACTS = [
  "sign_in",
  "sign_out",
  "host",
  "unhost",
  "warn",
  "mute",
  "suspend",
  "lift_mute",
  "lift_suspension",
  "password_link",
  "handle_report",
  "end_table",
  "hand_over",
  "give_back",
  "announce",
  "end_announcement",
  "import",
  "vacuum",
] as const satisfies NonNullable<AuditQuery["act"]>[];
