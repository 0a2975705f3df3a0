/** Notifications by Web Push in this browser. */
import type { PushKey } from "$generated/messages";
import { get, post } from "$lib/api";

/** `unsupported` by the browser, `off` at the server, `blocked` by the user; `ready` to be turned `on`. */
export type NoticeState = "unsupported" | "off" | "blocked" | "ready" | "on";

async function manager(): Promise<PushManager | undefined> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return undefined;
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

const serverKey = async () => (await get<PushKey>("/api/push")).public_key;

export async function noticeState(): Promise<NoticeState> {
  if ((await serverKey()) === null) return "off";
  const push = await manager();
  if (!push) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return (await push.getSubscription()) ? "on" : "ready";
}

/** Ask the user for permission, subscribe, and send the subscription to the server. */
export async function wantNotices(): Promise<void> {
  const [push, key] = [await manager(), await serverKey()];
  if (!push || key === null || (await Notification.requestPermission()) !== "granted") return;
  const subscription = await push.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await post("/api/me/push", subscription.toJSON());
}

export async function endNotices(): Promise<void> {
  const subscription = await (await manager())?.getSubscription();
  if (!subscription) return;
  await post("/api/me/push/end", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}
